"""Functions of the library whose plain cases are rows of the op table: they remain functions, whoever calls them and however."""
import torch
import torch.nn.functional as F

x = torch.arange(16.).reshape(1, 1, 4, 4)
line = torch.arange(6.).reshape(1, 1, 6)


def show(*tensors):
    for t in tensors:
        print(t.tolist(), tuple(t.shape), t.grad_fn and type(t.grad_fn).__name__)


print(type(F.interpolate).__name__, F.interpolate.__name__, F.pad.__name__, F.unfold.__doc__ is not None)
print(F.interpolate.__defaults__, F.interpolate.__code__.co_varnames[:3])

# by place, by name, unpacked, through map and a class
show(F.max_pool2d(x, 2), F.max_pool2d(input=x, kernel_size=2), F.max_pool2d(*(x, 2), **{'stride': 2}), *map(F.max_pool2d, [x], [2]))


class Holder:
    pool = F.max_pool2d
    size = 2

    def run(self, x):
        return F.max_pool2d(x, self.size)


show(Holder().run(x), Holder.pool(x, 2))
try:
    Holder().pool(2)
except Exception as e:
    print(type(e).__name__)


# from generators and comprehensions
def pieces():
    for n in (1, 2):
        yield F.max_pool2d(x, n)
        yield F.pad(line, (n, 0))


show(*pieces(), *[F.interpolate(line, scale_factor=n) for n in (0.5, 2.0)])

# the cases that are not plain
show(*F.max_pool2d(x, 2, return_indices=True), F.max_pool2d(x[0], 2), *F.max_pool1d(line, 2, return_indices=True), F.max_pool1d(line, [2]))
show(F.interpolate(line, 3), F.interpolate(line, (3,)), F.interpolate(x, scale_factor=(0.5, 1.0)), F.interpolate(x, size=2, mode='area'))
show(F.adaptive_avg_pool2d(x, (None, 2)), F.adaptive_avg_pool2d(x, 2), F.adaptive_max_pool1d(line, 3), F.adaptive_max_pool2d(x, (2, None)))
show(F.pad(line, [1, -2]), F.pad(line, (1, 1), value=True), F.pad(line, (2, 1), 'circular'), F.pad(x[0].long(), (1, 0)))
show(F.unfold(x, 3), F.unfold(x[0], (2, 4)), F.avg_pool1d(line, 2, 1, 1, True, False))
for call in (lambda: F.max_pool2d(x), lambda: F.max_pool2d(x, 2, foo=1), lambda: F.max_pool2d(x, 5), lambda: F.interpolate(x),
             lambda: F.interpolate(x, size=(2,)), lambda: F.interpolate(x, size=2, align_corners=True), lambda: F.pad(line, (1,)),
             lambda: F.pad(x, (4, 0), mode='reflect'), lambda: F.unfold(x, 5), lambda: F.max_pool1d(line, 2, padding=2),
             lambda: F.adaptive_avg_pool1d(line, 0), lambda: F.adaptive_avg_pool1d(line, -1), lambda: F.adaptive_max_pool1d(x, 2)):
    try:
        print(call().shape)
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])

# gradients, and without them
g = line.clone().requires_grad_()
show(F.max_pool1d(g, 2), F.avg_pool1d(g, 2), F.adaptive_avg_pool1d(g, 2), F.adaptive_max_pool1d(g, 2), F.pad(g, (1, 1)), F.pad(g, (1, 1), 'reflect'),
     F.interpolate(g, scale_factor=2), F.interpolate(g, size=3, mode='linear'))
with torch.no_grad():
    show(F.max_pool1d(g, 2), F.interpolate(g, scale_factor=2))
with torch.autocast('cpu'):
    print(F.interpolate(x, size=2).dtype, F.pad(line, (1, 1), 'reflect').dtype, F.max_pool2d(x, 2).dtype)

# a function whose defaults or code are replaced does what they say
before = F.interpolate.__defaults__
F.interpolate.__defaults__ = (None, 2.0) + before[2:]
show(F.interpolate(line))
F.interpolate.__defaults__ = before
show(F.interpolate(line, 2))
F.unfold.__code__ = (lambda input, kernel_size: 'mine').__code__
print(F.unfold(x, 2))
