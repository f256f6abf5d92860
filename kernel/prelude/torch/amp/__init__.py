"""Mixed precision: products in halves, the rest in float32, and losses that are scaled so that small gradients survive."""

import contextlib
import functools
import warnings

import torch
from torch import _C
from torch.amp.grad_scaler import GradScaler, OptState

__all__ = ['autocast', 'custom_bwd', 'custom_fwd', 'GradScaler', 'is_autocast_available']


def is_autocast_available(device_type):
    """Whether autocasting is available for a type of device."""
    return torch.device(device_type).type in ('cpu', 'cuda', 'xpu', 'hpu', 'ipu', 'xla', 'mps', 'mtia', 'maia', 'privateuseone')


class autocast:
    """A context manager and decorator: inside, products are computed in a half type."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError('Expected `device_type` of type `str`, got: `%s`' % type(device_type))
        device = torch.device(device_type).type
        if device not in ('cpu', 'cuda'):
            raise RuntimeError('unsupported scalarType' if device == 'meta' else 'User specified an unsupported autocast device_type \'%s\'' % device)
        self.device, self.custom_backend_name = device, 'privateuseone'
        self.fast_dtype = _C._autocast_dtype(device) if dtype is None else dtype
        self._cache_enabled = _C._autocast_keeps() if cache_enabled is None else cache_enabled
        if device == 'cuda' and enabled and not torch.cuda.is_available():
            warnings.warn('CUDA is not available or torch_xla is imported. Disabling autocast.', stacklevel=2)
            enabled = False
        if enabled and self.fast_dtype not in (torch.bfloat16, torch.float16):
            name = device.upper()
            warnings.warn('In %s autocast, but the target dtype is not supported. Disabling autocast.\n%s Autocast only supports dtypes of '
                          'torch.bfloat16, torch.float16 currently.' % (name, name), stacklevel=2)
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        self._before = _C._autocast_enabled(self.device), _C._autocast_dtype(self.device), _C._autocast_keeps()
        _C._autocast_set_dtype(self.device, self.fast_dtype)
        _C._autocast_enable(self.device, self._enabled)
        _C._autocast_enter()
        _C._autocast_keep(self._cache_enabled)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        if _C._autocast_leave() == 0:
            _C._autocast_forget()
        enabled, dtype, keeps = self._before
        _C._autocast_enable(self.device, enabled)
        _C._autocast_set_dtype(self.device, dtype)
        _C._autocast_keep(keeps)
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorated(*args, **keywords):
            with self:
                return func(*args, **keywords)
        return decorated


def _castable(value, device_type):
    return (isinstance(value, torch.Tensor) and value.is_floating_point() and value.dtype != torch.float64
            and value.device.type == device_type)


def _cast(value, device_type, dtype):
    """Tensors of floats of that kind of device, also those in lists, tuples and dicts, as another type; doubles stay."""
    def cast(node):
        if isinstance(node, dict):
            return dict(map(cast, node.items()))  # pairs are tuples
        if isinstance(node, (list, tuple)):
            return type(node)([cast(each) for each in node])
        return node.to(dtype) if _castable(node, device_type) else node
    return cast(value)


def _decorated(function, device_type, decorate, again):
    """decorate(function) under function's name; without a function again, a decorator that waits for it."""
    if not isinstance(device_type, str):
        raise ValueError('Expected `device_type` of type `str`, got: `%s`' % type(device_type))
    return again if function is None else functools.wraps(function)(decorate(function))


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorates the forward of an autograd.Function: how it is autocast, its backward is, too; or its inputs are cast and nothing inside."""
    def decorate(function):
        def forward(*args, **keywords):
            ctx, enabled = args[0], _C._autocast_enabled(device_type)
            ctx._dtype = _C._autocast_dtype(device_type)
            ctx._fwd_used_autocast = enabled if cast_inputs is None else False
            mode = contextlib.nullcontext()
            if enabled and cast_inputs is not None:
                mode = autocast(device_type=device_type, enabled=False)
                args, keywords = _cast((args, keywords), device_type, cast_inputs)
            with mode:
                return function(*args, **keywords)
        return forward
    return _decorated(fwd, device_type, decorate, functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs))


def custom_bwd(bwd=None, *, device_type):
    """Decorates the backward of an autograd.Function, which then runs in the autocasting of its forward."""
    def decorate(function):
        def backward(*args, **keywords):
            ctx = args[0]
            with autocast(device_type, ctx._dtype, ctx._fwd_used_autocast):
                return function(*args, **keywords)
        return backward
    return _decorated(bwd, device_type, decorate, functools.partial(custom_bwd, device_type=device_type))


autocast.__module__ = 'torch.amp.autocast_mode'
