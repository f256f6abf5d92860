"""Tensors that belong to a module."""

import torch


def _tensor(data):
    """The data of a parameter or buffer: an empty tensor where none is given."""
    return torch.empty(0) if data is None else data


class Parameter(torch.Tensor):
    """A tensor that a module counts among its parameters when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        values = _tensor(data)
        return torch.Tensor._make_subclass(cls, values if isinstance(values, torch.Tensor) else values.detach(), requires_grad)

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
        data = _tensor(data)
        made = torch.Tensor._make_subclass(cls, data.detach(), data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made

    def __repr__(self):
        return super().__repr__()


__all__ = ['Buffer', 'Parameter']
