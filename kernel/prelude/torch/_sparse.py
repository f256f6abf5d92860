"""Sparse tensors made of indices and values, conversions to sparse layouts, and the products that torch has for them. Owns the checks
of what is given; the layouts themselves are the runtime's."""

import torch
from torch._arguments import write_out as _write_out
from torch._warnings import once as _once

# what torch.sparse.check_sparse_tensor_invariants says: None while nobody has said anything
checks_invariants = None


def _wants_checks(check):
    if check is None and checks_invariants is None:
        _once('Sparse invariant checks are implicitly disabled. Memory errors (e.g. SEGFAULT) will occur when operating on a sparse tensor '
              'which violates the invariants, but checks incur performance overhead. To silence this warning, explicitly opt in or out. See '
              '`torch.sparse.check_sparse_tensor_invariants.__doc__` for guidance. ', stacklevel=3)
    return bool(checks_invariants if check is None else check)


def _tensor(data, dtype, device):
    """Data as a tensor: a tensor keeps its memory where it is of that type and on that device."""
    return data.to(device, dtype) if isinstance(data, torch.Tensor) and (dtype or device) else (
        data if isinstance(data, torch.Tensor) else torch.tensor(data, dtype=dtype, device=device))


def _parts(indices, values, dtype, device, pin_memory):
    """Values, and indices on their device; meta tensors have no indices to look at."""
    values = _tensor(values, dtype, device)
    if values.device.type == 'meta':
        raise NotImplementedError('sparse tensors on the meta device are not there in this version')
    if pin_memory:
        torch.empty(0, pin_memory=True)
        raise NotImplementedError('pin_memory of sparse tensors is not there in this version')
    return [_tensor(each, None, values.device) for each in indices], values


def _finished(made, requires_grad):
    return made.detach().requires_grad_() if requires_grad else made


def _bounds(indices):
    return indices.amin(1).tolist(), indices.amax(1).tolist()


def _check_coordinates(indices, size):
    least, most = _bounds(indices) if indices.numel() else ((), ())
    for dim, (low, high) in enumerate(zip(least, most)):
        if low < 0:
            raise RuntimeError('found negative index %d for dim %d' % (low, dim))
        if high >= size[dim]:
            raise RuntimeError('size is inconsistent with indices: for dim %d, size is %d but found index %d' % (dim, size[dim], high))


def _inferred_size(indices, values):
    if not indices.numel():
        return [0] * indices.size(0) + list(values.shape[1:])
    least, most = _bounds(indices)
    for dim, low in enumerate(least):
        if low < 0:
            raise RuntimeError('found negative index %d for dim %d' % (low, dim))
    return [high + 1 for high in most] + list(values.shape[1:])


def sparse_coo_tensor(indices=None, values=None, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
                      check_invariants=None, is_coalesced=None):
    """A tensor of values at indices, which have a row for each sparse dimension. Without a size the smallest that fits. values may have
    more dimensions: those are dense. RuntimeError where they do not fit together."""
    check = _wants_checks(check_invariants)
    if values is None:
        return torch.zeros(size if indices is None else indices, dtype=dtype, device=device, layout=torch.sparse_coo, requires_grad=requires_grad)
    (indices,), values = _parts([indices], values, dtype, device, pin_memory)
    if indices.dim() != 2:
        raise RuntimeError('indices must be sparse_dim x nnz, but got: %s' % list(indices.shape))
    indices = indices.to(torch.int64)
    values = values.unsqueeze(0) if not values.dim() else values
    if indices.size(1) != values.size(0):
        raise RuntimeError('indices and values must have same nnz, but got nnz from indices: %d, nnz from values: %d'
                           % (indices.size(1), values.size(0)))
    sparse, dense = indices.size(0), values.dim() - 1
    size = _inferred_size(indices, values) if size is None else list(size)
    if len(size) != sparse + dense:
        raise RuntimeError("'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = %d, sparse_dim = %d, dense_dim = %d"
                           % (len(size), sparse, dense))
    if list(values.shape[1:]) != size[sparse:]:
        raise RuntimeError('values has incorrect size, expected %s, got %s' % ([values.size(0)] + size[sparse:], list(values.shape)))
    if check:
        _check_coordinates(indices, size)
        if is_coalesced:
            positions = torch.zeros(indices.size(1), dtype=torch.int64, device=indices.device)
            for row, length in zip(indices, size):
                positions = positions * length + row
            if bool((positions[1:] <= positions[:-1]).any()):
                raise RuntimeError('cannot set is_coalesced to true if indices correspond to uncoalesced COO tensor')
    return _finished(torch._sparse_coo_tensor_with_dims_and_tensors(indices, values, size, is_coalesced), requires_grad)


