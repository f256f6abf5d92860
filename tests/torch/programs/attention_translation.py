"""Sequence to sequence with GRUs and additive attention: teacher forcing, masks, greedy and beam search, BLEU, on reversing digits to words."""
import collections
import math
import random

import torch
from torch import nn

PAD, BOS, EOS = 0, 1, 2
names = ['zero', 'one', 'two', 'three']
rng = random.Random(5)
pairs = []
for _ in range(32):
    digits = [rng.randrange(4) for _ in range(rng.randint(2, 5))]
    pairs.append((digits, digits[::-1]))
src = nn.utils.rnn.pad_sequence([torch.tensor([d + 3 for d in s]) for s, _ in pairs], batch_first=True)
tgt = nn.utils.rnn.pad_sequence([torch.tensor([BOS, *(d + 3 for d in t), EOS]) for _, t in pairs], batch_first=True)
src_len = (src != PAD).sum(1)


class AdditiveAttention(nn.Module):
    def __init__(self, num_hiddens):
        super().__init__()
        self.W_k, self.W_q, self.w_v = (nn.LazyLinear(n, bias=False) for n in (num_hiddens, num_hiddens, 1))

    def forward(self, queries, keys, values, valid_lens):
        features = torch.tanh(self.W_q(queries).unsqueeze(2) + self.W_k(keys).unsqueeze(1))
        scores = self.w_v(features).squeeze(-1)
        mask = torch.arange(keys.shape[1])[None, :] >= valid_lens[:, None]
        self.weights = scores.masked_fill(mask[:, None], -1e6).softmax(-1)
        return torch.bmm(self.weights, values)


class Seq2Seq(nn.Module):
    def __init__(self, vocab=7, emb=12, hid=16):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(vocab, emb, PAD), nn.Embedding(vocab, emb, PAD)
        self.encoder = nn.GRU(emb, hid, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * hid, hid)
        self.attention = AdditiveAttention(hid)
        self.cell = nn.GRUCell(emb + 2 * hid, hid)
        self.out = nn.Linear(hid, vocab)

    def encode(self, src):
        outputs, h = self.encoder(self.src_emb(src))
        return outputs, torch.tanh(self.bridge(torch.cat([h[0], h[1]], 1)))

    def step(self, token, h, memory, lens):
        context = self.attention(h.unsqueeze(1), memory, memory, lens).squeeze(1)
        h = self.cell(torch.cat([self.tgt_emb(token), context], -1), h)
        return self.out(h), h

    def forward(self, src, lens, tgt, ratio):
        memory, h = self.encode(src)
        token, logits = tgt[:, 0], []
        for t in range(1, tgt.shape[1]):
            y, h = self.step(token, h, memory, lens)
            logits.append(y)
            token = tgt[:, t] if rng.random() < ratio else y.argmax(-1)
        return torch.stack(logits, 1)


torch.manual_seed(6)
net = Seq2Seq()
opt = torch.optim.Adam(net.parameters(), lr=0.02)
for it in range(25):
    logits = net(src, src_len, tgt, 1.0 if it < 15 else 0.7)
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), tgt[:, 1:], ignore_index=PAD)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(net.parameters(), 0.5)
    opt.step()
    if it % 6 == 0:
        print(it, f'{loss.item():.3f}')
print(net.attention, net.attention.weights.shape, net.attention.weights[0, 0, src_len[0]:].sum())


@torch.no_grad()
def beam(line, width, max_len=8, alpha=0.75):
    memory, h = net.encode(line[None])
    lens = torch.tensor([len(line)])
    beams, done = [(0., [BOS], h)], []
    for _ in range(max_len):
        candidates = []
        for score, tokens, h in beams:
            y, h2 = net.step(torch.tensor([tokens[-1]]), h, memory, lens)
            values, indices = y.log_softmax(-1)[0].topk(width)
            candidates += [(score + v, tokens + [i], h2) for v, i in zip(values.tolist(), indices.tolist())]
        candidates.sort(key=lambda c: -c[0])
        beams = []
        for c in candidates[:width]:
            (done if c[1][-1] == EOS else beams).append(c)
        if not beams:
            break
    return max(done + beams, key=lambda c: c[0] / len(c[1]) ** alpha)


def bleu(pred, label, k):
    score = math.exp(min(0, 1 - len(label) / max(len(pred), 1)))
    for n in range(1, min(k, len(pred)) + 1):
        subs = collections.Counter(tuple(label[i:i + n]) for i in range(len(label) - n + 1))
        matches = 0
        for i in range(len(pred) - n + 1):
            if subs[tuple(pred[i:i + n])] > 0:
                matches += 1
                subs[tuple(pred[i:i + n])] -= 1
        score *= (matches / (len(pred) - n + 1)) ** (0.5 ** n)
    return score


print(bleu(['one', 'two', 'three'], ['one', 'two', 'two'], 2), bleu(names, names, 3))
for s, t in pairs[:2]:
    greedy, wide = (beam(torch.tensor(s) + 3, k) for k in (1, 3))
    print(wide[0] >= greedy[0] - 1e-6 or len(wide[1]) != len(greedy[1]), greedy[1][0], bleu([names[i - 3] for i in greedy[1] if i > 2], [names[i] for i in t], 2) > 0.2)
