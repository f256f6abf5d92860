# Convolutions of float16 numbers and their gradients are those of floats, rounded once: borders, steps, dilations,
# groups, channels and places that fill no vector.
import torch
import torch.nn.functional as F

torch.manual_seed(1)


def near(half, whole):
    """Within the rounding of the result, and a little more where much cancels."""
    error, most = (half.float() - whole).abs(), whole.abs().max()
    return bool((error <= whole.abs() / 1024 + most / 16000).all()) and half.dtype == torch.float16


def good(half, whole):
    """A gradient that is near. PyTorch itself is not asked: where the processor has no instructions for 16 bits, it adds in them."""
    return '+tensor' not in torch.__version__ or near(half, whole)


CASES = [
    ((2, 32, 12, 13), 64, (3, 3), {'padding': 1}), ((3, 32, 28, 28), 48, (3, 3), {}), ((2, 40, 9, 9), 17, (3, 3), {'padding': 2, 'dilation': 2}),
    ((2, 64, 7, 7), 33, (1, 1), {}), ((1, 33, 20, 21), 16, (5, 5), {'padding': 2}), ((2, 64, 11, 12), 32, (3, 3), {'padding': 1, 'stride': 2}),
    ((2, 48, 16, 9), 40, (4, 4), {'padding': 1, 'stride': 2}), ((4, 64, 8, 8), 64, (3, 3), {'padding': 1, 'groups': 2}), ((1, 130, 30, 30), 70, (3, 3), {'padding': 1}),
    ((1, 32, 60, 150), 20, (3, 3), {'padding': 1}), ((2, 32, 10, 10), 32, (1, 7), {'padding': (0, 3)}), ((2, 32, 15, 16), 32, (3, 3), {'stride': 3}),
    ((2, 31, 15, 16), 32, (2, 2), {'dilation': 3, 'stride': 2}), ((2, 64, 14, 14), 128, (1, 1), {'stride': 2}), ((2, 3, 14, 14), 16, (3, 3), {}),
    ((5, 256, 4, 4), 96, (3, 3), {'padding': 1}), ((2, 32, 9, 9), 32, (3, 3), {'padding': 3}), ((2, 32, 9, 9), 5, (1, 1), {'padding': 1}), ((1, 20, 1, 40), 20, (1, 3), {}),
]
for size, outputs, kernel, options in CASES:
    x = torch.randn(*size).half().requires_grad_()
    w = torch.randn(outputs, size[1] // options.get('groups', 1), *kernel).half().requires_grad_()
    b = torch.randn(outputs).half().requires_grad_()
    fx, fw, fb = (t.detach().float().requires_grad_() for t in (x, w, b))
    y, fy = F.conv2d(x, w, b, **options), F.conv2d(fx, fw, fb, **options)
    plain = F.conv2d(x, w, None, **options)
    g = torch.randn(*y.shape).half()
    half, whole = torch.autograd.grad(y, (x, w), g), torch.autograd.grad(fy, (fx, fw), g.float())
    print(size, outputs, kernel, options, near(y, fy), near(plain, fy - fb.view(1, -1, 1, 1)), *(good(u, v) for u, v in zip(half, whole)))

print('--- pixels that are not finite')
x, w = torch.ones(1, 32, 6, 20).half(), torch.ones(16, 32, 3, 3).half()
x[0, 3, 2, 19] = torch.inf
w.requires_grad_()
y = F.conv2d(x, w)
print(y.isinf().sum(), y.isnan().sum())
y.sum().backward()
print(w.grad.isinf().sum(), w.grad.isnan().sum(), w.grad[0, 3])
