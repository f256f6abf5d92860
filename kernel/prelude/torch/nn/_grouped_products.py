"""Products of groups of matrices, and products with scaled operands."""

import enum

import torch
from torch._arguments import scalar_type


class _ScalingType(enum.Enum):
    """How an operand was scaled."""

    TensorWise, RowWise, BlockWise1x16, BlockWise1x32, BlockWise1x128, BlockWise128x128 = range(6)


class _SwizzleType(enum.Enum):
    """The order in which scales lie in memory."""

    NO_SWIZZLE, SWIZZLE_32_4_4 = range(2)


for _kind in (_ScalingType, _SwizzleType):
    _kind.__module__ = 'torch.nn.functional'


def _check_strides(mat):
    """One of the last dimensions is contiguous, and the other begins at multiples of 16 bytes."""
    rows, columns = mat.stride()[-2:]
    if 1 not in (rows, columns):
        raise RuntimeError('Invalid strides/sizes, got %s for strides and %s for sizes' % (list(mat.stride()), list(mat.shape)))
    if (rows if columns == 1 else columns) * mat.itemsize % 16:
        raise RuntimeError('strides should be multiple of 16 bytes')


def _check(a, b, offs, bias, out_dtype):
    for name, mat in (('mat_a', a), ('mat_b', b)):
        if mat.dim() not in (2, 3):
            raise RuntimeError(name + ' has to be 2 or 3d')
    if (a.dim() == 2 or b.dim() == 2) != (offs is not None):
        raise RuntimeError('Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d')
    if a.size(-1) != b.size(-2):
        raise RuntimeError('contraction dimension of mat_a and mat_b must match')
    if offs is not None and offs.dtype != torch.int32:
        raise RuntimeError('Offsets have to be int32')
    if bias is not None:
        raise RuntimeError('Bias not supported yet')
    if out_dtype not in (None, a.dtype):
        raise RuntimeError('Grouped gemm output dtype must match `mat_a` dtype')
    groups = {mat.size(0) for mat in (a, b) if mat.dim() == 3} | ({offs.numel()} if offs is not None else set())
    if len(groups) > 1:
        raise RuntimeError('matrix batch sizes have to match')
    _check_strides(a)
    _check_strides(b)


def grouped_mm(mat_a, mat_b, offs, bias, out_dtype):
    """See torch.nn.functional.grouped_mm."""
    _check(mat_a, mat_b, offs, bias, out_dtype)
    if offs is None:
        return _named(torch.bmm(mat_a, mat_b))
    ends = offs.tolist()
    spans = [slice(first, end) for first, end in zip([0] + ends, ends)]
    if mat_a.dim() == 2 and mat_b.dim() == 2:
        return _named(torch.stack([mat_a[:, span] @ mat_b[span] for span in spans]))
    if mat_a.dim() == 2:
        parts, rest, dim = [mat_a[span] @ b for span, b in zip(spans, mat_b)], mat_a.size(0) - (ends[-1] if ends else 0), 0
        filling = mat_a.new_zeros(rest, mat_b.size(-1))
    else:
        parts, rest, dim = [a @ mat_b[:, span] for a, span in zip(mat_a, spans)], mat_b.size(1) - (ends[-1] if ends else 0), 1
        filling = mat_a.new_zeros(mat_a.size(1), rest)
    return _named(torch.cat(parts + ([filling] if rest else []), dim))


def _named(result):
    return torch._C._name_node(result, 'GroupedMmBackward0') if result.requires_grad else result


def _one(value):
    return value[0] if isinstance(value, (list, tuple)) else value


def scaled_mm(mat_a, mat_b, scale_a, recipe_a, scale_b, recipe_b, swizzle_a, swizzle_b, bias, output_dtype, contraction_dim):
    """See torch.nn.functional.scaled_mm."""
    scales = [_one(scale_a), _one(scale_b)]
    recipes = [_one(recipe_a), _one(recipe_b)]
    small = all(mat.itemsize == 1 and mat.is_floating_point() for mat in (mat_a, mat_b)) and all(s.dtype == torch.float32 for s in scales)
    tensor_wise = all(recipe is _ScalingType.TensorWise for recipe in recipes) and all(s.numel() == 1 for s in scales)
    by_rows = (all(recipe is _ScalingType.RowWise for recipe in recipes) and list(scales[0].shape) == [mat_a.size(0), 1]
               and list(scales[1].shape) == [1, mat_b.size(1)] and all(s.is_contiguous() for s in scales))
    if not small or not (tensor_wise or by_rows):
        got = []
        for name, mat, s in (('a', mat_a, scales[0]), ('b', mat_b, scales[1])):
            got += ['mat_%s.dtype()=%s' % (name, scalar_type(mat.dtype)), 'scale_%s.dtype()=%s' % (name, scalar_type(s.dtype)),
                    'scale_%s.size()=%s' % (name, list(s.shape)), 'scale_%s.stride()=%s' % (name, list(s.stride()))]
        raise ValueError('Invalid scaling configuration.\n- For TensorWise scaling, a and b should be float8, scales should be float and singletons.\n'
                         '- For RowWise scaling, a and b should be float8, scales should be float, scale_a should be (%d, 1) and scale_b should be '
                         '(1, %d), and both should be contiguous.\nGot %s and %s' % (mat_a.size(0), mat_b.size(1), ', '.join(got[:-1]), got[-1]))
    if contraction_dim or any(_one(s) not in (None, _SwizzleType.NO_SWIZZLE) for s in (swizzle_a, swizzle_b)):
        raise NotImplementedError('scaled_mm: contraction_dim and swizzled scales are not there on the CPU')
    out = mat_a.float() @ mat_b.float() * scales[0] * scales[1]
    return (out if bias is None else out + bias.float()).to(output_dtype or mat_a.dtype)


def scaled_grouped_mm(device):
    """See torch.nn.functional.scaled_grouped_mm."""
    raise NotImplementedError("Could not run 'aten::_scaled_grouped_mm_v2' with arguments from the '%s' backend." % device.upper())
