"""Functions with inverses and Jacobians, by which distributions are made of others."""

import functools
import math
import operator

import torch
from torch.distributions import constraints
from torch.distributions._base import broadcast_all, sum_rightmost
from torch.nn.functional import pad, softplus

__all__ = ['AbsTransform', 'AffineTransform', 'CatTransform', 'ComposeTransform', 'CorrCholeskyTransform', 'CumulativeDistributionTransform',
           'ExpTransform', 'IndependentTransform', 'LowerCholeskyTransform', 'PositiveDefiniteTransform', 'PowerTransform', 'ReshapeTransform',
           'SigmoidTransform', 'SoftplusTransform', 'TanhTransform', 'SoftmaxTransform', 'StackTransform', 'StickBreakingTransform', 'Transform',
           'identity_transform']


class Transform:
    """Derive from it: _call, _inverse and log_abs_det_jacobian. With cache_size 1 the last pair is remembered."""

    bijective = False
    domain = codomain = constraints.real

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError('cache_size must be 0 or 1')
        self._cache_size, self._inv = cache_size, None
        self._cached_x_y = None, None

    @property
    def event_dim(self):
        if self.domain.event_dim != self.codomain.event_dim:
            raise ValueError('Please use either .domain.event_dim or .codomain.event_dim')
        return self.domain.event_dim

    @property
    def inv(self):
        """The inverse."""
        if self._inv is None:
            self._inv = _InverseTransform(self)
        return self._inv

    @property
    def sign(self):
        """Of the slope of an increasing or a decreasing function."""
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        raise NotImplementedError('%s.with_cache is not implemented' % type(self))

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return not self == other

    __hash__ = object.__hash__

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)
        old_x, old_y = self._cached_x_y
        if x is old_x:
            return old_y
        y = self._call(x)
        self._cached_x_y = x, y
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)
        old_x, old_y = self._cached_x_y
        if y is old_y:
            return old_x
        x = self._inverse(y)
        self._cached_x_y = x, y
        return x

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        raise NotImplementedError

    def __repr__(self):
        return type(self).__name__ + '()'

    def forward_shape(self, shape):
        return shape

    def inverse_shape(self, shape):
        return shape


class _InverseTransform(Transform):
    """The inverse of a transform."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    @property
    def domain(self):
        return self._inv.codomain

    @property
    def codomain(self):
        return self._inv.domain

    @property
    def bijective(self):
        return True

    @property
    def sign(self):
        return self._inv.sign

    @property
    def inv(self):
        return self._inv

    def with_cache(self, cache_size=1):
        return self._inv.with_cache(cache_size).inv

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._inv)

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


class ComposeTransform(Transform):
    """One after the other."""

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else list(parts)

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    def _end(self, parts, side, other):
        """The constraint of one end, for as many dimensions as the way to the other end takes."""
        found = getattr(parts[0], side)
        count = getattr(parts[-1], other).event_dim
        for part in reversed(parts):
            count += getattr(part, side).event_dim - getattr(part, other).event_dim
            count = max(count, getattr(part, side).event_dim)
        return constraints.independent(found, count - found.event_dim) if count > found.event_dim else found

    @property
    def domain(self):
        return self._end(self.parts, 'domain', 'codomain') if self.parts else constraints.real

    @property
    def codomain(self):
        return self._end(self.parts[::-1], 'codomain', 'domain') if self.parts else constraints.real

    @property
    def bijective(self):
        return all([part.bijective for part in self.parts])

    @property
    def sign(self):
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    @property
    def inv(self):
        if self._inv is None:
            self._inv = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv._inv = self
        return self._inv

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return torch.zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        terms, count = [], self.domain.event_dim
        for part, before, after in zip(self.parts, values[:-1], values[1:]):
            terms.append(sum_rightmost(part.log_abs_det_jacobian(before, after), count - part.domain.event_dim))
            count += part.codomain.event_dim - part.domain.event_dim
        return functools.reduce(operator.add, terms)

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        return type(self).__name__ + '(\n    ' + ',\n    '.join([repr(part) for part in self.parts]) + '\n)'


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last dimensions belong to the event."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else IndependentTransform(
            self.base_transform, self.reinterpreted_batch_ndims, cache_size=cache_size)

    @property
    def domain(self):
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @property
    def codomain(self):
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self):
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        if x.dim() < self.domain.event_dim:
            raise ValueError('Too few dimensions on input')
        return self.base_transform(x)

    def _inverse(self, y):
        if y.dim() < self.codomain.event_dim:
            raise ValueError('Too few dimensions on input')
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return '%s(%r, %d)' % (type(self).__name__, self.base_transform, self.reinterpreted_batch_ndims)

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Another shape of the last dimensions."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = torch.Size(in_shape), torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError('in_shape, out_shape have different numbers of elements')
        super().__init__(cache_size=cache_size)

    @property
    def domain(self):
        return constraints.independent(constraints.real, len(self.in_shape))

    @property
    def codomain(self):
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x):
        return x.reshape(x.shape[:x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[:y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[:x.dim() - len(self.in_shape)])

    def _other(self, shape, mine, other):
        if len(shape) < len(mine):
            raise ValueError('Too few dimensions on input')
        cut = len(shape) - len(mine)
        if shape[cut:] != mine:
            raise ValueError('Shape mismatch: expected %s but got %s' % (shape[cut:], mine))
        return shape[:cut] + other

    def forward_shape(self, shape):
        return self._other(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return self._other(shape, self.out_shape, self.in_shape)


class _Plain(Transform):
    """Without parameters: all of a kind are equal."""

    def __eq__(self, other):
        return isinstance(other, type(self))


class _Increasing(_Plain):
    bijective = True
    sign = 1


class ExpTransform(_Increasing):
    """exp."""

    codomain = constraints.positive

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """x to a power, of positive numbers."""

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.exponent, = broadcast_all(exponent)

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else PowerTransform(self.exponent, cache_size=cache_size)

    @property
    def sign(self):
        return self.exponent.sign()

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and self.exponent.eq(other.exponent).all().item()

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, getattr(self.exponent, 'shape', ()))

    inverse_shape = forward_shape


class SigmoidTransform(_Increasing):
    """sigmoid, strictly between 0 and 1."""

    codomain = constraints.unit_interval

    def _call(self, x):
        info = torch.finfo(x.dtype)
        return torch.clamp(torch.sigmoid(x), min=info.tiny, max=1.0 - info.eps)

    def _inverse(self, y):
        info = torch.finfo(y.dtype)
        y = y.clamp(min=info.tiny, max=1.0 - info.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x) - softplus(x)


class SoftplusTransform(_Increasing):
    """log(1 + exp(x))."""

    codomain = constraints.positive

    def _call(self, x):
        return softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x)


class TanhTransform(_Increasing):
    """tanh."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - softplus(-2.0 * x))


