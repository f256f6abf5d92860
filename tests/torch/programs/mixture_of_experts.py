"""Sparse experts with top-k gates and a balance loss; an ensemble by stacked weights; straight-through quantisation; multiple tasks."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.func import functional_call, stack_module_state, vmap

torch.manual_seed(24)


class MoE(nn.Module):
    def __init__(self, width=8, experts=4, k=2):
        super().__init__()
        self.k = k
        self.gate = nn.Linear(width, experts, bias=False)
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(width, 16), nn.GELU(approximate='tanh'), nn.Linear(16, width)) for _ in range(experts)])

    def forward(self, x):
        p = self.gate(x).softmax(-1)
        w, index = torch.topk(p, self.k)
        w = w / w.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for e, expert in enumerate(self.experts):
            row, slot = torch.where(index == e)
            if row.numel():
                out.index_add_(0, row, w[row, slot, None] * expert(x[row]))
        load = F.one_hot(index, len(self.experts)).float().mean((0, 1))
        return out, (load * p.mean(0)).sum() * len(self.experts)


x = torch.randn(40, 8)
goal = torch.where(x[:, :1] > 0, x.flip(1), -x)
net = MoE()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for i in range(25):
    out, balance = net(x)
    loss = F.mse_loss(out, goal) + 0.01 * balance
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 8 == 0:
        print(i, f'{loss.item():.5f} {balance.item():.4f}')

models = [nn.Sequential(nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 1)) for _ in range(3)]
params, buffers = stack_module_state(models)
print({k: tuple(v.shape) for k, v in params.items()}, buffers)
base = models[0]
predictions = vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(params, buffers, x)
print(predictions.shape, predictions.mean((1, 2)), predictions.std(0).mean())


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, g):
        return g


class QuantLinear(nn.Linear):
    def forward(self, x):
        scale = self.weight.detach().abs().max() / 7
        return F.linear(x, RoundSTE.apply(self.weight / scale).clamp(-8, 7) * scale, self.bias)


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = QuantLinear(8, 16)
        self.heads = nn.ModuleDict({'value': nn.Linear(16, 1), 'sign': nn.Linear(16, 2)})
        self.log_vars = nn.ParameterDict({k: nn.Parameter(torch.zeros(())) for k in ('value', 'sign')})

    def forward(self, x):
        h = F.selu(self.body(x))
        return {k: head(h) for k, head in self.heads.items()}


net = MultiTask()
print(net)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2, betas=(0.8, 0.95), eps=1e-6)
for i in range(20):
    out = net(x)
    losses = {'value': F.mse_loss(out['value'].squeeze(-1), x.sum(-1)), 'sign': F.cross_entropy(out['sign'], (x[:, 0] > 0).long())}
    loss = sum((-net.log_vars[k]).exp() * v + net.log_vars[k] for k, v in losses.items())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 6 == 0:
        print(f'{loss.item():.3f}', {k: round(v.item(), 3) for k, v in losses.items()})
