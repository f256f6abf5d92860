"""Linear algebra: LAPACK's factorisations from the table of ops, and what is made of them."""

import torch
from torch._C import _linalg
from torch._arguments import cxx_name as _cxx_name, scalar_type as _scalar_type

LinAlgError = _linalg._LinAlgError

for _name in dir(_linalg):
    if _name.startswith('linalg_'):
        globals()[_name[7:]] = getattr(_linalg, _name)
del _name

vector_norm = torch.linalg_vector_norm
_inf = float('inf')


def matmul(input, other, *, out=None):
    """The matrix product."""
    return torch.matmul(input, other) if out is None else torch.matmul(input, other, out=out)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices."""
    return A.diagonal(offset, dim1, dim2)


def vecdot(x, y, *, dim=-1, out=None):
    """Dot products along a dimension."""
    _inexact(x, 'linalg.vecdot')
    if x.dim() == 1 and y.dim() == 1 and x.shape == y.shape and x.dtype == y.dtype:
        return _copy_out(out, torch.vdot(x, y))
    return _copy_out(out, (x.conj() if x.is_complex() else x).mul(y).sum(dim))


def _copy_out(out, result):
    """The result, or out with the result's size and values; here out= may have another type."""
    if out is None:
        return result
    if tuple(out.shape) != tuple(result.shape):
        out.resize_(result.shape)
    return out.copy_(result)


def _words(shape):
    return '[' + ', '.join([str(n) for n in shape]) + ']'


def _wide(A, name, letter='A'):
    if A.dim() < 2:
        raise RuntimeError('%s: The input tensor %s must have at least 2 dimensions.' % (name, letter))


def _square(A, name):
    _wide(A, name)
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError('%s: A must be batches of square matrices, but they are %d by %d matrices'
                           % (name, A.shape[-2], A.shape[-1]))


def _inexact(A, name):
    if not (A.is_floating_point() or A.is_complex()):
        raise RuntimeError('%s: Expected a floating point or complex tensor as input. Got %s'
                           % (name, _scalar_type(A.dtype)))


# ---- norms

def _order(ord):
    """A scalar formatted as C++ does."""
    if isinstance(ord, str):
        return ord
    text = '%g' % ord
    return text


def matrix_norm(A, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    """The norm of matrices."""
    name = 'linalg.matrix_norm'
    if isinstance(ord, str) and ord not in ('fro', 'nuc') or not isinstance(ord, str) and abs(ord) not in (1, 2, _inf):
        if A.dim() >= 2 or isinstance(ord, str):
            raise RuntimeError('%s: Order %s not supported.' % (name, _order(ord)))
    _wide(A, name)
    _inexact(A, name)
    if len(dim) != 2:
        raise RuntimeError('%s: dim must be a 2-tuple. Got %s' % (name, ' '.join([str(d) for d in dim])))
    rows, columns = [_dimension(d, A.dim()) for d in dim]
    if rows == columns:
        raise RuntimeError('%s: dims must be different. Got (%d, %d)' % (name, dim[0], dim[1]))
    if dtype is not None:
        A = A.to(dtype)
    if ord == 'fro':
        return _copy_out(out, vector_norm(A, 2, (rows, columns), keepdim))
    if ord == 'nuc' or abs(ord) == 2:
        if A.dtype in (torch.float16, torch.bfloat16):
            raise RuntimeError('%s: Low precision dtypes not supported. Got %s' % (name, _scalar_type(A.dtype)))
        rest = [d for d in range(A.dim()) if d not in (rows, columns)]
        values = _linalg.linalg_svdvals(A.permute(rest + [rows, columns]))
        if ord == 'nuc':
            result = values.sum(-1, keepdim)
        else:
            result = _extreme(values, ord, -1, keepdim)
        if keepdim:
            result = result.unsqueeze(-1)
            order = list(range(A.dim() - 2))
            for d in sorted((rows, columns)):
                order.insert(d, A.dim() - 2 if d == rows else A.dim() - 1)
            result = result.permute(order)
        return _copy_out(out, result)
    if abs(ord) == _inf:
        rows, columns = columns, rows
    if not keepdim and rows < columns:
        columns -= 1
    result = vector_norm(A, 1, (rows,), keepdim)
    return _copy_out(out, _extreme(result, ord, columns, keepdim))


def _extreme(values, ord, dim, keepdim):
    """The largest for a positive order, which is 0 where there are none; the smallest for a negative one."""
    if ord < 0:
        return values.amin(dim, keepdim)
    if values.shape[dim] == 0:
        return values.detach().sum(dim, keepdim)
    return values.amax(dim, keepdim)


def _dimension(d, ndim):
    if not -ndim <= d < ndim:
        raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)' % (-ndim, ndim - 1, d))
    return d % ndim


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None):
    """The norm of vectors or matrices."""
    if isinstance(dim, int):
        dim = (dim,)
    if dim is not None and len(dim) not in (1, 2):
        raise RuntimeError('linalg.norm: If dim is specified, it must be of length 1 or 2. Got %s' % _words(dim))
    if ord is None:
        A = A.to(dtype) if dtype is not None else A
        return _copy_out(out, vector_norm(A, 2, dim, keepdim))
    if dim is None and A.dim() not in (1, 2):
        raise RuntimeError('linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got %dD.' % A.dim())
    if isinstance(ord, str) or (len(dim) == 2 if dim is not None else A.dim() == 2):
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype, out=out)
    A = A.to(dtype) if dtype is not None else A
    return _copy_out(out, vector_norm(A, ord, dim, keepdim))


