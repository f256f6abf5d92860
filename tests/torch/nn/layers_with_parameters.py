# Convolutions of all dimensions, transposed ones, normalisations, bags of embeddings: initial values, text, results, gradients, refusals.
import warnings

import torch
from torch import nn

warnings.simplefilter('ignore')
ONE, TWO, THREE = (2, 4, 9), (2, 4, 7, 6), (1, 4, 5, 4, 6)


def summary(t):
    return tuple(t.shape), round(t.double().abs().sum().item(), 3), round(t.double().square().sum().item(), 3)


CASES = [
    ('Conv1d(4, 6, 3, padding=2, padding_mode="circular")', ONE), ('Conv2d(4, 2, 3, padding="same", padding_mode="reflect")', TWO),
    ('Conv2d(4, 2, (3, 2), 2, (0, 1), padding_mode="replicate")', TWO), ('Conv3d(4, 6, (2, 1, 3), 2, (1, 0, 2), groups=2)', THREE),
    ('Conv3d(4, 2, 3, padding="same", bias=False)', THREE), ('ConvTranspose1d(4, 6, 3, 2, 1, 1, groups=2)', ONE),
    ('ConvTranspose2d(4, 3, (3, 2), (2, 3), 1, (1, 0), dilation=2)', TWO), ('ConvTranspose3d(4, 2, 2, 2, bias=False)', THREE),
    ('GroupNorm(2, 4)', TWO), ('GroupNorm(4, 4, eps=0.1, affine=False)', ONE), ('RMSNorm(6)', TWO), ('RMSNorm((7, 6), 1e-3, False)', TWO),
    ('InstanceNorm1d(4, affine=True)', ONE), ('InstanceNorm2d(4, track_running_stats=True, momentum=0.3)', TWO),
    ('InstanceNorm2d(4, affine=True, bias=False)', TWO[1:]), ('InstanceNorm3d(4)', THREE), ('LayerNorm(6, bias=False)', TWO),
]
for text, shape in CASES:
    torch.manual_seed(7)
    layer = eval('nn.' + text)
    x = torch.randn(shape, requires_grad=True)
    y = layer(x)
    (y * torch.arange(y.numel()).view_as(y).sin()).sum().backward()
    print(layer, *summary(y), *summary(x.grad), sorted(layer.__constants__))
    print('   ', [(name, *summary(p.detach()), *summary(p.grad)) for name, p in layer.named_parameters()], *summary(layer.eval()(x)),
          {name: summary(b) for name, b in layer.named_buffers()}, sorted(k for k in vars(layer) if k[0] != '_'))

x = torch.randn(TWO)
up = nn.ConvTranspose2d(4, 3, 3, 2)
for size in None, (15, 13), (16, 14), [2, 3, 16, 13], torch.Size((15, 14)), (17, 13), (15,):
    try:
        print(size, up(x, output_size=size).shape)
    except ValueError as error:
        print(size, error)

for options, inputs in (({}, (torch.tensor([[1, 2, 4], [4, 3, 0]]),)), ({'mode': 'sum', 'padding_idx': -1}, (torch.tensor([[1, 2, 4], [4, 3, 0]]),)),
                        ({'mode': 'max'}, (torch.tensor([1, 2, 4, 4, 3, 0]), torch.tensor([0, 2, 2]))),
                        ({'mode': 'sum', 'include_last_offset': True}, (torch.tensor([1, 2, 4, 4]), torch.tensor([0, 1, 4]), torch.tensor([0.5, 1, 2, 3]))),
                        ({'max_norm': 1.0, 'norm_type': 1.0, 'scale_grad_by_freq': True}, (torch.tensor([[1, 2, 4], [4, 3, 4]]),))):
    torch.manual_seed(2)
    bag = nn.EmbeddingBag(5, 3, **options)
    y = bag(*inputs)
    y.square().sum().backward()
    print(bag, y.detach(), bag.weight.grad, sep='\n')
print(nn.EmbeddingBag.from_pretrained(torch.ones(2, 3)).weight.requires_grad, nn.EmbeddingBag.from_pretrained(torch.ones(2, 3), freeze=False, mode='sum'))

for text in ('Conv3d(3, 4, 2, groups=2)', 'Conv3d(4, 4, 2, 2, padding="same")', 'ConvTranspose2d(2, 3, 3, padding_mode="reflect")', 'ConvTranspose2d(2, 3, 3, groups=0)',
             'ConvTranspose1d(2, 3, 3, groups=2)', 'GroupNorm(3, 4)', 'GroupNorm(2, 4)', 'RMSNorm(3)', 'InstanceNorm1d(2)', 'InstanceNorm2d(3, affine=True)',
             'InstanceNorm3d(3)', 'EmbeddingBag(5, 3, padding_idx=7)', 'EmbeddingBag(5, 3, _weight=torch.ones(2, 2))', 'EmbeddingBag(5, 3)',
             'EmbeddingBag.from_pretrained(torch.ones(2))', 'ConvTranspose2d(2, 3, 3, transposed=True)', 'FractionalMaxPool3d()', 'InstanceNorm2d(x=1)'):
    try:
        print(eval('nn.' + text)(torch.ones(2, 5, 4, 3)).shape)
    except (AssertionError, RuntimeError, TypeError, ValueError) as error:
        print(text, '->', type(error).__name__, str(error).partition('\n')[0])
