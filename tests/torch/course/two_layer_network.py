"""A network of two layers, with backpropagation written by hand and checked against autograd."""
import math
import torch

torch.manual_seed(42)
N, D_in, H, D_out = 6, 4, 5, 3
x = torch.randn(N, D_in, dtype=torch.double)
t = torch.randint(0, D_out, (N,))
params = {
    'W1': torch.randn(D_in, H, dtype=torch.double) / math.sqrt(D_in),
    'b1': torch.zeros(H, dtype=torch.double),
    'W2': torch.randn(H, D_out, dtype=torch.double) / H ** 0.5,
    'b2': torch.full((D_out,), 0.1, dtype=torch.double),
}
for name, value in params.items():
    value.requires_grad_(True)
    print(name, tuple(value.shape), value.is_leaf, value.requires_grad, value.grad)
print(t)


def forward(x):
    z1 = x @ params['W1'] + params['b1']
    a1 = z1.tanh()
    z2 = a1 @ params['W2'] + params['b2']
    return z1, a1, z2


z1, a1, z2 = forward(x)
for name, value in (('z1', z1), ('a1', a1), ('z2', z2)):
    value.retain_grad()
    print(name, value.grad_fn.name(), value.is_leaf)
logp = z2 - z2.logsumexp(1, keepdim=True)
loss = -logp[torch.arange(N), t].mean()
loss.backward(retain_graph=True)
print(loss, loss.grad_fn.name())

with torch.no_grad():
    dz2 = logp.exp()
    dz2[torch.arange(N), t] -= 1
    dz2 /= N
    da1 = dz2 @ params['W2'].T
    dz1 = da1 * (1 - a1 ** 2)
    mine = {'W2': a1.T @ dz2, 'b2': dz2.sum(0), 'W1': x.T @ dz1, 'b1': dz1.sum(0), 'z1': dz1, 'z2': dz2, 'a1': da1}
for name, value in {**params, 'z1': z1, 'z2': z2, 'a1': a1}.items():
    print(f'{name:>2}', torch.equal(value.grad, mine[name]), torch.allclose(value.grad, mine[name]), f'{(value.grad - mine[name]).abs().max():.0e}' < '1e-1')
print(params['W1'].grad)
print(params['b2'].grad, params['b2'].grad.sum().abs() < 1e-15)

# numeric gradient of one weight
eps = 1e-6
W1 = params['W1']
with torch.no_grad():
    def value():
        _, _, z = forward(x)
        return torch.nn.functional.cross_entropy(z, t)
    W1[0, 0] += eps
    up = value()
    W1[0, 0] -= 2 * eps
    down = value()
    W1[0, 0] += eps
print(abs((up - down) / (2 * eps) - W1.grad[0, 0]) < 1e-8)

# walking through the graph
node, depth = loss.grad_fn, 0
while node is not None and depth < 12:
    print('  ' * depth + type(node).__name__, [type(p[0]).__name__ if p[0] else None for p in node.next_functions])
    node, depth = node.next_functions[0][0], depth + 1
print(z2.grad_fn.next_functions[1][0].variable is params['b2'])

# training
velocity = {k: torch.zeros_like(v) for k, v in params.items()}
for step in range(60):
    for p in params.values():
        p.grad = None
    loss = torch.nn.functional.cross_entropy(forward(x)[2], t)
    loss.backward()
    with torch.no_grad():
        for k, p in params.items():
            velocity[k].mul_(0.9).add_(p.grad)
            p.add_(velocity[k], alpha=-0.1)
    if step % 20 == 0:
        print(step, '%.5f' % loss.item())
print(forward(x)[2].argmax(-1) == t)
print(sum(p.numel() for p in params.values()), [p.grad.norm().item() < 1 for p in params.values()])

# activations
v = torch.linspace(-3, 3, 7, requires_grad=True)
for f in (torch.relu, torch.sigmoid, torch.tanh, torch.nn.functional.silu, torch.nn.functional.softplus,
          torch.nn.functional.elu, torch.nn.functional.leaky_relu, torch.nn.functional.hardswish, torch.nn.functional.mish):
    out = f(v)
    g, = torch.autograd.grad(out.sum(), v)
    print(f.__name__, out, g)
for wrong in (lambda: loss.backward(), lambda: params['W1'].add_(1), lambda: x.backward(), lambda: forward(x[:, :3]), lambda: forward(x.float()),
              lambda: torch.autograd.grad(loss, x), lambda: z2.backward(), lambda: torch.autograd.grad(forward(x)[2].sum(), [v]), lambda: t.requires_grad_(),
              lambda: setattr(params['b1'], 'grad', torch.zeros(2)), lambda: setattr(params['b1'], 'grad', torch.zeros(5)), lambda: setattr(z2, 'requires_grad', False)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
