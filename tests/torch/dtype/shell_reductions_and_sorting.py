# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: reductions, scans, sorting and sets.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]
CALLS = [
    'x.sum()', 'x.sum(0)', 'x.mean()', 'x.prod()', 'x.max()', 'x.min()', 'x.max(0)', 'x.min(0)', 'x.amax()', 'x.amin()', 'x.aminmax()',
    'x.argmax()', 'x.argmin()', 'x.all()', 'x.any()', 'x.all(0)', 'x.cumsum(0)', 'x.cumprod(0)', 'x.cummax(0)', 'x.logcumsumexp(0)',
    'x.std()', 'x.var()', 'x.norm()', 'x.nansum()', 'x.median()', 'x.median(0)', 'x.nanmedian()', 'x.mode()', 'x.kthvalue(1)', 'x.sort()',
    'x.argsort()', 'x.topk(2)', 'x.msort()', 'x.unique()', 'x.unique_consecutive()', 'torch.unique(m,dim=0)', 'x.bincount()', 'x.histc()',
    'x.nonzero()', 'x.count_nonzero()', 'x.argwhere()', 'x.isinf()', 'x.clamp(min=x)', 'x.clamp_min(1)', 'x.clamp_max(1)',
    'torch.maximum(x,x)', 'torch.minimum(x,x)', 'torch.fmax(x,x)', 'x.index_put((idx,),x[0],accumulate=True)',
    "x.scatter_reduce(0,idx,x[:2],'sum')", 'torch.equal(x,x)', 'torch.allclose(x,x)', 'torch.isclose(x,x)', 'torch.isin(x,x)',
    'torch.searchsorted(x,x)', 'torch.bucketize(x,x)', 'torch.cartesian_prod(x,x)', 'torch.logsumexp(x,0)', 'torch.count_nonzero(x,0)',
    'torch.bincount(x)', 'x.is_nonzero()', 'x[0].is_nonzero()', 'x.cumulative_trapezoid', 'x.sum(dtype=torch.float32)',
    'x.mean(dtype=torch.float32)', 'x.prod(dtype=torch.float32)', 'x.cumsum(0,dtype=torch.float32)', 'x.sum(dtype=torch.int64)',
    "torch.div(x,x,rounding_mode='floor')", "torch.div(x,x,rounding_mode='trunc')", "torch.div(x,2,rounding_mode='trunc')",
    'm.logsumexp(0)', 'torch.fmin(x,x)', 'torch.dist(x,x)', 'torch.cummin(x,0)', 'torch.cumsum(x,0)', 'x.norm(1)', 'm.cumsum(1)',
    'm.all(1)', 'm.any(1)', 'torch.equal(x,x.float())', 'torch.sum(x,dtype=d)', 'x.prod(dtype=d)', 'x.mean(dtype=d)', 'torch.sort(m,0)',
    'torch.sort(x,descending=True)', 'm.sort(stable=True)', 'm.argsort(0)', 'x.unique(return_inverse=True,return_counts=True)',
    'x.unique(sorted=False)', 'x.var(0)', 'torch.count_nonzero(m,1)', 'm.sum((0,1))', 'm.sum(1,keepdim=True)', 'x.all().item()',
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
