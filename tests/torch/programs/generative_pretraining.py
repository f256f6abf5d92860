"""A decoder-only transformer in the manner of minGPT: causal attention, weight tying, decay groups, warm-up and cosine, a cache of keys, sampling."""
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    block_size: int = 16
    vocab_size: int = 12
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 24
    dropout: float = 0.0
    bias: bool = True


class CausalSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        assert config.n_embd % config.n_head == 0
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.n_head = config.n_head

    def forward(self, x, cache=None):
        B, T, C = x.size()
        q, k, v = (t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in self.c_attn(x).split(C, dim=2))
        if cache is not None:
            if cache:
                k, v = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
            cache[:] = [k, v]
        y = F.scaled_dot_product_attention(q, k, v, is_causal=q.size(2) > 1)
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(config.n_embd, bias=config.bias), nn.LayerNorm(config.n_embd, bias=config.bias)
        self.attn = CausalSelfAttention(config)
        self.mlp = nn.Sequential(nn.Linear(config.n_embd, 4 * config.n_embd, bias=config.bias), nn.GELU(approximate='tanh'),
                                 nn.Linear(4 * config.n_embd, config.n_embd, bias=config.bias))

    def forward(self, x, cache=None):
        x = x + self.attn(self.ln_1(x), cache)
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(config.vocab_size, config.n_embd), wpe=nn.Embedding(config.block_size, config.n_embd),
            h=nn.ModuleList([Block(config) for _ in range(config.n_layer)]), ln_f=nn.LayerNorm(config.n_embd)))
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.apply(self._init_weights)
        for pn, p in self.named_parameters():
            if pn.endswith('c_proj.weight'):
                nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * config.n_layer))

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if isinstance(module, nn.Linear) and module.bias is not None:
                nn.init.zeros_(module.bias)

    def forward(self, idx, targets=None, caches=None, start=0):
        if start + idx.size(1) > self.config.block_size:
            raise IndexError(f'Cannot forward sequence of length {start + idx.size(1)}, block size is only {self.config.block_size}')
        pos = torch.arange(start, start + idx.size(1), device=idx.device)
        x = self.transformer.wte(idx) + self.transformer.wpe(pos)
        for i, block in enumerate(self.transformer.h):
            x = block(x, None if caches is None else caches[i])
        x = self.transformer.ln_f(x)
        if targets is None:
            return self.lm_head(x[:, [-1], :]), None
        logits = self.lm_head(x)
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)

    def configure_optimizers(self, weight_decay, learning_rate, betas):
        param_dict = {pn: p for pn, p in self.named_parameters() if p.requires_grad}
        decay = [p for p in param_dict.values() if p.dim() >= 2]
        nodecay = [p for p in param_dict.values() if p.dim() < 2]
        print(f'{len(decay)} decayed tensors with {sum(p.numel() for p in decay):,} parameters, {len(nodecay)} others')
        return torch.optim.AdamW([{'params': decay, 'weight_decay': weight_decay}, {'params': nodecay, 'weight_decay': 0.0}], lr=learning_rate, betas=betas)

    @torch.no_grad()
    def generate(self, idx, count, temperature=1.0, top_k=None, top_p=None, cached=False):
        caches = [[] for _ in self.transformer.h] if cached else None
        for i in range(count):
            feed = idx if not cached or i == 0 else idx[:, -1:]
            logits, _ = self(feed, caches=caches, start=idx.size(1) - feed.size(1))
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float('Inf')
            if top_p is not None:
                ordered, order = logits.sort(descending=True)
                gone = ordered.softmax(-1).cumsum(-1).roll(1, -1)
                gone[:, 0] = 0
                logits = logits.scatter(1, order, ordered.masked_fill(gone > top_p, -float('Inf')))
            probs = F.softmax(logits, dim=-1)
            idx = torch.cat((idx, torch.multinomial(probs, 1)), dim=1)
        return idx


def get_lr(it, warmup=4, total=24, lr=1e-2, min_lr=1e-3):
    if it < warmup:
        return lr * (it + 1) / (warmup + 1)
    ratio = (it - warmup) / (total - warmup)
    return min_lr + 0.5 * (1.0 + math.cos(math.pi * ratio)) * (lr - min_lr)


torch.manual_seed(1337)
model = GPT(GPTConfig())
print(model)
print(model.lm_head.weight is model.transformer.wte.weight, sum(p.numel() for p in model.parameters()))
optimizer = model.configure_optimizers(0.1, 1e-2, (0.9, 0.95))
data = torch.arange(200).remainder(7).add(torch.arange(200).div(50, rounding_mode='floor'))
for it in range(24):
    for group in optimizer.param_groups:
        group['lr'] = get_lr(it)
    ix = torch.randint(len(data) - 17, (8,))
    x, y = (torch.stack([data[i + s:i + s + 16] for i in ix]) for s in (0, 1))
    _, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if it % 6 == 0:
        print(f'iter {it}: loss {loss.item():.3f}, norm {norm.item():.2f}, lr {get_lr(it):.5f}')
model.eval()
seed = torch.tensor([[3, 4, 5]])
full = model(seed.repeat(1, 3)[:, :7])[0]
caches = [[] for _ in range(2)]
for i, token in enumerate(seed.repeat(1, 3)[0, :7]):
    last, _ = model(token.view(1, 1), caches=caches, start=i)
print('cache agrees', torch.allclose(full, last, atol=1e-5), caches[0][0].shape)
for options in ({}, {'top_k': 3, 'temperature': 0.8}, {'top_p': 0.9}):
    out = []
    for cached in (False, True):
        torch.manual_seed(7)
        out.append(model.generate(seed, 10, cached=cached, **options))
    print(options, out[0].shape, torch.equal(*out))
try:
    model(torch.zeros(1, 20, dtype=torch.long))
except IndexError as e:
    print(e)
