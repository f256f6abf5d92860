"""The state of autocasting as functions of torch; torch.amp has the context manager."""

import warnings

import torch
from torch import _C

_REASON = 'torch.%s is deprecated. Please use torch.%s instead.'


def _checked(function, name, position, value, kind):
    if not isinstance(value, kind):
        raise TypeError("%s(): argument '%s' (position %d) must be %s, not %s" % (function, name, position, kind.__name__, type(value).__name__))
    return value


# The types of devices that there are none of here, for which autocasting is off, and those in which it would compute.
_ABSENT = {**dict.fromkeys(['ipu', 'mps', 'mtia', 'privateuseone', 'xpu'], torch.float16),
           **dict.fromkeys(['hpu', 'maia', 'xla'], torch.bfloat16)}


def is_autocast_enabled(device_type='cuda'):
    """Whether autocasting is on for a type of device."""
    if device_type == 'meta':
        raise RuntimeError('unknown device type for autocast in get_autocast_dispatch_key_from_device_type')
    return device_type not in _ABSENT and _C._autocast_enabled(_checked('is_autocast_enabled', 'device_type', 1, device_type, str))


def set_autocast_enabled(device_type, enabled=None):
    """Switches autocasting on or off for a type of device."""
    if enabled is None:
        device_type, enabled = 'cuda', device_type
    _C._autocast_enable(_checked('set_autocast_enabled', 'device_type', 1, device_type, str),
                        _checked('set_autocast_enabled', 'enabled', 2, enabled, bool))


def get_autocast_dtype(device_type):
    """The type in which products are computed while autocasting."""
    if device_type in _ABSENT:
        return _ABSENT[device_type]
    return _C._autocast_dtype(_checked('get_autocast_dtype', 'device_type', 1, device_type, str))


def set_autocast_dtype(device_type, dtype):
    """Sets the type in which products are computed while autocasting."""
    _C._autocast_set_dtype(_checked('set_autocast_dtype', 'device_type', 1, device_type, str), dtype)


def is_autocast_cache_enabled():
    """Whether cast weights are cached while autocasting is on."""
    return _C._autocast_keeps()


def set_autocast_cache_enabled(enabled):
    """Switches the cache of cast weights on or off."""
    _C._autocast_keep(enabled)


def clear_autocast_cache():
    """Clears the cache of cast weights."""
    _C._autocast_forget()


def autocast_increment_nesting():
    """Increments the nesting depth of contexts and returns it."""
    return _C._autocast_enter()


def autocast_decrement_nesting():
    """Decrements the nesting depth of contexts and returns it."""
    return _C._autocast_leave()


def is_autocast_cpu_enabled():
    """is_autocast_enabled('cpu')."""
    warnings.warn(_REASON % ('is_autocast_cpu_enabled()', "is_autocast_enabled('cpu')"), DeprecationWarning, stacklevel=2)
    return _C._autocast_enabled('cpu')


def get_autocast_cpu_dtype():
    """get_autocast_dtype('cpu')."""
    warnings.warn(_REASON % ('get_autocast_cpu_dtype()', "get_autocast_dtype('cpu')"), DeprecationWarning, stacklevel=2)
    return _C._autocast_dtype('cpu')


def get_autocast_gpu_dtype():
    """get_autocast_dtype('cuda')."""
    warnings.warn(_REASON % ('get_autocast_gpu_dtype()', "get_autocast_dtype('cuda')"), DeprecationWarning, stacklevel=2)
    return _C._autocast_dtype('cuda')


def set_autocast_cpu_enabled(enabled):
    """set_autocast_enabled('cpu', enabled)."""
    warnings.warn(_REASON % ('set_autocast_cpu_enabled(enabled)', "set_autocast_enabled('cpu', enabled)"), DeprecationWarning, stacklevel=2)
    _C._autocast_enable('cpu', enabled)


def set_autocast_cpu_dtype(dtype):
    """set_autocast_dtype('cpu', dtype)."""
    warnings.warn(_REASON % ('set_autocast_cpu_dtype(dtype)', "set_autocast_dtype('cpu', dtype)"), DeprecationWarning, stacklevel=2)
    _C._autocast_set_dtype('cpu', dtype)


def set_autocast_gpu_dtype(dtype):
    """set_autocast_dtype('cuda', dtype)."""
    warnings.warn(_REASON % ('set_autocast_gpu_dtype(dtype)', "set_autocast_dtype('cuda', dtype)"), DeprecationWarning, stacklevel=2)
    _C._autocast_set_dtype('cuda', dtype)
