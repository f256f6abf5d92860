"""Functions that torch has because its list of native functions has them: operators, the forms of layers that take every argument,
symbolic numbers, tensors of given memory."""

import math

import torch
from torch._C import _nn
from torch._arguments import numpy_kind, scalar_type
from torch._warnings import once as _once


def index_put_(input, indices, values, accumulate=False):
    """Writes elements at index tensors."""
    return input.index_put_(indices, values, accumulate)


def addmv_(input, mat, vec, *, beta=1, alpha=1):
    """beta input + alpha (mat times vec), in place."""
    return input.addmv_(mat, vec, beta=beta, alpha=alpha)




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
    order = []  # from the innermost; a dimension goes behind the last one that must precede it
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


_MODES, _PADDINGS = ('bilinear', 'nearest', 'bicubic'), ('zeros', 'border', 'reflection')


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """torch.nn.functional.grid_sample whose modes are integer codes."""
    return torch.nn.functional.grid_sample(input, grid, _MODES[interpolation_mode], _PADDINGS[padding_mode], align_corners)


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


# ---- functions of symbolic scalars, here of plain ones

def sym_max(a, b):
    """The larger scalar, a float when one is."""
    return max(float(a), float(b)) if isinstance(a, float) or isinstance(b, float) else max(a, b)


def sym_min(a, b):
    """The smaller scalar, a float when one is."""
    return min(float(a), float(b)) if isinstance(a, float) or isinstance(b, float) else min(a, b)


def sym_int(a):
    """The scalar truncated to an int."""
    return math.floor(a) if a >= 0 else math.ceil(a)


def sym_float(a):
    """The scalar as a float."""
    return float(a)


def sym_not(a):
    """not a."""
    return not a


def sym_sqrt(a):
    """The square root."""
    return math.sqrt(a)


def sym_sum(args):
    """The sum of scalars."""
    return sum(args)


def sym_ite(b, t, f):
    """t if b, else f."""
    return t if b else f


# ---- backends

def is_vulkan_available():
    """False: there is no such device."""
    return False


