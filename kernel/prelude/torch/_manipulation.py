"""Functions of torch that join, split, flip and rotate tensors, or arrange elements in a matrix."""

import torch
from torch._arguments import check_tensors, factory_result, refuse_types, scalar_type


def _listed(tensors):
    return tuple(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors


def _each(tensors, function):
    if len(tensors) == 1 and isinstance(tensors[0], torch.Tensor):
        return function(tensors[0])
    parts = _listed(tensors)
    check_tensors(parts)
    return tuple([function(tensor) for tensor in parts])


def atleast_1d(*tensors):
    """The tensors with at least one dimension."""
    return _each(tensors, lambda x: x.reshape(1) if x.dim() == 0 else x)


def atleast_2d(*tensors):
    """The tensors with at least two dimensions."""
    return _each(tensors, lambda x: x.reshape(1, 1) if x.dim() == 0 else x.unsqueeze(0) if x.dim() == 1 else x)


def atleast_3d(*tensors):
    """The tensors with at least three dimensions."""
    def three(x):
        if x.dim() == 0:
            return x.reshape(1, 1, 1)
        if x.dim() == 1:
            return x.unsqueeze(0).unsqueeze(-1)
        return x.unsqueeze(-1) if x.dim() == 2 else x
    return _each(tensors, three)


def _some(name, tensors):
    if isinstance(tensors, (list, tuple)) and not tensors:
        raise RuntimeError(name + ' expects a non-empty TensorList')


def dstack(tensors, *, out=None):
    """Joins tensors along the third dimension."""
    _some('dstack', tensors)
    return torch.cat(list(atleast_3d(*tensors)) if len(tensors) != 1 else [atleast_3d(tensors[0])], 2, out=out)


def column_stack(tensors, *, out=None):
    """Joins columns side by side; tensors of one dimension count as columns."""
    _some('column_stack', tensors)
    return torch.hstack([x.reshape(x.numel(), 1) if x.dim() <= 1 else x for x in tensors], out=out)


def row_stack(tensors, *, out=None):
    """Alias of vstack."""
    return torch.vstack(tensors, out=out)


def _sections(x, cuts, dim):
    """Splits a dimension into a number of sections, or at indices."""
    if x.dim() == 0:
        raise RuntimeError('tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims')
    size = x.size(dim)
    if isinstance(cuts, torch.Tensor):
        if cuts.is_meta:
            raise RuntimeError("tensor_split expected tensor_indices_or_sections to be on cpu, but it's on meta")
        if cuts.dtype != torch.int64:
            raise RuntimeError('tensor_split expected tensor_indices_or_sections to have dtype of long, but got ' + scalar_type(cuts.dtype))
        if cuts.dim() > 1:
            raise RuntimeError('tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with %d dims' % cuts.dim())
        cuts = cuts.tolist()
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError('number of sections must be larger than 0, got %d' % cuts)
        if cuts >= 2**31:
            raise RuntimeError('cannot create std::vector larger than max_size()')
        small, more = divmod(size, cuts)
        pieces, start = [], 0
        for i in range(cuts):
            length = small + (i < more)
            pieces.append(x.narrow(dim, start, length))
            start += length
        return tuple(pieces)
    pieces, before = [], 0
    for cut in [*cuts, size]:
        start, stop, _ = slice(before, cut).indices(size)
        pieces.append(x.narrow(dim, start, max(0, stop - start)))
        before = cut
    return tuple(pieces)


def tensor_split(input, indices_or_sections=None, dim=0, *, sections=None, indices=None, tensor_indices_or_sections=None):
    """Splits a dimension into a number of sections of nearly equal size, or at indices."""
    for given in (indices_or_sections, sections, indices, tensor_indices_or_sections):
        if given is not None:
            return _sections(input, given, dim)
    raise TypeError('tensor_split() missing 1 required positional arguments: "indices_or_sections"')


def _split_along(name, least, input, cuts, dim):
    if input.dim() < least:
        raise RuntimeError('torch.%s requires a tensor with at least %d dimension, but got a tensor with %d dimensions!' % (name, least, input.dim()))
    if isinstance(cuts, torch.Tensor) and not cuts.dim() and not (cuts.is_floating_point() or cuts.is_complex()):
        cuts = int(cuts)
    if isinstance(cuts, int):
        if cuts == 0 or input.size(dim) % cuts:
            raise RuntimeError('torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!'
                               % (name, dim, input.size(dim), cuts))
    return _sections(input, cuts, dim)


def hsplit(input, sections=None, *more, indices=None):
    """Splits along the second dimension (the first of a vector) into a number of sections, or at indices."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('hsplit', 1, input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, sections=None, *more, indices=None):
    """Splits along the first dimension into a number of sections, or at indices."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('vsplit', 2, input, indices_or_sections, 0)


def dsplit(input, sections=None, *more, indices=None):
    """Splits along the third dimension into a number of sections, or at indices."""
    indices_or_sections = (sections, *more) if more else sections if indices is None else indices
    return _split_along('dsplit', 3, input, indices_or_sections, 2)


def fliplr(input):
    """Reverses the second dimension."""
    if input.dim() < 2:
        raise RuntimeError('Input must be >= 2-d.')
    return input.flip(1)


def flipud(input):
    """Reverses the first dimension."""
    if input.dim() < 1:
        raise RuntimeError('Input must be >= 1-d.')
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    """Rotates the plane of two dimensions k times by 90 degrees, from the first towards the second."""
    dims = list(dims)
    if len(dims) != 2:
        raise RuntimeError('expected total rotation dims == 2, but got dims = %d' % len(dims))
    if input.dim() < 2:
        raise RuntimeError('expected total dims >= 2, but got total dims = %d' % input.dim())
    for dim in dims:
        if not -input.dim() <= dim < input.dim():
            raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-input.dim(), input.dim() - 1, dim))
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.dim():
        raise RuntimeError('expected rotation dims to be different, but got dim0 = %d and dim1 = %d' % (dims[0], dims[1]))
    return torch._rot90(input, k % 4, dims[0], dims[1])


