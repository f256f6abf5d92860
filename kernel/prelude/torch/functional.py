"""Functions of torch that are made of other functions."""

import math
import warnings

import torch
from torch import _C
from torch._C import _nn
from torch._arguments import (
    check_tensors as _check_tensors, cxx_name as _cxx_name, numpy_kind as _numpy_kind, factory_result as _factory_result, refuse_types as _refuse_types,
    scalar_type as _scalar_type, write_out as _write_out)
from torch._autocast import (
    autocast_decrement_nesting, autocast_increment_nesting, clear_autocast_cache, get_autocast_cpu_dtype, get_autocast_dtype,
    get_autocast_gpu_dtype, is_autocast_cache_enabled, is_autocast_cpu_enabled, is_autocast_enabled, set_autocast_cache_enabled,
    set_autocast_cpu_dtype, set_autocast_cpu_enabled, set_autocast_dtype, set_autocast_enabled, set_autocast_gpu_dtype)
from torch._gradient import gradient
from torch._histogram import histogram, histogramdd
from torch._indexing import (
    as_strided_scatter, diagonal_scatter, index_copy, index_copy_, index_fill, index_fill_, index_put, index_reduce, index_reduce_,
    masked_scatter, masked_scatter_, nonzero_static, put, put_, select_scatter, slice_scatter, unravel_index)
from torch._linalg_products import cdist, chain_matmul, corrcoef, cov, einsum, lu, matrix_power, tensordot
from torch._linalg_utils import eig, lstsq, matrix_rank, solve, symeig
from torch._lowrank import pca_lowrank, svd_lowrank
from torch._manipulation import (
    atleast_1d, atleast_2d, atleast_3d, block_diag, cartesian_prod, column_stack, combinations, diagflat, dsplit, dstack, fliplr, flipud,
    hsplit, narrow_copy, rot90, row_stack, tensor_split, tril_indices, triu_indices, vander, vsplit)
from torch._native_functions import (
    addmv_, affine_grid_generator, asarray, convolution, dim_order, empty_permuted, frobenius_norm, frombuffer, get_device,
    grid_sampler, grid_sampler_2d, grid_sampler_3d, index_put_, is_distributed, is_vulkan_available, native_dropout, native_group_norm,
    native_layer_norm, norm_except_dim, nuclear_norm, sym_float, sym_int, sym_ite, sym_max, sym_min, sym_not, sym_sqrt, sym_sum,
    unsafe_chunk, unsafe_split, unsafe_split_with_sizes)
from torch._recurrent import gru, lstm, rnn_relu, rnn_tanh
from torch._rnn_cells import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell
from torch._segment_reduce import segment_reduce
from torch._sparse import (
    dsmm, hspmm, resize_as_sparse_, smm, sparse_bsc_tensor, sparse_bsr_tensor, sparse_compressed_tensor, sparse_coo_tensor,
    sparse_csc_tensor, sparse_csr_tensor, spmm, sspaddmm, to_dense, to_sparse, to_sparse_bsc, to_sparse_bsr, to_sparse_coo,
    to_sparse_csc, to_sparse_csr)
from torch._stft import istft, stft
from torch._strided_views import as_strided_, set_
from torch._view_copies import (
    alias_copy, as_strided_copy, detach_copy, diagonal_copy, expand_copy, permute_copy, select_copy, slice_copy, split_copy,
    split_with_sizes_copy, squeeze_copy, t_copy, transpose_copy, unbind_copy, unfold_copy, unsqueeze_copy, view_as_complex_copy,
    view_as_real_copy, view_copy)
from torch._warnings import is_warn_always_enabled, set_warn_always
from torch._warnings import once as _once


