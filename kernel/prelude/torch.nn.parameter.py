"""Tensors that belong to a module."""

import torch


class Parameter(torch.Tensor):
    """A tensor that a module counts among its parameters when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        if not isinstance(data, torch.Tensor):
            data = data.detach()
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        result = type(self)(self.data.clone(), self.requires_grad)
        memo[id(self)] = result
        return result


class Buffer(torch.Tensor):
    """A tensor that a module keeps in its state without training it."""

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = torch.empty(0)
        made = torch.Tensor._make_subclass(cls, data.detach(), data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made

    def __repr__(self):
        return super().__repr__()


__all__ = ['Buffer', 'Parameter']