# layout: the names of where its rows or columns begin and of the coordinates in them, and of what each counts
_COMPRESSED = {torch.sparse_csr: ('crow_indices', 'col_indices', 'rows', 'ncols', 'nrows'),
               torch.sparse_csc: ('ccol_indices', 'row_indices', 'columns', 'nrows', 'ncols')}
_LAYOUT_WORDS = {torch.strided: 'Strided', torch.sparse_coo: 'Sparse', torch.sparse_csr: 'SparseCsr', torch.sparse_csc: 'SparseCsc',
                 torch.sparse_bsr: 'SparseBsr', torch.sparse_bsc: 'SparseBsc'}


def _scalar_word(tensor):
    return torch._arguments.scalar_type(tensor.dtype)


def _check_compressed(compressed, plain, values, size, layout):
    """That the parts of a compressed matrix fit together in number and type."""
    first, second, lines = _COMPRESSED[layout][:3]
    if any(each.dim() != 1 for each in (compressed, plain, values)) or len(size) != 2:
        raise NotImplementedError('%s with batches of matrices or dense dimensions are not there in this version' % layout)
    for dtype in (compressed.dtype, plain.dtype):
        if dtype not in (torch.int64, torch.int32):
            raise RuntimeError('%s and %s dtype must be Int or Long, but got %s' % (first, second, torch._arguments.scalar_type(dtype)))
    if compressed.dtype != plain.dtype:
        raise RuntimeError('%s and %s must have the same dtype, bot got %s and %s, respectively'
                           % (first, second, _scalar_word(compressed), _scalar_word(plain)))
    count = size[0] if layout == torch.sparse_csr else size[1]
    if compressed.size(0) != count + 1:
        raise RuntimeError('%s.shape[-1] must be equal to the number of %s + 1 (=%d), but got %d' % (first, lines, count + 1, compressed.size(0)))
    if plain.size(0) != values.size(0):
        raise RuntimeError('%s.shape[-1] must be equal to nnz (=%d) as defined by values.shape[0], but got %d'
                           % (second, values.size(0), plain.size(0)))


def _check_compressed_values(compressed, plain, size, layout):
    first, second, _, inner, outer = _COMPRESSED[layout]
    starts, positions = compressed.tolist(), plain.tolist()
    length, count = (size[1], size[0]) if layout == torch.sparse_csr else (size[0], size[1])
    if starts[0] != 0:
        raise RuntimeError('`%s[..., 0] == 0` is not satisfied.' % first)
    if starts[-1] != len(positions):
        raise RuntimeError('`%s[..., -1] == nnz` is not satisfied.' % first)
    if not all(0 <= end - start <= length for start, end in zip(starts, starts[1:])):
        raise RuntimeError('`0 <= %s[..., 1:] - %s[..., :-1] <= %s` is not satisfied.' % (first, first, inner))
    if not all(0 <= position < length for position in positions):
        raise RuntimeError('`0 <= %s < %s` is not satisfied.' % (second, inner))
    for start, end in zip(starts, starts[1:]):
        if any(positions[k] <= positions[k - 1] for k in range(start + 1, end)):
            raise RuntimeError('`%s[..., %s[..., i - 1]:%s[..., i]] for all i = 1, ..., %s are sorted and distinct along the last dimension '
                               'values` is not satisfied.' % (second, first, first, outer))


