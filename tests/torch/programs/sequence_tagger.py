"""A bidirectional LSTM over packed sentences, then with a conditional random field: forward algorithm, Viterbi, exact marginals by gradient."""
from itertools import product
import torch
from torch import nn
from torch.nn.utils.rnn import pad_packed_sequence, pad_sequence, pack_padded_sequence

sentences = [('the dog ate the apple', 'D N V D N'), ('everybody read that book', 'N V D N'), ('she ran', 'N V'),
             ('the book that she read ate the dog quickly', 'D N P N V V D N R')]
words = {w: i + 1 for i, w in enumerate(dict.fromkeys(' '.join(s for s, _ in sentences).split()))}
tags = {t: i for i, t in enumerate('DNVPR')}
xs = [torch.tensor([words[w] for w in s.split()]) for s, _ in sentences]
ys = [torch.tensor([tags[t] for t in s.split()]) for _, s in sentences]
lengths = torch.tensor([len(x) for x in xs], device='cpu')
print(words['apple'], lengths)


class Tagger(nn.Module):
    def __init__(self, layers=1):
        super().__init__()
        self.embed = nn.Embedding(len(words) + 1, 10, padding_idx=0)
        self.lstm = nn.LSTM(10, 8, layers, bidirectional=True, batch_first=True)
        self.out = nn.Linear(16, len(tags))

    def forward(self, padded, lengths):
        packed = pack_padded_sequence(self.embed(padded), lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.out(h)


torch.manual_seed(17)
net = Tagger()
padded, goal = pad_sequence(xs, batch_first=True), pad_sequence(ys, batch_first=True, padding_value=-100)
print(padded.shape, goal[2], pack_padded_sequence(padded, lengths, True, enforce_sorted=False).batch_sizes.cpu())
opt = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(30):
    scores = net(padded, lengths)
    loss = nn.functional.cross_entropy(scores.flatten(0, 1), goal.flatten())
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 10 == 0:
        print(epoch, f'{loss.item():.3f}')
print((net(padded, lengths).argmax(-1) == goal)[goal >= 0].all(), net.embed.weight.grad[0].abs().sum())


class CRF(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.start, self.end = nn.Parameter(torch.zeros(n)), nn.Parameter(torch.zeros(n))
        self.transitions = nn.Parameter(torch.empty(n, n).uniform_(-0.1, 0.1))

    def score(self, emissions, path):
        s = self.start[path[0]] + self.end[path[-1]] + emissions[torch.arange(len(path)), path].sum()
        return s + self.transitions[path[:-1], path[1:]].sum()

    def log_partition(self, emissions):
        alpha = self.start + emissions[0]
        for e in emissions[1:]:
            alpha = torch.logsumexp(alpha[:, None] + self.transitions, 0) + e
        return (alpha + self.end).logsumexp(0)

    @torch.no_grad()
    def decode(self, emissions):
        delta, back = self.start + emissions[0], []
        for e in emissions[1:]:
            best = (delta.unsqueeze(1) + self.transitions).max(dim=0)
            delta, back = best.values + e, back + [best.indices]
        path = [int((delta + self.end).argmax())]
        for b in reversed(back):
            path.append(int(b[path[-1]]))
        return path[::-1]


torch.manual_seed(18)
net, crf = Tagger(2), CRF(len(tags))
e = torch.randn(4, 5, requires_grad=True)
brute = torch.stack([crf.score(e, torch.tensor(p)) for p in product(range(5), repeat=4)])
z = crf.log_partition(e)
print('partition', torch.allclose(z, brute.logsumexp(0), atol=1e-5))
best = list(product(range(5), repeat=4))[int(brute.argmax())]
print('viterbi', tuple(crf.decode(e)) == best)
marginals, = torch.autograd.grad(z, e)
print('marginals sum to one', marginals.sum(1))
opt = torch.optim.SGD([{'params': net.parameters()}, {'params': crf.parameters(), 'lr': 0.05}], lr=0.1, momentum=0.9)
for epoch in range(15):
    opt.zero_grad()
    em = net(padded, lengths)
    nll = sum(crf.log_partition(s[:n]) - crf.score(s[:n], y) for s, n, y in zip(em, lengths, ys)) / lengths.sum()
    nll.backward()
    opt.step()
    if epoch % 5 == 0:
        print(epoch, f'nll {nll.item():.3f}')
print([len(crf.decode(s[:n])) for s, n in zip(net(padded, lengths), lengths)], [g['lr'] for g in opt.param_groups])
try:
    pack_padded_sequence(torch.zeros(2, 3, 1), torch.tensor([2, 3], device='cpu'), batch_first=True)
except RuntimeError as err:
    print(err)