def cartesian_prod(*tensors):
    """The rows of all combinations of elements of the tensors."""
    check_tensors(tensors)
    if not tensors:
        raise RuntimeError('meshgrid expects a non-empty TensorList')
    for tensor in tensors:
        if tensor.dim() != 1:
            raise RuntimeError('Expect a 1D vector, but got shape ' + str(list(tensor.shape)))
    if len(tensors) == 1:
        return tensors[0]
    grids = torch.meshgrid(*tensors, indexing='ij')
    return torch.stack([grid.flatten() for grid in grids], 1)


def combinations(input, r=2, with_replacement=False):
    """The rows of all combinations of r elements, in order of their positions."""
    if input.dim() != 1:
        raise RuntimeError('Expect a 1D vector, but got shape ' + str(list(input.shape)))
    if r < 0:
        raise RuntimeError('Expect a non-negative number, but got %d' % r)
    if r == 0:
        return input.new_empty(0)
    positions = torch.arange(input.numel(), device=input.device)
    grids = torch.meshgrid(*[positions] * r, indexing='ij')
    chosen = torch.ones_like(grids[0], dtype=torch.bool)
    for before, after in zip(grids, grids[1:]):
        chosen = chosen & (before <= after if with_replacement else before < after)
    return torch.stack([input.index_select(0, grid.masked_select(chosen)) for grid in grids], 1)


def block_diag(*tensors):
    """A matrix with the given matrices along its diagonal."""
    return torch._block_diag(tensors)


def _below_diagonal(rows, columns):
    """How many elements the rows of a lower triangle have, the k-th of them k, but not more than there are columns."""
    rows = max(rows, 0)
    short = min(rows, columns)
    return short * (short + 1) // 2 + (rows - short) * columns


