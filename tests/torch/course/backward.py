"""The mechanics of autograd: graphs, hooks, functions of our own, higher derivatives, modes."""
import torch
from torch.autograd import Function

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x ** 2
z = y.sum() * 2
print(y.grad_fn.name(), z.grad_fn.name(), z.grad_fn.next_functions[0][0].name(), x.grad_fn, y.grad_fn._saved_self is x, y.grad_fn._saved_exponent)
print(x.is_leaf, y.is_leaf, y.requires_grad, y.detach().requires_grad, (y > 1).requires_grad, torch.ones(2).requires_grad)


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


class Polar(Function):
    @staticmethod
    def forward(ctx, r, angle):
        ctx.save_for_backward(r, angle)
        ctx.scale = 1.0
        return r * angle.cos(), r * angle.sin()

    @staticmethod
    def backward(ctx, gx, gy):
        r, angle = ctx.saved_tensors
        print('  needs', ctx.needs_input_grad, None if gx is None else gx.shape)
        return gx * angle.cos() + gy * angle.sin(), r * (gy * angle.cos() - gx * angle.sin())


class Clamp(Function):
    @staticmethod
    def forward(ctx, i, low, high):
        ctx.bounds = low, high
        ctx.save_for_backward(i)
        return i.clamp(low, high)

    @staticmethod
    def backward(ctx, g):
        i, = ctx.saved_tensors
        low, high = ctx.bounds
        return g * ((i >= low) & (i <= high)), None, None


class Straight(Function):
    @staticmethod
    def forward(i):
        return i.round()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.set_materialize_grads(False)

    @staticmethod
    def backward(ctx, g):
        return g


e = Exp.apply(x)
print(e, e.grad_fn.name(), torch.autograd.grad(e.sum(), x))
a, b = Polar.apply(x, torch.tensor([0.0, 1.0, 2.0], requires_grad=True))
print(a, b)
print(torch.autograd.grad(a.sum(), x), type(b.grad_fn).__name__)
print(Clamp.apply(x, 1.5, 2.5), torch.autograd.grad(Clamp.apply(x, 1.5, 2.5).sum(), x), Straight.apply(x * 1.3), torch.autograd.grad(Straight.apply(x * 1.3).sum(), x))
g, = torch.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
print(g, torch.autograd.grad(g.sum(), x), torch.autograd.gradcheck(Exp.apply, torch.ones(2, dtype=torch.float64, requires_grad=True)), torch.autograd.gradgradcheck(Exp.apply, torch.ones(2, dtype=torch.float64, requires_grad=True)))

# hooks
seen = []
w = torch.ones(3, requires_grad=True)
handle = w.register_hook(lambda g: seen.append(g.clone()) or g * 2)
v = w * x.detach()
v.register_hook(lambda g: seen.append(('v', g)))
v.sum().backward()
print(w.grad, seen)
handle.remove()
w.grad = None
(w * 3).sum().backward()
print(w.grad, len(seen))
node = (w * 2).grad_fn
node.register_hook(lambda gin, gout: print('  node', gin, gout))
node.register_prehook(lambda gout: print('  before', gout))
u = w * 2
u.grad_fn.register_hook(lambda gin, gout: print('  node', [None if t is None else t.tolist() for t in gin], [t.tolist() for t in gout]))
u.sum().backward()
w.register_post_accumulate_grad_hook(lambda p: print('  accumulated', p.grad))
(w * 1).sum().backward()

# higher derivatives
t = torch.tensor(2.0, requires_grad=True)
f = t ** 4
for n in range(5):
    f, = torch.autograd.grad(f, t, create_graph=True)
    print(n + 1, f)
p = torch.tensor([1.0, 2.0], requires_grad=True)
h = (p[0] ** 2 * p[1] + p[1] ** 3)
first, = torch.autograd.grad(h, p, create_graph=True)
print(torch.stack([torch.autograd.grad(first[i], p, retain_graph=True)[0] for i in range(2)]), torch.autograd.functional.hessian(lambda q: q[0] ** 2 * q[1] + q[1] ** 3, p.detach()))
penalty = first.norm()
penalty.backward()
print(p.grad)
print(torch.autograd.grad(p * 2, p, torch.eye(2), is_grads_batched=True), torch.autograd.grad([p.sum(), (p ** 2).sum()], [p], [torch.tensor(1.0), torch.tensor(10.0)]))

# modes
print(torch.is_grad_enabled())
with torch.no_grad():
    print(torch.is_grad_enabled(), (p * 2).requires_grad)
    with torch.enable_grad():
        print((p * 2).requires_grad)
with torch.set_grad_enabled(False):
    print((p * 2).requires_grad)
with torch.inference_mode():
    i = p * 2
    print(i.is_inference(), i.requires_grad, torch.is_inference_mode_enabled())


@torch.no_grad()
def quiet(q):
    return q * 2


print(quiet(p).requires_grad, quiet.__name__)
with torch.autograd.set_detect_anomaly(True, check_nan=True):
    try:
        torch.sqrt(p - 5).sum().backward()
    except RuntimeError as error:
        print(error)
with torch.autograd.graph.saved_tensors_hooks(lambda s: (print('  pack', s.shape), s)[1], lambda s: s):
    k = p * p
print(torch.autograd.grad(k.sum(), p))
c = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
loss = c.abs().pow(2).sum()
loss.backward()
print(c.grad, torch.autograd.grad(torch.view_as_real(c).sum(), c), torch.autograd.grad((c * c.conj()).real.sum(), c))
q = torch.ones(2, requires_grad=True)


class Bad(Function):
    @staticmethod
    def forward(ctx, i):
        return i * 2

    @staticmethod
    def backward(ctx, g):
        return g, g


class Wrong(Function):
    @staticmethod
    def forward(ctx, i):
        return i * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(7)


class NoBackward(Function):
    @staticmethod
    def forward(ctx, i):
        return i * 2


for wrong in (lambda: Exp.forward(x), lambda: Exp()(x), lambda: Bad.apply(x).sum().backward(), lambda: Wrong.apply(x).sum().backward(), lambda: NoBackward.apply(x).sum().backward(), lambda: Exp.apply(x, 1), lambda: torch.autograd.grad(x.sum(), []), lambda: torch.autograd.backward(x.sum(), inputs=[]), lambda: torch.autograd.grad(x, x), lambda: torch.autograd.grad((), x), lambda: torch.autograd.grad(x.sum(), x, torch.ones(2)),
              lambda: torch.autograd.gradcheck(lambda t: t.round() * t, torch.ones(2, dtype=torch.float64, requires_grad=True) * 1), lambda: torch.autograd.gradcheck(lambda t: Straight.apply(t), torch.tensor([0.3], dtype=torch.float64, requires_grad=True)), lambda: i.backward(), lambda: (i * p).sum(), lambda: p.retain_grad(), lambda: (k.retain_grad(), k.sum().backward(), k.grad)[-1]):
    try:
        print(str(wrong()).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__name__, str(error)[:260])
