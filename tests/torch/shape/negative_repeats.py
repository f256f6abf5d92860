# Negative repeats are accepted where there is nothing to repeat; the gradient refuses their shapes.
import torch

for shape in ((0, 3), (2, 0), (0,), ()):
    for repeats in ((-2, 2), (-1, 2), (-1, -1), (2, -3), (-2,), (-1,), (-2, 0, 2), (1, -2)):
        try:
            x = torch.ones(shape, requires_grad=True)
            y = x.repeat(repeats) if len(repeats) >= len(shape) else x.tile(repeats)
            print(shape, repeats, y.shape)
            y.sum().backward()
            print(x.grad)
        except RuntimeError as error:
            print(shape, repeats, str(error).splitlines()[0])

# random fillers have nothing to refuse either
for dtype in (torch.complex64, torch.bool, torch.float32):
    for name, arguments in (('geometric_', (.3,)), ('log_normal_', ()), ('cauchy_', ()), ('exponential_', ()), ('normal_', ()), ('uniform_', ()), ('bernoulli_', (.3,))):
        try:
            getattr(torch.zeros((2, 0), dtype=dtype), name)(*arguments)
            print(dtype, name)
        except (RuntimeError, NotImplementedError) as error:
            print(dtype, name, error)

# the type of three tensors is not that of two of them
print(torch.ones(1, 1, dtype=torch.bool).clamp(torch.tensor(.5, dtype=torch.float64), torch.ones(1, 1)).dtype)

# an index of nothing may have any shape
for shape in ((1, 0, 2), (0, 2), (2, 3)):
    for places in ((0, 2), (0,), (1, 0, 2)):
        index = torch.zeros(places, dtype=torch.long)
        for dim in (0, -1, 5):
            for name, call in (('gather', lambda x: x.gather(dim, index)), ('scatter', lambda x: x.scatter(dim, index, 1.)), ('scatter_add', lambda x: x.scatter_add(dim, index, torch.zeros(places))),
                               ('scatter_reduce', lambda x: x.scatter_reduce(dim, index, torch.zeros(places), 'amax'))):
                try:
                    x = torch.ones(shape, requires_grad=True)
                    y = call(x)
                    print(name, shape, places, dim, tuple(y.shape))
                    y.sum().backward()
                    print(x.grad.sum().item())
                except (RuntimeError, IndexError) as error:
                    print(name, shape, places, dim, type(error).__name__, str(error).splitlines()[0])
print([piece.grad_fn.name() for n in (1, 2, 3) for piece in torch.zeros(0, 3, requires_grad=True).chunk(n)])
