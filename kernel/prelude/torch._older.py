"""Operators as functions, and names of former versions, for torch."""

import math

import torch
from torch._C import _nn


def index_put_(input, indices, values, accumulate=False):
    """Writes elements at index tensors."""
    return input.index_put_(indices, values, accumulate)


def addmv_(input, mat, vec, *, beta=1, alpha=1):
    """beta input + alpha (mat times vec), in place."""
    return input.addmv_(mat, vec, beta=beta, alpha=alpha)


def to_dense(input, dtype=None, *, masked_grad=None):
    """The tensor itself: all are dense."""
    return input if dtype is None else input.to(dtype)


def dim_order(input, ambiguity_check=False):
    """The dimensions, the one with the largest stride first."""
    if ambiguity_check not in (False, True) and not isinstance(ambiguity_check, list):
        raise TypeError('The ambiguity_check argument must be a bool or a list of memory formats.')
    strides, sizes, doubtful = input.stride(), input.shape, ambiguity_check is not False
    if isinstance(ambiguity_check, list) and not all(isinstance(one, torch.memory_format) for one in ambiguity_check):
        raise TypeError('The ambiguity_check argument must be a bool or a list of memory formats.')
    if doubtful and (1 in sizes or any(a == b for a, b in zip(strides, strides[1:]))):
        formats = ambiguity_check if isinstance(ambiguity_check, list) else []
        if [input.is_contiguous(memory_format=one) for one in formats].count(True) != 1:
            raise RuntimeError('The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.')
    if not input.numel() or input.is_contiguous() and not (input.dim() == 4 and input.is_contiguous(memory_format=torch.channels_last)):
        return tuple(range(input.dim()))
    order = []  # from the innermost; a dimension goes behind the last one that must stand before it
    for new in range(input.dim() - 1, -1, -1):
        order.append(new)
        at = len(order) - 1
        for before in range(len(order) - 2, -1, -1):
            other = order[before]
            if strides[other] == 0 or strides[new] == 0 or (strides[other] == strides[new] and sizes[other] <= sizes[new]):
                if doubtful:
                    raise RuntimeError('The tensor does not have unique dim order.')
                continue
            if strides[other] < strides[new]:
                break
            order[before], order[at] = order[at], order[before]
            at = before
    return tuple(reversed(order))


def is_distributed(input):
    """False: tensors are on one computer."""
    return False


def sparse_dim(input):
    """How many dimensions are sparse: none."""
    return 0


def dense_dim(input):
    """How many dimensions are dense: all."""
    return input.dim()


def _norms(input, shape, eps):
    mean = input.mean(shape, True)
    return mean, (input.var(shape, correction=0, keepdim=True) + eps).rsqrt()


def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """(layer_norm, the means, one over the deviations)."""
    found = torch.nn.functional.layer_norm(input, tuple(normalized_shape), weight, bias, eps)
    return (found, *_norms(input.detach(), tuple(range(-len(tuple(normalized_shape)), 0)), eps))


def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """(group_norm, the means, one over the deviations)."""
    found = torch.nn.functional.group_norm(input, group, weight, bias, eps)
    mean, scale = _norms(input.detach().reshape(N, group, -1), (2,), eps)
    return found, mean.squeeze(2), scale.squeeze(2)


def native_dropout(input, p, train):
    """(dropout, what was kept)."""
    return tuple(torch._native_dropout(input, p, train is not False))


_MODES, _BORDERS = ('bilinear', 'nearest', 'bicubic'), ('zeros', 'border', 'reflection')


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """torch.nn.functional.grid_sample whose modes are numbers."""
    return torch.nn.functional.grid_sample(input, grid, _MODES[interpolation_mode], _BORDERS[padding_mode], align_corners)


def grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sampler of images."""
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sampler of volumes."""
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


def affine_grid_generator(theta, size, align_corners):
    """torch.nn.functional.affine_grid."""
    return torch.nn.functional.affine_grid(theta, size, align_corners)


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """Convolution of as many dimensions as the weight has."""
    dims = weight.dim() - 2
    if not 1 <= dims <= 3:
        raise RuntimeError('weight should have at least three dimensions')
    if transposed:
        function = (torch.conv_transpose1d, torch.conv_transpose2d, torch.conv_transpose3d)[dims - 1]
        return function(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return (torch.conv1d, torch.conv2d, torch.conv3d)[dims - 1](input, weight, bias, stride, padding, dilation, groups)


# ---- numbers as if they were symbols

def sym_max(a, b):
    """The larger number, a float when one is."""
    return max(float(a), float(b)) if isinstance(a, float) or isinstance(b, float) else max(a, b)


def sym_min(a, b):
    """The smaller number, a float when one is."""
    return min(float(a), float(b)) if isinstance(a, float) or isinstance(b, float) else min(a, b)


def sym_int(a):
    """The number without its fraction."""
    return math.floor(a) if a >= 0 else math.ceil(a)


def sym_float(a):
    """The number as a float."""
    return float(a)


def sym_not(a):
    """not a."""
    return not a


def sym_sqrt(a):
    """The square root."""
    return math.sqrt(a)


def sym_sum(args):
    """The sum of numbers."""
    return sum(args)


def sym_ite(b, t, f):
    """t if b, else f."""
    return t if b else f


# ---- states that nothing here depends on

def is_vulkan_available():
    """False: there is no such device."""
    return False


# ---- what has been removed

def _removed(name, text):
    def removed(input, *args, **keywords):
        raise RuntimeError('This function was deprecated since version 1.9 and is now removed.' + text)
    removed.__name__ = removed.__qualname__ = name
    removed.__doc__ = 'Removed: torch.linalg.%s.' % name
    return removed


_WITH_VECTORS = ('\n\nL, _ = torch.%s should be replaced with:\nL%s = torch.linalg.%s\n\nand\n\n'
                 'L, V = torch.%s should be replaced with:\nL%s, V%s = torch.linalg.%s')

lstsq = _removed('lstsq', ' `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n`torch.linalg.lstsq` has reversed arguments and does not return '
                 'the QR decomposition in the returned tuple (although it returns other information about the problem).\n\nTo get the QR '
                 'decomposition consider using `torch.linalg.qr`.\n\nThe returned solution in `torch.lstsq` stored the residuals of the solution '
                 "in the last m - n columns of the returned value whenever m > n. In torch.linalg.lstsq, the residuals are in the field 'residuals' "
                 'of the returned named tuple.\n\nThe unpacking of the solution, as in\nX, _ = torch.lstsq(B, A).solution[:A.size(1)]\nshould be '
                 'replaced with:\nX = torch.linalg.lstsq(A, B).solution')
solve = _removed('solve', ' `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not '
                 'return the LU factorization.\n\nTo get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or '
                 '`torch.lu_unpack`.\nX = torch.solve(B, A).solution should be replaced with:\nX = torch.linalg.solve(A, B)')
eig = _removed('eig', ' `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking complex tensors.'
               + _WITH_VECTORS % ('eig(A)', '_complex', 'eigvals(A)', 'eig(A, eigenvectors=True)', '_complex', '_complex', 'eig(A)'))
symeig = _removed('symeig', ' The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower '
                  'triangular portion.' + _WITH_VECTORS % ('symeig(A, upper=upper)', '', "eigvalsh(A, UPLO='U' if upper else 'L')",
                                                           'symeig(A, eigenvectors=True)', '', '', "eigh(A, UPLO='U' if upper else 'L')"))
matrix_rank = _removed('matrix_rank', '\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter \'symmetric\' was renamed in '
                       "`torch.linalg.matrix_rank()` to 'hermitian'.")