def _triangle(row, col, offset, upper, dtype, device):
    row, col = int(row), int(col)
    if row < 0 or col < 0:
        raise RuntimeError('%s must be non-negative, got%s' % (('row', row) if row < 0 else ('col', col)))
    device = torch.get_default_device() if device is None else torch.device(device)
    if device.type == 'meta':
        if upper:  # what the lower triangle below the diagonal leaves
            row, col, offset = col, row, -offset
        count = _below_diagonal(row + offset, col) - _below_diagonal(offset, col)
        return torch.empty(2, count, dtype=torch.int64 if dtype is None else dtype, device=device)
    full = torch.ones(row, col, dtype=torch.bool, device=device)
    triangle = full.triu(offset) if upper else full.tril(offset)
    return torch.argwhere(triangle).t().contiguous().to(torch.int64 if dtype is None else dtype)


def tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """The rows and columns of the lower triangle of a matrix."""
    refuse_types('tril_indices', dtype or torch.int64)
    return factory_result(_triangle(row, col, offset, False, dtype, device), layout)


def triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    """The rows and columns of the upper triangle of a matrix."""
    refuse_types('triu_indices', dtype or torch.int64)
    return factory_result(_triangle(row, col, offset, True, dtype, device), layout)


def diagflat(input, offset=0):
    """A matrix with all elements on a diagonal."""
    return torch.diag(input.contiguous().view(-1), offset)


def vander(x, N=None, increasing=False):
    """The powers of each element as a row."""
    if x.dim() != 1:
        raise RuntimeError('x must be a one-dimensional tensor.')
    count = x.numel() if N is None else N
    if count < 0:
        raise RuntimeError('N must be non-negative.')
    kind = x.dtype if x.is_floating_point() or x.is_complex() else torch.int64
    result = torch.ones(x.numel(), count, dtype=kind, device=x.device)
    if count > 1:
        powers = torch.cumprod(x.to(kind).unsqueeze(1).expand(x.numel(), count - 1), 1)
        result = torch.cat([result.narrow(1, 0, 1), powers], 1)
    return result if increasing else result.flip(1)


def _sparse_range(input, dim, start, length):
    """The elements of a range of a dimension of a sparse tensor."""
    size, indices, values = list(input.shape), input._indices(), input._values()
    if not -len(size) <= dim < len(size):
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-len(size), len(size) - 1, dim))
    dim %= len(size)
    if start < 0 or length < 0 or start + length > size[dim]:
        raise RuntimeError('Invalid range to narrow. range(start, start+length) must be a subset of range(0, %d).' % size[dim])
    size[dim] = length
    if dim >= input.sparse_dim():
        return torch._sparse_coo_tensor_with_dims_and_tensors(indices, values.narrow_copy(dim - input.sparse_dim() + 1, start, length), size)
    kept = ((indices[dim] >= start) & (indices[dim] < start + length)).nonzero().squeeze(1)
    indices = indices[:, kept]
    indices[dim] -= start
    return torch._sparse_coo_tensor_with_dims_and_tensors(indices, values[kept], size, input.is_coalesced())


def narrow_copy(input, dim, start, length):
    """A copy of a range of a dimension."""
    if isinstance(start, torch.Tensor):
        start = int(start)
    if input.is_sparse:
        return _sparse_range(input, dim, start, length)
    if input.dim() and dim >= input.dim():
        raise RuntimeError('Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error message be '
                           'improved?  If so, please report an enhancement request to PyTorch.)')
    if length < 0 <= start <= input.size(dim):
        raise RuntimeError('start (%d) + length (%d) exceeds dimension size (%d).' % (start, length, input.size(dim)))
    return torch._C._name_node(input.narrow(dim, start, length).clone(memory_format=torch.contiguous_format), 'NarrowCopyBackward0')


torch._C._fast_path(cartesian_prod, 'cartesian_prod')