class AbsTransform(_Plain):
    """The absolute value; its inverse takes the positive side."""

    codomain = constraints.positive

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class AffineTransform(Transform):
    """loc + scale x."""

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self):
        return self._event_dim

    @property
    def domain(self):
        return constraints.independent(constraints.real, self.event_dim) if self.event_dim else constraints.real

    codomain = domain

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else AffineTransform(self.loc, self.scale, self.event_dim, cache_size=cache_size)

    def __eq__(self, other):
        def same(a, b):
            return a == b if isinstance(a, (int, float)) and isinstance(b, (int, float)) else bool(torch.as_tensor(a == b).all())
        return isinstance(other, AffineTransform) and same(self.loc, other.loc) and same(self.scale, other.scale)

    @property
    def sign(self):
        if isinstance(self.scale, (int, float)):
            return 1 if self.scale > 0 else -1 if self.scale < 0 else 0
        return self.scale.sign()

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, (int, float)):
            found = torch.full_like(x, math.log(abs(self.scale)))
        else:
            found = torch.abs(self.scale).log()
        shape = x.shape
        if self.event_dim:
            found = found.view(found.size()[:-self.event_dim] + (-1,)).sum(-1)
            shape = shape[:-self.event_dim]
        return found.expand(shape)

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, getattr(self.loc, 'shape', ()), getattr(self.scale, 'shape', ()))

    inverse_shape = forward_shape


class SoftmaxTransform(_Plain):
    """Numbers to probabilities, and back to their logarithms."""

    domain, codomain = constraints.real_vector, constraints.simplex

    def _call(self, x):
        found = (x - x.max(-1, True)[0]).exp()
        return found / found.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError('Too few dimensions on input')
        return shape

    inverse_shape = forward_shape


