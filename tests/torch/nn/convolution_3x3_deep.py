# Convolutions of many channels with windows of 3 x 3: what their results have in common however they are summed.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


def near(a, b, scale):
    """Is a within a few roundings of float32 of b, which was summed in float64?"""
    return bool(((a.double() - b).abs() <= 16 * 2 ** -24 * scale).all())


# against sums in float64, forward and by the image: sizes even and odd, rows longer than vectors, borders, groups, single images
SIZES = [(4, 64, 16, 16, 64, 1, 1), (5, 64, 15, 17, 70, 1, 1), (3, 48, 9, 70, 96, 0, 1), (2, 64, 33, 5, 33, 2, 1), (4, 128, 20, 20, 128, 1, 2), (1, 32, 70, 70, 48, 1, 1), (1, 33, 3, 3, 35, 0, 1)]
for n, channels, height, width, outputs, padding, groups in SIZES:
    x = torch.randn(n, channels, height, width, requires_grad=True)
    w = torch.randn(outputs, channels // groups, 3, 3) * 0.1
    b = torch.randn(outputs)
    y = F.conv2d(x, w, b, padding=padding, groups=groups)
    exact = F.conv2d(x.detach().double(), w.double(), b.double(), padding=padding, groups=groups)
    bound = F.conv2d(x.detach().double().abs(), w.double().abs(), b.double().abs(), padding=padding, groups=groups).max()
    g = torch.randn_like(y)
    got, = torch.autograd.grad(y, x, g)
    by_image = F.conv_transpose2d(g.double(), w.double(), padding=padding, groups=groups)
    by_image_bound = F.conv_transpose2d(g.double().abs(), w.double().abs(), padding=padding, groups=groups).max()
    print(tuple(y.shape), near(y.detach(), exact, bound), near(got, by_image, by_image_bound))

# integers, and weights that are halves of them, are exact
x, w = torch.randint(-4, 5, (4, 64, 16, 16)).float(), torch.randint(-4, 5, (64, 64, 3, 3)).float() / 2
print(torch.equal(F.conv2d(x, w, padding=1).double(), F.conv2d(x.double(), w.double(), padding=1)))

# an identity changes nothing
layer = nn.Conv2d(64, 64, 3, padding=1, bias=False)
nn.init.dirac_(layer.weight)
x = torch.randn(4, 64, 16, 16)
print(torch.equal(layer(x), x))

# where windows see zeros alone, results are the bias, and gradients zero
layer = nn.Conv2d(64, 64, 3, padding=1)
x = torch.zeros(3, 64, 20, 20)
x[0, :, 9, 10] = torch.randn(64)
y = layer(x)
untouched = (y == layer.bias[:, None, None]).all(1)[0]
print(int(untouched.sum()), untouched[7:12, 8:13].int().tolist())
x = torch.randn(3, 64, 20, 20, requires_grad=True)
layer(layer(x))[0, :, 10, 10].sum().backward()
seen = (x.grad != 0).any(1)[0]
print(int(seen.sum()), seen.any(1).int().tolist(), seen.any(0).int().tolist())

# masked weights see nothing of what they mask
layer = nn.Conv2d(64, 64, 3, padding=1)
with torch.no_grad():
    layer.weight[:, :, 1, 1:] = 0
    layer.weight[:, :, 2] = 0
x = torch.randn(4, 64, 16, 16, requires_grad=True)
layer(x)[0, :, 8, 8].sum().backward()
print((x.grad != 0).any(1)[0].nonzero().tolist())

# infinite numbers and nan stay where they are seen
for value in (float('inf'), float('nan')):
    x = torch.randn(4, 64, 16, 16)
    x[0, 3, 5, 6] = value
    y = F.conv2d(x, torch.rand(64, 64, 3, 3) + 0.1, padding=1)
    print(int(y.isinf().sum()), int(y.isnan().sum()), (~y.isfinite()).any(1)[0].nonzero().tolist())
w = torch.randn(64, 64, 3, 3)
w[4, 5, 1, 1] = float('inf')
y = F.conv2d(torch.rand(4, 64, 16, 16) + 0.1, w, padding=1)
print(int(y.isinf().sum()), y.isinf().flatten(2).all(2)[0].nonzero().tolist())

# a filter of zeros gives its bias
w = torch.randn(64, 64, 3, 3)
w[7] = 0
print(F.conv2d(torch.randn(4, 64, 16, 16), w, torch.arange(64.0), padding=1)[:, 7].unique().tolist())

# the number of threads changes nothing
x, w = torch.randn(1, 64, 32, 32), torch.randn(64, 64, 3, 3)
before, results = torch.get_num_threads(), []
for threads in (1, 2, 3):
    torch.set_num_threads(threads)
    results.append(F.conv2d(x, w, padding=1))
torch.set_num_threads(before)
print(all(torch.equal(results[0], y) for y in results))

# steps of two, dilation and wide numbers beside it
x, w = torch.randn(4, 64, 16, 16), torch.randn(64, 64, 3, 3)
for options in ({'stride': 2}, {'dilation': 2}, {'stride': (1, 2)}):
    y, exact = F.conv2d(x, w, padding=1, **options), F.conv2d(x.double(), w.double(), padding=1, **options)
    print(tuple(y.shape), bool((y.double() - exact).abs().max() < 1e-3))
y = F.conv2d(x.double(), w.double(), padding=1)
unfolded = (w.double().flatten(1) @ F.unfold(x.double(), 3, padding=1)).view_as(y)
print(y.dtype, bool((y - unfolded).abs().max() < 1e-11))
