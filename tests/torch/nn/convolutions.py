"""Convolutions of images and their gradients, once and twice: shapes, strides, borders, groups; what is refused."""
import random

import torch
from torch.nn import functional as F

random.seed(1)
torch.manual_seed(0)


def measure(v):
    """A number that depends on every element and its place."""
    v = v.detach().double()
    return '%.4e' % ((v * torch.cos(torch.arange(v.numel()).double()).reshape(v.shape)).sum().item() + 1000)


for turn in range(40):
    images, groups = random.choice([1, 2, 5, 9]), random.choice([1, 1, 2, 4])
    inputs, outputs = random.choice([1, 1, 3, 20]) * groups, random.choice([1, 2, 5, 17]) * groups
    kernel = random.choice([1, 2, 3, 5]), random.choice([1, 2, 3, 7])
    stride = random.choice([1, 2, 3]), random.choice([1, 2, 3])
    padding = random.choice([0, 1, 2]), random.choice([0, 1, 3])
    dilation = random.choice([1, 2]), random.choice([1, 2])
    height, width = random.choice([9, 15, 33]), random.choice([13, 16, 40])
    dtype = random.choice([torch.float32, torch.float64])
    x = torch.randn(images, inputs, height, width, dtype=dtype, requires_grad=True)
    w = torch.randn(outputs, inputs // groups, *kernel, dtype=dtype, requires_grad=True)
    b = torch.randn(outputs, dtype=dtype) if random.random() < .7 else None
    y = F.conv2d(x, w, b, stride, padding, dilation, groups)
    g = torch.cos(torch.arange(y.numel(), dtype=dtype)).reshape(y.shape)
    gx, gw = torch.autograd.grad(y, (x, w), g, create_graph=True)
    twice = torch.autograd.grad((gx * gx).sum() + (gw * gw).sum(), (x, w))
    print(turn, tuple(y.shape), measure(y), measure(gx), measure(gw), ['%.3e' % v.abs().double().sum().item() for v in twice], y.dtype)

for dtype in (torch.bfloat16, torch.float16):
    print(F.conv2d(torch.ones(1, 1, 3, 3, dtype=dtype), torch.ones(1, 1, 2, 2, dtype=dtype)))
print(F.conv2d(torch.ones(0, 3, 5, 5), torch.ones(4, 3, 3, 3)).shape)
x, w = torch.ones(2, 3, 5, 5, requires_grad=True), torch.ones(4, 3, 3, 3)
print(torch.autograd.grad(F.conv2d(x, w).sum(), x)[0][0, 0])


def refused(call, *args, **options):
    try:
        print(tuple(call(*args, **options).shape))
    except RuntimeError as problem:
        print(str(problem).splitlines()[0])


x, w = torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 2)
for options in ({'stride': 0}, {'stride': -1}, {'padding': -1}, {'dilation': -1}, {'stride': (0, 1)}, {'stride': 0, 'padding': -1}, {'groups': 0, 'padding': -1}):
    refused(F.conv2d, x, w, **options)
refused(F.conv2d, x, w.double(), padding=-1)
refused(F.conv2d, x[0, 0], w, padding=-1)
refused(F.conv2d, x, torch.ones(4, 2, 2, 2), groups=3, padding=-1)
refused(F.conv1d, torch.ones(1, 1, 3), torch.ones(1, 1, 5))
refused(F.conv1d, torch.ones(1, 1, 3), torch.ones(1, 1, 5), padding=1)
refused(F.conv1d, torch.ones(1, 3), torch.ones(1, 1, 5))
refused(F.conv1d, torch.ones(1, 1, 3), torch.ones(1, 1, 2), stride=0)
