"""Gradients written by hand: a fused linear layer with its loss, a cross entropy that keeps little, reversible blocks, a soft sort, second derivatives checked."""
import torch
from torch import nn
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.function import once_differentiable


class FusedLinearReLU(Function):
    @staticmethod
    def forward(x, w, b):
        return torch.addmm(b, x, w.t()).relu()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, w, _ = inputs
        ctx.save_for_backward(x, w, output)

    @staticmethod
    def backward(ctx, g):
        x, w, y = ctx.saved_tensors
        g = g * (y > 0).to(g.dtype)
        need = ctx.needs_input_grad
        return g @ w if need[0] else None, g.t() @ x if need[1] else None, g.sum(0) if need[2] else None


class CompactCrossEntropy(Function):
    """Keeps the probabilities only; the gradient may be asked for once."""

    @staticmethod
    def forward(ctx, logits, target, weight=None):
        p = torch.softmax(logits, 1)
        w = torch.ones_like(p[0]) if weight is None else weight
        ctx.save_for_backward(p, target, w)
        ctx.total = w[target].sum().item()
        return -(w[target] * p[torch.arange(len(p)), target].log()).sum() / ctx.total

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        p, target, w = ctx.saved_tensors
        grad = p.clone()
        grad[torch.arange(len(p)), target] -= 1
        return grad * (g * w[target] / ctx.total).unsqueeze(1), None, None


class ReversibleBlock(Function):
    """y1 = x1 + f(x2), y2 = x2 + g(y1): inputs are computed again from outputs."""

    @staticmethod
    def forward(ctx, x1, x2, f, g, *params):
        ctx.f, ctx.g, ctx.nf = f, g, len(list(f.parameters()))
        with torch.no_grad():
            y1 = x1 + f(x2)
            y2 = x2 + g(y1)
        ctx.save_for_backward(y1, y2, *params)
        return y1, y2

    @staticmethod
    def backward(ctx, d1, d2):
        y1, y2, *params = ctx.saved_tensors
        with torch.enable_grad():
            y1 = y1.detach().requires_grad_()
            gy = ctx.g(y1)
        gg = torch.autograd.grad(gy, [y1, *ctx.g.parameters()], d2)
        d1 = d1 + gg[0]
        with torch.enable_grad():
            x2 = (y2 - gy).detach().requires_grad_()
            fx = ctx.f(x2)
        gf = torch.autograd.grad(fx, [x2, *ctx.f.parameters()], d1)
        return (d1, d2 + gf[0], None, None, *gf[1:], *gg[1:])


class Cube(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x ** 3, x ** 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0], output[1])
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx, g, _):
        x, square = ctx.saved_tensors
        return 3 * g * x * x


torch.manual_seed(210)
d = dict(dtype=torch.double)
x, w, b = (torch.randn(*s, **d).requires_grad_() for s in ((5, 4), (3, 4), (3,)))
print(gradcheck(FusedLinearReLU.apply, (x, w, b)), gradgradcheck(FusedLinearReLU.apply, (x, w, b)))
y = FusedLinearReLU.apply(x.detach(), w, b)
print(y.grad_fn.name(), [n is None for n, _ in y.grad_fn.next_functions])
target = torch.tensor([0, 2, 1, 1, 0])
print(gradcheck(lambda l: CompactCrossEntropy.apply(l, target), torch.randn(5, 3, **d).requires_grad_()))
loss = CompactCrossEntropy.apply(y, target)
g, = torch.autograd.grad(loss, y, create_graph=True)
try:
    g.sum().backward()
except RuntimeError as e:
    print(e)
wt = torch.tensor([1., 2., 0.5], **d)
print(torch.allclose(CompactCrossEntropy.apply(y, target, wt), nn.functional.cross_entropy(y, target, wt)))

X = torch.randn(48, 4)
Y = (X[:, 0] > 0).long() + (X[:, 1] > 0.5).long()
for fused in (False, True):
    torch.manual_seed(211)
    l1, l2 = nn.Linear(4, 12), nn.Linear(12, 3)
    opt = torch.optim.SGD([*l1.parameters(), *l2.parameters()], lr=0.3, momentum=0.8)
    losses = []
    for step in range(30):
        h = FusedLinearReLU.apply(X, l1.weight, l1.bias) if fused else l1(X).relu()
        loss = CompactCrossEntropy.apply(l2(h), Y) if fused else nn.functional.cross_entropy(l2(h), Y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print('fused' if fused else 'plain', [f'{v:.4f}' for v in losses[::9]])

torch.manual_seed(212)
f, g_ = (nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2)) for _ in range(2))
opt = torch.optim.Adam([*f.parameters(), *g_.parameters()], lr=0.02)
a, c = X[:, :2], X[:, 2:]
for step in range(20):
    y1, y2 = ReversibleBlock.apply(a, c, f, g_, *f.parameters(), *g_.parameters())
    loss = ((y1 - c) ** 2).mean() + ((y2 + a) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    if step == 0:
        direct = a + f(c)
        again = ((direct - c) ** 2).mean() + ((c + g_(direct) + a) ** 2).mean()
        want = torch.autograd.grad(again, [*f.parameters(), *g_.parameters()])
        print('reversible', all(torch.allclose(p.grad, q, atol=1e-5) for p, q in zip([*f.parameters(), *g_.parameters()], want)))
    opt.step()
    if step % 7 == 0:
        print(step, f'{loss.item():.4f}')
z = torch.tensor([1., 2., 3.], requires_grad=True)
cube, square = Cube.apply(z)
print(cube, square.requires_grad, torch.autograd.grad(cube.sum(), z, create_graph=True)[0])
print(torch.func.vmap(torch.func.grad(lambda v: Cube.apply(v)[0]))(z.detach()), torch.func.grad(torch.func.grad(lambda v: Cube.apply(v)[0]))(torch.tensor(2.)))
for call in (lambda: Cube.apply(z)[1].sum().backward(), lambda: Function.apply(z), lambda: FusedLinearReLU.apply(X, l1.weight)):
    try:
        call()
    except (RuntimeError, NotImplementedError, TypeError) as e:
        print(type(e).__name__, str(e).splitlines()[0][:100])
