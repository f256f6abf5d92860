"""Dilated causal convolutions on a series, a recogniser of sequences with CTC loss, spectrograms."""
import math

import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(21)


class Causal(nn.Conv1d):
    def __init__(self, i, o, kernel, dilation):
        super().__init__(i, o, kernel, dilation=dilation, padding=0)
        self.left = (kernel - 1) * dilation

    def forward(self, x):
        return super().forward(F.pad(x, (self.left, 0)))


class TCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([Causal(1 if i == 0 else 8, 16, 2, 2 ** i) for i in range(3)])
        self.norms = nn.ModuleList([nn.InstanceNorm1d(8, affine=True) for _ in range(3)])
        self.head = nn.Conv1d(8, 1, 1)

    def forward(self, x):
        for i, (conv, norm) in enumerate(zip(self.convs, self.norms)):
            y = norm(F.glu(conv(x), dim=1))
            x = y + x if i else y
        return self.head(x)


t = torch.arange(200.)
series = torch.sin(t / 5) + 0.5 * torch.cos(t / 11) + 0.05 * torch.randn(200)
windows = series.unfold(0, 33, 8)[:, None]
net = TCN()
print(net)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for i in range(15):
    loss = F.smooth_l1_loss(net(windows[..., :-1]), windows[..., 1:], beta=0.5)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 5 == 4:
        print(f'{loss.item():.5f}')

spectrum = torch.stft(series, 32, 16, window=torch.hann_window(32), return_complex=True)
print(spectrum.shape, spectrum.abs().mean(1)[:4])
recogniser = nn.Sequential(nn.Conv1d(17, 24, 3, padding=1), nn.BatchNorm1d(24), nn.Hardtanh(), nn.Conv1d(24, 6, 1))
features = spectrum.abs().log1p()[None].repeat(3, 1, 1) + 0.1 * torch.randn(3, 17, 13)
targets, lengths = torch.randint(1, 6, (3, 4)), torch.tensor([4, 3, 2])
optimizer = torch.optim.SGD(recogniser.parameters(), lr=0.05, momentum=0.9)
for i in range(12):
    logits = recogniser(features).permute(2, 0, 1).log_softmax(-1)
    loss = F.ctc_loss(logits, targets, torch.tensor([13, 13, 12]), lengths, zero_infinity=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 4 == 3:
        print(f'{loss.item():.4f}')
decoded = torch.unique_consecutive(logits.argmax(-1)[:, 0])
print(decoded[decoded != 0])
