# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: arithmetic, comparisons and functions of elements.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]
CALLS = [
    'x+x', 'x+1', 'x+1.5', 'x-x', 'x-1', 'x*x', 'x*2', 'x/x', 'x/2', 'x//x', 'x//2', 'x%x', 'x%2', 'x**x', 'x**2', 'x==x', 'x!=x', 'x<x',
    'x<=x', 'x>x', 'x>=x', 'x==1', 'x<1', '-x', 'abs(x)', '~x', 'x&x', 'x|x', 'x^x', 'x&1', 'x<<1', 'x>>1',
    'torch.bitwise_left_shift(x,x)', 'torch.logical_not(x)', 'torch.logical_and(x,x)', 'torch.logical_or(x,x)', 'torch.logical_xor(x,x)',
    'x.isnan()', 'x.isfinite()', 'x.isreal()', 'x.isposinf()', 'x.isneginf()', 'x.sign()', 'x.sgn()', 'x.signbit()', 'x.sqrt()', 'x.exp()',
    'x.log()', 'x.sin()', 'x.tanh()', 'x.sigmoid()', 'x.relu()', 'x.floor()', 'x.ceil()', 'x.round()', 'x.trunc()', 'x.frac()',
    'x.round(decimals=1)', 'x.reciprocal()', 'x.rsqrt()', 'x.square()', 'x.pow(2)', 'x.erf()', 'x.lgamma()', 'x.digamma()',
    'x.nan_to_num()', 'x.clamp(1,2)', 'm.trace()', 'torch.real(x)', 'torch.imag(x)', 'torch.conj(x)', 'x.conj_physical()',
    'torch.angle(x)', 'torch.add(x,x,alpha=2)', 'torch.addcmul(x,x,x)', 'torch.addcdiv(x,x,x)', 'torch.lerp(x,x,0.5)', 'torch.lerp(x,x,x)',
    'torch.gcd(x,x)', 'torch.lcm(x,x)', 'torch.hypot(x,x)', 'torch.atan2(x,x)', 'torch.nextafter(x,x)', 'torch.ldexp(x,x)',
    'torch.frexp(x)', 'torch.fmod(x,x)', 'torch.remainder(x,x)', 'torch.float_power(x,x)', 'torch.diff(x)', 'torch.trapezoid(x)',
    'torch.heaviside(x,x)', 'torch.xlogy(x,x)', 'torch.logaddexp(x,x)', 'torch.cov(m)', 'torch.corrcoef(m)', 'torch.clip(x,1,2)',
    'torch.rsub(x,1)', 'torch.sub(1,x)', '1-x', '1/x', '2**x', 'x.is_floating_point()', 'x.is_complex()', 'x.is_signed()', 'x.type()',
    'x.requires_grad_()', 'x.cfloat()', 'x.bfloat16()', 'repr(x)', 'torch.result_type(x,1)', 'torch.result_type(x,1.5)',
    'torch.result_type(x,x.float())', 'x.map_(x,lambda a,b:a)', 'x.apply_(lambda a:a)', 'x+x.float()', 'x+x.int()', 'x*x.float()',
    'x==x.float()', 'x==x.int()', 'x.float()+x', 'x+T(1.5)', 'x+T(1)', 'x.add_(1)', 'x.mul_(2)', 'x.sub_(x)', 'x.div_(2)',
    'torch.add(x.float(),1,out=x)', 'x+True', 'x+1j', 'x.exp2()', 'x.log2()', 'x.log10()', 'x.log1p()', 'x.cos()', 'x.tan()', 'x.asin()',
    'x.acos()', 'x.atan()', 'x.sinh()', 'x.asinh()', 'x.acosh()', 'x.atanh()', 'x.erfc()', 'x.erfinv()', 'x.i0()', 'x.sinc()', 'x.logit()',
    'x.deg2rad()', 'torch.polygamma(1,x)', 'torch.logaddexp2(x,x)', 'torch.igamma(x,x)', 'x.abs_()', 'x.absolute()', 'x.neg_()',
    'x.mul_(x)', 'x.add_(x)', 'x.bitwise_and_(x)', 'x.fmod(2)', 'torch.pow(2,x)', 'torch.true_divide(x,x)', 'torch.logical_not(m)',
    'x.eq(2)', 'x==0.5', 'x!=1', 'x.nextafter(x)', 'x.sgn_()', 'x.conj()', 'x.resolve_conj()', 'x.is_conj()',
    'x.adjoint() if 0 else m.adjoint()', 'm.H', 'm.mH', 'x.real', 'torch.asarray(x)', 'x.double()', 'x.__and__(1)', 'x.__ior__(x)',
    'x.__invert__()', 'abs(-x)', 'round(x)', 'x.__floordiv__(1)', 'x.__mod__(1)', 'divmod(x,1)', 'x.bool()',
]


def counted(dtype, *shape):
    size = torch.Size(shape).numel()
    return torch.arange(1, size + 1, dtype=torch.float32).reshape(shape).to(dtype)


def shown(value):
    if isinstance(value, torch.Tensor):
        return str(value).replace('\n', ' ') if value.numel() < 20 else str(value.shape)
    if isinstance(value, (tuple, list)):
        return '(%s)' % ', '.join(shown(one) for one in value)
    return repr(value)[:60]


def outcome(call, dtype):
    torch.manual_seed(0)
    names = {'torch': torch, 'F': F, 'T': torch.tensor, 'd': dtype, 'idx': torch.tensor([0, 2]), 'x': counted(dtype, 6), 'm': counted(dtype, 3, 3),
             'l': counted(dtype, 2, 3, 4, 4)}
    try:
        return shown(eval(call, names))
    except Exception as error:
        return '%s: %s' % (type(error).__name__, str(error).split('\n')[0])


for call in CALLS:
    print(call)
    for dtype in TYPES:
        print('   ', str(dtype)[6:], outcome(call, dtype))
