"""torch.utils.checkpoint, and what backward() and grad() refuse."""
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(3, requires_grad=True); w = torch.randn(3, 3, requires_grad=True)
def f(a, b): return F.dropout(torch.tanh(a @ b).relu(), 0.5)
for r in (True, False):
    torch.manual_seed(1); y = checkpoint(f, x, w, use_reentrant=r); print(y); y.sum().backward(); print(x.grad, w.grad); print(torch.rand(1)); x.grad = w.grad = None
torch.manual_seed(1); y = f(x, w); y.sum().backward(); print(x.grad)
print(checkpoint_sequential([torch.sin, torch.cos, torch.exp], 2, x, use_reentrant=False))
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
x = torch.ones(2, requires_grad=True)
def s(v): x.grad = v
t(lambda: torch.autograd.backward([x.sum(), x.sum()], [torch.tensor(1.)]))
t(lambda: torch.autograd.grad([x.sum(), x.sum()], x, [torch.tensor(1.)]))
t(lambda: torch.autograd.grad(x.sum(), x, 3)); t(lambda: x.sum().backward('a')); t(lambda: x.sum().backward(torch.ones(1))); t(lambda: x.sum().backward(torch.tensor(1)))
t(lambda: x.sum().backward(torch.tensor(1., dtype=torch.double))); print(x.grad)
t(lambda: torch.autograd.grad(3, x)); t(lambda: torch.autograd.grad(x.sum(), 3)); t(lambda: torch.autograd.backward(3)); t(lambda: torch.autograd.backward([])); t(lambda: torch.autograd.grad([], x))
t(lambda: torch.autograd.grad(x.sum(), (x, x))); t(lambda: torch.autograd.grad((x*x).sum(), {'a': x}))
c = torch.ones(2, dtype=torch.complex64, requires_grad=True); t(lambda: c.sum().backward()); t(lambda: torch.autograd.grad((c*c).sum().abs(), c))
t(lambda: x.long().sum().backward()); t(lambda: (x > 0).sum().backward()); t(lambda: x.argmax().backward())
x.requires_grad_(False); t(lambda: x.sum().backward())
y = torch.ones(2, requires_grad=True); z = y.exp(); z.backward(torch.ones(2)); t(lambda: z.backward(torch.ones(2))); z = y + 1; z.sum().backward(); t(lambda: z.sum().backward())
import warnings
    warnings.simplefilter('always'); z.grad; print([str(m.message)[:60] for m in w])
