# Layers that are options over a function: their text, attributes, results, gradients, and what their constructors refuse.
import torch
from torch import nn

ONE, TWO, THREE = (2, 4, 8), (2, 4, 8, 6), (1, 4, 6, 5, 4)
CASES = [
    ('GLU()', ONE), ('CELU(0.5)', ONE), ('RReLU(0.1, 0.3)', ONE), ('Hardshrink(0.3)', ONE), ('Softshrink()', ONE), ('Softmax2d()', TWO),
    ('Dropout1d(0.4)', ONE), ('Dropout3d(0.4)', THREE), ('AlphaDropout(0.3)', ONE), ('FeatureAlphaDropout(0.3)', TWO),
    ('MaxPool1d(3, 2)', ONE), ('MaxPool3d((2, 2, 1), padding=(1, 0, 0))', THREE), ('AvgPool1d(3, padding=1)', ONE), ('AvgPool1d((2,), ceil_mode=True)', ONE),
    ('AvgPool3d(2, 1, divisor_override=3)', THREE), ('LPPool1d(2, 3)', ONE), ('LPPool2d(1.5, (3, 2), 1)', TWO), ('LPPool3d(2, 2)', THREE),
    ('AdaptiveAvgPool1d(3)', ONE), ('AdaptiveAvgPool3d((2, None, 1))', THREE), ('AdaptiveMaxPool1d(5)', ONE), ('AdaptiveMaxPool2d((3, 2))', TWO),
    ('AdaptiveMaxPool3d(2)', THREE), ('FractionalMaxPool2d(2, output_ratio=0.5)', TWO), ('FractionalMaxPool3d((2, 1, 2), output_size=(3, 3, 2))', THREE),
    *((f'{family}Pad{n}d({options})', shape) for n, shape in ((1, ONE), (2, TWO), (3, THREE)) for family, options in (
        ('Constant', '2, -1.5'), ('Zero', 1), ('Reflection', 2), ('Replication', list(range(2 * n))), ('Circular', 1))),
    ('Unfold((3, 2), dilation=2, padding=1, stride=2)', TWO), ('PixelShuffle(2)', TWO), ('PixelUnshuffle(2)', TWO), ('ChannelShuffle(2)', TWO),
    ('Upsample(scale_factor=(2, 1.5), mode="bilinear")', TWO), ('Upsample((3, 4))', TWO), ('UpsamplingNearest2d(scale_factor=2)', TWO),
    ('UpsamplingBilinear2d((5, 7))', TWO), ('LocalResponseNorm(3, alpha=0.1)', TWO), ('BatchNorm3d(4)', THREE),
]


def summary(t):
    return tuple(t.shape), round(t.double().abs().sum().item(), 3), round(t.double().square().sum().item(), 3)


for text, shape in CASES:
    torch.manual_seed(1)
    layer = eval('nn.' + text)
    x = torch.randn(shape, requires_grad=True)
    y = layer(x)
    (y * torch.arange(y.numel()).view_as(y)).sum().backward()
    print(layer, *summary(y), *summary(x.grad), sorted(getattr(layer, '__constants__', None) or ()))
    print('   ', *summary(layer.eval()(x)), type(layer).__module__, sorted(k for k in vars(layer) if k[0] != '_'))

pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
x = torch.arange(24.).view(1, 1, 4, 6).requires_grad_()
y, at = pool(x)
print(unpool, unpool(y, at), unpool(y, at, output_size=(1, 1, 5, 6)).shape)
unpool(y, at).square().sum().backward()
print(x.grad)
for n in 1, 3:
    y, at = getattr(nn, f'MaxPool{n}d')(2, return_indices=True)(torch.arange(64.).view((2,) + (32,) * (n == 1) + (2, 4, 4) * (n == 3)))
    print(getattr(nn, f'MaxUnpool{n}d')((2,) * n)(y, at).sum())
print(nn.Fold((4, 5), 2)(torch.arange(48.).view(1, 4, 12)), nn.Fold((4, 5), 2))
a, b, c = torch.randn(3, 4, 5, generator=torch.Generator().manual_seed(3))
print(nn.CosineSimilarity()(a, b), nn.CosineSimilarity(dim=0)(a, b), nn.PairwiseDistance(p=1, keepdim=True)(a, b))