def typename(obj):
    """The full name of the type of an object."""
    if isinstance(obj, torch.Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    module = getattr(kind, '__module__', '')
    name = getattr(kind, '__qualname__', kind.__name__)
    return name if module in ('', None, 'builtins', '__builtin__') else module + '.' + name


def is_storage(obj):
    """True for storages."""
    return isinstance(obj, (torch.UntypedStorage, torch.TypedStorage))


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True if all elements are close."""
    return bool(torch.isclose(input, other, rtol, atol, equal_nan).all())


def equal(input, other):
    """True if both have the same shape and the same elements."""
    return torch.equal(input, other)


def positive(input):
    """The tensor itself, unless it is of bools."""
    if input.dtype == torch.bool:
        raise RuntimeError('The `+` operator, on a bool tensor is not supported.')
    return input


def real(input):
    """The real parts."""
    return torch.view_as_real(input).select(-1, 0) if input.is_complex() else input


def imag(input):
    """The imaginary parts."""
    if not input.is_complex():
        raise RuntimeError('imag is not implemented for tensors with non-complex dtypes.')
    return torch.view_as_real(input).select(-1, 1)


def adjoint(input):
    """The conjugates of the last two dimensions, exchanged."""
    if input.dim() == 0:
        return input.conj()
    if input.dim() < 2:
        raise RuntimeError('tensor.adjoint() is only supported on matrices or batches of matrices. Got %d-D tensor.' % input.dim())
    return input.mH


def __reduce_ex__(input, protocol):
    """How copy.copy and files make another: on the memory of a storage."""
    import torch.nn
    from torch._utils import reduce_tensor
    return reduce_tensor(input)


def as_subclass(input, cls):
    """The same elements as an instance of a class derived from Tensor; gradients flow through."""
    if not isinstance(cls, type):
        raise TypeError('cls must be a type (got %s)' % type(cls).__name__)
    if not issubclass(cls, torch.Tensor):
        raise TypeError('Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your class inherits '
                        'from Tensor.')
    return torch._C._as_class(input, cls)


def from_file(filename, shared=None, size=0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A tensor of one dimension on the memory of a file: shared=True writes changes to it, and makes the file as long as that."""
    dtype = dtype or torch.get_default_dtype()
    width = torch.empty(0, dtype=dtype, layout=layout or torch.strided, device=device, pin_memory=pin_memory).element_size()
    return torch.storage._file_bytes(filename, shared, size * width).view(dtype).requires_grad_(requires_grad)


def __complex__(input):
    """The element of a tensor of one element, as a scalar."""
    if input.numel() != 1:
        raise ValueError('only one element tensors can be converted to Python scalars')
    if input.requires_grad and torch.is_grad_enabled():
        float(input.real.sum())  # warns
    return complex(input.item())


def is_conj(input):
    """False: conjugates are computed when they are asked for."""
    return False


def is_neg(input):
    """False: negatives are computed when they are asked for."""
    return False


def resolve_conj(input):
    """The tensor itself: conjugates are computed when they are asked for."""
    return input


def resolve_neg(input):
    """The tensor itself."""
    return input


def isreal(input):
    """True where an element has no imaginary part."""
    return input.imag == 0 if input.is_complex() else torch.ones_like(input, dtype=torch.bool)


_RRELU = (1.0 / 8, 1.0 / 3)


def rrelu(input, lower=_RRELU[0], upper=_RRELU[1], training=False, generator=None):
    """leaky_relu whose slopes are random while training."""
    if lower > upper:
        raise RuntimeError('Lower bound should be less than or equal to the upper bound')
    if training and (not input.is_floating_point() or input.dtype is torch.float16 and not input.is_cuda):
        raise NotImplementedError('"rrelu_with_noise_out_cpu" not implemented for \'%s\'' % _scalar_type(input.dtype))
    if not training:
        return torch._C._name_node(_nn.leaky_relu(input, (lower + upper) / 2).contiguous(), 'RreluWithNoiseBackward0')
    below = input.detach() <= 0
    count = 0 if input.is_meta else int(below.sum())
    noise = torch.ones_like(input, memory_format=torch.contiguous_format)
    if count:
        noise[below] = torch.empty(count, dtype=torch.float64, device=input.device).uniform_(lower, upper, generator=generator).to(input.dtype)
    return torch._C._name_node(input * noise, 'RreluWithNoiseBackward0')


def rrelu_(input, lower=_RRELU[0], upper=_RRELU[1], training=False, generator=None):
    """rrelu in place."""
    tracked = input.requires_grad and torch.is_grad_enabled()
    input.copy_(rrelu(input.clone() if tracked else input, lower, upper, training, generator))
    return torch._C._name_node(input, 'RreluWithNoiseBackward1')


_ALPHA = 1.7580993408473766  # the negative limit of selu


def _alpha_dropout(input, p, train, channels):
    if p < 0 or p > 1:
        raise RuntimeError('dropout probability has to be between 0 and 1, but got %s' % p)
    if p == 0 or not train or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros((), dtype=input.dtype, device=input.device)
    shape = input.shape if not channels else tuple(input.shape[:2]) + (1,) * (input.dim() - 2)
    if channels and input.dim() < 2:
        raise RuntimeError('Feature dropout requires at least 2 dimensions in the input')
    if not input.dtype.is_floating_point and not input.is_complex():
        raise RuntimeError("result type Float can't be cast to the desired output type " + ('Long' if input.dtype is torch.bool else _scalar_type(input.dtype)))
    noise = torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p) if channels else torch.empty_like(input).bernoulli_(1 - p)
    a = 1 / ((_ALPHA * _ALPHA * p + 1) * (1 - p)) ** 0.5
    shift = (noise - 1) * (_ALPHA * a) + _ALPHA * a * p
    return input * (noise * a) + shift


def alpha_dropout(input, p, train):
    """Dropout that keeps the mean and the variance of selu's results."""
    return _alpha_dropout(input, p, train, False)


def feature_alpha_dropout(input, p, train):
    """alpha_dropout of channels."""
    return _alpha_dropout(input, p, train, True)


def alpha_dropout_(input, p, train):
    """alpha_dropout in place."""
    return input.copy_(alpha_dropout(input, p, train)) if train and p else input


def feature_alpha_dropout_(input, p, train):
    """feature_alpha_dropout in place."""
    return input.copy_(feature_alpha_dropout(input, p, train)) if train and p else input


