"""Functions of sparse tensors whose gradients have the elements of the sparse operand."""

import torch
from torch import _sparse

__all__ = ['addmm', 'check_sparse_tensor_invariants', 'mm', 'sum', 'softmax', 'log_softmax', 'as_sparse_gradcheck']
Tensor = torch.Tensor


def _dense_zeros(mat1, mat2):
    return torch.zeros(mat1.size(0), mat2.size(1), dtype=mat1.dtype, device=mat1.device)


_REDUCTIONS = {'sum': 'sum', 'mean': 'mean', 'amax': 'amax', 'amin': 'amin'}


def _reduced(mat1, mat2, reduce):
    """Sums, means or extrema of the products of each row of a matrix compressed by rows."""
    if reduce not in _REDUCTIONS:
        raise RuntimeError('reduce argument must be either sum, mean, amax or amin, got %s.' % reduce)
    if mat1.layout != torch.sparse_csr:
        raise NotImplementedError("Could not run 'aten::_sparse_mm_reduce_impl' with arguments from the '%s' backend." %
                                  ('SparseCPU' if mat1.is_sparse else 'CPU'))
    starts = mat1.crow_indices()
    rows = torch.repeat_interleave((starts[1:] - starts[:-1]).to(torch.int64))
    products = mat1.values().unsqueeze(1) * mat2.index_select(0, mat1.col_indices().to(torch.int64))
    index = rows.unsqueeze(1).expand(products.shape)
    return _dense_zeros(mat1, mat2).scatter_reduce(0, index, products, reduce, include_self=False)


def mm(mat1, mat2, reduce=None):
    """The product of a sparse matrix with a sparse or dense one; the gradient of the first has its elements. reduce: what is done with
    the products of a row: 'sum', 'mean', 'amax', 'amin'."""
    if reduce is not None:
        return _reduced(mat1, mat2, reduce)
    if mat1.layout == torch.strided and mat2.layout == torch.strided:
        return torch.mm(mat2.t(), mat1.t()).t()
    if mat1.layout != torch.strided and mat2.layout != torch.strided:
        return torch._sparse_sparse_matmul(mat1, mat2)
    if mat2.dim() != 2:
        mat2.size(1)
    if mat1.layout == torch.strided:
        return torch._sparse_addmm(_dense_zeros(mat2.t(), mat1.t()), mat2.t(), mat1.t(), beta=0).t()
    return torch._sparse_addmm(_dense_zeros(mat1, mat2), mat1, mat2, beta=0)


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta mat + alpha mat1 mat2 of a sparse mat1; the gradient of mat1 has its elements."""
    return torch._sparse_addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None):
    """alpha mat1 mat2 + beta input, at the elements of input, which is compressed by rows."""
    if out is not None:
        raise NotImplementedError('sampled_addmm: out= is not there in this version')
    return torch._sparse_sampled_addmm(input, mat1, mat2, beta=beta, alpha=alpha)


def sum(input, dim=None, dtype=None):
    """The sum of the elements, over all dimensions or some; sparse as long as a sparse dimension is left."""
    if dim is None:
        return torch.sum(input.coalesce().values(), dtype=dtype)
    dim = (dim,) if isinstance(dim, int) else tuple(dim)
    if not dim:
        return sum(input, dtype=dtype)
    return torch._sparse_sum(input if dtype is None else input.to(dtype), dim)


def _softmax(function, input, dim, dtype):
    if not input.is_sparse:
        raise NotImplementedError("Could not run 'aten::%s' with arguments from the '%s' backend." % (
            function.__name__, 'CPU' if input.layout == torch.strided else 'SparseCsrCPU'))
    return function(input if dtype is None else input.to(dtype), dim)


def softmax(input, dim, *, dtype=None):
    """softmax over the elements that are there along a dimension."""
    return _softmax(torch._sparse_softmax, input, dim, dtype)


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax over the elements that are there."""
    return _softmax(torch._sparse_log_softmax, input, dim, dtype)


def spdiags(diagonals, offsets, shape, layout=None):
    """A sparse matrix with rows of a matrix as its diagonals: column k of a row lies in column k. offsets: which, above the main one for
    positive numbers."""
    if layout not in (None, torch.sparse_coo, torch.sparse_csr, torch.sparse_csc):
        raise RuntimeError('Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got %s' % _sparse._LAYOUT_WORDS[layout])
    if diagonals.dim() > 2:
        raise RuntimeError('Diagonals must be vector or matrix')
    if len(shape) != 2:
        raise RuntimeError('Output shape must be 2d')
    diagonals, offsets = torch.atleast_2d(diagonals), torch.atleast_1d(offsets)
    if offsets.dim() != 1:
        raise RuntimeError('Offsets must be scalar or vector')
    if diagonals.size(0) != offsets.size(0):
        raise RuntimeError('Number of diagonals (%d) does not match the number of offsets (%d)' % (diagonals.size(0), offsets.size(0)))
    if offsets.unique().numel() != offsets.numel():
        raise RuntimeError('Offset tensor contains duplicate values')
    height, width = shape
    pieces = []
    for line, offset in enumerate(offsets.tolist()):
        first, last = max(0, offset), min(width, diagonals.size(1), height + offset)
        columns = torch.arange(first, max(first, last))
        pieces.append((columns - offset, columns, diagonals[line, first:max(first, last)]))
    rows, columns, values = [torch.cat(each) for each in zip(*pieces)]
    made = torch._sparse_coo_tensor_with_dims_and_tensors(torch.stack([rows, columns]).to(diagonals.device), values, (height, width), False)
    return made if layout in (None, torch.sparse_coo) else made.to_sparse(layout=layout)


class check_sparse_tensor_invariants:
    """Whether constructors of sparse tensors look at indices: a context manager, a decorator, and enable(), disable(), is_enabled()."""

    def __init__(self, enable=True):
        self.state = enable
        self.saved_state = None

    @staticmethod
    def is_enabled():
        """Are indices looked at?"""
        return bool(_sparse.checks_invariants)

    @staticmethod
    def enable():
        """Indices are looked at from now on."""
        _sparse.checks_invariants = True

    @staticmethod
    def disable():
        """Indices are not looked at from now on."""
        _sparse.checks_invariants = False

    def __enter__(self):
        if self.saved_state is not None:
            raise RuntimeError('This context manager instance is already activated. Use a different context manager instance for context nesting.')
        self.saved_state = self.is_enabled()
        _sparse.checks_invariants = self.state

    def __exit__(self, type, value, traceback):
        _sparse.checks_invariants = self.saved_state
        self.saved_state = None

    def __call__(self, mth):
        import functools

        @functools.wraps(mth)
        def checked(*args, **kwargs):
            with check_sparse_tensor_invariants(self.state):
                return mth(*args, **kwargs)
        return checked


def as_sparse_gradcheck(gradcheck):
    """Refused: gradcheck takes dense tensors."""
    raise NotImplementedError('as_sparse_gradcheck: gradcheck of sparse tensors is not there in this version')


def spsolve(input, other, *, left=True):
    """Refused: PyTorch solves sparse systems on CUDA devices only."""
    raise RuntimeError('Calling linear solver with sparse tensors requires compiling PyTorch with CUDA cuDSS and is not supported in ROCm build.')
