# The tape: names, gradients, modes, hooks, errors.
import torch


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def name(f):
    try:
        y = f()
        y = y[0] if isinstance(y, (tuple, list)) else y
        print(y.grad_fn.name() if y.grad_fn else None)
    except Exception as e:
        print(type(e).__name__, e)


x = torch.tensor([[0.5, 1.5], [2.5, 3.5]], requires_grad=True)
v = torch.tensor([1., 2.], requires_grad=True)
F = torch.nn.functional
for f in [lambda: x + 1, lambda: x - v, lambda: 1 - x, lambda: x * 2, lambda: x / v, lambda: 2 / x, lambda: -x, lambda: x ** 2, lambda: x ** v, lambda: 2 ** x, lambda: x % 2,
          lambda: x @ x, lambda: x @ v, lambda: v @ v, lambda: v @ x, lambda: torch.stack([x, x]) @ x, lambda: torch.mm(x, x), lambda: torch.addmm(v, x, x), lambda: x.t(), lambda: x.T,
          lambda: x.transpose(0, 1), lambda: x.mT, lambda: x.permute(1, 0), lambda: x.sum(), lambda: x.sum(0), lambda: x.mean(), lambda: x.mean(1), lambda: x.prod(), lambda: x.prod(0),
          lambda: x.max(), lambda: x.max(0), lambda: x.min(), lambda: x.amax(0), lambda: torch.maximum(x, v), lambda: x.std(), lambda: x.var(), lambda: x.norm(), lambda: x.relu(),
          lambda: x.sigmoid(), lambda: x.tanh(), lambda: F.gelu(x), lambda: F.leaky_relu(x), lambda: F.elu(x), lambda: F.silu(x), lambda: F.softplus(x), lambda: F.hardtanh(x),
          lambda: x.softmax(0), lambda: x.log_softmax(1), lambda: x.exp(), lambda: x.log(), lambda: x.log1p(), lambda: x.sqrt(), lambda: x.rsqrt(), lambda: x.sin(), lambda: x.cos(),
          lambda: x.abs(), lambda: x.square(), lambda: x.clamp(0, 1), lambda: x.erf(), lambda: x.view(4), lambda: x.reshape(4), lambda: x.t().reshape(4), lambda: x.flatten(),
          lambda: x[None].squeeze(), lambda: x[None].squeeze(0), lambda: x.unsqueeze(0), lambda: v.expand(2, 2), lambda: v.repeat(2), lambda: x[0], lambda: x[:1], lambda: x[[0]],
          lambda: x[x > 1], lambda: x[None], lambda: x[...], lambda: torch.cat([x, x]), lambda: torch.stack([x, x]), lambda: x.split(1), lambda: x.chunk(2), lambda: x.unbind(),
          lambda: x.gather(0, torch.tensor([[0, 1]])), lambda: x.index_select(0, torch.tensor([0])), lambda: torch.where(x > 1, x, v), lambda: x.masked_fill(x > 1, 0), lambda: x.sort(),
          lambda: x.topk(1), lambda: x.tril(), lambda: F.pad(x, (1, 1)), lambda: x.roll(1), lambda: x.flip(0), lambda: x.clone(), lambda: x.t().contiguous(), lambda: x.double(),
          lambda: x.half(), lambda: x.to(torch.float64), lambda: F.mse_loss(x, x.detach()), lambda: F.l1_loss(x, x.detach()), lambda: F.smooth_l1_loss(x, x.detach()),
          lambda: F.huber_loss(x, x.detach()), lambda: F.cross_entropy(x, torch.tensor([0, 1])), lambda: F.nll_loss(x, torch.tensor([0, 1])),
          lambda: F.binary_cross_entropy(x.sigmoid(), torch.ones(2, 2)), lambda: F.binary_cross_entropy_with_logits(x, torch.ones(2, 2)), lambda: F.dropout(x), lambda: F.dropout(x, training=False),
          lambda: F.embedding(torch.tensor([0]), x), lambda: F.layer_norm(x, (2,)), lambda: x.cumsum(0), lambda: x.logsumexp(0), lambda: x.detach(), lambda: x.to(torch.float32), lambda: x.float()]:
    name(f)
for n in ((2, 2), (2,), (3, 2, 2)):
    for bias in (True, False):
        name(lambda: torch.nn.Linear(2, 1, bias=bias)(torch.ones(n)))
y = (x * v).sum()
print(y.grad_fn.next_functions[0][0].name(), y.grad_fn.next_functions[0][0].next_functions[0][0].name(), y.grad_fn.next_functions[0][1], len(y.grad_fn.next_functions[0][0].next_functions))
print(x.grad)
y.backward()
print(x.grad, v.grad, x.grad is x.grad)
y = (x ** 2).sum()
y.backward(retain_graph=True)
y.backward()
print(x.grad)
tr(lambda: y.backward())
tr(lambda: x.backward())
tr(lambda: torch.ones(2).sum().backward())
(x * 2).backward(torch.ones(2, 2))
print(x.grad)
tr(lambda: (v * 2).backward(torch.ones(3)))
x.grad.zero_()
print(x.grad)
x.grad = None
print(x.grad, x.is_leaf, y.is_leaf, (x * 1).requires_grad)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad)
print(torch.is_grad_enabled())


@torch.no_grad()
def g():
    return (x * 2).requires_grad


print(g())
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
with torch.inference_mode():
    print((x * 2).requires_grad)
print(torch.autograd.grad((v * v).sum(), v), torch.autograd.grad((v ** 3).sum(), [v], create_graph=True)[0].grad_fn.name())
tr(lambda: torch.autograd.grad(v.sum(), x))
print(torch.autograd.grad(v.sum(), [v, x], allow_unused=True))
tr(lambda: x.add_(1))
tr(lambda: x[0].add_(1))
tr(lambda: torch.ones(2, dtype=torch.int64).requires_grad_())
tr(lambda: (x * 1).requires_grad_(False))
tr(lambda: (x * 1).data.requires_grad)
w = v.exp()
w.add_(1)
tr(lambda: w.sum().backward())
seen = []
h = v.register_hook(lambda grad: seen.append(grad.tolist()))
v.grad = None
(v * 3).sum().backward()
h.remove()
(v * 3).sum().backward()
print(seen, v.grad)
u = v * 2
u.retain_grad()
u.sum().backward()
print(u.grad, u.retains_grad)
x.requires_grad_(False)
print(x.requires_grad, x)
x.data = torch.zeros(3)
print(x, x.shape)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a ** 3

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return 3 * a ** 2 * grad


v.grad = None
out = Cube.apply(v)
out.sum().backward()
print(out.tolist(), v.grad, out.grad_fn.name())
a = torch.ones(2, requires_grad=True)
b = a
for _ in range(20000):
    b = b + 1
b.sum().backward()
print(a.grad)
