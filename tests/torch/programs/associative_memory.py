"""Memories: a Hopfield network with Hebb's rule, its modern form as attention, an external memory read by content and location, an echo state network."""
import torch
from torch import nn
import torch.nn.functional as F

g = torch.Generator().manual_seed(200)
patterns = torch.where(torch.rand(3, 32, generator=g) > 0.5, 1., -1.)
W = patterns.T @ patterns / 32
W.fill_diagonal_(0)


def energy(s):
    return -0.5 * torch.einsum('...i,ij,...j', s, W, s)


for k, p in enumerate(patterns):
    s = p.clone()
    flip = torch.randperm(32, generator=g)[:6]
    s[flip] *= -1
    trail = [energy(s).item()]
    for _ in range(3):
        for i in torch.randperm(32, generator=g).tolist():
            s[i] = 1. if W[i] @ s >= 0 else -1.
        trail.append(energy(s).item())
    print(k, [round(e, 3) for e in trail], (s == p).all(), torch.dot(s, p) / 32)

# the modern form: one step of attention, beta sets how sharp; stored patterns learned by gradient
stored = nn.Parameter(torch.randn(4, 8, generator=g))
queries = torch.randn(40, 8, generator=g)
target = torch.sign(queries)
opt = torch.optim.Adam([stored], lr=0.05)
for step in range(20):
    out = F.softmax(2.0 * queries @ stored.T, -1) @ stored
    lse = -torch.logsumexp(2.0 * queries @ stored.T, -1) / 2.0 + 0.5 * queries.square().sum(-1)
    loss = F.mse_loss(out, target) + 1e-3 * lse.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 0:
        print('modern', step, f'{loss.item():.4f}')


class Memory(nn.Module):
    def __init__(self, slots, width):
        super().__init__()
        self.slots, self.width = slots, width
        self.register_buffer('initial', torch.full((slots, width), 1e-3))

    def address(self, memory, previous, key, beta, gate, shift, gamma):
        content = F.softmax(beta * F.cosine_similarity(memory + 1e-16, key.unsqueeze(1) + 1e-16, dim=-1), -1)
        mixed = gate * content + (1 - gate) * previous
        rolled = torch.stack([mixed.roll(s, 1) for s in (-1, 0, 1)], -1)
        w = (rolled @ shift.unsqueeze(-1)).squeeze(-1) ** gamma
        return w / (w.sum(1, keepdim=True) + 1e-16)


class NTM(nn.Module):
    def __init__(self, bits, slots=6, width=8, hidden=24):
        super().__init__()
        self.memory = Memory(slots, width)
        self.controller = nn.LSTMCell(bits + width, hidden)
        self.heads = nn.ModuleDict({n: nn.Linear(hidden, width + 1 + 1 + 3 + 1) for n in ('read', 'write')})
        self.erase, self.add = nn.Linear(hidden, width), nn.Linear(hidden, width)
        self.out = nn.Linear(hidden + width, bits - 1)
        self.h0 = nn.Parameter(torch.zeros(1, hidden))

    def split(self, name, h):
        key, beta, gate, shift, gamma = self.heads[name](h).split([self.memory.width, 1, 1, 3, 1], 1)
        return key.tanh(), F.softplus(beta), gate.sigmoid(), shift.softmax(1), 1 + F.softplus(gamma)

    def forward(self, x):
        n = x.shape[1]
        M = self.memory.initial.repeat(n, 1, 1)
        h, c = self.h0.expand(n, -1), torch.zeros(n, self.h0.shape[1])
        w = {k: F.one_hot(torch.zeros(n, dtype=torch.long), self.memory.slots).float() for k in self.heads}
        r, outs = M.new_zeros(n, self.memory.width), []
        for step in x:
            h, c = self.controller(torch.cat([step, r], 1), (h, c))
            w['write'] = self.memory.address(M, w['write'], *self.split('write', h))
            ww = w['write'].unsqueeze(-1)
            M = M * (1 - ww * self.erase(h).sigmoid().unsqueeze(1)) + ww * self.add(h).unsqueeze(1)
            w['read'] = self.memory.address(M, w['read'], *self.split('read', h))
            r = torch.bmm(w['read'].unsqueeze(1), M).squeeze(1)
            outs.append(self.out(torch.cat([h, r], 1)))
        return torch.stack(outs)


torch.manual_seed(201)
bits = torch.randint(0, 2, (3, 16, 4)).float()
inputs = torch.zeros(7, 16, 5)
inputs[:3, :, :4], inputs[3, :, 4] = bits, 1
ntm = NTM(5)
print([n for n, _ in ntm.named_buffers()], sum(p.numel() for p in ntm.parameters()))
opt = torch.optim.RMSprop(ntm.parameters(), lr=5e-3, momentum=0.5)
for step in range(12):
    loss = F.binary_cross_entropy_with_logits(ntm(inputs)[4:], bits)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(ntm.parameters(), 1.0)
    opt.step()
    if step % 4 == 0:
        print('copy', step, f'{loss.item():.3f}')

# a reservoir: random recurrent weights scaled by their spectral radius, only the readout is solved for
torch.manual_seed(202)
N = 40
res = torch.randn(N, N, dtype=torch.float64)
res *= 0.9 / torch.linalg.eigvals(res).abs().max()
win = torch.rand(N, dtype=torch.float64) - 0.5
u = torch.sin(torch.arange(200, dtype=torch.float64) / 5) + 0.3 * torch.cos(torch.arange(200, dtype=torch.float64) / 3)
s, states = torch.zeros(N, dtype=torch.float64), []
for v in u[:-1]:
    s = 0.7 * s + 0.3 * torch.tanh(res @ s + win * v)
    states.append(s)
S = torch.stack(states)[20:]
readout = torch.linalg.solve(S.T @ S + 1e-6 * torch.eye(N, dtype=torch.float64), S.T @ u[21:])
print('reservoir', (S @ readout - u[21:]).abs().max().item() < 0.05, readout.shape)
