# Shapes on both sides of the limits at which products, convolutions and pooling choose another way: results are compared
# with the same calculation in steps and in double precision.
import torch

F = torch.nn.functional
G = torch.Generator().manual_seed(11)


def near(got, want, scale, tolerance):
    return bool((got.double() - want).abs().max() <= tolerance * scale)


def random(*shape, dtype=torch.float64):
    return torch.randn(*shape, generator=G, dtype=torch.float64).to(dtype)


def layouts(*shape, dtype):
    yield random(*shape, dtype=dtype)
    yield random(*shape[:-2], shape[-1], shape[-2], dtype=dtype).transpose(-1, -2)
    yield random(*shape[:-1], 2 * shape[-1] + 1, dtype=dtype)[..., 1::2]


def products():
    """m, n, k: tiny, around a vector, around a tile, more than a panel; batches and single ones."""
    count = wrong = 0
    for dtype, tolerance in ((torch.float32, 4e-6), (torch.float64, 1e-14), (torch.bfloat16, 1e-2), (torch.float16, 2e-3)):
        for batch in (1, 3):
            for m, n, k in ((1, 1, 1), (2, 2, 2), (3, 3, 1), (3, 1, 3), (1, 3, 3), (4, 4, 4), (5, 7, 9), (16, 16, 16), (17, 15, 33), (13, 33, 10), (1, 100, 64),
                            (64, 1, 40), (250, 9, 4), (250, 9, 40), (7, 40, 300), (3, 256, 64), (3, 255, 64), (4, 257, 64), (1, 5, 513), (9, 20, 513)):
                for x in layouts(batch, m, k, dtype=dtype):
                    for y in layouts(batch, k, n, dtype=dtype):
                        want, scale = x.double() @ y.double(), x.double().abs().max() * y.double().abs().max() * k ** 0.5
                        c = random(batch, m, n, dtype=dtype)
                        count += 3
                        wrong += not near(x @ y, want, scale, tolerance)
                        wrong += not near(x[0] @ y[0], want[0], scale, tolerance)
                        wrong += not near(torch.baddbmm(c, x, y, beta=0.5, alpha=2), 0.5 * c.double() + 2 * want, scale + 4, 2 * tolerance)
    return count, wrong


def dots():
    x, y = random(4 * 65536 + 5), random(4 * 65536 + 5)
    return [near(x[:n] @ y[:n], (x[:n] * y[:n]).sum(), n ** 0.5, 1e-13) for n in (1, 17, 4 * 65536 - 1, 4 * 65536, 4 * 65536 + 5)]


def shifted(x, w, stride, padding, dilation, groups):
    """conv2d as a sum over the places of the window."""
    kernel = w.shape[2:]
    x = F.pad(x, (padding[1], padding[1], padding[0], padding[0]))
    size = [(x.shape[2 + i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in (0, 1)]
    out = 0
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            part = x[:, :, i * dilation[0]:, j * dilation[1]:][:, :, ::stride[0], ::stride[1]][:, :, :size[0], :size[1]]
            part = part.unflatten(1, (groups, -1)).unsqueeze(2)
            out = out + (part * w[:, :, i, j].unflatten(0, (groups, -1)).unsqueeze(0)[..., None, None]).sum(3)
    return out.flatten(1, 2)


def convolutions():
    count = wrong = 0
    for dtype, tolerance in ((torch.float32, 1e-5), (torch.float64, 1e-13)):
        for n, channels, outputs, groups, size, kernel, stride, padding, dilation in (
                (7, 3, 4, 1, (4, 4), (3, 3), (1, 1), (1, 1), (1, 1)), (8, 3, 4, 1, (4, 4), (3, 3), (1, 1), (1, 1), (1, 1)), (17, 3, 3, 1, (4, 4), (3, 3), (1, 1), (1, 1), (1, 1)),
                (33, 5, 8, 1, (2, 2), (3, 3), (1, 1), (1, 1), (1, 1)), (40, 4, 8, 2, (1, 1), (3, 3), (1, 1), (1, 1), (1, 1)), (16, 2, 5, 1, (5, 6), (3, 2), (2, 1), (1, 0), (1, 2)),
                (9, 2, 4, 1, (8, 8), (3, 3), (1, 1), (1, 1), (1, 1)), (9, 2, 4, 1, (8, 9), (3, 3), (1, 1), (1, 1), (1, 1)),
                (2, 3, 3, 3, (6, 5), (3, 3), (1, 1), (1, 1), (1, 1)), (2, 3, 3, 3, (5, 5), (5, 5), (1, 1), (2, 2), (1, 1)), (1, 3, 3, 3, (13, 33), (7, 7), (1, 1), (3, 3), (1, 1)),
                (1, 2, 2, 2, (9, 20), (3, 41), (1, 1), (1, 20), (1, 1)), (1, 2, 2, 2, (9, 20), (3, 43), (1, 1), (1, 21), (1, 1)), (1, 3, 3, 3, (20, 40), (3, 3), (2, 2), (1, 1), (1, 1)),
                (1, 3, 3, 3, (20, 17), (5, 3), (3, 3), (2, 1), (1, 1)), (1, 3, 6, 3, (9, 17), (3, 3), (1, 1), (1, 1), (2, 2)), (2, 6, 4, 1, (9, 40), (3, 3), (2, 2), (20, 20), (1, 1))):
            x, w = random(n, channels, *size, dtype=dtype).requires_grad_(), random(outputs, channels // groups, *kernel, dtype=dtype).requires_grad_()
            xd, wd = x.detach().double().requires_grad_(), w.detach().double().requires_grad_()
            got, want = F.conv2d(x, w, None, stride, padding, dilation, groups), shifted(xd, wd, stride, padding, dilation, groups)
            g = random(*got.shape, dtype=dtype)
            pairs = [(got.detach(), want.detach()), *zip(torch.autograd.grad(got, (x, w), g), torch.autograd.grad(want, (xd, wd), g.double()))]
            count += 3
            wrong += sum([not near(a, b, b.abs().max() + 1, tolerance) for a, b in pairs])
    return count, wrong


print(products())
print(dots())
print(convolutions())
for size, out in (((1, 2, 13, 13), 6), ((1, 1, 3, 600), (2, 7)), ((2, 1, 6, 513), (3, 5)), ((1, 3, 4, 5), (7, 8))):
    x = (random(*size, dtype=torch.float32) * 2).round().requires_grad_()
    values, places = F.adaptive_max_pool2d(x, out, return_indices=True)
    means = F.adaptive_avg_pool2d(x, out)
    print(values.sum().item(), places.sum().item(), values.grad_fn.name(), means.grad_fn.name(), round(means.sum().item(), 2))
    print([round(g.square().sum().item(), 2) for g in torch.autograd.grad(values.square().sum() + means.square().sum(), x)])
x = random(1, 1, 6, 700, dtype=torch.float32).round()
for window in ((2, 2, 0), (2, 2, 1), (3, 3, 1), (4, 4, 0), ((1, 4), (1, 4), 0), ((3, 5), (2, 5), (1, 2)), (3, 1, 1)):
    values, places = F.max_pool2d(x, *window, return_indices=True)
    print(window, values.sum().item(), places.sum().item(), F.max_pool2d(x, *window).sum().item(), round(F.avg_pool2d(x, *window).sum().item(), 2))
