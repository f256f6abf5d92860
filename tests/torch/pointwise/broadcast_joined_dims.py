# Operands that are broadcast along some neighbouring dimensions, which are gone through as one where the strides allow it.
import itertools

import torch

FULL = (2, 3, 4, 5)
x = torch.arange(120.).view(FULL)
for kept in itertools.product((False, True), repeat=4):
    shape = [n if keep else 1 for n, keep in zip(FULL, kept)]
    y = torch.arange(1., 1 + torch.Size(shape).numel()).view(shape)
    results = x - y, y - x, x * y, x / y, torch.maximum(x, y), x < y, x.double() + y, x.clone().sub_(y)
    print(shape, [round(r.double().sum().item(), 4) for r in results], (x - y).flatten()[[0, 17, 43, 77, 119]].tolist())
channels = torch.tensor([1., 2, 3])[:, None, None]
for image in (torch.arange(48.).view(3, 4, 4), torch.arange(48.).view(4, 4, 3).permute(2, 0, 1), torch.arange(96.).view(3, 4, 8)[:, :, ::2],
              torch.arange(96.).view(3, 8, 4)[:, ::2], torch.arange(16.).expand(3, 1, 16).view(3, 1, 16), torch.arange(4.).expand(3, 4, 4),
              torch.ones(3, 1, 1), torch.ones(3, 0, 4), torch.arange(3.).view(3, 1, 1).expand(3, 4, 4)):
    print((image - channels).sum().item(), (channels / (image + 1)).sum().item(), (image * channels).flatten().tolist()[:20:3])
