"""LoRA three ways (a wrapper, a parametrization, hooks), merged weights, adapters saved alone, prefix tuning, bits of a frozen base checked."""
import io
import math
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base, self.scaling = base, alpha / rank
        self.lora_A = nn.Parameter(torch.empty(rank, base.in_features))
        self.lora_B = nn.Parameter(torch.zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
        base.requires_grad_(False)
        self.merged = False

    def forward(self, x):
        y = self.base(x)
        return y if self.merged else y + self.scaling * (x @ self.lora_A.T @ self.lora_B.T)

    @torch.no_grad()
    def merge(self):
        self.base.weight.addmm_(self.lora_B, self.lora_A, alpha=self.scaling)
        self.merged = True


class LowRank(nn.Module):
    def __init__(self, out_features, in_features, rank):
        super().__init__()
        self.A, self.B = nn.Parameter(torch.randn(rank, in_features) / rank), nn.Parameter(torch.zeros(out_features, rank))

    def forward(self, weight):
        return weight + self.B @ self.A


def base_model():
    torch.manual_seed(101)
    return nn.Sequential(nn.Linear(10, 20), nn.Tanh(), nn.Linear(20, 20), nn.Tanh(), nn.Linear(20, 2))


def train(model, steps=25):
    params = [p for p in model.parameters() if p.requires_grad]
    opt = torch.optim.AdamW(params, lr=0.02, weight_decay=0.0)
    out = []
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return sum(p.numel() for p in params), f'{out[0]:.4f} -> {out[-1]:.3f}'


torch.manual_seed(100)
x = torch.randn(40, 10)
y = (x[:, 0] * x[:, 1] > 0).long()

wrapped = base_model()
frozen = {k: v.clone() for k, v in wrapped.state_dict().items()}
for name, module in list(wrapped.named_children()):
    if isinstance(module, nn.Linear) and name != '4':
        wrapped.set_submodule(name, LoRALinear(module, rank=2, alpha=4)) if hasattr(wrapped, 'set_submodule') else None
wrapped[4].requires_grad_(False)
print(wrapped)
print(train(wrapped), all(torch.equal(wrapped[i].base.weight, frozen[f'{i}.weight']) for i in (0, 2)))
before = wrapped(x)
for m in wrapped.modules():
    if isinstance(m, LoRALinear):
        m.merge()
print('merged', torch.allclose(before, wrapped(x), atol=1e-5))
# only the adapters are stored
small = {k: v for k, v in wrapped.state_dict().items() if 'lora_' in k}
buffer = io.BytesIO()
torch.save(small, buffer)
buffer.seek(0)
again = torch.load(buffer, weights_only=True)
print({k: tuple(v.shape) for k, v in again.items()}, all(torch.equal(again[k], small[k]) for k in small))
try:
    wrapped.load_state_dict(again)
except RuntimeError as e:
    print(str(e).splitlines()[1])
print(len(wrapped.load_state_dict(again, strict=False).missing_keys))

parametrized = base_model().requires_grad_(False)
for i in (0, 2):
    parametrize.register_parametrization(parametrized[i], 'weight', LowRank(20, parametrized[i].in_features, 2))
print(parametrized[2])
print(train(parametrized), sorted(k for k, p in parametrized.named_parameters() if p.requires_grad))
with parametrize.cached():
    same = parametrized[0].weight is parametrized[0].weight
parametrize.remove_parametrizations(parametrized[0], 'weight', leave_parametrized=True)
print(same, parametrized[0], parametrize.is_parametrized(parametrized))

hooked = base_model().requires_grad_(False)
A, B = nn.Parameter(torch.randn(20, 2) / 5), nn.Parameter(torch.zeros(2, 20))
handle = hooked[2].register_forward_hook(lambda m, args, out: out + args[0] @ A @ B)
opt = torch.optim.SGD([A, B], lr=0.5)
for step in range(15):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(hooked(x), y)
    loss.backward()
    opt.step()
with_adapter = loss.item()
handle.remove()
print(f'{with_adapter:.3f}', torch.equal(hooked(x), base_model()(x)))

# prefix tuning: learned keys and values before those of a frozen attention
attention = nn.MultiheadAttention(8, 2, batch_first=True).requires_grad_(False)
prefix = nn.Parameter(torch.randn(1, 3, 8) * 0.1)
seq, goal = torch.randn(4, 5, 8), torch.randn(4, 5, 8)
opt = torch.optim.Adam([prefix], lr=0.05)
for step in range(15):
    kv = torch.cat([prefix.expand(4, -1, -1), seq], 1)
    out, weights = attention(seq, kv, kv)
    loss = (out - goal).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f'prefix {loss.item():.3f}', weights.shape, attention.in_proj_weight.grad)
