# A GPT on characters: tied weights, groups of parameters, accumulated gradients, warmup, sampling.
import torch
from torch import nn
from torch.nn import functional as F
import math
from dataclasses import dataclass
torch.manual_seed(1337)
text = "To be, or not to be, that is the question:\nWhether 'tis nobler in the mind to suffer\n" * 4
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = {i: c for c, i in stoi.items()}
data = torch.tensor([stoi[c] for c in text])

@dataclass
class Cfg:
    block: int = 16
    vocab: int = len(chars)
    layer: int = 2
    head: int = 4
    embd: int = 32
    drop: float = 0.0
    bias: bool = False

class LN(nn.Module):

    def __init__(s, n, bias):
        super().__init__()
        s.weight = nn.Parameter(torch.ones(n))
        s.bias = nn.Parameter(torch.zeros(n)) if bias else None

    def forward(s, x):
        return F.layer_norm(x, s.weight.shape, s.weight, s.bias, 1e-05)

class Att(nn.Module):

    def __init__(s, c, flash):
        super().__init__()
        s.c_attn = nn.Linear(c.embd, 3 * c.embd, bias=c.bias)
        s.c_proj = nn.Linear(c.embd, c.embd, bias=c.bias)
        s.n = c.head
        s.flash = flash
        s.register_buffer('mask', torch.tril(torch.ones(c.block, c.block)).view(1, 1, c.block, c.block))

    def forward(s, x):
        B, T, C = x.size()
        q, k, v = s.c_attn(x).split(C, dim=2)
        k, q, v = (z.view(B, T, s.n, C // s.n).transpose(1, 2) for z in (k, q, v))
        if s.flash:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            a = q @ k.transpose(-2, -1) * (1.0 / math.sqrt(k.size(-1)))
            a = a.masked_fill(s.mask[:, :, :T, :T] == 0, float('-inf'))
            y = F.softmax(a, -1) @ v
        return s.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))

class Block(nn.Module):

    def __init__(s, c, i):
        super().__init__()
        s.ln_1 = LN(c.embd, c.bias)
        s.attn = Att(c, i % 2 == 0)
        s.ln_2 = LN(c.embd, c.bias)
        s.mlp = nn.ModuleDict(dict(fc=nn.Linear(c.embd, 4 * c.embd), act=nn.GELU(approximate='tanh'), proj=nn.Linear(4 * c.embd, c.embd)))

    def forward(s, x):
        x = x + s.attn(s.ln_1(x))
        return x + s.mlp.proj(s.mlp['act'](s.mlp.fc(s.ln_2(x))))

class GPT(nn.Module):

    def __init__(s, c):
        super().__init__()
        s.c = c
        s.transformer = nn.ModuleDict(dict(wte=nn.Embedding(c.vocab, c.embd), wpe=nn.Embedding(c.block, c.embd), h=nn.ModuleList([Block(c, i) for i in range(c.layer)]), ln_f=LN(c.embd, c.bias)))
        s.lm_head = nn.Linear(c.embd, c.vocab, bias=False)
        s.transformer.wte.weight = s.lm_head.weight
        s.apply(s._i)
        for n, p in s.named_parameters():
            if n.endswith('proj.weight'):
                nn.init.normal_(p, 0.0, 0.02 / math.sqrt(2 * c.layer))

    def _i(s, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            nn.init.normal_(m.weight, 0.0, 0.02)

    def forward(s, idx, tg=None):
        b, t = idx.size()
        assert t <= s.c.block, f'Cannot forward sequence of length {t}, block size is only {s.c.block}'
        x = s.transformer.wte(idx) + s.transformer.wpe(torch.arange(0, t, dtype=torch.long, device=idx.device))
        for bl in s.transformer.h:
            x = bl(x)
        lg = s.lm_head(s.transformer.ln_f(x))
        return (lg, None if tg is None else F.cross_entropy(lg.view(-1, lg.size(-1)), tg.view(-1), ignore_index=-1))

    def opt(s, wd, lr, betas):
        pd = {n: p for n, p in s.named_parameters() if p.requires_grad}
        g = [{'params': [p for p in pd.values() if p.dim() >= 2], 'weight_decay': wd}, {'params': [p for p in pd.values() if p.dim() < 2], 'weight_decay': 0.0}]
        print([sum((p.numel() for p in q['params'])) for q in g])
        return torch.optim.AdamW(g, lr=lr, betas=betas)

    @torch.no_grad()
    def generate(s, idx, n, temp=1.0, k=None):
        for _ in range(n):
            lg, _l = s(idx[:, -s.c.block:])
            lg = lg[:, -1, :] / temp
            if k:
                v, _ = torch.topk(lg, min(k, lg.size(-1)))
                lg[lg < v[:, [-1]]] = -float('Inf')
            idx = torch.cat((idx, torch.multinomial(F.softmax(lg, -1), 1)), 1)
        return idx
c = Cfg()
m = GPT(c)
print(m)
print(f'{sum((p.numel() for p in m.parameters())) / 1000000.0:.4f}M')
o = m.opt(0.1, 0.01, (0.9, 0.95))

def lr(i):
    return 0.01 * (i + 1) / 10 if i < 10 else 0.001 + 0.5 * (1 + math.cos(math.pi * (i - 10) / 50)) * 0.009
m = torch.compile(m)
for i in range(40):
    for g in o.param_groups:
        g['lr'] = lr(i)
    for micro in range(2):
        ix = torch.randint(len(data) - c.block, (4,))
        x = torch.stack([data[j:j + c.block] for j in ix])
        y = torch.stack([data[j + 1:j + 1 + c.block] for j in ix])
        lg, l = m(x, y)
        (l / 2).backward()
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    o.step()
    o.zero_grad(set_to_none=True)
    if i % 10 == 0:
        print(f'iter {i}: loss {l.item():.3f}')
m.eval()
print(repr(''.join((itos[int(i)] for i in m.generate(torch.zeros((1, 1), dtype=torch.long), 20, k=3)[0]))))
print(list(m.state_dict())[:3])
try:
    m(torch.zeros(1, 17, dtype=torch.long))
except AssertionError as e:
    print(e)
