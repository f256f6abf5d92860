"""CLIP in small: an image tower, a text tower, a learned temperature, the symmetric loss, zero-shot labels and retrieval at k."""
from math import log

import torch
import torch.nn as nn
import torch.nn.functional as F

colours, shapes = ['red', 'green', 'blue'], ['square', 'bar', 'column']
lexicon = {w: i for i, w in enumerate(['<end>', 'a', 'photo', 'of', *colours, *shapes])}


def tokenize(texts, context=6):
    out = torch.zeros(len(texts), context, dtype=torch.long)
    for row, t in zip(out, texts):
        row[:len(t.split())] = torch.LongTensor([lexicon[w] for w in t.split()])
    return out


def picture(c, s):
    img = 0.1 * torch.randn(3, 10, 10)
    area = [(slice(2, 8), slice(2, 8)), (slice(4, 6), slice(0, 10)), (slice(0, 10), slice(4, 6))][s]
    img[(c, *area)] += 1
    return img


class ImageTower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem = nn.Conv2d(3, 12, 5, 5)
        self.cls = nn.Parameter(torch.zeros(1, 1, 12))
        self.attn = nn.MultiheadAttention(12, 2, batch_first=True)
        self.ln, self.proj = nn.LayerNorm(12), nn.Linear(12, width, bias=False)

    def forward(self, x):
        tokens = self.stem(x).flatten(2).transpose(1, 2)
        q = self.cls.expand(len(x), -1, -1)
        pooled, self.looked_at = self.attn(q, tokens, tokens, need_weights=True)
        return self.proj(self.ln(pooled.squeeze(1) + tokens.mean(1)))


class TextTower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.emb, self.pos = nn.Embedding(len(lexicon), 12), nn.Parameter(torch.empty(6, 12))
        nn.init.trunc_normal_(self.pos, std=0.02)
        self.block = nn.TransformerEncoderLayer(12, 2, 24, 0.0, batch_first=True, norm_first=True)
        self.register_buffer('mask', nn.Transformer.generate_square_subsequent_mask(6), persistent=False)
        self.proj = nn.Linear(12, width, bias=False)

    def forward(self, t):
        h = self.block(self.emb(t) + self.pos, src_mask=self.mask, is_causal=True)
        last = (t != 0).sum(1) - 1
        return self.proj(h[torch.arange(len(t)), last])


class Contrastive(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.text = ImageTower(8), TextTower(8)
        self.logit_scale = nn.Parameter(torch.tensor(log(1 / 0.07)))

    def forward(self, images, texts):
        i, t = (F.normalize(e, dim=-1) for e in (self.image(images), self.text(texts)))
        return self.logit_scale.exp().clamp(max=100) * i @ t.T


torch.manual_seed(70)
pairs = [(c, s) for c in range(3) for s in range(3)]
texts = tokenize([f'a photo of {colours[c]} {shapes[s]}' for c, s in pairs])
print(texts[:3])
model = Contrastive()
print(len(model.state_dict()), 'text.mask' in model.state_dict(), model.logit_scale)
opt = torch.optim.AdamW([{'params': [p for p in model.parameters() if p.ndim > 1]}, {'params': [p for p in model.parameters() if p.ndim < 2], 'weight_decay': 0.}],
                        lr=5e-3, betas=(0.9, 0.98), eps=1e-6, weight_decay=0.2)
for step in range(40):
    images = torch.stack([picture(*p) for p in pairs])
    logits = model(images, texts)
    target = torch.arange(9)
    loss = (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        model.logit_scale.clamp_(0, log(100))
    if step % 13 == 0:
        print(f'{step} loss {loss.item():.3f} scale {model.logit_scale.exp().item():.2f}')
model.eval()
with torch.no_grad():
    fresh = torch.stack([picture(*p) for p in pairs for _ in range(3)])
    scores = model(fresh, texts)
    truth = torch.arange(9).repeat_interleave(3)
    ranks = (scores.argsort(1, descending=True) == truth[:, None]).float().argmax(1)
    recall = [(ranks < k).float().mean().item() for k in (1, 3, 9)]
    print('recall grows', recall == sorted(recall), recall[-1], recall[1] > 0.5)
    # zero shot with an ensemble of prompts
    heads = []
    for c in colours:
        e = F.normalize(model.text(tokenize([f'a photo of {c}', f'{c} square', f'{c} bar'])), dim=-1).mean(0)
        heads.append(e / e.norm())
    guess = (F.normalize(model.image(fresh), dim=-1) @ torch.stack(heads).T).argmax(1)
    print(guess.shape, (guess == truth // 3).float().mean().item() > 0.33, model.image.looked_at.shape, model.image.looked_at.sum(-1).allclose(torch.ones(27, 1)))
