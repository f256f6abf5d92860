"""torch.testing.assert_close: tensors, numbers, containers, tolerances, messages."""
import torch
from torch.testing import assert_close


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


a, b = torch.tensor([1., 2., 3.]), torch.tensor([1., 2., 4.])
attempt('ok', lambda: assert_close(a,a+1e-7))
attempt('1', lambda: assert_close(a,b))
attempt('2', lambda: assert_close(torch.ones(2,2),torch.tensor([[1.,2.],[3.,1.]])))
attempt('shape', lambda: assert_close(a,b[:2]))
attempt('dtype', lambda: assert_close(a,a.double()))
attempt('dtype ok', lambda: assert_close(a,a.double(),check_dtype=False))
attempt('int', lambda: assert_close(torch.tensor([1,2]),torch.tensor([1,3])))
attempt('bool', lambda: assert_close(torch.tensor([True,False]),torch.tensor([True,True])))
attempt('tol', lambda: assert_close(a,b,rtol=0.5,atol=0.))
attempt('tol2', lambda: assert_close(a,b,rtol=0.,atol=0.1))
attempt('tol3', lambda: assert_close(a,b,rtol=0.1))
attempt('nan', lambda: assert_close(torch.tensor([1.,float('nan')]),torch.tensor([1.,float('nan')])))
attempt('nan eq', lambda: assert_close(torch.tensor([1.,float('nan')]),torch.tensor([1.,float('nan')]),equal_nan=True))
attempt('inf', lambda: assert_close(torch.tensor([float('inf')]),torch.tensor([1.])))
attempt('scalar t', lambda: assert_close(torch.tensor(1.),torch.tensor(2.)))
attempt('float', lambda: assert_close(1.0,2.0))
attempt('float ok', lambda: assert_close(1.0,1.0+1e-9))
attempt('int', lambda: assert_close(1,2))
attempt('mix', lambda: assert_close(1,1.0))
attempt('mix2', lambda: assert_close(a,[1.,2.,3.]))
attempt('list', lambda: assert_close([a,a],[a,b]))
attempt('list len', lambda: assert_close([a,a],[a]))
attempt('dict', lambda: assert_close({'x':a},{'x':b}))
attempt('dict keys', lambda: assert_close({'x':a},{'y':b}))
attempt('msg', lambda: assert_close(a,b,msg='oh'))
attempt('msg f', lambda: assert_close(a,b,msg=lambda m:'Oh: '+m))
attempt('str', lambda: assert_close('a','a'))
attempt('none', lambda: assert_close(None,None))
attempt('double', lambda: assert_close(a.double(),b.double()))
attempt('half', lambda: assert_close(a.half(),b.half()))
attempt('complex', lambda: assert_close(torch.tensor([1j]),torch.tensor([2j])))
attempt('stride', lambda: assert_close(torch.ones(2,2).T,torch.ones(2,2),check_stride=True))
attempt('empty', lambda: assert_close(torch.ones(0),torch.ones(0)))
attempt('bools', lambda: assert_close(True,False))