class StickBreakingTransform(_Plain):
    """n numbers to n + 1 probabilities: each breaks its part off what is left."""

    domain, codomain = constraints.real_vector, constraints.simplex
    bijective = True

    def _call(self, x):
        left = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        part = torch.clamp(torch.sigmoid(x - left.log()), min=torch.finfo(x.dtype).tiny, max=1.0 - torch.finfo(x.dtype).eps)
        return pad(part, [0, 1], value=1) * pad((1 - part).cumprod(-1), [1, 0], value=1)

    def _inverse(self, y):
        first = y[..., :-1]
        left = y.shape[-1] - first.new_ones(first.shape[-1]).cumsum(-1)
        rest = torch.clamp(1 - first.cumsum(-1), min=torch.finfo(y.dtype).tiny)
        return first.log() - rest.log() + left.log()

    def log_abs_det_jacobian(self, x, y):
        left = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        x = x - left.log()
        return (-x + torch.nn.functional.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError('Too few dimensions on input')
        return shape[:-1] + (shape[-1] + 1,)

    def inverse_shape(self, shape):
        if len(shape) < 1:
            raise ValueError('Too few dimensions on input')
        return shape[:-1] + (shape[-1] - 1,)


class LowerCholeskyTransform(_Plain):
    """Matrices to lower triangular ones with a positive diagonal."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.lower_cholesky

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(_Plain):
    """Matrices to positive definite ones."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.positive_definite

    def _call(self, x):
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(torch.linalg.cholesky(y))


def _lower(vector, below):
    """A vector as the part of a square matrix `below` the diagonal, row by row."""
    count = int(round((math.sqrt(1 + 8 * vector.size(-1)) - 1) / 2))
    if count * (count + 1) // 2 != vector.size(-1):
        raise ValueError('The size of last dimension is %d which cannot be expressed as the lower triangular part of a square D x D matrix.'
                         % vector.size(-1))
    n = count + below
    out = vector.new_zeros(vector.shape[:-1] + (n, n))
    out[..., torch.ones(n, n, dtype=torch.bool, device=vector.device).tril(-below)] = vector
    return out


def _vector(matrix, below):
    n = matrix.size(-1)
    return matrix[..., torch.ones(n, n, dtype=torch.bool, device=matrix.device).tril(-below)]


class CorrCholeskyTransform(Transform):
    """n (n - 1) / 2 numbers to the Cholesky factor of a matrix of correlations."""

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        x = torch.tanh(x)
        eps = torch.finfo(x.dtype).eps
        rows = _lower(x.clamp(min=-1 + eps, max=1 - eps), 1)
        rest = (1 - rows ** 2).sqrt().cumprod(-1)
        return (rows + torch.eye(rows.shape[-1], dtype=rows.dtype, device=rows.device)) * pad(rest[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        rest = pad((1 - torch.cumsum(y * y, -1))[..., :-1], [1, 0], value=1)
        t = _vector(y, 1) / _vector(rest, 1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x, y):
        stick = 0.5 * _vector(1 - (y * y).cumsum(-1), 2).log().sum(-1)
        return stick - 2 * (x + softplus(-2 * x) - math.log(2.0)).sum(-1)

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError('Too few dimensions on input')
        n = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if n * (n - 1) // 2 != shape[-1]:
            raise ValueError('Input is not a flattend lower-diagonal number')
        return shape[:-1] + (n, n)

    def inverse_shape(self, shape):
        if len(shape) < 2:
            raise ValueError('Too few dimensions on input')
        if shape[-2] != shape[-1]:
            raise ValueError('Input is not square')
        return shape[:-2] + (shape[-1] * (shape[-1] - 1) // 2,)


class CatTransform(Transform):
    """A transform for each range of a dimension."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.transforms = [t.with_cache(cache_size) for t in tseq] if cache_size else list(tseq)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        self.dim = dim

    @property
    def event_dim(self):
        return max([t.event_dim for t in self.transforms])

    @property
    def length(self):
        return sum(self.lengths)

    @property
    def bijective(self):
        return all([t.bijective for t in self.transforms])

    @property
    def domain(self):
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @property
    def codomain(self):
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)

    def _parts(self, *values):
        first = 0
        for t, length in zip(self.transforms, self.lengths):
            yield (t, *[v.narrow(self.dim, first, length) for v in values])
            first += length

    def _call(self, x):
        return torch.cat([t(part) for t, part in self._parts(x)], dim=self.dim)

    def _inverse(self, y):
        return torch.cat([t.inv(part) for t, part in self._parts(y)], dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        found = [sum_rightmost(t.log_abs_det_jacobian(a, b), self.event_dim - t.event_dim) for t, a, b in self._parts(x, y)]
        dim = self.dim if self.dim < 0 else self.dim - x.dim()
        dim += self.event_dim
        return torch.cat(found, dim=dim) if dim < 0 else sum(found)


class StackTransform(Transform):
    """A transform for each position of a dimension."""

    def __init__(self, tseq, dim=0, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.transforms = [t.with_cache(cache_size) for t in tseq] if cache_size else list(tseq)
        self.dim = dim

    @property
    def bijective(self):
        return all([t.bijective for t in self.transforms])

    @property
    def domain(self):
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @property
    def codomain(self):
        return constraints.stack([t.codomain for t in self.transforms], self.dim)

    def _call(self, x):
        return torch.stack([t(x.select(self.dim, i)) for i, t in enumerate(self.transforms)], self.dim)

    def _inverse(self, y):
        return torch.stack([t.inv(y.select(self.dim, i)) for i, t in enumerate(self.transforms)], self.dim)

    def log_abs_det_jacobian(self, x, y):
        return torch.stack([t.log_abs_det_jacobian(x.select(self.dim, i), y.select(self.dim, i)) for i, t in enumerate(self.transforms)], self.dim)


class CumulativeDistributionTransform(Transform):
    """Numbers to how much of a distribution lies below them."""

    bijective = True
    codomain = constraints.unit_interval
    sign = 1

    def __init__(self, distribution, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self):
        return self.distribution.support

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else CumulativeDistributionTransform(self.distribution, cache_size=cache_size)

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)