signs, classes = torch.tensor([1, -1, 1, -1]), torch.tensor([0, 4, 2, 2])
LOSSES = [
    ('SoftMarginLoss', {}, (a, signs[:, None].expand(4, 5))), ('HingeEmbeddingLoss', {'margin': 0.5}, (a, signs[:, None].expand(4, 5))),
    ('MultiLabelMarginLoss', {}, (a, torch.tensor([[0, 2, -1, 1, 1]] * 4))), ('MultiLabelSoftMarginLoss', {'weight': torch.arange(1., 6)}, (a, (b > 0).float())),
    ('MultiMarginLoss', {'p': 2, 'margin': 0.7, 'weight': torch.arange(1., 6)}, (a, classes)),
    ('PoissonNLLLoss', {'log_input': False, 'full': True}, (a.exp(), (b.abs() * 4).round())), ('PoissonNLLLoss', {}, (a, (b.abs() * 4).round())),
    ('GaussianNLLLoss', {'full': True}, (a, b, c.square())), ('MarginRankingLoss', {'margin': 0.2}, (a[:, 0], b[:, 0], signs)),
    ('CosineEmbeddingLoss', {'margin': 0.1}, (a, b, signs)), ('TripletMarginLoss', {'swap': True, 'p': 1}, (a, b, c)),
    ('TripletMarginWithDistanceLoss', {'swap': True}, (a, b, c)),
    ('TripletMarginWithDistanceLoss', {'distance_function': lambda x, y: (x - y).abs().amax(-1), 'margin': 2.0}, (a, b, c)),
    ('CTCLoss', {'blank': 4, 'zero_infinity': True}, (torch.randn(6, 2, 5, generator=torch.Generator().manual_seed(4)).log_softmax(2),
                                                   torch.tensor([[0, 1, 2], [3, 3, 0]]), torch.tensor([6, 5]), torch.tensor([3, 2]))),
]
for name, options, inputs in LOSSES:
    for reduction in 'mean', 'sum', 'none':
        loss = getattr(nn, name)(**options, reduction=reduction)
        first = inputs[0].detach().requires_grad_()
        value = loss(first, *inputs[1:])
        value.sum().backward()
        print(loss, reduction, *summary(value.detach()), *summary(first.grad), sorted(loss.__constants__), list(loss.state_dict()))


def attempt(text, *inputs):
    try:
        print(eval('nn.' + text)(*inputs))
    except (RuntimeError, TypeError, ValueError) as error:
        print(text, '->', type(error).__name__, str(error).partition('\n')[0])


x = torch.randn(2, 3)
for text in ('Softmax2d()', 'FractionalMaxPool2d(2)', 'FractionalMaxPool3d(2, 2, 0.5)', 'FractionalMaxPool2d(2, output_ratio=1.5)',
             'FractionalMaxPool3d(2, output_ratio=(0.5, 0, 0.5))', 'MultiMarginLoss(p=3)', 'MultiMarginLoss(weight=torch.ones(2, 2))',
             'TripletMarginLoss(margin=0)', 'TripletMarginWithDistanceLoss(margin=-1)', 'CircularPad2d(1)', 'CircularPad1d(1)', 'CircularPad3d(1)',
             'BatchNorm3d(3)', 'Dropout1d(2)', 'AlphaDropout(-0.1)', 'Upsample(scale_factor=[2, 3])', 'GaussianNLLLoss(True)', 'GLU(dim=1)', 'PixelShuffle()',
             'ConstantPad1d(1)', 'MaxUnpool2d(2)'):
    attempt(text, x)
print(isinstance(nn.ZeroPad2d(1), nn.ConstantPad2d), nn.AvgPool1d(2, stride=(1,)).stride, nn.ZeroPad2d([1, 2, 3, 4]).padding,
      nn.Upsample(scale_factor=2).name, nn.UpsamplingBilinear2d(3).align_corners)
