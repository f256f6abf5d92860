"""Time series: windows by unfold, an LSTM with projections and a linear baseline, quantile and Student losses, a transformer decoder, teacher forcing."""
import math
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader, Subset, ConcatDataset


class Windows(Dataset):
    def __init__(self, series, past, future):
        self.windows = series.unfold(0, past + future, 1)
        self.past = past

    def __len__(self):
        return len(self.windows)

    def __getitem__(self, i):
        w = self.windows[i]
        return {'past': w[:self.past], 'future': w[self.past:], 'meta': (i, f'window {i}')}


torch.manual_seed(60)
t = torch.arange(120.)
series = torch.sin(t / 5) + 0.5 * torch.sin(t / 2.3) + 0.01 * t + 0.1 * torch.randn(120)
mean, std = series[:90].mean(), series[:90].std(unbiased=False)
series = (series - mean) / std
data = Windows(series, 16, 4)
print(len(data), data.windows.shape, data.windows.stride(), data[3]['meta'])
train, test = Subset(data, range(0, 70)), Subset(data, range(85, len(data)))
both = ConcatDataset([train, test])
print(len(both), both.cumulative_sizes, both[len(both) - 1]['meta'])
batch = next(iter(DataLoader(train, batch_size=3)))
print(batch['past'].shape, batch['meta'])


class DirectLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.trend, self.rest = nn.Linear(16, 4), nn.Linear(16, 4)

    def forward(self, x):
        smooth = nn.functional.avg_pool1d(nn.functional.pad(x[:, None], (2, 2), mode='replicate'), 5, 1).squeeze(1)
        return self.trend(smooth) + self.rest(x - smooth)


class Projected(nn.Module):
    def __init__(self, quantiles=1):
        super().__init__()
        self.lstm = nn.LSTM(1, 16, proj_size=6, num_layers=2, batch_first=True, dropout=0.1)
        self.head = nn.Linear(6, 4 * quantiles)
        self.q = quantiles

    def forward(self, x):
        out, (h, c) = self.lstm(x.unsqueeze(-1))
        self.shapes = out.shape, h.shape, c.shape
        y = self.head(nn.functional.hardtanh(out[:, -1]))
        return y.unflatten(-1, (4, self.q)) if self.q > 1 else y


class Decoder(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        pos = torch.arange(32).unsqueeze(1) * torch.exp(torch.arange(0, d, 2) * (-math.log(1000.0) / d))
        pe = torch.zeros(32, d)
        pe[:, 0::2], pe[:, 1::2] = pos.sin(), pos.cos()
        self.register_buffer('pe', pe)
        self.embed, self.out = nn.Linear(1, d), nn.Linear(d, 1)
        layer = nn.TransformerDecoderLayer(d, 2, 32, dropout=0., batch_first=True, activation=nn.functional.silu)
        self.decoder = nn.TransformerDecoder(layer, 1, norm=nn.LayerNorm(d))

    def forward(self, past, future):
        memory = self.embed(past[..., None]) + self.pe[:past.shape[1]]
        shifted = torch.cat([past[:, -1:], future[:, :-1]], 1)
        target = self.embed(shifted[..., None]) + self.pe[past.shape[1]:past.shape[1] + shifted.shape[1]]
        mask = nn.Transformer.generate_square_subsequent_mask(shifted.shape[1])
        return self.out(self.decoder(target, memory, tgt_mask=mask, tgt_is_causal=True)).squeeze(-1)


levels = torch.tensor([0.1, 0.5, 0.9])


def pinball(pred, y):
    e = y.unsqueeze(-1) - pred
    return torch.maximum(levels * e, (levels - 1) * e).mean()


def fit(name, net, loss_of, epochs=4, lr=0.01):
    opt = torch.optim.RAdam(net.parameters(), lr=lr, decoupled_weight_decay=True, weight_decay=1e-3)
    g = torch.Generator().manual_seed(1)
    for epoch in range(epochs):
        total = 0.
        for b in DataLoader(train, 14, shuffle=True, generator=g):
            loss = loss_of(net, b)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            total += loss.item()
        print(name, epoch, f'{total / 5:.3f}')


torch.manual_seed(61)
linear, lstm, spread, decoder = DirectLinear(), Projected(), Projected(3), Decoder()
fit('linear', linear, lambda m, b: nn.functional.l1_loss(m(b['past']), b['future']))
fit('lstm', lstm, lambda m, b: nn.functional.huber_loss(m(b['past']), b['future'], delta=0.5))
print(lstm.shapes, lstm.lstm, [tuple(p.shape) for p in lstm.lstm._all_weights and lstm.lstm.parameters()][:5])
fit('quantiles', spread, lambda m, b: pinball(m(b['past']), b['future']))
fit('decoder', decoder, lambda m, b: nn.functional.mse_loss(m(b['past'], b['future']), b['future']))
test_batch = next(iter(DataLoader(test, len(test))))
for m in (linear, lstm, spread, decoder):
    m.eval()
with torch.no_grad():
    past, future = test_batch['past'], test_batch['future']
    q = spread(past)
    print('ordered mostly', (q[..., 0] <= q[..., 2]).float().mean() > 0.5, 'covered', ((future >= q[..., 0]) & (future <= q[..., 2])).float().mean() > 0.2)
    rolled = past.new_zeros(len(past), 0)
    for _ in range(4):
        guess = decoder(past, torch.cat([rolled, past.new_zeros(len(past), 1)], 1))[:, -1:]
        rolled = torch.cat([rolled, guess], 1)
    forced = decoder(past, torch.cat([rolled[:, :-1], past.new_zeros(len(past), 1)], 1))
    print('rolled out as forced', torch.allclose(rolled, forced, atol=1e-4), rolled.shape)
    print(f'{nn.functional.l1_loss(linear(past), future).item():.1f}')