def _compressed(name, layout, compressed, plain, values, size, dtype, device, pin_memory, requires_grad, check_invariants):
    if layout not in _COMPRESSED:
        raise NotImplementedError('Tensors with layout %s are not supported' % layout)
    check = _wants_checks(check_invariants)
    (compressed, plain), values = _parts([compressed, plain], values, dtype, device, pin_memory)
    if size is None:
        lines, across = compressed.size(-1) - 1, int(plain.max()) + 1 if plain.numel() else 0
        size = (lines, across) if layout == torch.sparse_csr else (across, lines)
    _check_compressed(compressed, plain, values, size, layout)
    if check:
        _check_compressed_values(compressed, plain, size, layout)
    made = torch._sparse_compressed_tensor_unsafe(compressed, plain, values, size, str(layout)[6:])
    return _finished(made, requires_grad)


def _check_layout(name, layout, wanted):
    if layout is not None and layout != wanted:
        raise RuntimeError('%s: layout must be %s but got %s' % (name, _LAYOUT_WORDS[wanted], _LAYOUT_WORDS[layout]))


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
                      requires_grad=False, check_invariants=None):
    """A matrix compressed by rows: where each row begins, the columns of its elements, and their values."""
    _check_layout('sparse_csr_tensor', layout, torch.sparse_csr)
    return _compressed('sparse_csr_tensor', torch.sparse_csr, crow_indices, col_indices, values, size, dtype, device, pin_memory, requires_grad,
                       check_invariants)


def sparse_csc_tensor(ccol_indices, row_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
                      requires_grad=False, check_invariants=None):
    """A matrix compressed by columns: where each column begins, the rows of its elements, and their values."""
    _check_layout('sparse_csc_tensor', layout, torch.sparse_csc)
    return _compressed('sparse_csc_tensor', torch.sparse_csc, ccol_indices, row_indices, values, size, dtype, device, pin_memory, requires_grad,
                       check_invariants)


def sparse_compressed_tensor(compressed_indices, plain_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
                             requires_grad=False, check_invariants=None):
    """A matrix compressed by rows or columns, as the layout says."""
    if layout is None or layout in (torch.strided, torch.sparse_coo):
        raise RuntimeError('sparse_compressed_tensor expected sparse compressed tensor layout but got %s'
                           % ('none' if layout is None else _LAYOUT_WORDS[layout]))
    return _compressed('sparse_compressed_tensor', layout, compressed_indices, plain_indices, values, size, dtype, device, pin_memory,
                       requires_grad, check_invariants)


def _blocks(name):
    def refused(*args, **keywords):
        raise NotImplementedError('%s: layouts of blocks (torch.sparse_bsr, torch.sparse_bsc) are not there in this version' % name)
    refused.__name__ = refused.__qualname__ = name
    refused.__doc__ = 'Refused: there are no layouts of blocks.'
    return refused


sparse_bsr_tensor, sparse_bsc_tensor, to_sparse_bsr, to_sparse_bsc = [
    _blocks(name) for name in ('sparse_bsr_tensor', 'sparse_bsc_tensor', 'to_sparse_bsr', 'to_sparse_bsc')]


# ---- conversions ----

def to_dense(input, dtype=None, *, masked_grad=None):
    """A strided tensor of the elements; a strided one itself."""
    if input.layout == torch.strided:
        return input if dtype is None else input.to(dtype)
    return torch._to_dense(input, dtype, masked_grad)


def _no_dense_dims(name, input, dense_dim):
    if dense_dim not in (None, 0):
        raise NotImplementedError('%s: dense_dim other than 0 is not there in this version' % name)


def _to_compressed(name, input, dense_dim, layout):
    _no_dense_dims(name, input, dense_dim)
    if input.layout == layout:
        return input
    if name == 'to_sparse':
        return torch._to_sparse(input, str(layout)[6:])
    return torch._to_sparse_csr(input) if layout == torch.sparse_csr else torch._to_sparse_csc(input)


