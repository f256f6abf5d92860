# Functions that are called by names of their own: norms of tensors, weights of given lengths, second gradients of embeddings.
import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:300])


x = torch.arange(12).view(3, 4) - 5.5
t(lambda: x.norm(axis=1))
t(lambda: x.norm(2, axis=1))
t(lambda: torch.norm(x, axis=1))
t(lambda: torch.norm(x, p=2, axis=1))
t(lambda: x.norm(dim=1).shape)
t(lambda: x.norm(p=1, dim=0, keepdim=True, dtype=torch.double).shape)
t(lambda: torch.norm(x, 'nuc'))
t(lambda: x.norm(keepdims=True))
t(lambda: torch.norm(x, dim=1, keepdims=True))
t(lambda: torch._weight_norm(torch.ones(3,4), torch.full((3,1), 2.), 0))
t(lambda: torch._weight_norm(torch.ones(3,4), torch.full((1,4), 2.), 1))
t(lambda: torch._weight_norm(torch.ones(3,4), torch.tensor(2.), -1))
t(lambda: torch._weight_norm(torch.ones(3,4), torch.full((3,1), 2.)))
t(lambda: torch._weight_norm(1, 2)); 
v=torch.ones(3,4,requires_grad=True); g=torch.ones(3,1,requires_grad=True); torch._weight_norm(v, g, 0).sum().backward()
print(v.grad.sum(), torch._weight_norm(v, g, 0).grad_fn.name())
t(lambda: torch._weight_norm(torch.ones(3,4,2), torch.full((1,4,1), 2.), 1).grad_fn)
w=torch.ones(4,2,dtype=torch.double,requires_grad=True)
def f(w): return torch.nn.functional.embedding(torch.tensor([0,1,1,2,1]), w*w, scale_grad_by_freq=True)
t(lambda: torch.autograd.grad(f(w).sum(), w, create_graph=True))
def sec():
    a,=torch.autograd.grad((f(w)**2).sum(), w, create_graph=True); return torch.autograd.grad(a.sum(), w)
t(sec)
