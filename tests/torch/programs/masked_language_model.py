"""BERT in small: masked tokens and next sentences with nn.TransformerEncoder, padding masks, then fine-tuning with discriminative rates."""
import torch
from torch import nn

PAD, CLS, SEP, MASK = range(4)
words = 'cats dogs birds eat see like fish seeds bones but and never always'.split()
ids = {w: i + 4 for i, w in enumerate(words)}
facts = ['cats eat fish', 'dogs like bones', 'birds eat seeds', 'cats never eat seeds', 'dogs always see cats', 'birds see cats and dogs']
corpus = [[ids[w] for w in f.split()] for f in facts]
rng = torch.Generator().manual_seed(12)


def make_batch(n):
    rows, segments, labels, following = [], [], [], []
    for k in range(n):
        a = corpus[k % len(corpus)]
        follows = bool(torch.rand((), generator=rng) < 0.5)
        b = corpus[(k + (1 if follows else 3)) % len(corpus)]
        row = [CLS, *a, SEP, *b, SEP]
        seg = [0] * (len(a) + 2) + [1] * (len(b) + 1)
        lab = [-100] * len(row)
        for i, t in enumerate(row):
            u = float(torch.rand((), generator=rng))
            if t > 3 and u < 0.3:
                lab[i] = t
                row[i] = MASK if u < 0.24 else int(torch.randint(4, 4 + len(words), (), generator=rng)) if u < 0.27 else t
        rows.append(torch.tensor(row)), segments.append(torch.tensor(seg)), labels.append(torch.tensor(lab)), following.append(int(follows))
    pad = nn.utils.rnn.pad_sequence
    return pad(rows, True, PAD), pad(segments, True, 0), pad(labels, True, -100), torch.tensor(following)


class Bert(nn.Module):
    def __init__(self, d=16, heads=4, layers=2, longest=16):
        super().__init__()
        self.token, self.segment, self.place = nn.Embedding(4 + len(words), d, padding_idx=PAD), nn.Embedding(2, d), nn.Parameter(torch.randn(longest, d) * 0.02)
        self.norm = nn.LayerNorm(d, eps=1e-12)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(d, heads, 32, dropout=0.0, activation='gelu', batch_first=True, norm_first=False), layers,
                                             enable_nested_tensor=False)
        self.mlm = nn.Sequential(nn.Linear(d, d), nn.GELU(), nn.LayerNorm(d))
        self.bias = nn.Parameter(torch.zeros(4 + len(words)))
        self.pooler, self.nsp = nn.Linear(d, d), nn.Linear(d, 2)

    def encode(self, x, seg):
        h = self.norm(self.token(x) + self.segment(seg) + self.place[:x.shape[1]])
        return self.encoder(h, src_key_padding_mask=x == PAD)

    def forward(self, x, seg):
        h = self.encode(x, seg)
        return self.mlm(h) @ self.token.weight.T + self.bias, self.nsp(self.pooler(h[:, 0]).tanh())


torch.manual_seed(50)
bert = Bert()
x, seg, labels, following = make_batch(6)
print(x, labels[:2], following, sep='\n')
opt = torch.optim.AdamW(bert.parameters(), lr=3e-3, weight_decay=0.01)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / 5, max(0.0, (30 - s) / 25)))
for step in range(25):
    x, seg, labels, following = make_batch(12)
    tokens, nsp = bert(x, seg)
    mlm_loss = nn.functional.cross_entropy(tokens.view(-1, tokens.size(-1)), labels.view(-1))
    nsp_loss = nn.functional.cross_entropy(nsp, following)
    opt.zero_grad()
    (mlm_loss + nsp_loss).backward()
    nn.utils.clip_grad_norm_(bert.parameters(), 1.0)
    opt.step()
    sched.step()
    if step % 6 == 0:
        print(f'{step:2d} mlm {mlm_loss.item():.3f} nsp {nsp_loss.item():.3f} lr {sched.get_last_lr()[0]:.5f}')
# what is padded does not matter
bert.eval()
with torch.no_grad():
    short = torch.tensor([[CLS, ids['cats'], MASK, ids['fish'], SEP]])
    padded = nn.functional.pad(short, (0, 4), value=PAD)
    a, b = bert.encode(short, torch.zeros_like(short)), bert.encode(padded, torch.zeros_like(padded))
print('padding', torch.allclose(a, b[:, :5], atol=1e-5))

# fine-tuning: a head, lower rates for lower layers, embeddings frozen
bert.token.requires_grad_(False)
head = nn.Linear(16, 2)
groups = [{'params': layer.parameters(), 'lr': 1e-3 * 0.5 ** (2 - i)} for i, layer in enumerate(bert.encoder.layers)]
opt = torch.optim.Adam([*groups, {'params': head.parameters(), 'lr': 1e-2}])
x = nn.utils.rnn.pad_sequence([torch.tensor([CLS, *c, SEP]) for c in corpus], True)
y = torch.tensor([1, 0, 1, 1, 0, 0])
bert.train()
for step in range(12):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(head(bert.encode(x, torch.zeros_like(x))[:, 0]), y)
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print(f'fine {loss.item():.3f}')
print([g['lr'] for g in opt.param_groups], bert.token.weight.grad is None or bert.token.weight.requires_grad)
