"""SyncBatchNorm in one process; torch.nn.grad, torch.nn.modules.utils, common_types; lazy layers that were loaded."""
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


S = nn.SyncBatchNorm
s=S(3); at('r', lambda: s); at('c', lambda: s(torch.ones(2,3,4))); at('e', lambda: s.eval()(torch.ones(2,3,4)).shape)
at('e', lambda: s.train()(torch.ones(3)))
at('e', lambda: s.eval()(torch.ones(3)))
print(s.state_dict(), s.process_group)
net=nn.Sequential(nn.Conv2d(1,2,1), nn.BatchNorm2d(2), nn.Sequential(nn.BatchNorm1d(3, affine=False, momentum=None)))
net[1].weight.data.fill_(7)
c=S.convert_sync_batchnorm(net); print(c, c is net, c[1].weight, type(c[1]))
at('bn', lambda: S.convert_sync_batchnorm(nn.BatchNorm1d(2)))
import torch.nn.grad as G
at('g', lambda: G.conv2d_input((1,1,4,4), torch.ones(2,1,3,3), torch.ones(1,2,2,2)))
at('g', lambda: G.conv2d_weight(torch.ones(1,1,4,4), (2,1,3,3), torch.ones(1,2,2,2), stride=1))
at('g', lambda: G.conv1d_input(None, torch.ones(2,1,3), torch.ones(1,2,2)))
at('g', lambda: G.conv2d_input((1,1,9,9), torch.ones(2,1,3,3), torch.ones(1,2,2,2)))
import torch.nn.modules.utils as U
for n in ['_single','_pair','_triple','_quadruple']: at(n, lambda: (getattr(U,n)(3), getattr(U,n)([1,2]), getattr(U,n).__name__))
at('l', lambda: (U._list_with_default([None,3],[5,6,7]), U._reverse_repeat_tuple((1,2),2)))
at('c', lambda: U.consume_prefix_in_state_dict_if_present({'module.a':1,'b':2}, 'module.'))
import torch.nn.common_types as C
print(C._size_2_t, C._ratio_2_t)
l=nn.LazyConv2d(4,3); l.load_state_dict(nn.Conv2d(2,4,3).state_dict()); print(l.in_channels); print(l(torch.ones(1,2,4,4)).shape, l)
l=nn.LazyBatchNorm2d(); l.load_state_dict(nn.BatchNorm2d(2).state_dict()); print(l.num_features); print(l(torch.ones(1,2,4,4)).shape, l)
at('x', lambda: nn.factory_kwargs(None)); at('x', lambda: nn.factory_kwargs({})); at('x', lambda: nn.factory_kwargs({'device':'cpu','dtype':None})); at('x', lambda: nn.factory_kwargs({'x':1}))
at('x', lambda: nn.factory_kwargs({'device':'cpu','factory_kwargs':{'dtype':1}})); at('x', lambda: nn.factory_kwargs({'device':'cpu','factory_kwargs':{'device':1}}));at('x', lambda: nn.factory_kwargs({'memory_format':'cpu'}))
import warnings
warnings.simplefilter('ignore')
at('x', lambda: nn.Container(a=nn.ReLU()))
warnings.simplefilter('ignore')
at('x', lambda: nn.Container(a=nn.ReLU(), b=nn.Linear(1,1)))
import torch.nn.modules.activation
print(torch.nn.modules.conv.Conv2d is nn.Conv2d, torch.nn.modules.loss.MSELoss is nn.MSELoss, torch.nn.modules.Module is nn.Module, nn.UninitializedParameter is nn.parameter.UninitializedParameter)
