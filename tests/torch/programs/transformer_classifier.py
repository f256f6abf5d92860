"""Training: a transformer encoder with positions and padding classifies token sequences."""
import math

import torch
from torch import nn

torch.manual_seed(0)


class Positions(nn.Module):
    def __init__(self, width, length=32):
        super().__init__()
        at = torch.arange(length).unsqueeze(1)
        rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(1, length, width)
        table[0, :, 0::2] = torch.sin(at * rate)
        table[0, :, 1::2] = torch.cos(at * rate)
        self.register_buffer('table', table)

    def forward(self, x):
        return x + self.table[:, :x.size(1)]


class Classifier(nn.Module):
    def __init__(self, words=20, width=16, heads=4, layers=2, classes=3):
        super().__init__()
        self.embedding = nn.Embedding(words, width, padding_idx=0)
        self.positions = Positions(width)
        layer = nn.TransformerEncoderLayer(width, heads, 32, dropout=0.1, batch_first=True, activation='gelu')
        self.encoder = nn.TransformerEncoder(layer, layers, nn.LayerNorm(width))
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        padding = x == 0
        h = self.encoder(self.positions(self.embedding(x)), src_key_padding_mask=padding)
        h = h.masked_fill(padding.unsqueeze(-1), 0).sum(1) / (~padding).sum(1, keepdim=True)
        return self.head(h)


tokens = torch.randint(1, 20, (64, 10))
lengths = torch.randint(4, 11, (64,))
tokens[torch.arange(10) >= lengths.unsqueeze(1)] = 0
labels = (tokens.sum(1) // 7) % 3
net = Classifier()
print(net)
print(sum(p.numel() for p in net.parameters()))
optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3)
loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)
for epoch in range(10):
    net.train()
    total = 0.0
    for x, y in zip(tokens.split(16), labels.split(16)):
        loss = loss_fn(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    net.eval()
    with torch.no_grad():
        right = (net(tokens).argmax(1) == labels).float().mean()
    print(f'epoch {epoch} loss {total / 4:.4f} norm {norm:.3f} accuracy {right:.3f}')
