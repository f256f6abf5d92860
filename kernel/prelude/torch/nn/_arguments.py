"""Sizes and types as the functions of torch.nn.functional take and name them."""

import torch

_CXX_NAMES = {torch.float32: 'float', torch.float64: 'double', torch.float16: 'c10::Half', torch.bfloat16: 'c10::BFloat16', torch.int64: 'long int',
              torch.int32: 'int', torch.int16: 'short int', torch.int8: 'signed char', torch.uint8: 'unsigned char', torch.bool: 'bool'}


def n_tuple(value, n):
    """One value for each of n dimensions: an int or a sequence of one element stands for all of them."""
    if isinstance(value, (tuple, list)):
        return tuple(value) * n if len(value) == 1 else tuple(value)
    return (value,) * n


def scalar_type(tensor):
    """The type of the elements as PyTorch's errors name it: 'Half' for float16."""
    return tensor.type().rpartition('.')[2][:-6]


def cxx_name(dtype):
    """The type of C++ that a dtype stands for: 'c10::Half' for float16."""
    return _CXX_NAMES.get(dtype, str(dtype))
