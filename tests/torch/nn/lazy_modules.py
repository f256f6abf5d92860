"""Lazy modules and parameters without a shape."""
import warnings

import torch
from torch import nn


def at(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


l=nn.LazyLinear(3)
at('repr', lambda: l)
at('sd', lambda: l.state_dict())
at('params', lambda: list(l.parameters()))
at('w', lambda: (l.weight, l.bias, l.in_features, l.has_uninitialized_params()))
at('hooks', lambda: (len(l._forward_pre_hooks), len(l._load_state_dict_pre_hooks), len(l._state_dict_hooks)))
torch.manual_seed(0)
at('call', lambda: l(torch.ones(2,4)).shape)
at('after', lambda: (l, type(l), l.in_features, l._forward_pre_hooks, l._load_state_dict_pre_hooks, l.weight))
for n,x in [('LazyConv1d',torch.ones(1,2,5)),('LazyConv2d',torch.ones(1,2,5,5)),('LazyConv3d',torch.ones(1,2,5,5,5)),('LazyConvTranspose1d',torch.ones(1,2,5)),('LazyConvTranspose2d',torch.ones(2,5,5)),('LazyConvTranspose3d',torch.ones(1,2,5,5,5))]:
    m=getattr(nn,n)(4,3,bias=(n!='LazyConv3d'))
    print(m, list(m.state_dict()), m.in_channels)
    at('c', lambda: m(x).shape); print(m, type(m))
m=nn.LazyConv2d(4,3)
at('dims', lambda: m(torch.ones(3)))
at('dims', lambda: m(torch.ones(3,4)))
at('dims', lambda: nn.LazyConv1d(4,3)(torch.ones(3,4,5,5)))
at('groups', lambda: nn.LazyConv2d(4,3,groups=2)(torch.ones(1,3,4,4)))
at('groups', lambda: nn.LazyConv2d(3,3,groups=2))
for n,x in [('LazyBatchNorm1d',torch.ones(3,2)),('LazyBatchNorm2d',torch.ones(1,2,5,5)),('LazyInstanceNorm1d',torch.ones(1,2,5)),('LazyInstanceNorm2d',torch.ones(2,5,5)),('LazyInstanceNorm3d',torch.ones(1,2,5,5,5))]:
  for kw in [{},{'affine':False},{'track_running_stats':True,'affine':True},{'track_running_stats':False, 'affine':True}]:
    m=getattr(nn,n)(**kw)
    print(m, m.state_dict(), m.weight, m.running_mean)
    at('c', lambda: m(x).shape); print(m, type(m), [t.shape for t in m.state_dict().values()])
at('bad', lambda: nn.LazyBatchNorm1d()(torch.ones(3,2,4,5)))
l=nn.LazyLinear(3)
at('opt', lambda: torch.optim.SGD(l.parameters(), lr=.1))
at('numel', lambda: sum(p.numel() for p in l.parameters()))
at('init', lambda: nn.init.ones_(l.weight))
at('share', lambda: l.share_memory())
at('to', lambda: l.double())
at('call', lambda: l(torch.ones(2,4).double()).dtype)
l=nn.LazyLinear(3)
full=nn.Linear(4,3)
at('load', lambda: (l.load_state_dict(full.state_dict()), l, type(l), l.weight))
at('then', lambda: (l(torch.ones(1,4)), type(l), l))
at('load lazy in full', lambda: full.load_state_dict(nn.LazyLinear(3).state_dict()))
l=nn.LazyLinear(3); at('lazy in lazy', lambda: l.load_state_dict(nn.LazyLinear(3).state_dict()))
at('assign', lambda: (nn.LazyLinear(3).load_state_dict(full.state_dict(), assign=True)))
net=nn.Sequential(nn.LazyConv2d(4,3), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2))
at('net', lambda: net)
at('net', lambda: (net(torch.ones(1,1,5,5)).shape, net))
import copy
l=nn.LazyLinear(3); c=copy.deepcopy(l); at('dc', lambda: (c, c.weight, c(torch.ones(1,2)).shape, l, c))
at('dc2', lambda: (l(torch.ones(1,5)).shape))
import torch.nn.modules.lazy
class LM(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def __init__(s): super().__init__(); s.w=nn.parameter.UninitializedParameter()
    def initialize_parameters(s,x): s.w.materialize((x.shape[-1],)); nn.init.ones_(s.w)
    def forward(s,x): return x*s.w
m=LM(); at('own', lambda: (m(torch.ones(3)), type(m)))
class LM2(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def __init__(s): super().__init__(); s.w=nn.parameter.UninitializedParameter()
    def forward(s,x): return x*s.w
at('own2', lambda: LM2()(torch.ones(3)))
class LM3(LM):
    def initialize_parameters(s,x): pass
at('own3', lambda: LM3()(torch.ones(3)))
import torch.nn.modules.lazy
at('kw', lambda: nn.LazyLinear(3)(input=torch.ones(1,2)).shape)
at('dev', lambda: nn.LazyLinear(3,dtype=torch.float64)(torch.ones(1,2,dtype=torch.float64)).dtype)

l=nn.LazyLinear(3); l.apply(lambda m: print(m)); 
at('ev', lambda: l.eval()(torch.ones(2,2)).shape)
at('rp', lambda: nn.LazyLinear(3).reset_parameters())
at('zg', lambda: nn.LazyLinear(3).zero_grad())
at('rg', lambda: nn.LazyLinear(3).requires_grad_(False))

x = torch.ones(2)
class A(torch.Tensor): pass
x.note = 3
x.__class__ = A
print(type(x), x.note)
x.__class__ = torch.Tensor
print(type(x), x.note, x)
u = nn.parameter.UninitializedParameter(requires_grad=False, dtype=torch.float64)
at('u', lambda: (u, u.dtype, u.requires_grad, u.device, isinstance(u, nn.Parameter), nn.parameter.is_lazy(u), nn.parameter.is_lazy(x)))
for name in ['shape', 'data', 'grad', 'is_leaf']:
    at(name, lambda: getattr(u, name))
for name in ['sum', 'numel', 'dim', 'size', 'clone', 'detach', 'double', 'cpu', 'zero_', 'stride', 'item']:
    at(name, lambda: getattr(u, name)())
at('materialize', lambda: [u.materialize((2, 3)), type(u), u.shape, u.dtype, u.requires_grad])
b = nn.parameter.UninitializedBuffer()
at('b', lambda: (b, b.requires_grad, b.materialize((1,), dtype=torch.int64), type(b), b.shape, b.dtype)[1:])


class Mixin:
    pass


class Both(Mixin, nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return x * self.w


print(list(Both().parameters()), Both()(torch.ones(1)))
