"""Networks that write the weights of others, ensembles trained in one vmap, evolution strategies, implicit layers solved by fixed points."""
import torch
from torch import nn
from torch.func import functional_call, grad_and_value, stack_module_state, vmap, jacrev, hessian, vjp, jvp

torch.manual_seed(210)


class Hyper(nn.Module):
    """Weights of a linear map from an embedding of the task."""

    def __init__(self, tasks, i, o):
        super().__init__()
        self.z = nn.Embedding(tasks, 4)
        self.make = nn.Linear(4, i * o + o)
        self.i, self.o = i, o

    def forward(self, x, task):
        w, b = self.make(torch.tanh(self.z(task))).split([self.i * self.o, self.o], -1)
        return torch.baddbmm(b.unsqueeze(1), x, w.unflatten(-1, (self.i, self.o)))


true = torch.randn(5, 3, 2)
x = torch.randn(5, 20, 3)
hyper = Hyper(5, 3, 2)
opt = torch.optim.Adam(hyper.parameters(), lr=0.05)
for step in range(40):
    loss = nn.functional.mse_loss(hyper(x, torch.arange(5)), x @ true)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 13 == 0:
        print('hyper', step, f'{loss.item():.4f}')

# an ensemble: its members as one batch of parameters, all trained by one call
data = torch.rand(24, 2) * 2 - 1
labels = (data.prod(1) > 0).long()
members = [nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2)) for _ in range(4)]
params, buffers = stack_module_state(members)
skeleton = members[0]


def loss_of(p, b, x, y):
    return nn.functional.cross_entropy(functional_call(skeleton, (p, b), (x,)), y)


update = vmap(grad_and_value(loss_of), in_dims=(0, 0, 0, 0))
for step in range(30):
    pick = torch.randint(24, (4, 16))
    grads, losses = update(params, buffers, data[pick], labels[pick])
    params = {k: (p - 0.5 * grads[k]).detach() for k, p in params.items()}
    if step % 10 == 0:
        print('ensemble', step, losses.detach())
votes = vmap(lambda p: functional_call(skeleton, p, (data,)).softmax(-1))(params)
print(votes.shape, votes.mean(0).sum(-1).allclose(torch.ones(24)), votes.var(0).max() > 0)
# one member trained alone with the same batches has the same parameters
solo = {k: v[2].detach().clone() for k, v in stack_module_state(members)[0].items()}
torch.manual_seed(211)
picks = torch.randint(24, (3, 16))
for pick in picks:
    g, _ = grad_and_value(loss_of)(solo, {}, data[pick], labels[pick])
    solo = {k: solo[k] - 0.5 * g[k] for k in solo}
members[2].load_state_dict({k: v[2] for k, v in stack_module_state(members)[0].items()})
sgd = torch.optim.SGD(members[2].parameters(), lr=0.5)
for pick in picks:
    sgd.zero_grad()
    nn.functional.cross_entropy(members[2](data[pick]), labels[pick]).backward()
    sgd.step()
print('functional is imperative', all(torch.allclose(solo[k], v, atol=1e-6) for k, v in members[2].state_dict().items()))

# derivatives of a network by its inputs
f = lambda v: functional_call(skeleton, solo, (v,))
J = vmap(jacrev(f))(data[:3])
H = hessian(lambda v: f(v)[0])(data[0])
out, pull = vjp(f, data[0])
_, push = jvp(f, (data[0],), (torch.ones(2),))
print(J.shape, torch.allclose(pull(torch.tensor([1., 0.]))[0], J[0, 0], atol=1e-6), torch.allclose(push, J[0].sum(1), atol=1e-5), torch.allclose(H, H.T, atol=1e-5))

# evolution strategies: no gradient at all
theta, gen = torch.zeros(6), torch.Generator().manual_seed(3)
goal = torch.tensor([1., -1., 0.5, 2., 0., -0.5])
score = lambda t: -(t - goal).square().sum(-1)
for it in range(40):
    noise = torch.randn(20, 6, generator=gen)
    noise = torch.cat([noise, -noise])
    r = score(theta + 0.1 * noise)
    utility = (r - r.mean()) / (r.std() + 1e-8)
    theta = theta + 0.05 / (40 * 0.1) * noise.T @ utility
print('evolved', f'{score(theta).item():.3f}')


class FixedPoint(torch.autograd.Function):
    """z = tanh(W z + x); the gradient by the implicit function theorem."""

    @staticmethod
    def forward(ctx, W, x):
        z = torch.zeros_like(x)
        for _ in range(60):
            z = torch.tanh(z @ W.T + x)
        ctx.save_for_backward(W, z)
        return z

    @staticmethod
    def backward(ctx, grad):
        W, z = ctx.saved_tensors
        d = 1 - z ** 2
        A = torch.eye(len(W), dtype=W.dtype) - d.unsqueeze(-1) * W
        u = torch.linalg.solve(A.mT, grad.unsqueeze(-1)).squeeze(-1) * d
        return u.T @ z, u


W = (torch.randn(4, 4, dtype=torch.double) * 0.2).requires_grad_()
inp = torch.randn(3, 4, dtype=torch.double, requires_grad=True)
print('implicit', torch.autograd.gradcheck(FixedPoint.apply, (W, inp)))
opt = torch.optim.SGD([W], lr=0.05)
want = torch.randn(3, 4, dtype=torch.double) * 0.3
for step in range(20):
    loss = (FixedPoint.apply(W, inp.detach()) - want).square().sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f'{loss.item():.4f}')
