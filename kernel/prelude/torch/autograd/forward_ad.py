"""Forward mode: derivatives computed beside the values.

Inside of a level a dual tensor has a tangent, and what is computed from it has the product of the Jacobian with that tangent.
"""

from torch import _C
from torch._C import _is_fwd_grad_enabled
from torch.autograd.grad_mode import _Mode
from typing import NamedTuple as _NamedTuple, Optional as _Optional
import torch

__all__ = ['UnpackedDualTensor', 'enter_dual_level', 'exit_dual_level', 'make_dual', 'unpack_dual', 'dual_level']

_current_level = -1  # of the level that is open; there is one at most, 0


class UnpackedDualTensor(_NamedTuple):
    """A tensor without its tangent, and the tangent: None where there is none."""

    primal: torch.Tensor
    tangent: _Optional[torch.Tensor]


def enter_dual_level():
    """Opens the level and returns its number. A second one inside is refused."""
    global _current_level
    _current_level = _C._enter_dual_level()
    return _current_level


def exit_dual_level(*, level=None):
    """Closes the level: all tangents are gone."""
    global _current_level
    if _current_level < 0:
        raise RuntimeError('Dual level must be a positive number.')
    _C._exit_dual_level(_current_level if level is None else level)
    _current_level = -1


def make_dual(tensor, tangent, *, level=None):
    """A view of tensor with that tangent, which has to be of its size; both of floats or complex numbers."""
    level = _current_level if level is None else level
    if level < 0:
        raise RuntimeError('Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.')
    for part, given in (('primal', tensor), ('tangent', tangent)):
        if not (given.is_floating_point() or given.is_complex()):
            raise ValueError('Expected %s to be floating point or complex, but got: %s' % (part, given.dtype))
    return _C._make_dual(tensor, tangent, level)


def unpack_dual(tensor, *, level=None):
    """The named pair (primal, tangent) of a tensor; tangent is None for one that is not dual."""
    if (_current_level if level is None else level) < 0:
        return UnpackedDualTensor(tensor, None)
    return UnpackedDualTensor(*_C._unpack_dual(tensor))


class dual_level(_Mode):
    """A context manager, or decorator, inside of which the level is open."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, kind, value, traceback):
        exit_dual_level()


class _set_fwd_grad_enabled(_Mode):
    """Turns forward mode on or off from now on, or inside of a with block."""

    def __init__(self, mode):
        self.mode, self.prev = mode, _C._set_fwd_grad_enabled(mode)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        _C._set_fwd_grad_enabled(self.prev)

    def clone(self):
        return type(self)(self.mode)
