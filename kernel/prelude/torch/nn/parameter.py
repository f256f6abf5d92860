"""Tensors that belong to a module."""

import torch
from torch._C import _disabled_torch_function_impl


class _ParameterMeta(type(torch.Tensor)):
    """Knows parameters of classes that are derived from Tensor, which stay of their class, by an attribute."""

    def __instancecheck__(self, instance):
        return super().__instancecheck__(instance) or (self is Parameter and isinstance(instance, torch.Tensor) and
                                                       getattr(instance, '_is_param', False))


class Parameter(torch.Tensor, metaclass=_ParameterMeta):
    """A tensor that a module counts among its parameters when it is assigned as an attribute."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        elif type(data) not in (torch.Tensor, Parameter):
            return _of_its_class(data, requires_grad)
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    __torch_function__ = _disabled_torch_function_impl

    def __deepcopy__(self, memo):
        key = id(self)
        if key not in memo:
            memo[key] = type(self)(self.data.clone(), self.requires_grad)
        return memo[key]

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()


def _of_its_class(data, requires_grad):
    """A parameter of a class of its own, or of something that detaches itself."""
    made = data.detach().requires_grad_(requires_grad)
    if type(made) is not type(data):
        raise RuntimeError('Creating a Parameter from an instance of type %s requires that detach() returns an instance of the same type, but return '
                           'type %s was found instead. To use the type as a Parameter, please correct the detach() semantics defined by its '
                           '__torch_dispatch__() implementation.' % (type(data).__name__, type(made).__name__))
    made._is_param = True
    return made


class _BufferMeta(type(torch.Tensor)):
    """Knows buffers, which are plain tensors, by an attribute."""

    def __instancecheck__(self, instance):
        return super().__instancecheck__(instance) or (isinstance(instance, torch.Tensor) and getattr(instance, '_is_buffer', False))


class Buffer(torch.Tensor, metaclass=_BufferMeta):
    """A tensor that a module keeps as a buffer when it is assigned as an attribute; not persistent: state_dict() leaves it out."""

    __torch_function__ = _disabled_torch_function_impl

    def __new__(cls, data=None, *, persistent=True):
        source = torch.empty(0) if data is None else data
        made = source.detach().requires_grad_(source.requires_grad)
        for name, value in (('persistent', persistent), ('_is_buffer', True)):
            setattr(made, name, value)
        return made


def is_lazy(param):
    """Whether this is a parameter or buffer whose shape is not known yet."""
    return getattr(type(param), '_is_uninitialized', False)


_UNINITIALIZED = ('UninitializedTensorMixin', 'UninitializedParameter', 'UninitializedBuffer')


def __getattr__(name):
    """The tensors without a shape, which only lazy modules need."""
    if name in _UNINITIALIZED:
        from torch.nn import _uninitialized
        return getattr(_uninitialized, name)
    raise AttributeError("module '%s' has no attribute '%s'" % (__name__, name))


def __dir__():
    return sorted({*globals(), *_UNINITIALIZED})


__all__ = ['Parameter', 'UninitializedParameter', 'is_lazy', 'Buffer', 'UninitializedBuffer', 'UninitializedTensorMixin']
