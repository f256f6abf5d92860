"""Which implementation scaled_dot_product_attention may take.

On the CPU there are two: the fused one (FLASH_ATTENTION) and the composite one (MATH). Where the allowed ones cannot compute a call,
RuntimeError.
"""

import sys as _sys
from contextlib import contextmanager

from torch._C import _import
from torch.nn import _attention

WARN_FOR_UNFUSED_KERNELS = False


class _SDPBackend:
    """An implementation of attention; a number with a name."""

    __slots__ = ('value',)
    __members__ = {}

    def __new__(cls, value):
        for member in cls.__members__.values():
            if member.value == value:
                return member
        made = object.__new__(cls)
        made.value = int(value)
        return made

    @property
    def name(self):
        """The name, '???' for a number without one."""
        return next((name for name, member in self.__members__.items() if member.value == self.value), '???')

    def __int__(self):
        return self.value

    __index__ = __int__

    def __repr__(self):
        return '<SDPBackend.%s: %d>' % (self.name, self.value)

    def __str__(self):
        return 'SDPBackend.' + self.name

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return isinstance(other, _SDPBackend) and other.value == self.value


SDPBackend = _SDPBackend
for _value, _name in enumerate(('ERROR', 'MATH', 'FLASH_ATTENTION', 'EFFICIENT_ATTENTION', 'CUDNN_ATTENTION', 'OVERRIDEABLE'), -1):
    _SDPBackend.__members__[_name] = _SDPBackend(_value)
    setattr(_SDPBackend, _name, _SDPBackend.__members__[_name])


def _cur_sdpa_kernel_backends(with_priority=False):
    """The backends that are allowed now."""
    return [_SDPBackend.__members__[name] for name in _attention.BACKENDS if name in _attention.allowed_backends]


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Allows only these backends (one, or a list) in a with statement, or in the function that it decorates."""
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError('Backend must be an instance of SDPBackend or a list of SDPBackend instances, got ' + type(backends).__name__)
    before = _attention.allowed_backends
    chosen = backends if isinstance(backends, list) else [backends]
    _attention.allowed_backends = frozenset([each.name for each in chosen if isinstance(each, SDPBackend)])
    try:
        yield
    finally:
        _attention.allowed_backends = before


# ---- implementations for GPUs that a program registers ------------------------------------------------------------------


def _needs(module):
    """What activates an implementation of another package: its error where that is not installed."""
    def register():
        _import(module)
    return register


_implementations = {'FA3': _needs('flash_attn_interface'), 'FA4': _needs('flash_attn')}
_active = {'name': None, 'handle': None}


def register_flash_attention_impl(impl, *, register_fn):
    """Adds an implementation under a name: register_fn() is called where it is activated, and may return a handle with remove()."""
    _implementations[impl] = register_fn


def activate_flash_attention_impl(impl):
    """Activates a registered implementation."""
    register = _implementations.get(impl)
    if register is None:
        raise ValueError("Unknown flash attention impl '%s'. Available implementations: %s" % (impl, list_flash_attention_impls()))
    handle = register()
    if handle is not None:
        _active.update(name=impl, handle=handle)


def list_flash_attention_impls():
    """The names of the implementations, sorted."""
    return sorted(_implementations)


def current_flash_attention_impl():
    """The name of the active implementation; None for the one of this library."""
    return _active['name']


def restore_flash_attention_impl(_raise_warn=True):
    """Goes back to the implementation of this library."""
    if _active['handle'] is None:
        if _raise_warn:
            print('Trying to restore default FA2 impl when no custom impl was activated', file=_sys.stderr)
        return
    handle = _active['handle']
    _active.update(name=None, handle=None)
    handle.remove()


__all__ = ['SDPBackend', 'activate_flash_attention_impl', 'current_flash_attention_impl', 'list_flash_attention_impls',
           'register_flash_attention_impl', 'restore_flash_attention_impl', 'sdpa_kernel', 'WARN_FOR_UNFUSED_KERNELS']
