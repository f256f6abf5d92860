"""Connectionist temporal classification: the loss against a sum over all alignments, a small recogniser, greedy and prefix decoding."""
from itertools import groupby, product
from math import log
import torch
from torch import nn

# the definition
torch.manual_seed(0)
log_probs = torch.randn(4, 1, 3).log_softmax(2).requires_grad_()
target = torch.tensor([[1, 2]])
collapse = lambda path: [k for k, _ in groupby(path) if k != 0]
total = torch.stack([log_probs[torch.arange(4), 0, list(p)].sum() for p in product(range(3), repeat=4) if collapse(p) == [1, 2]]).logsumexp(0)
loss = nn.functional.ctc_loss(log_probs, target, (4,), (2,), reduction='sum')
print(f'{-total.item():.5f} {loss.item():.5f}')
g1, = torch.autograd.grad(loss, log_probs)
print(g1[:, 0])

# digits written as columns of an image with gaps
glyph = torch.rand(4, 6, 3).round()


def line(symbols):
    columns = []
    for s in symbols:
        columns += [glyph[s - 1], torch.zeros(6, 1 + int(torch.randint(2, ())))]
    return torch.cat(columns, 1)


texts = [torch.randint(1, 5, (int(n),)) for n in torch.randint(2, 5, (16,))]
images = [line(t.tolist()) for t in texts]
width = torch.tensor([i.shape[1] for i in images])
batch = torch.zeros(16, 6, int(width.max()))
for row, image in zip(batch, images):
    row[:, :image.shape[1]] = image


class Recognizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(6, 16, 3, padding=1)
        self.rnn = nn.GRU(16, 16, bidirectional=True)
        self.head = nn.Linear(32, 5)

    def forward(self, x):
        h = torch.relu(self.conv(x)).permute(2, 0, 1)
        return self.head(self.rnn(h)[0]).log_softmax(-1)


net = Recognizer()
ctc = nn.CTCLoss(zero_infinity=True)
print(ctc)
opt = torch.optim.NAdam(net.parameters(), lr=0.02)
lengths = torch.tensor([len(t) for t in texts])
for it in range(30):
    loss = ctc(net(batch), torch.cat(texts), width, lengths)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 6 == 5:
        print(it, f'{loss.item():.2f}')


def prefix_search(probs, k=4):
    beams = {(): (1., 0.)}
    for p in probs.tolist():
        fresh = {}
        for prefix, (pb, pn) in beams.items():
            b, n = fresh.get(prefix, (0., 0.))
            fresh[prefix] = (b + (pb + pn) * p[0], n + (pn * p[prefix[-1]] if prefix else 0.))
            for c in range(1, len(p)):
                b, n = fresh.get(prefix + (c,), (0., 0.))
                fresh[prefix + (c,)] = (b, n + p[c] * (pb if prefix and prefix[-1] == c else pb + pn))
        beams = dict(sorted(fresh.items(), key=lambda kv: -sum(kv[1]))[:k])
    best = next(iter(beams))
    return list(best), log(sum(beams[best]))


with torch.no_grad():
    out = net(batch)
right = 0
for i, t in enumerate(texts):
    greedy = collapse(out[:width[i], i].argmax(-1).tolist())
    found, logp = prefix_search(out[:width[i], i].exp())
    right += found == t.tolist() or greedy == t.tolist()
print(right >= 8, logp <= 0)
# too few frames for the text: infinite, or counted as zero
short = out[:2, :1]
for zero in (False, True):
    print(nn.functional.ctc_loss(short, torch.tensor([[1, 1, 2]]), torch.tensor([2]), torch.tensor([3]), zero_infinity=zero))
try:
    nn.functional.ctc_loss(short, torch.tensor([[1]]), torch.tensor([5]), torch.tensor([1]))
except RuntimeError as e:
    print(e)
