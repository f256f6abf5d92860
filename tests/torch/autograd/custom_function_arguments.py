"""Arguments of functions with a setup_context: bound to forward's parameters as a signature binds them, defaults included; those of older functions."""
import torch
from torch.autograd import Function


class Scaled(Function):
    @staticmethod
    def forward(x, k=2, *rest):
        return x * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        print('inputs', len(inputs), inputs[1:])
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g, *a):
        return g * ctx.k, None


class Product(Function):
    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * y, g * x


class Older(Function):
    @staticmethod
    def forward(ctx, x, y=1):
        return x * y

    @staticmethod
    def backward(ctx, g):
        return g, None


x = torch.ones(2, requires_grad=True)
calls = {
    'Scaled': (lambda: Scaled.apply(x), lambda: Scaled.apply(x, 3), lambda: Scaled.apply(x, 3, 4, 5), lambda: Scaled.apply(x, k=3), lambda: Scaled.apply(),
               lambda: Scaled.apply(x, 3, k=4), lambda: Scaled.apply(x, z=1), lambda: torch.autograd.grad(Scaled.apply(x).sum(), x)),
    'Product': (lambda: Product.apply(x), lambda: Product.apply(x, x, x), lambda: Product.apply(), lambda: Product.apply(x, x),
                lambda: torch.autograd.grad(Product.apply(x, x).sum(), x)),
    'Older': (lambda: Older.apply(x, 1, 2), lambda: Older.apply())}
for name, functions in calls.items():
    for i, call in enumerate(functions):
        try:
            print(name, i, call())
        except TypeError as e:
            print(name, i, e)
