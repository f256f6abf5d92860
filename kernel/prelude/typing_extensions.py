"""The environment's package of that name, with the names that typing has as typing's: what makes classes must be of one family."""

import typing

try:
    from _frozen_importlib import _gcd_import
except ImportError:  # there is no other Python
    raise ModuleNotFoundError('No module named %r' % __name__, name=__name__) from None
try:
    _there = _gcd_import(__name__)  # the other Python's module
except ModuleNotFoundError:
    raise ModuleNotFoundError('No module named %r' % __name__, name=__name__) from None

_MADE_THERE = {'TypeVar', 'ParamSpec', 'TypeVarTuple'}  # with keywords that typing's do not take

__all__ = list(_there.__all__)
for _name in __all__:
    if _name not in _MADE_THERE and hasattr(typing, _name):
        globals()[_name] = getattr(typing, _name)
runtime = typing.runtime_checkable


def _with_default(kind):
    """The constructor of variables of types, which have a default here."""
    def make(name, *args, default=typing.NoDefault if hasattr(typing, 'NoDefault') else _there.NoDefault, **kwargs):
        kwargs.pop('infer_variance', None)
        variable = kind(name, *args, **kwargs)
        variable.__default__ = default
        return variable
    make.__name__ = make.__qualname__ = kind.__name__
    make.__doc__ = kind.__doc__
    return make


for _name in _MADE_THERE:
    globals()[_name] = _with_default(getattr(typing, _name))


def __getattr__(name):
    return getattr(_there, name)