def feature_dropout_(input, p, train):
    """feature_dropout in place."""
    return input.copy_(torch.feature_dropout(input, p, train)) if train and p else input


def fill_(input, value):
    """All elements become the value."""
    return input.fill_(value)


def zero_(input):
    """All elements become 0."""
    return input.zero_()


def detach_(input):
    """Stops recording in place."""
    return input.detach_()


def split_with_sizes(input, split_sizes, dim=0):
    """Splits into chunks of given sizes."""
    return input.split(split_sizes, dim)


def relu_(input):
    """relu in place."""
    return input.relu_()


def _sets(found, return_inverse, return_counts):
    values, inverse, counts = found
    result = (values,) + (inverse,) * bool(return_inverse) + (counts,) * bool(return_counts)
    return result if len(result) > 1 else values


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The unique elements, or with `dim` the unique slices of a dimension."""
    if dim is not None:
        _applicable(input, dim, 'unique')
        return _sets(torch._unique_dim(input, dim, True, True, return_counts), return_inverse, return_counts)
    return _sets(torch._unique2(input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts), return_inverse, return_counts)


torch._C._fast_path(unique, 'unique')


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements, or slices of a dimension, that differ from the previous one."""
    for name, flag in (('return_inverse', return_inverse), ('return_counts', return_counts)):
        if flag is not True and flag is not False:
            if isinstance(flag, torch.Tensor):
                bool(flag)
            raise TypeError("unique_consecutive(): argument '%s' must be bool, not %s" % (name, type(flag).__name__))
    if dim is not None:
        _applicable(input, dim, 'unique_consecutive')
    return _sets(torch._unique_consecutive(input, dim, False, return_inverse, return_counts), return_inverse, return_counts)


def _applicable(input, dim, name):
    if input.is_complex():
        flat = name == 'unique_consecutive' and input.dim() == 1 and dim == 0
        raise NotImplementedError('"%s" not implemented for \'%s\'' % ('unique' if flat else 'unique_dim', _scalar_type(input.dtype)))
    if input.dim() == 0:
        raise IndexError('Dimension specified as %d but tensor has no dimensions' % dim)
    if input.size(dim) == 0 and list(input.shape).count(0) > 1:
        raise RuntimeError('Number of zero sized dimensions is more than one, so unique cannot be applied ')
    if input.numel() == 0 and input.shape[dim] != 0:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")


_ROUND = {'linear': None, 'midpoint': None, 'lower': torch.floor, 'higher': torch.ceil, 'nearest': torch.round}


