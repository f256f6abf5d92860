"""Functions that can be traced, and what is said of those that cannot."""
import torch, torch.fx as fx, math, operator, copy, pickle
from torch import nn
import torch.nn.functional as F
def tryit(f, *a):
    try: r=f(*a); print('ok', r.code if hasattr(r,'code') else r)
    except Exception as e: print(type(e).__mro__[:2], type(e).__module__, str(e))
def if_(x):
    if x.sum() > 0: return x
    return -x
def for_(x):
    for i in x: x = x + i
    return x
def unpack(x):
    a, b = x
    return a + b
def len_(x): return len(x)
def range_(x): return range(x.shape[0])
def int_(x): return int(x)
def float_(x): return float(x.sum())
def contains(x): return 3 in x
def while_(x):
    while x: x = x - 1
def setitem(x): x[0] = 1; return x
def starkw(x): return dict(**x)
def bool_(x): return x and 1
def not_(x): return not x
def fstr(x): return f'{x}'
def assert_(x):
    assert x.shape[0] == 2, 'no'
    return x
def index(x): return [1,2][x]
def retobj(x): return object()
def setattr_(x): x.foo = 3; return x
def np_(x): return math.sqrt(x)
def floor(x): return math.floor(x)
def noarg(): return torch.ones(3)
def const(x): return x + torch.ones(2)
def ret3(x, y): return (x, y), [x, {'a': y}]
def iadd(x):
    x += 1; x *= x; x @= x
    return x
def eq(x): return x is None
def isinst(x): return isinstance(x, torch.Tensor), type(x)
def vargs(*a): return a[0]
def kwargs(**k): return k['x']
def kwonly(x, *, y=2): return x + y
def default(x, y=3, z=None, w='s', v=(1,2)): return x + y
def typed(x: torch.Tensor, y: 'int' = 1, z: list[int] = None) -> torch.Tensor: return x
def grad(x):
    with torch.no_grad(): return x * 2
def sl(x): return x[::2, 1:, x.size(0):]
def nested(x): return [x, [1, (2, x)], {'a': 1}, slice(x, None), range(3), torch.float32, torch.device('cpu'), torch.strided, torch.channels_last, Ellipsis]
def reuse(x):
    a = x + 1; b = x + 1; c = x.add(1); d = x.add_1(1); e = x.sum(); sum_ = x.sum(); return a, b, c, d, e, sum_
def getattr_(x): return x.a.b.c(1).d
def call(x): return x(1)
def builtin(x): return len, max(x, 1)
for f in list(globals().values()):
    if callable(f) and getattr(f,'__module__','')=='__main__' and f is not tryit:
        print('----', f.__name__); tryit(fx.symbolic_trace, f)
