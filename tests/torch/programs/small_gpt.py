"""A small GPT as projects write it: configuration, tied weights, groups of parameters, training, sampling, a checkpoint."""
import math
from dataclasses import dataclass
import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class Config:
    block_size: int = 16
    vocab_size: int = 24
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 16
    dropout: float = 0.0
    bias: bool = True


class Norm(nn.Module):
    def __init__(self, ndim, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(ndim))
        self.bias = nn.Parameter(torch.zeros(ndim)) if bias else None

    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, 1e-5)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.qkv, self.proj, self.n_head = nn.Linear(c.n_embd, 3 * c.n_embd, bias=c.bias), nn.Linear(c.n_embd, c.n_embd, bias=c.bias), c.n_head
        self.flash = hasattr(F, 'scaled_dot_product_attention')
        self.register_buffer('mask', torch.tril(torch.ones(c.block_size, c.block_size)).view(1, 1, c.block_size, c.block_size))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = (t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in self.qkv(x).split(C, dim=2))
        a = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        a = F.softmax(a.masked_fill(self.mask[:, :, :T, :T] == 0, float('-inf')), dim=-1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        assert torch.allclose(a @ v, y, atol=1e-5)
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1, self.attn, self.ln_2 = Norm(c.n_embd, c.bias), Attention(c), Norm(c.n_embd, c.bias)
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(c.n_embd, 4 * c.n_embd), act=nn.GELU(), c_proj=nn.Linear(4 * c.n_embd, c.n_embd)))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        m = self.mlp
        return x + m.c_proj(m.act(m.c_fc(self.ln_2(x))))


class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.transformer = nn.ModuleDict(dict(wte=nn.Embedding(c.vocab_size, c.n_embd), wpe=nn.Embedding(c.block_size, c.n_embd),
                                              h=nn.ModuleList([Block(c) for _ in range(c.n_layer)]), ln_f=Norm(c.n_embd, c.bias)))
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.apply(self._init)
        for name, p in self.named_parameters():
            if name.endswith('proj.weight'):
                nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * c.n_layer))

    def _init(self, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            nn.init.normal_(m.weight, mean=0.0, std=0.02)
        if isinstance(m, nn.Linear) and m.bias is not None:
            nn.init.zeros_(m.bias)

    def forward(self, idx, targets=None):
        t = self.transformer
        x = t.wte(idx) + t.wpe(torch.arange(idx.size(1), device=idx.device))
        for block in t.h:
            x = block(x)
        x = t.ln_f(x)
        if targets is None:
            return self.lm_head(x[:, [-1], :]), None
        logits = self.lm_head(x)
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)

    def optimizer(self, decay, lr):
        params = {n: p for n, p in self.named_parameters() if p.requires_grad}
        groups = [{'params': [p for p in params.values() if p.dim() >= 2], 'weight_decay': decay},
                  {'params': [p for p in params.values() if p.dim() < 2], 'weight_decay': 0.0}]
        return torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.95))

    @torch.no_grad()
    def generate(self, idx, n, temperature=1.0, top_k=None):
        for _ in range(n):
            logits, _ = self(idx[:, -self.c.block_size:])
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float('inf')
            idx = torch.cat((idx, torch.multinomial(F.softmax(logits, dim=-1), num_samples=1)), dim=1)
        return idx


text = 'the quick brown fox jumps over the lazy dog. ' * 20
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
data = torch.tensor([stoi[c] for c in text], dtype=torch.long)
torch.manual_seed(1337)
model = GPT(Config(vocab_size=len(chars)))
print(model)
print(sum(p.numel() for p in model.parameters()), len(model.state_dict()), len(chars))
opt = model.optimizer(0.1, 3e-3)
print([len(g['params']) for g in opt.param_groups])
losses = []
for step in range(60):
    at = torch.randint(len(data) - 16, (8,))
    x = torch.stack([data[i:i + 16] for i in at])
    y = torch.stack([data[i + 1:i + 17] for i in at])
    _, loss = model(x, y)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    for g in opt.param_groups:
        g['lr'] = 3e-3 * min(1, (step + 1) / 10)
    opt.step()
    losses.append(loss.item())
print([round(l, 2) for l in losses[::15]], losses[-1] < losses[0] - 0.5)
model.eval()
out = model.generate(torch.zeros((1, 1), dtype=torch.long), 20, top_k=1)
print(out.shape, out.dtype, all(0 <= i < len(chars) for i in out[0].tolist()))
torch.save({'model': model.state_dict(), 'config': vars(model.c), 'optimizer': opt.state_dict()}, 'ckpt.pt')
saved = torch.load('ckpt.pt', weights_only=True)
again = GPT(Config(**saved['config']))
print(again.load_state_dict(saved['model']), torch.equal(again(out[:, :8])[0], model(out[:, :8])[0]))