def cond(A, p=None, *, out=None):
    """The condition number of matrices."""
    if A.dim() < 2:
        raise RuntimeError('linalg.cond: The input tensor must have at least 2 dimensions.')
    if not isinstance(p, str) and p is not None and abs(p) not in (1, 2, _inf):
        raise RuntimeError('linalg.cond got an invalid norm type: %s' % _order(p))
    if A.numel() == 0:
        real = A.abs().dtype if A.is_complex() else A.dtype
        return _copy_out(out, torch.zeros(A.shape[:-2], dtype=real, device=A.device))
    if p is None or p in (2, -2):
        values = _linalg.linalg_svdvals(A)
        last, first = values.narrow(-1, -1, 1), values.narrow(-1, 0, 1)
        return _copy_out(out, (last / first if p == -2 else first / last).squeeze(-1))
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError('linalg.cond(ord=%s): A must be batches of square matrices, but they are %d by %d matrices'
                           % (_order(p), A.shape[-2], A.shape[-1]))
    if p == 'nuc':
        return _copy_out(out, matrix_norm(A, p) * matrix_norm(_linalg.linalg_inv(A), p))
    if p != 'fro' and isinstance(p, str):
        raise RuntimeError('linalg.cond got an invalid norm type: %s' % p)
    inverse, info = _linalg.linalg_inv_ex(A)
    if info.any():
        inverse = inverse.masked_fill((info > 0)[..., None, None], _inf)
    result = matrix_norm(A, p) * matrix_norm(inverse, p)
    return _copy_out(out, result.nan_to_num(_inf, _inf, -_inf))


# ---- ranks and powers

def _tolerance(bound, values):
    if bound is None:
        return None
    if isinstance(bound, torch.Tensor):
        return bound.unsqueeze(-1) if bound.dim() else bound
    return torch.tensor(float(bound), dtype=values.dtype, device=values.device)


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """The number of singular values that count."""
    if A.dim() < 2:
        raise RuntimeError('torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.')
    if not A.is_floating_point() and not A.is_complex() or A.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError("This function doesn't handle types other than float and double")
    with torch.no_grad():
        values = _linalg.linalg_eigvalsh(A).abs() if hermitian else _linalg.linalg_svdvals(A)
        if A.numel() == 0:
            return _copy_out(out, torch.zeros(A.shape[:-2], dtype=torch.int64, device=A.device))
        if tol is not None:
            atol, rtol = tol, 0.0
        elif atol is not None and rtol is None:
            positive = (atol > 0).all() if isinstance(atol, torch.Tensor) else atol > 0
            rtol = 0.0 if positive else None
        if rtol is None:
            rtol = torch.finfo(values.dtype).eps * max(A.shape[-1], A.shape[-2])
        limit = values.amax(-1, True) * _tolerance(rtol, values)
        if atol is not None:
            limit = torch.maximum(limit, _tolerance(atol, values).to(limit.dtype))
        return _copy_out(out, (values > limit).sum(-1))


def matrix_power(A, n, *, out=None):
    """A product of n copies of a square matrix."""
    name = 'linalg.matrix_power'
    _square(A, name)
    if n == 0:
        eye = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
        return _copy_out(out, torch.empty_like(A, memory_format=torch.contiguous_format).copy_(eye.expand_as(A)) if not A.requires_grad
                     else A.clone(memory_format=torch.contiguous_format).copy_(eye.expand_as(A)))
    if n == 1:
        return _copy_out(out, A.clone())
    if n < 0:
        A = _linalg.linalg_inv(A)
        n = -n
        if n == 1:
            return _copy_out(out, A)
    if n == 2:
        return _copy_out(out, A @ A)
    if n == 3:
        return _copy_out(out, A @ A @ A)
    result = square = None
    while n > 0:
        square = A if square is None else square @ square
        if n % 2:
            result = square if result is None else result @ square
        n //= 2
    return _copy_out(out, result)


