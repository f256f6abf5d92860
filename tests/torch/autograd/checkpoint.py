import torch, warnings
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:600])
calls=[]
def f(a,b=2.):
    calls.append(1)
    return torch.sin(a)*b
for ur in (True,False):
    x=torch.tensor([1.,2,3],requires_grad=True)
    y=checkpoint(f,x,use_reentrant=ur); print(y.detach(), y.requires_grad, len(calls)); y.sum().backward(); print(x.grad, len(calls))
    w=torch.tensor(2.,requires_grad=True); x=torch.tensor([1.,2,3])
    x.requires_grad_(); y=checkpoint(lambda a: a*w,x,use_reentrant=ur); y.sum().backward(); print(x.grad,w.grad)
    torch.manual_seed(0); x=torch.ones(6,requires_grad=True); y=checkpoint(lambda a: torch.dropout(a,.5,True),x,use_reentrant=ur); y.sum().backward(); print(y.detach(),x.grad)
    y=checkpoint(lambda a,b: (a*2,b+1),x,3,use_reentrant=ur); print(y[1], y[0].requires_grad)
    m=torch.nn.Sequential(torch.nn.Linear(2,2),torch.nn.ReLU(),torch.nn.Linear(2,1))
    z=torch.ones(1,2,requires_grad=True)
    o=checkpoint_sequential(m,2,z,use_reentrant=ur); o.sum().backward(); g=z.grad.clone(); z.grad=None; m(z).sum().backward(); print(torch.equal(g,z.grad))
    x=torch.tensor([1.,2],requires_grad=True)
    t(lambda: checkpoint(f,x,use_reentrant=ur,b=3.).detach())
    t(lambda: checkpoint(f,x,use_reentrant=ur,foo=3.))
