"""Types by the names that annotations use."""

import os
from builtins import bool as _bool, bytes as _bytes, complex as _complex, float as _float, int as _int, str as _str
from typing import IO, Any, Sequence, Union

import torch
from torch import Size, Tensor, device as _device, dtype as _dtype, layout as _layout
from torch._C import DispatchKey

_Number = (int, float, bool)
_TensorOrTensors = Tensor | Sequence[Tensor]
_TensorOrOptionalTensors = Tensor | Sequence[Tensor | None]
_dispatchkey = str | DispatchKey
_size = Size | list[int] | tuple[int, ...]
Number = int | float | bool
Device = _device | str | int | None
FileLike = Union[str, os.PathLike, IO[bytes]]



class Storage:
    """What annotations call a storage of any kind."""


__all__ = ['Device', 'FileLike', 'Number']
