"""Tensors and submodules of modules by their names."""
import torch
from torch import nn
import torch.nn.utils._named_member_accessor as m
def T(f,*a,**k):
    try: print(f(*a,**k))
    except Exception as e: print(type(e).__name__, e)
torch.manual_seed(0)
l=nn.Linear(2,2)
T(m.swap_tensor,l,'weight',torch.ones(2,2)); print(l.weight, list(l._parameters))
T(m.swap_tensor,l,'nope',torch.ones(2,2)); x=m.swap_tensor(l,'nope',torch.ones(2,2),allow_missing=True); print(hasattr(l,'nope')); m.swap_tensor(l,'nope',x,allow_missing=True); print(hasattr(l,'nope'))
T(m.swap_tensor,l,'weight',3); T(m.swap_tensor,3,'weight',3); T(m.swap_tensor,l,'a.b',torch.ones(1)); T(m.swap_tensor,l,'',torch.ones(1)); T(m.swap_tensor,l,'in_features',torch.ones(1)); T(m.swap_tensor,l,'weight',None)
T(m.set_tensor,l,'weight',torch.zeros(1)); T(m.set_tensor,l,'weight',3); T(m.set_tensor,3,'weight',3); T(m.set_tensor,l,'qq',torch.zeros(1)); T(m.swap_submodule,l,'s',nn.ReLU()); T(m.set_tensor,l,'weight',None); T(m.swap_submodule,l,'s.t',nn.ReLU()); T(m.swap_submodule,l,'s',3)
n=nn.Sequential(nn.Linear(2,1),nn.BatchNorm1d(1)); a=m.NamedMemberAccessor(n)
T(a.get_submodule,'0'); T(a.get_submodule,'9'); T(a.get_submodule,'0.weight'); T(a.get_tensor,'0.bias'); T(a.get_tensor,'0.zz'); T(a.get_tensor,'1.eps')
T(a.check_keys,['0.weight','zz']); print([k for k,_ in a.named_tensors()],[k for k,_ in a.named_modules()]); T(a.swap_submodule,'0',nn.Linear(2,3)); print(n)
b,missing=a.swap_tensors_dict({'0.weight':torch.zeros(3,2)}); print(list(b),missing,n[0].weight); T(a.swap_tensors_dict,{'0.weight':torch.ones(1),'0.q':torch.ones(1)}); print(n[0].weight.shape); T(a.set_tensors,['0.weight'],[torch.ones(1),2]); T(a.del_tensor,'0.bias'); print(list(n[0]._parameters)); T(a.get_tensors,['0.weight']); T(a.swap_tensors,['0.weight'],[torch.ones(1)])
