"""Operations as a module, so that what comes out of each can be watched."""

import torch
from torch import nn


class FloatFunctional(nn.Module):
    """Operations on tensors of floats whose results pass through the module activation_post_process, which a program may replace. forward()
    raises RuntimeError: the methods are called."""

    def __init__(self):
        super().__init__()
        self.activation_post_process = nn.Identity()

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def add(self, x, y):
        """x + y."""
        return self.activation_post_process(torch.add(x, y))

    def mul(self, x, y):
        """x * y."""
        return self.activation_post_process(torch.mul(x, y))

    def cat(self, x, dim=0):
        """The tensors of a list, one behind the other."""
        return self.activation_post_process(torch.cat(x, dim=dim))

    def add_relu(self, x, y):
        """max(x + y, 0)."""
        return self.activation_post_process(torch.add(x, y).relu())

    def matmul(self, x, y):
        """The product of matrices."""
        return self.activation_post_process(torch.matmul(x, y))

    def add_scalar(self, x, y):
        """x + y for a number; it is not watched."""
        return torch.add(x, y)

    def mul_scalar(self, x, y):
        """x * y for a number; it is not watched."""
        return torch.mul(x, y)