def multi_dot(tensors, *, out=None):
    """The product of matrices in the cheapest order."""
    tensors = list(tensors)
    n = len(tensors)
    if n < 2:
        raise RuntimeError('multi_dot(): expected at least 2 tensors but got %d' % n)
    for which, one in (('first', tensors[0]), ('last', tensors[-1])):
        if one.dim() not in (1, 2):
            raise RuntimeError('multi_dot(): the %s tensor must be 1D or 2D but got %dD' % (which, one.dim()))
    shape, given = [], [one.shape for one in tensors]
    first, last = tensors[0], tensors[-1]
    if first.dim() == 1:
        tensors[0] = first.unsqueeze(0)
    else:
        shape.append(first.shape[0])
    if last.dim() == 1:
        tensors[-1] = last.unsqueeze(-1)
    else:
        shape.append(last.shape[1])
    for i in range(1, n):
        if 1 <= i < n - 1 and tensors[i].dim() != 2:
            raise RuntimeError('multi_dot(): tensor %d must be 2D but got %dD' % (i, tensors[i].dim()))
        if tensors[i].dtype != tensors[0].dtype:
            words = [_cxx_name(tensors[0].dtype), _cxx_name(tensors[i].dtype)]
            raise RuntimeError('multi_dot(): all tensors must have be the same dtype but tensor 0 is %s and tensor %d %s'
                               % (words[0], i, words[1]))
        if tensors[i].device != tensors[0].device:
            raise RuntimeError('multi_dot(): all tensors must be on the same device but tensor 0 is on %s and tensor %d on %s'
                               % (tensors[0].device, i, tensors[i].device))
    for i in range(n - 1):
        if tensors[i].shape[-1] != tensors[i + 1].shape[0]:
            raise RuntimeError('multi_dot(): tensors %d and %d with shapes %s and %s cannot be multiplied'
                               % (i, i + 1, _words(given[i]), _words(given[i + 1])))
    return _copy_out(out, _chain(tensors).view(shape))


def _chain(tensors):
    """The product, in the order that needs the fewest multiplications."""
    n = len(tensors)
    if n == 1:
        return tensors[0]
    sizes = [one.shape[0] for one in tensors] + [tensors[-1].shape[1]]
    cost = [[0] * n for _ in range(n)]
    cut = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            best = None
            for k in range(i, j):
                price = cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if best is None or price < best:
                    best, cut[i][j] = price, k
            cost[i][j] = best

    def product(i, j):
        if i == j:
            return tensors[i]
        return product(i, cut[i][j]).mm(product(cut[i][j] + 1, j))
    return product(0, n - 1)


# ---- made of others

def vander(x, *, N=None):
    """Powers of the elements, from 0 on."""
    if x.dtype in (torch.bool, torch.float16, torch.bfloat16):
        raise RuntimeError('linalg.vander supports floating point, complex, and integer tensors, but got %s' % _scalar_type(x.dtype))
    n = (x.shape[-1] if x.dim() else 1) if N is None else N
    if n <= 1:
        raise RuntimeError('N must be greater than 1.')
    columns = x.unsqueeze(-1).expand(tuple(x.shape) + (n - 1,)).cumprod(-1)
    return torch.cat([torch.ones_like(columns[..., :1]), columns], -1)


def tensorinv(A, ind=2, *, out=None):
    """The inverse of a tensor for tensordot."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind', but got %d" % ind)
    head, tail = tuple(A.shape[:ind]), tuple(A.shape[ind:])
    rows, columns = _size(head), _size(tail)
    if rows != columns:
        raise RuntimeError('Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), '
                           'but got %d != %d' % (columns, rows))
    inverse, info = _linalg.linalg_inv_ex(A.reshape(columns, rows))
    if not info.is_meta and info.item():
        raise LinAlgError('inv: The diagonal element %d is zero, the inversion could not be completed because the input '
                          'matrix is singular.' % info.item())
    return _copy_out(out, inverse.reshape(tail + head))


def _size(shape):
    size = 1
    for n in shape:
        size *= n
    return size


def tensorsolve(A, B, dims=None, *, out=None):
    """X such that tensordot(A, X) is B."""
    if dims is not None:
        rest = [d for d in range(A.dim()) if d not in [_dimension(d, A.dim()) for d in dims]]
        A = A.permute(rest + [_dimension(d, A.dim()) for d in dims])
    tail = tuple(A.shape[B.dim():])
    columns, rows = _size(tail), B.numel()
    if columns != rows:
        raise RuntimeError('Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == '
                           'prod(self.shape[:other.ndim]), but got %d != %d' % (columns, rows))
    return _copy_out(out, _linalg.linalg_solve(A.reshape(rows, columns), B.flatten()).reshape(tail))


for _name in [n for n in globals() if n[0] != '_' and type(globals()[n]) is type(matmul)]:
    globals()[_name] = torch._C._check_arguments(globals()[_name], 'linalg_' + _name)
vector_norm = torch._C._check_arguments(vector_norm, 'linalg_vector_norm')


__all__ = '''LinAlgError cholesky cholesky_ex cond cross det diagonal eig eigh eigvals eigvalsh householder_product inv
inv_ex ldl_factor ldl_factor_ex ldl_solve lstsq lu lu_factor lu_factor_ex lu_solve matmul matrix_exp
matrix_norm matrix_power matrix_rank multi_dot norm pinv qr slogdet solve solve_ex solve_triangular svd
svdvals tensorinv tensorsolve vander vecdot vector_norm'''.split()
