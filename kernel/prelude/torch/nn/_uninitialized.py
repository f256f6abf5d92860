"""Parameters and buffers whose shape the first input of their module will tell (torch.nn.parameter has their names)."""

import torch
from torch.nn.parameter import Parameter

# What a tensor without a shape can do, as its type, device and place in the graph are known.
_KNOWN = frozenset('''__class__ __new__ __init__ __init_subclass__ __subclasshook__ __getattribute__ __setattr__ __delattr__ __hash__ __dir__ __reduce__ __reduce_ex__
__sizeof__ __str__ __format__ __doc__ __dict__ __weakref__ __module__ __deepcopy__ __repr__ data device dtype grad grad_fn is_leaf is_cuda layout
requires_grad to cuda cpu float double half size ndim is_floating_point is_complex copy_ _make_subclass _version _base
output_nr name retains_grad is_sparse is_quantized is_meta itemsize is_shared is_pinned register_hook'''.split())


class UninitializedTensorMixin:
    """What UninitializedParameter and UninitializedBuffer have in common: materialize(), and refusing everything that needs a shape."""

    _is_uninitialized = True

    def materialize(self, shape, device=None, dtype=None):
        """Becomes an ordinary parameter or buffer of a shape, without values, of the type and on the device given or those it has."""
        self.data = torch.empty(shape, device=self.data.device if device is None else device, dtype=self.data.dtype if dtype is None else dtype)
        self.__class__ = self.cls_to_become

    __torch_function__ = torch._C._disabled_torch_function_impl

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` "
                           'when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the '
                           'parameters before accessing their attributes.')

    def share_memory_(self):
        """Cannot be done before there is memory."""
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters before "
                           'calling `module.share_memory()`.')

    def __repr__(self):
        return '<%s>' % type(self).__name__

    def _arguments(self):
        """What another one like this is made from."""
        return self.requires_grad, self.data.device, self.data.dtype

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), type(self)(*self._arguments()))

    def __reduce_ex__(self, protocol):
        return type(self), self._arguments()


def _without_shape(kind, requires_grad, device, dtype, **attributes):
    made = torch.Tensor._make_subclass(kind, torch.empty(0, device=device, dtype=dtype), requires_grad)
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def _refusing(name):
    def method(self, *args, **kwargs):
        raise ValueError("Attempted to use an uninitialized parameter in <method '%s' of 'torch._C.TensorBase' objects>. This error happens when "
                         'you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.%s` objects. When using LazyModules Call '
                         '`forward` with a dummy batch to initialize the parameters before calling torch functions' % (name, type(self).__name__))
    method.__name__ = name
    return method


for _name in dir(torch.Tensor):
    if _name not in _KNOWN and _name not in vars(UninitializedTensorMixin) and callable(getattr(torch.Tensor, _name)):
        setattr(UninitializedTensorMixin, _name, _refusing(_name))


def _converting(name):
    convert = getattr(torch.Tensor, name)

    def method(self, *args, **kwargs):
        made = convert(self, *args, **kwargs)
        return made.as_subclass(type(self)) if isinstance(made, torch.Tensor) and made is not self else made
    method.__name__ = name
    return method


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter without a shape and values; materialize() makes it a Parameter."""

    cls_to_become = Parameter
    __new__ = lambda cls, requires_grad=True, device=None, dtype=None: _without_shape(cls, requires_grad, device, dtype)


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    """A buffer without a shape and values; materialize() makes it a plain tensor."""

    cls_to_become = torch.Tensor
    __new__ = lambda cls, requires_grad=False, device=None, dtype=None, persistent=True: _without_shape(
        cls, requires_grad, device, dtype, persistent=persistent, _is_buffer=True)


for _name in 'to cuda cpu float double half'.split():  # it stays without a shape
    setattr(UninitializedBuffer, _name, _converting(_name))


__all__ = ['UninitializedBuffer', 'UninitializedParameter', 'UninitializedTensorMixin']
