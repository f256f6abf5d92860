"""torch.autograd.Function: contexts, what they save, what is changed in place, what is refused."""
import torch, warnings
def rx(s):
    out = s.split('0x'); r = out[0]
    for p in out[1:]:
        k = 0
        while k < len(p) and p[k] in '0123456789abcdef': k += 1
        r += '0x' + p[k:]
    return r
from torch.autograd import Function
def t(f):
    try:
        r = f()
        if r is not None: print(rx(repr(r)))
    except Exception as e: print(type(e).__name__, rx(str(e)))
x = torch.tensor([1., 2., 3.], requires_grad=True)
class Sq(Function):
    @staticmethod
    def forward(ctx, x, p=2, flag=None):
        print(type(ctx).__name__, ctx.needs_input_grad)
        ctx.save_for_backward(x, None)
        ctx.p = p
        ctx.extra = {'a': 1}
        return x ** p
    @staticmethod
    def backward(ctx, g):
        x, n = ctx.saved_tensors
        print('bw', n, ctx.p, ctx.extra, ctx.needs_input_grad, torch.is_grad_enabled(), type(ctx).__name__, isinstance(ctx, torch.autograd.function.FunctionCtx), ctx.name())
        return g * ctx.p * x ** (ctx.p - 1), None, None
y = Sq.apply(x, 3)
t(lambda: y); t(lambda: y.grad_fn); t(lambda: y.grad_fn.name()); t(lambda: y.grad_fn.next_functions); t(lambda: y.grad_fn.saved_tensors)
t(lambda: y.grad_fn.p)
t(lambda: y.sum().backward(retain_graph=True)); print(x.grad); t(lambda: y.sum().backward()); t(lambda: y.sum().backward())
t(lambda: y.grad_fn.saved_tensors)
class Two(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b
    @staticmethod
    def backward(ctx, g1, g2):
        a, b = ctx.saved_tensors
        print(g1, g2)
        return g1 + g2 * b, g1 + g2 * a
a = torch.tensor([1., 2.], requires_grad=True); b = torch.tensor([3., 4.])
p, q = Two.apply(a, b)
print(p, q, p.requires_grad, q.grad_fn is p.grad_fn, p.output_nr, q.output_nr)
p.sum().backward(); print(a.grad, b.grad)
class NoMat(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.set_materialize_grads(False)
        return a.clone(), a.clone()
    @staticmethod
    def backward(ctx, g1, g2):
        print(g1, g2); return g1 if g2 is None else g2
u, v = NoMat.apply(a); v.sum().backward()
class Wrong(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return g, g
t(lambda: Wrong.apply(a).sum().backward())
class Wrong2(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return 'x'
t(lambda: Wrong2.apply(a).sum().backward())
class Wrong3(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return torch.ones(5)
t(lambda: Wrong3.apply(a).sum().backward())
class Wrong4(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return None
a.grad = None; t(lambda: Wrong4.apply(a).sum().backward()); print(a.grad)
class NoBack(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
t(lambda: NoBack.apply(a).sum().backward())
t(lambda: NoBack.forward(None, a)); t(lambda: Function.apply(a))
class Dirty(Function):
    @staticmethod
    def forward(ctx, a):
        a.mul_(2); ctx.mark_dirty(a); return a
    @staticmethod
    def backward(ctx, g): return g * 2
z = a * 1; w = Dirty.apply(z); print(w is z, z.grad_fn.name(), z._version); w.sum().backward(); print(a.grad)
t(lambda: Dirty.apply(a))
class NonDiff(Function):
    @staticmethod
    def forward(ctx, a):
        v, i = a.sort(); ctx.mark_non_differentiable(i); ctx.save_for_backward(i); return v, i
    @staticmethod
    def backward(ctx, g, g2):
        i, = ctx.saved_tensors; print(g, g2); return torch.zeros_like(g).index_add_(0, i, g)
v, i = NonDiff.apply(a); print(v, i, v.requires_grad, i.requires_grad); v.sum().backward(); print(a.grad)
from torch.autograd.function import once_differentiable
class Once(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    @once_differentiable
    def backward(ctx, g): print(g.requires_grad); return g * 2
g, = torch.autograd.grad(Once.apply(a).sum() * a.sum(), a, create_graph=True); print(g)
t(lambda: torch.autograd.grad(g.sum(), a))
class Setup(Function):
    @staticmethod
    def forward(a, b): return a * b
    @staticmethod
    def setup_context(ctx, inputs, output):
        a, b = inputs; ctx.save_for_backward(a); ctx.b = b
    @staticmethod
    def backward(ctx, g): return g * ctx.b, None
print(Setup.apply(a, 3)); print(torch.autograd.grad(Setup.apply(a, 3).sum(), a))
class Id(Function):
    @staticmethod
    def forward(ctx, a): return a
    @staticmethod
    def backward(ctx, g): return -g
r = Id.apply(a); print(r, r is a, r.grad_fn.name()); r.sum().backward(); print(a.grad)
class ViewAs(Function):
    @staticmethod
    def forward(ctx, a): return a.view_as(a)
    @staticmethod
    def backward(ctx, g): return -g
print(ViewAs.apply(a))
with torch.no_grad(): print(Sq.apply(x, 2))
class SaveMod(Function):
    @staticmethod
    def forward(ctx, a):
        b = a * 2; ctx.save_for_backward(b); return b * b
    @staticmethod
    def backward(ctx, g):
        b, = ctx.saved_tensors; return g * 4 * b
s = SaveMod.apply(a); s.sum().backward(); print(a.grad)
class SaveIn(Function):
    @staticmethod
    def forward(ctx, a): ctx.save_for_backward(a); return a * 2
    @staticmethod
    def backward(ctx, g): print(ctx.saved_tensors); return g
m = a * 1; s = SaveIn.apply(m); m.add_(1); t(lambda: s.sum().backward())
gg = torch.autograd.grad(Sq.apply(x, 3).sum(), x, create_graph=True)[0]; print(gg); print(torch.autograd.grad(gg.sum(), x))
class Str(Function):
    @staticmethod
    def forward(ctx, a, s): ctx.s = s; return a * len(s), 'text', 5
    @staticmethod
    def backward(ctx, g, *rest): print(rest); return g * len(ctx.s), None
o = Str.apply(a, 'abc'); print(o); o[0].sum().backward()
class Lst(Function):
    @staticmethod
    def forward(ctx, a): return [a * 2, a * 3]
    @staticmethod
    def backward(ctx, *g): return g[0]
t(lambda: Lst.apply(a))
class Kw(Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return g
t(lambda: Kw.apply(a=a)); t(lambda: Kw.apply()); t(lambda: Kw.apply(a, a))
print(Kw, Kw.apply(a).grad_fn.__class__.__name__, Kw.apply(a).grad_fn.__class__.__mro__[1:3])
print(type(Kw.apply(a).grad_fn), isinstance(Kw.apply(a).grad_fn, torch.autograd.graph.Node))
class Ret(Function):
    @staticmethod
    def forward(ctx, a): ctx.x = a; return a.exp()
    @staticmethod
    def backward(ctx, g): raise ValueError('my error')
t(lambda: Ret.apply(a).sum().backward())
class V(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a.view(2, 1)
    @staticmethod
    def backward(ctx, g): return g.view(2)
y = x * 1; o = V.apply(y); t(lambda: o.add_(1)); t(lambda: o._base is y); t(lambda: o._is_view())
class I(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a
    @staticmethod
    def backward(ctx, g): return g
y = x * 1; o = I.apply(y); t(lambda: o.add_(1)); t(lambda: o._is_view()); 
class M(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a[0], a[1]
    @staticmethod
    def backward(ctx, g, h): return torch.stack([g, h])
y = x * 1; o, p = M.apply(y); t(lambda: o.add_(1)); 
class D(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): a.mul_(2); ctx.mark_dirty(a); return a
    @staticmethod
    def backward(ctx, g): return g * 2
y = x * 1; v = y[:1]; o = D.apply(v); t(lambda: (o is v, y, o, y.grad_fn.name(), o.grad_fn.name())); y.sum().backward(); print(x.grad)
class D2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): a.mul_(2); ctx.mark_dirty(a); return a * 1
    @staticmethod
    def backward(ctx, g): return g * 2
y = x * 1; t(lambda: D2.apply(y))
class D3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): ctx.mark_dirty(5); return a * 1
    @staticmethod
    def backward(ctx, g): return g * 2
y = x * 1; t(lambda: D3.apply(y))
class S(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): ctx.save_for_backward(5); return a * 1
    @staticmethod
    def backward(ctx, g): return g * 2
t(lambda: S.apply(y))
class S2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        t(lambda: ctx.saved_tensors); ctx.save_for_backward(a); t(lambda: ctx.saved_tensors); t(lambda: ctx.to_save);  return a * 1, torch.tensor([1, 2])
    @staticmethod
    def backward(ctx, g, h): print(g, h); return g * 2
o = S2.apply(y); print(o); o[0].sum().backward()
def tt(f): t(f)
class S3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b): return None, a * 1
    @staticmethod
    def backward(ctx, *g): print(g); return g[1] * 2, torch.ones(3)
o = S3.apply(y, 2); print(o); t(lambda: o[1].sum().backward())
class S4(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b): return a * 1
    @staticmethod
    def backward(ctx, g): return (None, torch.ones(2))
x.grad=None; t(lambda: S4.apply(x, torch.ones(2)).sum().backward()); print(x.grad)
class S5(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return 5
    @staticmethod
    def backward(ctx, g): return g
t(lambda: S5.apply(x))
