"""Functions of sets and places whose plain cases are rows: they give what the long ways give."""
import torch
import torch.nn.functional as F


def tell(f):
    try:
        r = f()
        print(type(r).__name__, r if isinstance(r, torch.Tensor) else r, getattr(r,'grad_fn',None) and r.grad_fn.name(), getattr(r, '_base', 1) is None, r.stride() if isinstance(r, torch.Tensor) else '')
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0][:200])
a, b, c = torch.arange(3.), torch.tensor([5., -0.0]), torch.tensor([True, False])
g = torch.ones(2, requires_grad=True)
# the rows of all combinations, the different elements, quantiles and the loss of triplets: the plain case and all others
for ts in ((a,b),(a,a,b),(b,b,b,a),(a,c),(a,g),(g,g,a),(a[::2],a[::2]),(a,torch.ones(0)),(torch.ones(0),a),(a,torch.ones(2,2)),(a,torch.tensor(1.)),([a,b],),(a,),(),(a,3),(a,None),(c,c,c),(a.long(),a.long()),(a.half(),a.half()),(torch.view_as_complex(torch.ones(2,2)),)*2, (torch.ones(0),torch.ones(0))):
    tell(lambda: torch.cartesian_prod(*ts))
tell(lambda: torch.cartesian_prod(a, input=b)); tell(lambda: torch.cartesian_prod(tensors=[a])); tell(lambda: torch.cartesian_prod(input=a, other=b))
with torch.no_grad(): tell(lambda: torch.cartesian_prod(g, g))
h = torch.cartesian_prod(a, b); print(h._version, h.is_contiguous(), h.requires_grad, h.is_leaf)
for x in (torch.tensor([3,1,1,2]), torch.tensor([[1.,0.],[-0.,float('nan')]]), c, torch.ones(0), torch.tensor(2), g, a.half(), torch.tensor([1j, 1j]), torch.arange(6).t()):
    tell(lambda: x.unique()); tell(lambda: torch.unique(x)); tell(lambda: x.unique(sorted=False)); tell(lambda: x.unique(True, False, False)); tell(lambda: torch.unique(input=x, return_counts=False))
    for kw in (dict(return_inverse=True), dict(return_counts=True), dict(dim=0), dict(dim=None), dict(sorted=1), dict(return_counts=0), dict(foo=1), dict(return_inverse=False, return_counts=True)):
        tell(lambda: x.unique(**kw)); tell(lambda: torch.unique(x, **kw))
    tell(lambda: x.unique(True, False, False, None, 1)); tell(lambda: torch.unique(x, True, True, False)[1])
tell(lambda: torch.unique()); tell(lambda: torch.unique(1)); tell(lambda: torch.unique([1]))
torch.manual_seed(1)
for dt in (torch.float32, torch.float64):
  for x in (torch.randn(3,4,dtype=torch.float64), torch.randn(7), torch.tensor([1., 2.]), torch.tensor(3.), torch.tensor([1., float('nan'), 2.]), torch.tensor([[1., float('inf')],[float('-inf'), 0.]]), torch.tensor([-0.0, 0.0]), torch.tensor([0.0, -0.0]), torch.arange(300.), torch.randn(0), torch.randn(4,3).t(), torch.randn(2,1,3), torch.arange(256.), torch.randn(2,0)):
    x = x.to(dt)
    for q in (0.5, 1, 1 / 3, 0.9, True, -0.1, float('nan'), torch.tensor(0.5, dtype=dt)):
        for kw in ({}, dict(dim=-1), dict(dim=0), dict(keepdim=True), dict(dim=1, keepdim=True), dict(interpolation='lower')):
            def hexed(f):
                r = f()
                return [v.hex() if isinstance(v, float) else v for v in r.flatten().tolist()], r.shape, r.stride(), r.dtype
            tell(lambda: hexed(lambda: x.quantile(q, **kw)))
gg = torch.randn(3, 4, requires_grad=True)
tell(lambda: gg.quantile(0.3)); tell(lambda: gg.quantile(0.3, 1)); 
with torch.no_grad(): tell(lambda: gg.quantile(0.3))
o = torch.empty(()); tell(lambda: torch.quantile(a, 0.5, out=o)); print(o)
def names(n, d=0):
    return (n.name(), [names(m[0]) for m in n.next_functions if m[0]]) if n else None
for A in (torch.randn(2,3), torch.randn(3), torch.randn(1,3), torch.tensor(1.), torch.randn(3,2).t(), torch.randn(0,3)):
    B, C = torch.randn(2,3), torch.randn(2,3)
    for grad in (0, 3):
        A1 = A.clone().requires_grad_(grad & 1 == 1); C1 = C.clone().requires_grad_(grad & 2 == 2)
        for kw in ({}, dict(p=1), dict(margin=2), dict(margin=0.5, p=3), dict(margin=-1), dict(swap=True), dict(reduction='sum'), dict(reduction='none'), dict(reduction='x'), dict(eps=0), dict(p=float('inf')), dict(margin=True)):
            for args in ((A1, B, C1), (B.double(), B.double(), C1.double()), (A1, B, C1[:, :1])):
                def run():
                    r = F.triplet_margin_loss(*args, **kw)
                    out = [[round(v, 3) for v in r.flatten().tolist()], r.dtype, names(r.grad_fn)]
                    if r.requires_grad:
                        gs = torch.autograd.grad(r.sum(), [t for t in (A1, C1) if t.requires_grad], allow_unused=True)
                        out += [t is None or [round(v, 2) + 0.0 for v in t.flatten().tolist()] for t in gs]
                        out += [t is None or t.stride() for t in gs]
                    return out
                tell(run)
tell(lambda: torch.triplet_margin_loss(B, C, B, reduction=2)); tell(lambda: F.triplet_margin_loss(anchor=B, positive=C, negative=B)); tell(lambda: F.triplet_margin_loss(B, C)); tell(lambda: F.triplet_margin_loss(input=B, positive=C, negative=B))