def _quantile(input, q, dim, keepdim, interpolation, without_nans):
    scalar = not isinstance(q, torch.Tensor)
    if scalar and not 0 <= q <= 1:
        raise RuntimeError('quantile() q must be in the range [0, 1] but got %g' % q)
    if input.numel() == 0:
        raise RuntimeError('quantile() input tensor must be non-empty')
    if scalar:
        q = torch.tensor(q, dtype=input.dtype, device=input.device)
    if q.dim() > 1:
        raise RuntimeError('quantile() q must be a scalar or 1D tensor')
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError('quantile() input tensor must be either float or double dtype')
    if q.dtype != input.dtype:
        raise RuntimeError('quantile() q tensor must be same dtype as the input tensor')
    if q.device != input.device:
        raise RuntimeError('quantile() q tensor must be on the same device as the input tensor')
    if interpolation not in _ROUND:
        raise RuntimeError('quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ' + interpolation)
    if not scalar and q.numel() and not bool(((q >= 0) & (q <= 1)).all()):
        raise RuntimeError('quantile() q values must be in the range [0, 1]')
    if dim is None:
        rows, kept = input.flatten(), [1] * input.dim() if keepdim else []
    elif input.dim() == 0:
        input.sum(dim)  # checks the dimension
        rows, kept = input.flatten(), []
    else:
        rows = input.movedim(dim, -1)
        kept = list(input.shape)
        kept[dim:dim + 1 or None] = [1] if keepdim else []
    # the positions in each sorted row, which may be between two elements
    sorted_rows = rows.sort().values
    missing = sorted_rows.detach().isnan()
    if without_nans:
        position = q.flatten() * ((~missing).sum(-1, keepdim=True) - 1)
        position = position.masked_fill(position < 0, 0)
    else:
        last = rows.shape[-1] - 1
        position = torch.where(missing.any(-1, keepdim=True), q.new_tensor(last), q.flatten() * last)
    sorted_rows, position = sorted_rows.reshape(kept + [-1]), position.reshape(kept + [-1])
    around = _ROUND[interpolation]
    if around is not None:
        position = around(position)
    below = position.to(torch.int64)
    result = sorted_rows.gather(-1, below)
    if around is None:
        weight = torch.full_like(position, 0.5) if interpolation == 'midpoint' else position - below
        result = result.lerp_(sorted_rows.gather(-1, position.ceil().to(torch.int64)), weight)
    if q.dim() == 0:
        return result.squeeze_(-1)
    return result.unsqueeze_(0).transpose_(0, -1).squeeze_(-1)


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    """The q-th quantiles of all elements or along a dimension; q is a scalar or a 1-d tensor of values from 0 to 1."""
    return _quantile(input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    """quantile of the elements that are not nan."""
    return _quantile(input, q, dim, keepdim, interpolation, True)


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of the elements that are not nan."""
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError('nanmean(): expected input to have floating point or complex dtype but got ' + _scalar_type(input.dtype))
    return torch.nansum(input, dim, keepdim, dtype=dtype) / (~input.detach().isnan()).sum(() if dim is None else dim, keepdim)


def msort(input):
    """Sorted along the first dimension."""
    return torch.sort(input, 0)[0]


def diff(input, n=1, dim=-1, prepend=None, append=None):
    """The n-th differences of neighbours along a dimension."""
    if input.dim() == 0:
        raise RuntimeError('diff expects input to be at least one-dimensional')
    if n < 0:
        raise RuntimeError('order must be non-negative but got %d' % n)
    parts = [part for part in (prepend, input, append) if part is not None]
    if len(parts) > 1:
        input = torch.cat(parts, dim)
    if n == 0:
        return torch.zeros_like(input).add_(input) if len(parts) == 1 else input
    if input.size(dim) == 0:
        return input
    for _ in range(min(n, input.size(dim))):
        length = input.shape[dim] - 1
        after, before = input.narrow(dim, 1, length), input.narrow(dim, 0, length)
        input = torch.logical_xor(after, before) if input.dtype == torch.bool else after - before
    return input


def _areas(y, x, dx, dim):
    length = max(y.shape[dim] - 1, 0)
    if y.shape[dim] == 0:
        return y.narrow(dim, 0, 0) + y.narrow(dim, 0, 0), dx
    heights = y.narrow(dim, 0, length) + y.narrow(dim, 1, length)
    if x is None:
        return heights, dx
    if x.dim() == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError('trapezoid: There must be one `x` value for each sample point')
        shape = [1] * y.dim()
        shape[dim] = -1
        x = x.reshape(shape)
    elif x.dim() < y.dim():
        x = x.reshape([1] * (y.dim() - x.dim()) + list(x.shape))
    length = x.shape[dim] - 1
    return (x.narrow(dim, 1, length) - x.narrow(dim, 0, length)) * heights, None


def _no_bools(name, y, x):
    if y.dtype == torch.bool or (x is not None and x.dtype == torch.bool):
        raise RuntimeError('%s: received a bool input for %s, but bool is not supported' % (name, '`y`' if x is None else '`x` or `y`'))


def _summable(y, x, dim, sliced):
    if y.dim() == 0:
        if x is not None:
            y.movedim(dim, 0)  # looks whether there could be such a dimension
            dim = 0
        raise IndexError('slice() cannot be applied to a 0-dim tensor.' if sliced else 'Dimension specified as %d but tensor has no dimensions' % dim)
    y.size(dim)


def trapezoid(y, x=None, *, dx=None, dim=-1):
    """The integral along a dimension by the trapezoidal rule, at the coordinates x or at distances dx (1)."""
    _summable(y, x, dim, False)
    if y.shape[dim] == 0:
        return y.detach().sum(dim).to(y.dtype)
    _no_bools('trapezoid', y, x)
    areas, step = _areas(y, x, 1 if dx is None else dx, dim)
    if step is None:
        return torch._div_scalar(areas.sum(dim), 2.0)
    return torch._mul_scalar(y.sum(dim) - torch._mul_scalar(y.select(dim, 0) + y.select(dim, -1), 0.5), step)


def trapz(y, x=None, *, dx=1, dim=-1):
    """Alias of trapezoid."""
    return trapezoid(y, x, dx=dx, dim=dim)


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """Running integrals along a dimension by the trapezoidal rule."""
    _summable(y, x, dim, True)
    _no_bools('cumulative_trapezoid', y, x)
    areas, step = _areas(y, x, 1 if dx is None else dx, dim)
    return torch._div_scalar(areas.cumsum(dim), 2.0) if step is None else torch._mul_scalar(areas, step / 2.0).cumsum(dim)


def nonzero(input, *, as_tuple=False):
    """The coordinates of nonzero elements, as rows or as one tensor for each dimension."""
    return torch.where(input) if as_tuple else torch.argwhere(input)


def detach(input):
    """The same elements without history."""
    return input.detach()


def new(input, *args, device=None, size=None, data=None, other=None):
    """A tensor of the same type: of given sizes, or of data."""
    if size is not None:
        args = (torch.Size(size),)
    elif data is not None or other is not None:
        args = (other if data is None else data,)
    if len(args) == 1 and (isinstance(args[0], (list, tuple)) and not isinstance(args[0], torch.Size) or _numpy_kind(args[0]) == 'ndarray'):
        return input.new_tensor(args[0])
    return input.new_empty(args[0] if len(args) == 1 and isinstance(args[0], torch.Size) else args)


def split(tensor, split_size_or_sections, dim=0):
    """Splits into chunks of one size, or of given sizes."""
    return tensor.split(split_size_or_sections, dim)


def norm(input, p='fro', dim=None, keepdim=False, out=None, dtype=None):
    """The norm of all elements or over dimensions."""
    input.layout
    if isinstance(p, str) and p not in ('fro', 'nuc'):
        raise RuntimeError('linalg.matrix_norm: Order %s not supported.' % p)
    found = input.norm(p, dim, keepdim) if dtype is None else input.norm(p, dim, keepdim, dtype=dtype)
    if out is not None and out.dtype != found.dtype:
        raise RuntimeError('Expected out tensor to have dtype %s, but got %s instead' % (_cxx_name(found.dtype), _cxx_name(out.dtype)))
    return found if out is None else _write_out(out, found)


def untyped_storage(input):
    """The memory behind a tensor."""
    if input.layout != torch.strided:
        raise NotImplementedError('Cannot access storage of Sparse%sTensorImpl' % ('' if input.is_sparse else 'Csr'))
    return torch.storage._storage_of(input)


def storage(input):
    """The memory behind a tensor, as elements."""
    _once('TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. This should only matter '
         'to you if you are using storages directly.  To access UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()')
    if input.layout != torch.strided:
        untyped_storage(input)
    return torch.storage.TypedStorage._on(input)


def map_(input, tensor, callable):
    """Replaces each element by a function of it and another tensor's."""
    if input.requires_grad:
        raise RuntimeError("Can't call map_() on Variable that requires grad. Use var.detach().map_() instead.")
    if input.is_meta:
        return input
    flat = [callable(a, b) for a, b in zip(input.flatten().tolist(), tensor.flatten().tolist())]
    return input.copy_(input.new_tensor(flat).reshape(input.shape))


def result_type(tensor1, tensor2):
    """The type of the result of an operation with both."""
    return torch._result_type(tensor1, tensor2)


def _running_mean(input, dim, keepdim):
    """The mean; nan after an infinite element in the order of the running sum, unless it is the last."""
    mean = torch.mean(input, dim, keepdim)
    infinite = mean.isinf() if mean.is_floating_point() else None
    if infinite is not None and not mean.is_meta and infinite.any():
        wide = input.detach().double()
        wide = wide.mean() if dim is None else wide.mean(dim).reshape(mean.shape)
        mean = torch.where(infinite, wide.to(mean.dtype), mean)
        before = input.reshape(-1)[:-1] if dim is None else None
        if isinstance(dim, int) and input.dim():
            before = input.narrow(dim, 0, input.size(dim) - 1)
        if before is not None:
            lost = before.isfinite().logical_not()
            lost = lost.any() if dim is None else lost.any(dim).reshape(mean.shape)
            mean = mean.masked_fill(infinite & lost, math.nan)
    return mean


def _deviation_and_mean(name, deviation, input, dim, unbiased, keepdim, correction):
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError('%s_mean only support floating point and complex dtypes' % name)
    _refuse_types('std_cpu', input.dtype)
    if isinstance(dim, bool):  # std_mean(x, False)
        dim, unbiased = None, dim
    if correction is None:
        correction = int(unbiased)
    mean = _running_mean(input, dim, keepdim)
    if mean.numel() and input.numel() // mean.numel() > correction:
        found = deviation(input, dim, correction=correction, keepdim=keepdim)
    else:  # it warns, by its own name
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter('always')
            found = deviation(input, dim, correction=correction, keepdim=keepdim)
        for warning in said:
            warnings.warn(str(warning.message).replace(name + '()', name + '_mean()'), stacklevel=2)
    return (torch._C._name_node(found, name.capitalize() + 'MeanBackward0'),
            torch._C._name_node(mean, name.capitalize() + 'MeanBackward0'))


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The standard deviation and the mean."""
    return _deviation_and_mean('std', torch.std, input, dim, unbiased, keepdim, correction)


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The variance and the mean."""
    return _deviation_and_mean('var', torch.var, input, dim, unbiased, keepdim, correction)


def broadcast_shapes(*shapes):
    """The shape that shapes are broadcast to."""
    count = max([len(shape) for shape in shapes if not isinstance(shape, int)] + [1] * bool([s for s in shapes if isinstance(s, int)]), default=0)
    result = [1] * count
    for nth, given in enumerate(shapes):
        shape = (given,) if isinstance(given, int) else given
        for at in range(-1, -1 - len(shape), -1):
            size = shape[at]
            if size < 0:
                raise ValueError('Attempting to broadcast a dimension with negative length!')
            if size == 1 or size == result[at]:
                continue
            if result[at] != 1:
                raise RuntimeError('Attempting to broadcast a dimension of length %s at %d! Mismatching argument at index %d had %s; but '
                                   'expected shape should be broadcastable to %s' % (size, at, nth, shape, result))
            result[at] = size
    return torch.Size(result)


def broadcast_tensors(*tensors):
    """The tensors expanded to one shape."""
    _check_tensors(tensors)
    found = torch.empty((1,)).expand(1)[0]
    for tensor in tensors:
        found = found + torch.empty((), dtype=torch.bool).expand(tensor.shape)
    shape = found.shape
    return tuple([tensor if tensor.shape == shape else tensor.expand(shape) for tensor in tensors])


_deterministic = (False, False)


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted: the operations here are deterministic."""
    global _deterministic
    if not isinstance(mode, bool):
        raise TypeError("_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not %s" % type(mode).__name__)
    _deterministic = (mode, mode and warn_only)


def are_deterministic_algorithms_enabled():
    """What use_deterministic_algorithms has set."""
    return _deterministic[0]


def is_deterministic_algorithms_warn_only_enabled():
    """What use_deterministic_algorithms has set."""
    return _deterministic[1]


def set_deterministic_debug_mode(debug_mode):
    """use_deterministic_algorithms by a mode or its code: default, warn or error."""
    if not isinstance(debug_mode, (int, str)):
        raise TypeError("debug_mode must be str or int, but got <class '%s'>" % type(debug_mode).__name__)
    names = ('default', 'warn', 'error')
    if isinstance(debug_mode, str):
        if debug_mode not in names:
            raise RuntimeError('invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got ' + debug_mode)
        debug_mode = names.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError('invalid value of debug_mode, expected 0, 1, or 2, but got %s' % debug_mode)
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode():
    """0, 1 or 2: nothing, warnings, errors."""
    return 0 if not _deterministic[0] else 1 if _deterministic[1] else 2


_precision = 'highest'


def get_float32_matmul_precision():
    """How exactly float32 matrices are multiplied."""
    return _precision


def set_float32_matmul_precision(precision):
    """'high' and 'medium' let accelerators round to tf32; the CPU's products are exact to float32."""
    global _precision
    if not isinstance(precision, str):
        raise RuntimeError('set_float32_matmul_precision expects a str, but got %s' % type(precision).__name__)
    if precision not in ('highest', 'high', 'medium'):
        warnings.warn("%s is not one of 'highest', 'high', or 'medium'; the currentsetFloat32MatmulPrecision call has no effect." % precision,
                      stacklevel=2)
        return
    _precision = precision
    _C._cuda_setTf32(False, precision != 'highest')


def set_default_tensor_type(t):
    """Sets the type of new tensors of floats."""
    _once('torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and '
         'torch.set_default_device() as alternatives.')
    name = t if isinstance(t, str) else 'torch.' + t.__name__
    if name.startswith('torch.cuda.') and not torch.cuda.is_available():
        raise TypeError('type %s not available. Torch not compiled with CUDA enabled.' % name)
    kinds = {'FloatTensor': torch.float32, 'DoubleTensor': torch.float64, 'HalfTensor': torch.float16}
    short = name.rsplit('.', 1)[-1]
    if short not in kinds:
        raise TypeError('only floating-point types are supported as the default type')
    torch.set_default_dtype(kinds[short])
    torch.set_default_device('cuda' if name.startswith('torch.cuda.') else None)


def _sizes(sizes):
    if len(sizes) == 1 and isinstance(sizes[0], torch.Tensor) and not sizes[0].dim():
        return (int(sizes[0]),)
    return tuple(sizes[0]) if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes


def resize(input, *sizes):
    """The elements in another shape; older name of view."""
    warnings.warn('non-inplace resize is deprecated', stacklevel=2)
    count = math.prod(sizes)
    if count != input.numel():
        raise RuntimeError("requested resize to %s (%s elements in total), but the given tensor has a size of %s (%d elements). autograd's resize can "
                           'only change the shape of a given tensor, while preserving the number of elements. '
                           % ('x'.join(map(str, sizes)), count, 'x'.join(map(str, input.size())), input.numel()))
    return torch._C._name_node(input.contiguous().view(sizes), 'ResizeBackward')


def resize_as(input, tensor):
    """The elements in the shape of another tensor."""
    warnings.warn('non-inplace resize_as is deprecated', stacklevel=2)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return resize(input, *tensor.size())


def resize_(input, *sizes, memory_format=None):
    """Gives a tensor another size in place; new elements are undefined."""
    if input.requires_grad:
        raise RuntimeError('cannot resize variables that require grad')
    return _in_format(input._resize_(_sizes(sizes)), memory_format)


_RANKS = {torch.channels_last: (4, 'channels_last'), torch.channels_last_3d: (5, 'channels_last_3d')}


def _in_format(input, memory_format):
    """Gives a tensor whose elements are undefined the strides of a memory format."""
    if memory_format is None or memory_format is torch.contiguous_format:
        return input
    if memory_format not in _RANKS:
        raise RuntimeError('Unsupported memory formatPreserve')
    rank, name = _RANKS[memory_format]
    if input.dim() != rank:
        raise RuntimeError('required rank %d tensor to use %s format' % (rank, name))
    strides, step = [0] * rank, 1
    for d in [1, *range(rank - 1, 1, -1), 0]:
        strides[d] = step
        step *= max(input.size(d), 1)
    return input.as_strided_(input.size(), strides)


def resize_as_(input, the_template, *, memory_format=None):
    """Gives a tensor the size of another in place."""
    if memory_format is torch.preserve_format:
        kept = [each for each, (rank, _) in _RANKS.items() if the_template.dim() == rank and the_template.is_contiguous(memory_format=each)
                and not the_template.is_contiguous()]
        memory_format = kept[0] if kept else None
    return resize_(input, the_template.size(), memory_format=memory_format)


def is_nonzero(input):
    """Is the one element of a tensor not zero?"""
    if input.numel() == 0:
        raise RuntimeError('Boolean value of Tensor with no values is ambiguous')
    if input.numel() != 1:
        raise RuntimeError('Boolean value of Tensor with more than one value is ambiguous')
    return bool(input)


def chalf(input, memory_format=None):
    """The elements as complex32."""
    return input.to(torch.complex32, memory_format=memory_format or torch.preserve_format)


def cfloat(input, memory_format=None):
    """The elements as complex64."""
    return input.to(torch.complex64, memory_format=memory_format or torch.preserve_format)


def cdouble(input, memory_format=None):
    """The elements as complex128."""
    return input.to(torch.complex128, memory_format=memory_format or torch.preserve_format)


def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """An uninitialised tensor with given strides."""
    _factory_result(None, layout)
    extent = 1 + sum((n - 1) * step for n, step in zip(size, stride)) if all(size) else 0
    made = torch.empty(extent, dtype=dtype, device=device, pin_memory=pin_memory).as_strided(tuple(size), tuple(stride))
    return made.detach().requires_grad_(requires_grad)


def new_empty_strided(input, size, stride, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """An uninitialised tensor of the same type with given strides."""
    return empty_strided(size, stride, dtype=dtype or input.dtype, layout=layout, device=device or input.device, requires_grad=requires_grad,
                         pin_memory=pin_memory)


def sum_to_size(input, *size):
    """Summed to a size that could be broadcast to the tensor's."""
    size = _sizes(size)
    lead = input.dim() - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, input.shape[lead:])):
        raise RuntimeError('size {%s} is not expandable to size {%s}.' % (list(size), list(input.shape)))
    dims = [*range(lead), *(lead + at for at, n in enumerate(size) if n == 1 != input.shape[lead + at])]
    if not dims:
        return input if input.dim() else input.sum()
    return input.sum(dims, keepdim=True).view(size) if lead else input.sum(dims, keepdim=True)


