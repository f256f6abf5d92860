# linear_cross_entropy and its layer: at once and in chunks, gradients, options, what chunks are not for, errors.
import warnings
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import LinearCrossEntropyOptions as Options

warnings.simplefilter('always')
warnings.showwarning = lambda message, kind, *rest: print('warning', kind.__name__, message)


def shown(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, error)


torch.manual_seed(0)
loss = F.linear_cross_entropy
x, w = torch.randn(6, 4, requires_grad=True), torch.randn(5, 4, requires_grad=True)
y, b, p = torch.tensor([0, 1, 2, 3, 4, -100]), torch.randn(5), torch.rand(6, 5).softmax(1)
w3, y3 = torch.randn(5, 2, 3, 4, requires_grad=True), torch.randint(0, 5, (6, 2, 3))
for name, call in {
        'plain': lambda: loss(x, w, y), 'chunks': lambda: loss(x, w, y, options=Options()), 'bias': lambda: loss(x, w, y, linear_bias=b),
        'bias, chunks': lambda: loss(x, w, y, linear_bias=b, options=Options()), 'sum': lambda: loss(x, w, y, reduction='sum', options=Options()),
        'none': lambda: loss(x, w, y, reduction='none', options=Options()), 'weight': lambda: loss(x, w, y, weight=b.abs(), options=Options()),
        'smoothing': lambda: loss(x, w, y, label_smoothing=.1, options=Options()), 'probabilities': lambda: loss(x, w, p),
        'probabilities, chunks': lambda: loss(x, w, p, options=Options()), 'ignored probabilities': lambda: loss(x, w, p, ignore_index=1),
        'ignore_index': lambda: loss(x, w, y.clamp(0), ignore_index=0, options=Options()), 'many': lambda: loss(x, w3, y3),
        'many, chunks': lambda: loss(x, w3, y3, options=Options()), 'many, bias': lambda: loss(x, w3, y3, linear_bias=w3[..., 0]),
        'one': lambda: loss(x[0], w, torch.tensor(1)), 'one, chunks': lambda: loss(x[0], w, torch.tensor(1), options=Options()),
        'one, many': lambda: loss(x[0], w3, y3[0]), 'reduction': lambda: loss(x, w, y, reduction='foo'),
        'features': lambda: loss(x, w[:, :3], y), 'targets': lambda: loss(x, w, y[:3]), 'options': lambda: loss(x, w, y, options=3),
        'class': lambda: loss(x, w, torch.tensor([9] * 6), options=Options()), '3-d': lambda: loss(x[None], w, y[None]),
        'bias shape': lambda: loss(x, w, y, linear_bias=b[:2]), 'acc_dtype': lambda: loss(x, w, y, options=Options(acc_dtype=torch.float64)),
        'double': lambda: loss(x.double(), w.double(), y, options=Options())}.items():
    shown(name, call)
for options in (None, Options(), Options(allow_retain_graph=True), Options(batch_chunk_size=2), Options(chunking_method=None)):
    for reduction in ('mean', 'sum', 'none'):
        x.grad = w.grad = None
        value = loss(x, w, y, reduction=reduction, options=options, weight=b.abs())
        (value * torch.arange(1., 7) if reduction == 'none' else value).sum().backward(retain_graph=True)
        print(x.grad.norm(), w.grad.norm())
    if options is not None:
        value = loss(x, w, y, options=options)
        value.backward(retain_graph=True)
        shown('again', lambda: value.backward())
for given in (dict(batch_chunk_size=0), dict(batch_chunk_size='a'), dict(chunking_method='foo'), dict(chunking_method='aspect_ratio:3'),
              dict(chunking_method='aspect_ratio:x'), dict(acc_policy='foo'), dict(acc_dtype=torch.int), dict()):
    shown(given, lambda: Options(**given))
print(Options() == Options(), hash(Options()) == hash(Options()))
shown('frozen', lambda: setattr(Options(), 'acc_policy', 'compact'))
torch.manual_seed(1)
layer = nn.LinearCrossEntropyLoss(4, 5)
print(layer, list(layer.state_dict()), layer.linear.weight, layer(x, y))
layer = nn.LinearCrossEntropyLoss(4, 5, out_features=(2, 3), bias=True, options=Options(), weight=torch.ones(5), ignore_index=1, reduction='sum')
print(layer, {name: value.shape for name, value in layer.state_dict().items()}, type(layer).__module__, layer.__constants__)
print(layer(x, y3))
shown('out_features', lambda: nn.LinearCrossEntropyLoss(4, 5, out_features=3))