def to_sparse(input, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """The nonzero elements in a sparse layout. sparse_dim: the slices of the first dimensions that have one."""
    if sparse_dim is not None:
        return input if input.layout == torch.sparse_coo and input.sparse_dim() == sparse_dim else torch._to_sparse(input, sparse_dim)
    layout = torch.sparse_coo if layout is None else layout
    if layout == torch.strided:
        return input.to_dense()
    if layout not in _COMPRESSED and layout != torch.sparse_coo:
        if blocksize is None:
            raise RuntimeError('dense_to_sparse: conversion from %s to %s without blocksize argument given is not supported'
                               % (_LAYOUT_WORDS[input.layout], _LAYOUT_WORDS[layout]))
        return to_sparse_bsr(input, blocksize)
    if layout == torch.sparse_coo and dense_dim is not None and input.layout == torch.strided:
        return torch._to_sparse(input, input.dim() - dense_dim)
    return _to_compressed('to_sparse', input, dense_dim, layout)


def to_sparse_coo(self):
    """The nonzero elements with their indices."""
    return to_sparse(self)


def to_sparse_csr(input, dense_dim=None):
    """A matrix compressed by rows."""
    return _to_compressed('to_sparse_csr', input, dense_dim, torch.sparse_csr)


def to_sparse_csc(input, dense_dim=None):
    """A matrix compressed by columns."""
    return _to_compressed('to_sparse_csc', input, dense_dim, torch.sparse_csc)


def resize_as_sparse_(input, the_template):
    """Gives a sparse tensor the size of another."""
    return input.sparse_resize_(the_template.shape, the_template.sparse_dim(), the_template.dense_dim())


# ---- products ----

def spmm(mat1, mat2, *, out=None):
    """The product of two matrices; former name of mm."""
    product = torch.mm(mat1, mat2)
    return product if out is None else _write_out(out, product)


def dsmm(input, mat2):
    """The product of a sparse and a dense matrix; former name of mm."""
    return torch.mm(input, mat2)


def hspmm(mat1, mat2, *, out=None):
    """The product of a sparse and a dense matrix: only the rows that have elements, as a sparse tensor of rows."""
    if out is not None:
        raise NotImplementedError('hspmm: out= is not there in this version')
    if mat1.size(1) != mat2.size(0):
        raise RuntimeError('hspmm: Argument #3: Expected dim 0 size %d, got %d' % (mat1.size(1), mat2.size(0)))
    rows = mat1._indices()[0].unique()
    values = torch.mm(mat1, mat2)[rows]
    return torch._sparse_coo_tensor_with_dims_and_tensors(rows.unsqueeze(0), values, (mat1.size(0), mat2.size(1)), True)


def sspaddmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    """beta input + alpha (sparse times dense), as a sparse matrix with all elements of the rows of the product."""
    if out is not None:
        raise NotImplementedError('sspaddmm: out= is not there in this version')
    if mat1.size(1) != mat2.size(0):
        raise RuntimeError('sspaddmm: Argument #3: Expected dim 0 size %d, got %d' % (mat1.size(1), mat2.size(0)))
    rows, width = mat1._indices()[0].unique(), mat2.size(1)
    values = torch.mm(mat1, mat2)[rows].flatten()
    indices = torch.stack([rows.repeat_interleave(width), torch.arange(width, device=rows.device).repeat(rows.numel())])
    if input is None:
        return torch._sparse_coo_tensor_with_dims_and_tensors(indices, values * alpha, (mat1.size(0), width), False)
    return torch._sparse_coo_tensor_with_dims_and_tensors(torch.cat([input._indices(), indices], 1),
                                                          torch.cat([input._values() * beta, values * alpha]), input.shape, False)


def smm(input, mat2):
    """The product of a sparse and a dense matrix, as a sparse one."""
    return sspaddmm(None, input, mat2)
