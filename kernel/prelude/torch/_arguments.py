"""Arguments as functions of torch take them, results as out= and layout want them, and types as error texts name them."""

import torch

# dtype: its scalar type, as in the names of storages and of tensor types
SCALAR_TYPES = {torch.float64: 'Double', torch.float32: 'Float', torch.float16: 'Half', torch.bfloat16: 'BFloat16', torch.int64: 'Long',
                torch.int32: 'Int', torch.int16: 'Short', torch.int8: 'Char', torch.uint8: 'Byte', torch.bool: 'Bool',
                torch.complex64: 'ComplexFloat', torch.complex128: 'ComplexDouble'}
_CXX_NAMES = {torch.float64: 'double', torch.float32: 'float', torch.float16: 'c10::Half', torch.bfloat16: 'c10::BFloat16', torch.int64: 'long int',
              torch.int32: 'int', torch.int16: 'short int', torch.int8: 'signed char', torch.uint8: 'unsigned char', torch.bool: 'bool',
              torch.complex64: 'c10::complex<float>', torch.complex128: 'c10::complex<double>'}


def scalar_type(dtype):
    """The scalar type of a dtype as errors name it: 'Half' for float16."""
    return SCALAR_TYPES.get(dtype, str(dtype))


def cxx_name(dtype):
    """The type of C++ that a dtype stands for: 'c10::Half' for float16."""
    return _CXX_NAMES.get(dtype, str(dtype))


def n_tuple(value, n):
    """One value for each of n dimensions: an int or a sequence of one element stands for all of them."""
    if isinstance(value, (tuple, list)):
        return tuple(value) * n if len(value) == 1 else tuple(value)
    return (value,) * n


def check_tensors(tensors):
    """TypeError unless all elements of a sequence, the first argument of a function, are tensors."""
    for i, tensor in enumerate(tensors):
        if not isinstance(tensor, torch.Tensor):
            raise TypeError('expected Tensor as element %d in argument 0, but got %s' % (i, type(tensor).__name__))


def write_out(out, result):
    """Writes a result into the tensor given as out=, a tuple of results into a sequence of tensors."""
    if isinstance(result, tuple):
        return type(result)([write_out(to, part) for to, part in zip(out, result)])
    return torch._written_out(result, out=out)


def factory_result(made, layout, pin_memory=False):
    """The tensor that a factory function returns: in page-locked memory if that is asked for. A layout other than torch.strided is refused."""
    if layout is not None and layout is not torch.strided:
        torch.empty(0, layout=layout)
    if not pin_memory:
        return made
    torch.empty(0, pin_memory=True)
    return made.detach().pin_memory().requires_grad_(made.requires_grad)