def is_inference(input):
    """Was the tensor made in inference mode?"""
    return input.is_inference()


def is_signed(input):
    """Can elements be negative?"""
    return input.is_signed()


def is_same_size(input, other):
    """Have both the same size?"""
    return input.size() == other.size()


def scalar_tensor(s, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A tensor without dimensions; of the default type unless dtype says otherwise."""
    made = torch.full((), s, dtype=dtype or torch.get_default_dtype(), device=device, requires_grad=requires_grad)
    return _factory_result(made, layout, pin_memory)


def fill(input, value):
    """A copy with all elements replaced by a scalar."""
    return torch._C._name_node(input.clone().fill_(value), 'FillBackward1' if isinstance(value, torch.Tensor) else 'FillBackward0')


def _range(start=0, end=None, step=1, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """From start to end, end included; arange is what Python's range does."""
    if end is None:
        start, end = 0, start
    warnings.warn('torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python\'s '
                     'range builtin. Instead, use torch.arange, which produces values in [start, end).', stacklevel=2)
    count = int((end - start) / step) + 1
    device = 'cpu' if device is None else device  # not the default device
    made = (torch.arange(count, dtype=torch.float64, device=device) * step + start).to(dtype or torch.get_default_dtype())
    made = _factory_result(made.requires_grad_(requires_grad), layout)
    return made if out is None else _write_out(out, made)


def _window(name, window_length, periodic, dtype, device, requires_grad, formula):
    if window_length < 0:
        raise RuntimeError('%s requires non-negative window_length, got window_length=%d' % (name, window_length))
    dtype = dtype or torch.get_default_dtype()
    if not dtype.is_floating_point:
        raise RuntimeError('%s expects floating point dtypes, got: TensorOptions(dtype=%s, device=%s, layout=Strided, requires_grad=%s '
                           '(default), pinned_memory=false (default), memory_format=(nullopt))'
                           % (name, dtype, device or 'cpu', str(requires_grad).lower()))
    if window_length <= 1:
        return torch.ones(window_length, dtype=dtype, device=device, requires_grad=requires_grad)
    count = window_length + 1 if periodic else window_length
    window = formula(torch.arange(count, dtype=dtype, device=device), count - 1)
    return window[:window_length].clone().requires_grad_(requires_grad)


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """(1 - cos(2 pi k / n)) / 2."""
    return _factory_result(_window('hann_window', window_length, periodic, dtype, device, requires_grad, lambda k, n: 0.5 - 0.5 * (k * (2 * torch.pi / n)).cos()), layout, pin_memory)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, pin_memory=False,
                   requires_grad=False):
    """alpha - beta cos(2 pi k / n)."""
    return _factory_result(_window('hamming_window', window_length, periodic, dtype, device, requires_grad,
                   lambda k, n: (k * (torch.pi * 2 / n)).cos() * -beta + alpha), layout, pin_memory)


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """0.42 - 0.5 cos(2 pi k / n) + 0.08 cos(4 pi k / n)."""
    def formula(k, n):
        turns = k * (torch.pi / n)
        return (turns * 4).cos() * 0.08 - (turns * 2).cos() * 0.5 + 0.42
    return _factory_result(_window('blackman_window', window_length, periodic, dtype, device, requires_grad, formula), layout, pin_memory)


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A triangle."""
    def formula(k, n):
        up = k * (2 / n)
        return torch.where(k <= n / 2, up, 2 - up)
    return _factory_result(_window('bartlett_window', window_length, periodic, dtype, device, requires_grad, formula), layout, pin_memory)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """i0(beta sqrt(1 - (2 k / n - 1)^2)) / i0(beta)."""
    def formula(k, n):
        x = (k * 2 - n) / n
        return torch.i0(beta * (1 - x * x).clamp(min=0).sqrt()) / torch.i0(torch.tensor(beta, dtype=k.dtype, device=k.device))
    return _factory_result(_window('kaiser_window', window_length, periodic, dtype, device, requires_grad, formula), layout, pin_memory)


# what PyTorch calls them where arguments are missing
unique.__qualname__, unique_consecutive.__qualname__, lu.__qualname__ = '_return_output', '_consecutive_return_output', '_lu_no_infos'

# methods of tensors that are not functions of torch
_METHODS = {'as_subclass', 'dim_order', 'to_dense', 'to_sparse', 'to_sparse_coo', 'to_sparse_csr', 'to_sparse_csc', 'to_sparse_bsr', 'to_sparse_bsc', 'index_copy_', 'index_fill_', 'index_reduce_', 'map_', 'masked_scatter_', 'new', 'new_empty_strided', 'put_', 'resize_', 'set_',
            'sum_to_size', 'untyped_storage', 'resize', 'resize_as'}
_FUNCTIONAL = ('pairwise_distance', 'cosine_similarity', 'max_pool1d', 'max_pool3d', 'avg_pool1d', 'adaptive_avg_pool1d', 'conv3d',
               'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'conv_tbc', 'max_pool1d_with_indices', 'native_channel_shuffle', 'bilinear', 'rms_norm', 'alpha_dropout', 'feature_alpha_dropout', 'prelu')
_LOSSES = ('hinge_embedding_loss', 'margin_ranking_loss', 'triplet_margin_loss', 'cosine_embedding_loss', 'kl_div', 'poisson_nll_loss',
           'binary_cross_entropy_with_logits', 'ctc_loss')


def _loss(name):
    """A loss of torch.nn.functional as torch has it: the reduction is an integer code."""
    import torch.nn.functional
    plain = getattr(torch.nn.functional, name)

    def loss(*args, reduction=0, **keywords):
        return plain(*args, reduction=('none', 'mean', 'sum')[reduction], **keywords)
    loss.__name__ = loss.__qualname__ = name
    loss.__doc__ = plain.__doc__
    return loss


def adaptive_max_pool1d(input, output_size):
    """(the maxima, their positions)."""
    import torch.nn.functional
    return torch.nn.functional.adaptive_max_pool1d(input, output_size, return_indices=True)


def embedding_renorm_(input, indices, max_norm, norm_type):
    """Scales the rows at `indices` whose norm is larger than max_norm down to it, in place."""
    from torch.nn import _embedding_bag
    return _embedding_bag.renormalize_rows(input, indices, max_norm, norm_type)


def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None, include_last_offset=False,
                  padding_idx=None):
    """(sums, means or maxima of the rows of each bag; the bag of each index; the sizes of bags; the indices of maxima)."""
    from torch.nn import _embedding_bag
    return _embedding_bag.native_embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset,
                                        padding_idx)


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """torch.nn.functional.instance_norm with all arguments by position."""
    import torch.nn.functional
    return torch.nn.functional.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def _shown(names):
    """dir(torch): the attributes, and those that are made at first access."""
    mine = [name for name, value in globals().items() if callable(value) and name[0] != '_']
    return sorted({*names, *mine, *_FUNCTIONAL, *_LOSSES, 'range'} - _METHODS)


def __getattr__(name):
    """What torch has of torch.nn.functional."""
    if name in _FUNCTIONAL:
        import torch.nn.functional
        return getattr(torch.nn.functional, name)
    if name in _LOSSES:
        return _loss(name)
    if name == 'range':
        return _range
    raise AttributeError("module 'torch.functional' has no attribute '%s'" % name)


__all__ = '''atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist
chain_matmul einsum istft lu norm pca_lowrank split stft svd_lowrank tensordot unique unique_consecutive
unravel_index'''.split()
