"""Which shapes an error of broadcasting names as a and b: of operators, of their forms in place, with out=, of masks and of losses."""
import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a=torch.zeros(2,7); m=torch.zeros(2,6,dtype=torch.bool); b=torch.zeros(2,6); big=torch.zeros(3,2,7)
mb=torch.zeros(3,2,7,dtype=torch.bool)
for n in ('masked_fill','masked_fill_'):
    t(lambda: getattr(a.clone(),n)(m,1.)); t(lambda: getattr(a.clone(),n)(mb,1.).shape); t(lambda: getattr(a.clone(),n)(m,torch.tensor(1.)))
    t(lambda: getattr(a.clone().requires_grad_()*1,n)(m,1.))
for n in ('masked_scatter','masked_scatter_'):
    t(lambda: getattr(a.clone(),n)(m,b)); t(lambda: getattr(a.clone(),n)(mb,b).shape)
t(lambda: a.masked_select(m))
t(lambda: torch.where(m,a,a)); t(lambda: torch.where(m,b,a)); t(lambda: torch.where(m,a,b))
t(lambda: a.clone().add_(b)); t(lambda: a+b); t(lambda: a.clone().add_(big)); t(lambda: a.clone().copy_(b)); t(lambda: a.clone().copy_(big))
t(lambda: a.clone().addcmul_(b,b)); t(lambda: torch.addcmul(a,b,b)); t(lambda: torch.addcmul(b,a,b)); t(lambda: torch.lerp(a,b,.5)); t(lambda: a.clone().lerp_(b,b))
t(lambda: torch.clamp(a,b,b)); t(lambda: a.clone().clamp_(b)); t(lambda: a.clone().clamp_(big))
t(lambda: a.clone().fmod_(b)); t(lambda: a.clone().eq_(b)); t(lambda: a.clone().pow_(big)); t(lambda: a.clone().mul_(big)); t(lambda: a.logical_and(b)); t(lambda: a.clone().logical_and_(b))
t(lambda: torch.add(a,b,out=torch.zeros(2,7))); t(lambda: a.clone().__setitem__(m,1)); t(lambda: a[m]); t(lambda: a.clone().__setitem__(slice(None), b)); t(lambda: a.clone().__setitem__(m.new_ones(2,7), b))
t(lambda: a.expand(3,2,6)); t(lambda: a.expand_as(b)); t(lambda: torch.broadcast_tensors(a,b)); t(lambda: torch.broadcast_shapes((2,7),(2,6)))
