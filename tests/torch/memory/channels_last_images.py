# images in other sizes, with borders, and convolutions of one tap where channels come last in memory: values, gradients and strides
import torch
import torch.nn.functional as F

G = torch.Generator().manual_seed(9)


def digest(t):
    flat = t.detach().double().flatten()
    return '%.2f' % (flat * torch.cos(torch.arange(flat.numel(), dtype=torch.float64) + 0.3)).sum().abs().item(), t.stride()


def images(*size, dtype=torch.float32):
    return torch.randn(*size, generator=G).to(dtype).contiguous(memory_format=torch.channels_last).requires_grad_()


SIZES = ((2, 3, 5, 6), (1, 17, 4, 3), (3, 2, 1, 7), (1, 40, 9, 20))
for size in SIZES:
    for dtype in (torch.float32, torch.float64):
        x = images(*size, dtype=dtype)
        for mode in ('nearest', 'nearest-exact', 'bilinear', 'bicubic'):
            for new in ((7, 11), (size[2], 13), (3, 2), size[2:]):
                for align in (False, True) if mode[0] == 'b' else (None,):
                    y = F.interpolate(x, new, mode=mode, align_corners=align)
                    print(size, mode, new, align, digest(y), digest(torch.autograd.grad(y.square().sum(), x)[0]))
        y = F.interpolate(x, scale_factor=2.5, mode='bilinear')
        print(digest(y), digest(torch.autograd.grad(y, x, torch.randn(y.shape, generator=G).to(dtype))[0]))
        for mode in ('bilinear', 'bicubic'):
            y = F.interpolate(x, (4, 3), mode=mode, antialias=True)
            print(mode, digest(y), digest(torch.autograd.grad(y.square().sum(), x)[0]))
        for mode in ('reflect', 'replicate', 'circular'):
            y = F.pad(x, (1, 0, 0, 0) if size[2] < 2 else (2, 1, 1, 0), mode=mode)
            print(mode, digest(y), digest(torch.autograd.grad(y.square().sum(), x)[0]))
    y = F.interpolate(images(*size, dtype=torch.bfloat16), (8, 9), mode='bilinear')
    print(y.dtype, y.stride(), y.shape)
x = images(2, 6, 8, 9)[:, 1:5, ::2]
print(digest(F.interpolate(x, (7, 5), mode='bilinear')), digest(F.interpolate(x, (7, 5))))
x = images(2, 3, 5, 6)
slope, = torch.autograd.grad(F.interpolate(x, (7, 8), mode='bilinear').pow(3).sum(), x, create_graph=True)
print(digest(slope), digest(torch.autograd.grad(slope.square().sum(), x)[0]))

for size in SIZES:
    for dtype in (torch.float32, torch.float64):
        for outputs in (1, 5, 16):
            x, w = images(*size, dtype=dtype), torch.randn(outputs, size[1], 1, 1, generator=G).to(dtype).requires_grad_()
            b = torch.randn(2 * outputs, generator=G).to(dtype)[::2].detach().requires_grad_()
            for weight in (w, w.detach().contiguous(memory_format=torch.channels_last).requires_grad_(), w.detach().transpose(0, 1).clone().transpose(0, 1).requires_grad_()):
                y = F.conv2d(x, weight, b)
                found = torch.autograd.grad(y.square().sum(), (x, weight, b))
                print(size, outputs, digest(y), *[digest(t)[0] for t in found], digest(F.conv2d(x, weight)))
            y = F.conv2d(x, w, b, stride=2)
            print(digest(y), digest(torch.autograd.grad(y.sum(), x)[0])[0], digest(F.conv2d(x, w, b, padding=1)))
            y = F.conv_transpose2d(x, w.transpose(0, 1), output_padding=1, dilation=2)
            print(digest(y), digest(torch.autograd.grad(y.square().sum(), w)[0])[0])
x, w = images(2, 4, 3, 5), torch.randn(6, 2, 1, 1, generator=G)
print(digest(F.conv2d(x, w, groups=2)), digest(F.conv2d(x[:, :2], w)), F.conv2d(x[:0], torch.ones(3, 4, 1, 1)).shape)
x = images(2, 4, 3, 5).detach().double().requires_grad_()
print(torch.autograd.gradgradcheck(F.conv2d, (x, torch.randn(3, 4, 1, 1, generator=G, dtype=torch.float64).requires_grad_())))
