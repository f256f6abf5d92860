"""Deprecated names of torch.amp for CUDA devices."""

import warnings

import torch
from torch import amp

__all__ = ['autocast', 'custom_bwd', 'custom_fwd', 'GradScaler']


def _deprecated(call, instead):
    warnings.warn('`torch.cuda.amp.%s` is deprecated. Please use `torch.amp.%s` instead.' % (call, instead), FutureWarning, stacklevel=3)


class autocast(amp.autocast):
    """torch.amp.autocast('cuda', ...)."""

    def __init__(self, enabled=True, dtype=torch.float16, cache_enabled=True):
        _deprecated('autocast(args...)', "autocast('cuda', args...)")
        super().__init__('cuda', dtype, enabled, cache_enabled)


class GradScaler(amp.GradScaler):
    """torch.amp.GradScaler('cuda', ...)."""

    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        _deprecated('GradScaler(args...)', "GradScaler('cuda', args...)")
        super().__init__('cuda', init_scale, growth_factor, backoff_factor, growth_interval, enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    """torch.amp.custom_fwd(..., device_type='cuda')."""
    _deprecated('custom_fwd(args...)', "custom_fwd(args..., device_type='cuda')")
    return amp.custom_fwd(fwd, device_type='cuda', cast_inputs=cast_inputs)


def custom_bwd(bwd):
    """torch.amp.custom_bwd(..., device_type='cuda')."""
    _deprecated('custom_bwd(args...)', "custom_bwd(args..., device_type='cuda')")
    return amp.custom_bwd(bwd, device_type='cuda')


autocast.__module__ = 'torch.cuda.amp.autocast_mode'
GradScaler.__module__ = 'torch.cuda.amp.grad_scaler'
