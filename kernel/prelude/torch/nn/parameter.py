"""Tensors that belong to a module."""

import torch


class Parameter(torch.Tensor):
    """A tensor that a module counts among its parameters when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        elif not isinstance(data, torch.Tensor):
            data = data.detach()
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    def __deepcopy__(self, memo):
        key = id(self)
        if key not in memo:
            memo[key] = type(self)(self.data.clone(), self.requires_grad)
        return memo[key]

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()


class Buffer(torch.Tensor):
    """A tensor that a module keeps in its state without training it."""

    def __new__(cls, data=None, *, persistent=True):
        data = torch.empty(0) if data is None else data
        made = torch.Tensor._make_subclass(cls, data.detach(), data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made

    def __repr__(self):
        return super().__repr__()


__all__ = ['Buffer', 'Parameter']
