"""Types of the options of layers: one number, or one for each dimension."""

from typing import Optional, TypeVar, Union

from torch import Tensor

T = TypeVar('T')


def _sizes(element, count):
    """A number, or a tuple of so many."""
    return Union[element, tuple[(element,) * count]]


_scalar_or_tuple_any_t = Union[T, tuple[T, ...]]
_size_any_t, _ratio_any_t = _scalar_or_tuple_any_t[int], _scalar_or_tuple_any_t[float]
for _i in range(1, 7):
    globals()['_scalar_or_tuple_%d_t' % _i] = _sizes(T, _i)
    globals()['_size_%d_t' % _i] = _sizes(int, _i)
    globals()['_ratio_%d_t' % _i] = _sizes(float, _i)
_size_any_opt_t = tuple[Optional[int], ...]
_size_2_opt_t, _size_3_opt_t = tuple[(Optional[int],) * 2], tuple[(Optional[int],) * 3]
_maybe_indices_t = Union[Tensor, tuple[Tensor, Tensor]]
