# An encoder and decoder with additive attention, scheduled teaching, and beam search.
import torch
from torch import nn
from torch.nn import functional as F
import random
from torch.nn.utils.rnn import *
torch.manual_seed(0)
random.seed(0)

class Enc(nn.Module):

    def __init__(s, v, e, h):
        super().__init__()
        s.emb = nn.Embedding(v, e, padding_idx=0)
        s.rnn = nn.GRU(e, h, num_layers=2, bidirectional=True, dropout=0.1, batch_first=True)
        s.fc = nn.Linear(2 * h, h)

    def forward(s, x, l):
        p = pack_padded_sequence(s.emb(x), l.cpu(), batch_first=True, enforce_sorted=False)
        o, h = s.rnn(p)
        o, _ = pad_packed_sequence(o, batch_first=True, total_length=x.size(1), padding_value=-1.0)
        return (o, torch.tanh(s.fc(torch.cat((h[-2], h[-1]), 1))))

class Att(nn.Module):

    def __init__(s, h):
        super().__init__()
        s.a = nn.Linear(3 * h, h)
        s.v = nn.Parameter(torch.rand(h))

    def forward(s, h, eo, mask):
        e = torch.tanh(s.a(torch.cat((h.unsqueeze(1).expand(-1, eo.size(1), -1), eo), 2)))
        sc = torch.einsum('bth,h->bt', e, s.v)
        return sc.masked_fill(mask == 0, float('-inf')).softmax(1)

class Dec(nn.Module):

    def __init__(s, v, e, h):
        super().__init__()
        s.emb = nn.Embedding(v, e)
        s.at = Att(h)
        s.rnn = nn.LSTMCell(e + 2 * h, h)
        s.out = nn.Linear(3 * h + e, v)

    def forward(s, y, hc, eo, mask):
        e = s.emb(y)
        a = s.at(hc[0], eo, mask).unsqueeze(1)
        w = torch.bmm(a, eo).squeeze(1)
        hc = s.rnn(torch.cat((e, w), 1), hc)
        return (s.out(torch.cat((hc[0], w, e), 1)), hc, a)
V, E, H = (11, 8, 6)
enc, dec = (Enc(V, E, H), Dec(V, E, H))
ps = list(enc.parameters()) + list(dec.parameters())
opt = torch.optim.AdamW(ps, lr=0.01, amsgrad=True)
crit = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.1)

def batch():
    l = torch.randint(2, 6, (8,))
    x = torch.zeros(8, 5, dtype=torch.long)
    for i, n in enumerate(l):
        x[i, :n] = torch.randint(3, V, (n,))
    y = torch.zeros(8, 7, dtype=torch.long)
    y[:, 0] = 1
    for i, n in enumerate(l):
        y[i, 1:n + 1] = x[i, :n].flip(0)
        y[i, n + 1] = 2
    return (x, l, y)
for it in range(12):
    x, l, y = batch()
    eo, h = enc(x, l)
    hc = (h, torch.zeros_like(h))
    inp = y[:, 0]
    outs = []
    for t in range(1, y.size(1)):
        o, hc, a = dec(inp, hc, eo, x != 0)
        outs.append(o)
        inp = y[:, t] if random.random() < 0.5 else o.argmax(1)
    loss = crit(torch.stack(outs, 1).reshape(-1, V), y[:, 1:].reshape(-1))
    opt.zero_grad()
    loss.backward()
    n = clip_grad = nn.utils.clip_grad_norm_(ps, 1.0)
    opt.step()
    print(it, '%.3f %.3f' % (loss.item(), n.item()))
print(enc, dec)
enc.eval()
dec.eval()
with torch.inference_mode():
    x, l, y = batch()
    eo, h = enc(x[:1], l[:1])
    beams = [(0.0, [1], (h, torch.zeros_like(h)))]
    for _ in range(6):
        c = []
        for s, t, hc in beams:
            if t[-1] == 2:
                c.append((s, t, hc))
                continue
            o, h2, _ = dec(torch.tensor([t[-1]]), hc, eo, x[:1] != 0)
            lp = o.log_softmax(-1)[0]
            v, i = lp.topk(3)
            c += [(s + a.item(), t + [b.item()], h2) for a, b in zip(v, i)]
        beams = sorted(c, key=lambda q: q[0] / len(q[1]), reverse=True)[:3]
    print([(round(s, 2), t) for s, t, _ in beams])
p = pack_padded_sequence(pad_sequence([torch.arange(3), torch.arange(2)]), [3, 2])
print(p, unpack_sequence(p), pad_sequence([torch.ones(2), torch.zeros(3)], padding_side='left'), unpad_sequence(torch.ones(2, 3), torch.tensor([2, 1]), batch_first=True))
