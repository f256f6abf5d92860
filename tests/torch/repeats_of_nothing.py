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
