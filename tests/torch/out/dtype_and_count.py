# Tensors given as out=: of other types, too few or too many, in shared memory. What differs is not asked: OPEN.
import torch, warnings
import torch.nn.functional as F
from torch import linalg
warnings.simplefilter('ignore')
x=torch.arange(6.).reshape(2,3); v=torch.arange(3.); n=torch.arange(4); m=torch.tensor([[4.,1.,0.],[1.,3.,1.],[0.,1.,2.]]); b=torch.tensor([True,False,True]); b3=torch.ones(2,2,2)
CALLS='''torch.max(x, 0)
torch.min(x, 0)
torch.sort(x)
torch.topk(x, 1)
torch.median(x, 0)
torch.nanmedian(x, 0)
torch.mode(x, 0)
torch.kthvalue(x, 1)
torch.cummax(x, 0)
torch.cummin(x, 0)
torch.aminmax(x)
torch.frexp(x)
torch.argmax(x, 0)
torch.argmin(x, 0)
torch.argsort(x)
torch.sum(x, 0)
torch.mean(x, 0)
torch.prod(x, 0)
torch.std(x, 0)
torch.var(x, 0)
torch.amax(x, 0)
torch.amin(x, 0)
torch.all(x, 0)
torch.any(x, 0)
torch.all(x)
torch.logsumexp(x, 0)
torch.nansum(x, 0)
torch.nanmean(x, 0)
torch.norm(x)
torch.cumsum(x, 0)
torch.cumprod(x, 0)
torch.logcumsumexp(x, 0)
torch.quantile(x, 0.5)
torch.count_nonzero(x)
torch.mm(x, x.t())
torch.bmm(b3, b3)
torch.matmul(x, v)
torch.matmul(x, x.t())
torch.matmul(v, v)
torch.mv(x, v)
torch.dot(v, v)
torch.vdot(v, v)
torch.outer(v, v)
torch.addmm(m, m, m)
torch.addmv(v, m, v)
torch.addr(m, v, v)
torch.baddbmm(b3, b3, b3)
torch.addbmm(b3[0], b3, b3)
torch.inner(v, v)
torch.kron(v, v)
torch.cross(v, v)
torch.einsum('i,i', v, v)
linalg.inv(m)
linalg.cholesky(m)
linalg.qr(m)
linalg.eigh(m)
linalg.svd(m)
linalg.det(m)
linalg.solve(m, v)
linalg.norm(x)
linalg.vector_norm(x)
linalg.matrix_norm(x)
linalg.slogdet(m)
linalg.lu_factor(m)
linalg.eigvalsh(m)
linalg.svdvals(m)
linalg.lu(m)
linalg.lstsq(m, v[:, None])
linalg.matrix_power(m, 2)
linalg.multi_dot([m, m])
linalg.pinv(m)
torch.add(v, v)
torch.add(v, 1)
torch.div(v, 2)
torch.div(n, 2)
torch.exp(v)
torch.exp(n)
torch.sin(n)
torch.abs(v)
torch.neg(v)
torch.eq(v, v)
torch.lt(v, 1)
torch.logical_and(v, v)
torch.isnan(v)
torch.isposinf(v)
torch.signbit(v)
torch.where(b, v, v)
torch.clamp(v, 0)
torch.clamp_min(v, 0)
torch.pow(v, 2)
torch.floor(v)
torch.round(v)
torch.sigmoid(v)
torch.atan2(v, v)
torch.lerp(v, v, 0.5)
torch.addcmul(v, v, v)
torch.bitwise_and(n, n)
torch.bitwise_not(n)
torch.remainder(v, 2)
torch.maximum(v, v)
torch.fmod(v, 2)
torch.hypot(v, v)
torch.erf(v)
torch.cat([v, v])
torch.stack([v, v])
torch.hstack([v, v])
torch.vstack([v, v])
torch.dstack([v, v])
torch.column_stack([v, v])
torch.gather(x, 0, torch.tensor([[0]]))
torch.index_select(x, 0, torch.tensor([0]))
torch.take(x, torch.tensor([0]))
torch.take_along_dim(x, torch.tensor([[0]]), 0)
torch.masked_select(v, b)
torch.nonzero(v)
torch.scatter(x, 0, torch.tensor([[0]]), 1.)
torch.scatter_add(x, 0, torch.tensor([[0]]), x)
torch.index_add(x, 0, torch.tensor([0]), x[:1])
torch.index_copy(x, 0, torch.tensor([0]), x[:1])
torch.tril(m)
torch.triu(m)
torch.diag(v)
torch.histc(v, 3)
torch.bincount(n)
torch.searchsorted(v, v)
torch.bucketize(v, v)
torch.diff(v)
torch.softmax(x, 0)
torch.log_softmax(x, 0)
torch.renorm(x, 2, 0, 1.)
torch.roll(v, 1)
torch.zeros(3)
torch.ones(3)
torch.full((3,), 1.)
torch.arange(3)
torch.arange(3.)
torch.linspace(0, 1, 3)
torch.logspace(0, 1, 3)
torch.eye(3)
torch.rand(3)
torch.randn(3)
torch.randint(5, (3,))
torch.randperm(3)
torch.normal(v, 1.)
torch.bernoulli(v / 3)
torch.multinomial(v, 2)
torch.tensordot(m, m, 1)
torch.cdist(x, x)
torch.trapz(v)
torch.polygamma(1, v)
torch.complex(v, v)
torch.polar(v, v)
torch.conj_physical(v)
torch.angle(v)
torch.fft.fft(v)
torch.fft.rfft(v)
torch.special.entr(v)
torch.nn.functional.gelu(v)
torch.cumulative_trapezoid(v)
torch.squeeze_copy(v)
torch.msort(v)
torch.unbind_copy(x)
torch.split_copy(x, 1)
torch.logaddexp(v, v)
torch.heaviside(v, v)
torch.nan_to_num(v)
torch.cov(x)
torch.triangular_solve(m, m)
torch.cholesky_inverse(m)
torch.addcdiv(v, v, v + 1)
torch.float_power(v, 2)
torch.isin(v, v)
torch.ldexp(v, v)
torch.gcd(n, n)
torch.igamma(v, v)
torch.xlogy(v, v)'''.split('\n')
TYPES=[torch.float32,torch.float64,torch.int64,torch.bool,torch.float16,torch.complex64,torch.int32]
OPEN = {
    'torch.max(x, 0)': ['bare'],
    'torch.min(x, 0)': ['bare'],
    'torch.frexp(x)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.argmax(x, 0)': ['shared'],
    'torch.argmin(x, 0)': ['shared'],
    'torch.argsort(x)': ['0 float32', '0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', 'shared'],
    'torch.sum(x, 0)': ['shared'],
    'torch.prod(x, 0)': ['shared'],
    'torch.std(x, 0)': ['0 complex64', 'shared'],
    'torch.var(x, 0)': ['0 complex64', 'shared'],
    'torch.amax(x, 0)': ['shared'],
    'torch.amin(x, 0)': ['shared'],
    'torch.all(x, 0)': ['shared'],
    'torch.any(x, 0)': ['shared'],
    'torch.nansum(x, 0)': ['0 int64', '0 bool', '0 complex64', '0 int32', 'shared'],
    'torch.nanmean(x, 0)': ['0 int64', '0 bool', '0 complex64', '0 int32'],
    'torch.norm(x)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', 'tuple'],
    'torch.bmm(b3, b3)': ['shared'],
    'torch.matmul(x, v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', 'shared'],
    'torch.matmul(v, v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.mv(x, v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', 'shared'],
    'torch.addbmm(b3[0], b3, b3)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'linalg.norm(x)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'linalg.matrix_norm(x)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'linalg.lstsq(m, v[:, None])': ['0 int64', '0 bool', '0 int32', '1 int64', '1 bool', '1 int32', '2 bool', '3 int64', '3 bool', '3 int32', 'more'],
    'linalg.matrix_power(m, 2)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'linalg.multi_dot([m, m])': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.where(b, v, v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.sigmoid(v)': ['tuple'],
    'torch.diag(v)': ['0 float64', '0 float16', '0 complex64'],
    'torch.histc(v, 3)': ['shared'],
    'torch.searchsorted(v, v)': ['0 float32', '0 float64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.bucketize(v, v)': ['0 float32', '0 float64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.softmax(x, 0)': ['tuple'],
    'torch.log_softmax(x, 0)': ['tuple'],
    'torch.zeros(3)': ['shared'],
    'torch.ones(3)': ['shared'],
    'torch.full((3,), 1.)': ['shared'],
    'torch.linspace(0, 1, 3)': ['0 bool'],
    'torch.logspace(0, 1, 3)': ['0 bool'],
    'torch.eye(3)': ['shared'],
    'torch.randint(5, (3,))': ['0 complex64'],
    'torch.randperm(3)': ['0 bool', '0 complex64', 'shared'],
    'torch.normal(v, 1.)': ['0 int64', '0 bool', '0 int32'],
    'torch.bernoulli(v / 3)': ['0 int64', '0 bool', '0 complex64', '0 int32'],
    'torch.multinomial(v, 2)': ['0 float32', '0 float64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.tensordot(m, m, 1)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', 'tuple', 'shared'],
    'torch.conj_physical(v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.fft.fft(v)': ['shared'],
    'torch.fft.rfft(v)': ['shared'],
    'torch.nn.functional.gelu(v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
    'torch.unbind_copy(x)': ['0 float32', '1 float32', 'one', 'more', 'list'],
    'torch.split_copy(x, 1)': ['0 float32', '0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32', '1 float32', '1 float64', '1 int64', '1 bool', '1 float16', '1 complex64', '1 int32', 'one', 'more', 'list'],
    'torch.heaviside(v, v)': ['0 float64', '0 int64', '0 bool', '0 float16', '0 complex64', '0 int32'],
}


def ask(c, what, f):
    if what not in OPEN.get(c, ()):
        print(what, say(f))


def say(f):
    try: r=f(); return 'ok '+str([t.dtype for t in (r if isinstance(r,tuple) else [r])])[1:-1].replace('torch.','')
    except Exception as e: return (type(e).__name__+': '+str(e)).split('\nException raised')[0].split('\n')[0][:170]
for c in CALLS:
    print('>>>',c)
    r=eval(c)
    many=isinstance(r,tuple)
    outs=list(r) if many else [r]
    for k in range(len(outs)):
        for dt in TYPES:
            o=[torch.empty_like(t) for t in outs]; o[k]=torch.zeros(outs[k].shape,dtype=dt)
            out=tuple(o) if many else o[0]
            ask(c, '%d %s' % (k, str(dt)[6:]), lambda: eval(c[:-1]+', out=out)'))
    o=[torch.empty_like(t) for t in outs]
    if many:
        out=(o[0],); ask(c, 'one', lambda: eval(c[:-1]+', out=out)'))
        out=tuple(o)+(o[0],); ask(c, 'more', lambda: eval(c[:-1]+', out=out)'))
        out=o[0]; ask(c, 'bare', lambda: eval(c[:-1]+', out=out)'))
        out=list(o); ask(c, 'list', lambda: eval(c[:-1]+', out=out)'))
    else:
        out=(o[0],); ask(c, 'tuple', lambda: eval(c[:-1]+', out=out)'))
        # aliasing: out is the first operand itself, expanded memory
        if o[0].dim(): out=torch.empty((),dtype=o[0].dtype).expand(o[0].shape); ask(c, 'shared', lambda: eval(c[:-1]+', out=out)'))
