"""Convolution and pooling by hand: loops, unfold, matrices, Fourier; their gradients."""
import torch
import torch.nn.functional as F

torch.manual_seed(5)
image = torch.arange(25.).reshape(5, 5)
kernel = torch.tensor([[1., 0., -1.], [2., 0., -2.], [1., 0., -1.]])


def corr2d(X, K):
    h, w = K.shape
    Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y


print(corr2d(image, kernel))
print(F.conv2d(image[None, None], kernel[None, None]))
windows = image.unfold(0, 3, 1).unfold(1, 3, 1)
print(windows.shape, windows.stride(), windows[1, 2], torch.einsum('ijkl,kl->ij', windows, kernel))
columns = F.unfold(image[None, None], 3)
print(columns.shape, columns[0, :, :3], (kernel.flatten() @ columns).view(3, 3))
print(F.fold(columns, (5, 5), 3)[0, 0])

x = torch.randn(2, 3, 6, 7, dtype=torch.float64)
w = torch.randn(4, 3, 3, 2, dtype=torch.float64)
bias = torch.randn(4, dtype=torch.float64)
for stride, padding, dilation in ((1, 0, 1), (2, 1, 1), ((2, 1), (0, 2), 1), (1, 2, 2)):
    there = F.conv2d(x, w, bias, stride, padding, dilation)
    cols = F.unfold(x, (3, 2), dilation, padding, stride)
    mine = (w.flatten(1) @ cols + bias[:, None]).view(there.shape)
    print(there.shape, torch.allclose(there, mine), there.sum())
print(F.conv2d(x, w, padding='same').shape, F.conv2d(x[0], w).shape)

# groups and depthwise
deep = torch.randn(3, 1, 3, 3, dtype=torch.float64)
grouped = F.conv2d(x, deep, groups=3)
each = torch.cat([F.conv2d(x[:, c:c + 1], deep[c:c + 1]) for c in range(3)], 1)
print(torch.allclose(grouped, each), grouped[0, 0, 0])

# 1-d, by a Toeplitz matrix, by Fourier
signal = torch.tensor([1., 2., 3., 4., 5., 6.])
taps = torch.tensor([0.5, 1., -0.5])
toeplitz = torch.zeros(4, 6)
for i in range(4):
    toeplitz[i, i:i + 3] = taps
print(toeplitz @ signal, F.conv1d(signal.view(1, 1, -1), taps.view(1, 1, -1)))
full = F.conv1d(signal.view(1, 1, -1), taps.flip(0).view(1, 1, -1), padding=2).flatten()
fast = torch.fft.irfft(torch.fft.rfft(signal, 8) * torch.fft.rfft(taps, 8), 8)
print(full, fast, torch.allclose(full, fast, atol=1e-5))

# gradients
xs = x[:1].clone().requires_grad_()
ws = w.clone().requires_grad_()
out = F.conv2d(xs, ws, stride=2)
print(out.grad_fn.name(), out.shape)
g = torch.randn_like(out)
out.backward(g)
print(torch.allclose(ws.grad, torch.nn.grad.conv2d_weight(x[:1], w.shape, g, stride=2)) if hasattr(torch.nn, 'grad') else True)
print(torch.allclose(xs.grad, F.conv_transpose2d(g, w, stride=2, output_padding=(1, 1))), xs.grad.shape)
print(torch.autograd.gradcheck(lambda a, b: F.conv2d(a, b, padding=1), (torch.rand(1, 2, 3, 3).double().requires_grad_(), torch.rand(1, 2, 2, 2).double().requires_grad_())))

# pooling
p = torch.tensor([[[[1., 3., 2., 9.], [7., 4., 1., 5.], [8., 5., 2., 3.], [4., 2., 1., 4.]]]], requires_grad=True)
values, places = F.max_pool2d(p, 2, return_indices=True)
print(values, places)
values.sum().backward()
print(p.grad)
print(F.avg_pool2d(p, 2), F.avg_pool2d(p, 3, 1, 1, count_include_pad=False), F.max_pool2d(p, 3, stride=1, padding=1))
print(F.adaptive_avg_pool2d(p, 1), F.adaptive_max_pool2d(p, (2, 1)), F.lp_pool2d(p, 2, 2))
print(p.detach().unfold(2, 2, 2).unfold(3, 2, 2).amax((-1, -2)), F.max_unpool2d(values, places, 2))

# padding, upsampling, flips
q = torch.arange(1., 7).view(1, 1, 2, 3)
for mode in ('constant', 'reflect', 'replicate', 'circular'):
    print(mode, F.pad(q, (1, 1, 1, 1) if mode != 'reflect' else (1, 1, 1, 0), mode=mode))
for mode in ('nearest', 'bilinear', 'bicubic'):
    print(mode, F.interpolate(q, scale_factor=2, mode=mode))
print(F.interpolate(q, size=(3, 5), mode='bilinear', align_corners=True), F.pixel_shuffle(torch.arange(16.).view(1, 4, 2, 2), 2))
for wrong in (lambda: F.conv2d(image, kernel), lambda: F.conv2d(x, w[:, :2]), lambda: F.conv2d(x[:, :, :2], w), lambda: F.conv2d(x, w.float()), lambda: F.conv2d(x, w, stride=0),
              lambda: F.conv2d(x, w, padding=-1), lambda: F.conv2d(x, w, groups=2), lambda: F.conv2d(x, w, bias[:2]), lambda: F.max_pool2d(p, 2, padding=2), lambda: F.max_pool2d(p, 7),
              lambda: F.pad(q, (3, 3), mode='reflect'), lambda: F.pad(q, (1, 1, 1)), lambda: F.interpolate(q, scale_factor=2, mode='linear'), lambda: F.interpolate(q), lambda: F.unfold(q[0, 0], 2),
              lambda: F.fold(columns, (4, 4), 3), lambda: F.conv2d(x, w, padding='same', stride=2), lambda: F.conv1d(signal, taps), lambda: image.unfold(0, 6, 1), lambda: F.avg_pool2d(p, 2, stride=0)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