def empty_permuted(size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """An uninitialised tensor whose dimensions have the given order in memory."""
    size = tuple(size)
    if len(size) != len(physical_layout):
        raise RuntimeError('Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = %d is not '
                           'equal to len(physical_layout) = %d' % (len(size), len(physical_layout)))
    strides, step = [0] * len(size), 1
    for d in reversed(physical_layout):
        strides[d] = step
        step *= size[d]
    return torch.empty_strided(size, strides, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def get_device(input):
    """The index of the device, -1 on the CPU."""
    return input.get_device()


def _gradients(made, requires_grad):
    """The tensor, which requires a gradient if that is wanted."""
    if requires_grad and not (made.dtype.is_floating_point or made.dtype.is_complex):
        raise RuntimeError('Only Tensors of floating point and complex dtype can require gradients')
    return made.requires_grad_(requires_grad) if requires_grad else made


def _has_memory(obj):
    """Whether memoryview() takes it."""
    try:
        memoryview(obj)
    except TypeError:
        return False
    return True


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor on the memory of an object that has the buffer protocol: `count` elements from byte `offset` on, all of them without a
    count. Nothing is copied; memory that cannot be written is shared, too, with a warning."""
    found = torch._C._from_buffer(buffer, dtype, count, offset)
    if found is None and _has_memory(buffer):
        raise RuntimeError('could not retrieve buffer from object')
    if found is None:
        raise ValueError('object does not implement Python buffer protocol.')
    if not found[1]:
        _once('The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can write to the underlying '
              '(supposedly non-writable) buffer using the tensor. You may want to copy the buffer to protect its data or make it writable before '
              'converting it to a tensor. This type of warning will be suppressed for the rest of this program.')
    return _gradients(found[0], requires_grad)


def _shared(obj, dtype):
    """A tensor on the memory of an object; None: it has none that a tensor could have. Whether that is a number of numpy, also."""
    if isinstance(obj, torch.Tensor):
        return obj, False
    kind = numpy_kind(obj)
    if kind is not None:
        return torch.tensor(obj) if kind == 'generic' else torch.from_numpy(obj), kind == 'generic'
    if hasattr(obj, '__dlpack__') or type(obj).__name__ == 'PyCapsule':
        return torch.utils.dlpack.from_dlpack(obj), False
    if not isinstance(obj, (list, tuple, str, range, int, float)) and _has_memory(obj):
        return frombuffer(obj, dtype=torch.get_default_dtype() if dtype is None else dtype), False
    return None, False


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """An object as a tensor: on its own memory where it has such (tensors, arrays, capsules of DLPack, buffers) and the type and the
    device are those that are wanted, otherwise a copy. copy=True copies always, copy=False raises where it would have to."""
    if requires_grad is None and isinstance(obj, torch.Tensor) and obj.requires_grad:
        _once('torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. Pass requires_grad=False explicitly '
              'to get the old behavior and silence this warning.')
    made, number = _shared(obj, dtype)
    if made is None:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return _gradients(torch.tensor(obj, dtype=dtype, device=device), bool(requires_grad))
    if number and copy is False:
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray. ")
    # as_tensor knows whether there is a default device, to which tensors go, too
    wanted_dtype, wanted_device = dtype or made.dtype, torch.as_tensor(made.new_empty(0)).device if device is None else torch.device(device)
    if copy is False and wanted_device != made.device:
        raise ValueError("can't alias tensor from device '%s' to '%s'." % (made.device, wanted_device))
    if copy is False and wanted_dtype != made.dtype:
        raise ValueError("can't alias tensor with dtype '%s' into dtype '%s'." % (scalar_type(made.dtype), scalar_type(wanted_dtype)))
    converted = wanted_dtype != made.dtype or wanted_device != made.device
    if requires_grad is False and made.requires_grad:  # the very object, where it is returned and can be changed
        made = made.requires_grad_(False) if made.is_leaf and not (converted or copy) else made.detach()
    if converted:
        made = made.to(wanted_device, wanted_dtype)
    elif copy:
        made = made.clone()
    return _gradients(made, bool(requires_grad)) if not made.requires_grad else made


def frobenius_norm(input, dim, keepdim=False, *, out=None):
    """The square root of the sum of squares."""
    if dim == () or dim == []:
        return torch.linalg.vector_norm(input, 2, None, keepdim, out=out)
    return torch._C._name_node(torch.linalg.vector_norm(input, 2, dim, keepdim, out=out), 'NormBackward1')


def nuclear_norm(input, dim=None, keepdim=False, *, out=None):
    """The sum of the singular values."""
    return torch.linalg.matrix_norm(input, 'nuc', (-2, -1) if dim is None else dim, keepdim, out=out)


def norm_except_dim(v, pow=2, dim=0):
    """The norms of the slices of a dimension; the norm of all elements for dim -1."""
    if dim == -1:
        return v.norm(pow)
    if dim == 0:
        return v.contiguous().view(v.size(0), -1).norm(pow, 1).view(v.size(0), *(1,) * (v.dim() - 1))
    if dim == v.dim() - 1:
        return v.contiguous().view(-1, v.size(-1)).norm(pow, 0).view(*(1,) * (v.dim() - 1), v.size(-1))
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


def _weight_norm(v, g, dim=0):
    """v with its slices along a dimension scaled to the lengths g; as a whole for dim -1. RuntimeError for g of another type."""
    for name, position, value in (('v', 1, v), ('g', 2, g)):
        if not isinstance(value, torch.Tensor):
            raise TypeError("_weight_norm(): argument '%s' (position %d) must be Tensor, not %s" % (name, position, type(value).__name__))
    if not v.is_floating_point():
        raise NotImplementedError('"weight_norm_kernel" not implemented for \'%s\'' % scalar_type(v.dtype))
    if v.dtype != g.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (scalar_type(v.dtype), scalar_type(g.dtype)))
    scaled = v * (g / norm_except_dim(v, 2, dim))
    return torch._C._name_node(scaled, 'WeightNormInterfaceBackward0') if dim in (0, v.dim() - 1) else scaled


def unsafe_chunk(input, chunks, dim=0):
    """chunk, whose results are no views of one base."""
    if input.dim() == 0:
        raise RuntimeError('chunk expects at least a 1-dimensional tensor')
    size = -(-input.size(dim) // chunks) if chunks > 0 else 0
    if chunks <= 0:
        raise RuntimeError('chunk expects `chunks` to be greater than 0, got: %d' % chunks)
    if not size:
        return tuple([unsafe_split(input, 1, dim)[0] for _ in range(chunks)])
    return unsafe_split(input, size, dim)


def unsafe_split(input, split_size, dim=0):
    """split, whose results are no views of one base: each may be changed in place."""
    if isinstance(split_size, torch.Tensor):
        split_size = int(split_size)
    return tuple([torch._C._name_node(chunk.clone() if chunk.requires_grad or torch._C._has_tangents((chunk,)) else chunk.data, 'UnsafeSplitBackward0')
                  for chunk in input.split(split_size, dim)])


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """split_with_sizes, whose results are no views of one base."""
    return tuple([torch._C._name_node(chunk.clone() if chunk.requires_grad or torch._C._has_tangents((chunk,)) else chunk.data, 'UnsafeSplitWithSizesBackward0')
                  for chunk in input.split(split_sizes, dim)])


def _sample_dirichlet(input, generator=None):
    """Vectors of probabilities whose concentrations are the last dimension; gamma variables over their sum, in double precision."""
    if input.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError("\"dirichlet\" not implemented for '%s'" % torch._type_names(input.dtype)[0])
    gammas = torch._standard_gamma(input.detach().double(), generator=generator)
    info = torch.finfo(input.dtype)
    return (gammas / gammas.sum(-1, True)).to(input.dtype).clamp(info.tiny, 1 - info.eps / 2)


def _shape_as_tensor(input):
    """The sizes as a tensor of int64."""
    return torch.tensor(input.shape, dtype=torch.int64)
