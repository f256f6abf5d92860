"""Arguments as functions of torch take them, results as out= and layout want them, and types as error texts name them."""

import torch

# dtype: its scalar type, as in the names of storages and of tensor types
SCALAR_TYPES = {torch.float64: 'Double', torch.float32: 'Float', torch.float16: 'Half', torch.bfloat16: 'BFloat16', torch.int64: 'Long',
                torch.int32: 'Int', torch.int16: 'Short', torch.int8: 'Char', torch.uint8: 'Byte', torch.bool: 'Bool',
                torch.complex64: 'ComplexFloat', torch.complex128: 'ComplexDouble'}


def numpy_kind(obj):
    """'ndarray' of an array of numpy, 'generic' of one of its numbers, None of all else."""
    for kind in type(obj).__mro__:
        if kind.__module__ == 'numpy' and kind.__name__ in ('ndarray', 'generic'):
            return kind.__name__
    return None


def scalar_type(dtype):
    """The scalar type of a dtype as errors name it: 'Half' for float16."""
    return SCALAR_TYPES.get(dtype) or torch._type_names(dtype)[0]


def cxx_name(dtype):
    """The type of C++ that a dtype stands for: 'c10::Half' for float16."""
    return torch._type_names(dtype)[1]


def refuse_types(kernel, dtype, complex32=True):
    """Raises for unsigned integers beyond uint8, floats of 8 bits and, where asked, halves of complex numbers."""
    if dtype not in SCALAR_TYPES and (complex32 or not dtype.is_complex):
        raise NotImplementedError('"%s" not implemented for \'%s\'' % (kernel, scalar_type(dtype)))


def n_tuple(value, n):
    """One value for each of n dimensions: an int or a sequence of one element stands for all of them."""
    if isinstance(value, (tuple, list)):
        return tuple(value) * n if len(value) == 1 else tuple(value)
    return (value,) * n


_SIGNATURES = {}


def accept(name, *args, **keywords):
    """TypeError, with PyTorch's text, unless its function in C of that name takes the arguments."""
    check = _SIGNATURES.get(name)
    if check is None:
        check = _SIGNATURES[name] = torch._C._check_arguments(_accepted, name)
    check(*args, **keywords)


def _accepted(*args, **keywords):
    pass


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
