"""Transforms of random variables: functions y = f(x) with an inverse and the logarithm of their Jacobian's determinant.

`Transform` is the interface, from which users derive, too; it also caches pairs (x, y), so that going back is exact. Transforms come in two
kinds. One with a formula is a row of `_transform`: the functions forward, inverse and log|det J|, the domain and the codomain, the sign of its
slope. One made of other transforms derives from `_Composite`, which thinks in sides: side 0 is x, the domain, side 1 is y, the codomain; what
such a class says for a side holds forward for 0 and for the inverse for 1.
"""

import math

import torch
from torch.distributions import constraints
from torch.distributions._base import broadcast_all, log_odds, named, sum_rightmost
from torch.nn.functional import pad, softplus

__all__ = ['AbsTransform', 'AffineTransform', 'CatTransform', 'ComposeTransform', 'CorrCholeskyTransform', 'CumulativeDistributionTransform',
           'ExpTransform', 'IndependentTransform', 'LowerCholeskyTransform', 'PositiveDefiniteTransform', 'PowerTransform', 'ReshapeTransform',
           'SigmoidTransform', 'SoftplusTransform', 'TanhTransform', 'SoftmaxTransform', 'StackTransform', 'StickBreakingTransform', 'Transform',
           'identity_transform']


class Transform:
    """A function y = f(x) of tensors; derive from it and define `_call`, `_inverse` and `log_abs_det_jacobian`.

    domain, codomain: the constraints of x and y; bijective: has every y of the codomain exactly one x? sign: of the slope of a monotonic
    function, +1, -1 or a tensor of them. With cache_size=1 the last pair (x, y) is remembered, and `inv` of that y is that x itself.
    """

    bijective = False
    domain = codomain = constraints.real
    _arguments = None  # the attributes from which __init__ makes an equal transform, in its order; None: unknown

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError('cache_size must be 0 or 1')
        self._cache_size = cache_size
        self._cached_x_y = None, None
        self._inv = None

    @property
    def event_dim(self):
        """How many of the last dimensions make one event, where that is the same for x and y."""
        before, after = self.domain.event_dim, self.codomain.event_dim
        if before != after:
            raise ValueError('Please use either .domain.event_dim or .codomain.event_dim')
        return before

    @property
    def inv(self):
        """The inverse, whose inverse is this transform."""
        if self._inv is None:
            self._inv = _InverseTransform(self)
        return self._inv

    @property
    def sign(self):
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        """The same transform with another size of its cache; itself where it has that size."""
        if cache_size == self._cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        for cls in type(self).__mro__[:-1]:
            if vars(cls).get('_arguments') is not None:
                return cls(*[getattr(self, name) for name in cls._arguments], cache_size=cache_size)
        raise NotImplementedError('%s.with_cache is not implemented' % type(self))

    def __eq__(self, other):
        return self is other

    def _other_side(self, value, side):
        """The y of an x (side 0) or the x of a y (side 1): from the cache, or computed and remembered."""
        pair = self._cached_x_y
        if self._cache_size and pair[side] is value:
            return pair[1 - side]
        other = self._inverse(value) if side else self._call(value)
        if self._cache_size:
            self._cached_x_y = (other, value) if side else (value, other)
        return other

    def __call__(self, x):
        return self._other_side(x, 0)

    def _inv_call(self, y):
        return self._other_side(y, 1)

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """log|det dy/dx| of each event, for a pair x, y = f(x)."""
        raise NotImplementedError

    def forward_shape(self, shape):
        """The shape of y for a shape of x."""
        return shape

    def inverse_shape(self, shape):
        """The shape of x for a shape of y."""
        return shape

    def __repr__(self):
        return type(self).__name__ + '()'


# ---- transforms with a formula

def _at_least(dims, shape):
    if len(shape) < dims:
        raise ValueError('Too few dimensions on input')
    return shape


def _equal(a, b):
    """Whether two parameters, scalars or tensors, are equal in all elements."""
    same = a == b
    return same if isinstance(same, bool) else bool(torch.as_tensor(same).all())


def _transform(name, doc, forward, inverse, log_jacobian=None, init=None, arguments=(), compared=(), shapes=None, **attributes):
    """The class of a transform with a formula.

    forward(t, x), inverse(t, y) and log_jacobian(t, x, y) are functions of the transform and values; init is its __init__, `arguments` are the
    attributes that init takes, `compared` those by which two of them are equal (None: only a transform and itself are); shapes is a pair of
    functions of (t, shape). Of the other attributes functions of t become properties.
    """
    members = {'__doc__': doc, '_call': forward, '_inverse': inverse}
    if log_jacobian is not None:
        members['log_abs_det_jacobian'] = log_jacobian
    if init is not None:
        members['__init__'], members['_arguments'] = init, arguments
    if shapes is not None:
        members['forward_shape'], members['inverse_shape'] = shapes
    if compared is not None:
        members['__eq__'] = lambda self, other: isinstance(other, cls) and all([_equal(getattr(self, a), getattr(other, a)) for a in compared])
    for attribute, value in members.items():
        if callable(value):
            named(value, name, attribute)
    for attribute, value in attributes.items():
        members[attribute] = property(value) if callable(value) else value
    cls = type(name, (Transform,), members)
    return cls


def _set(transform, cache_size, **parameters):
    """The body of an __init__: the cache and the parameters as attributes."""
    Transform.__init__(transform, cache_size=cache_size)
    transform.__dict__.update(parameters)


def _clipped(probability):
    """Strictly between 0 and 1, so that logarithms are finite."""
    info = torch.finfo(probability.dtype)
    return probability.clamp(min=info.tiny, max=1.0 - info.eps)


def _affine_log_jacobian(transform, x):
    """log|scale| of each element, summed over an event."""
    if isinstance(transform.scale, (int, float)):
        logs = torch.full_like(x, math.log(abs(transform.scale)))
    else:
        logs = torch.abs(transform.scale).log()
    merged = transform.event_dim
    return (logs.flatten(-merged).sum(-1) if merged else logs).expand(x.shape[:x.dim() - merged])


def _both_ways(function):
    """The pair `shapes` of a transform that makes the same of a shape forward and backward."""
    return lambda transform, shape: function(transform, shape), lambda transform, shape: function(transform, shape)


def _broadcast_shapes(*names):
    """The pair `shapes` of a transform whose parameters are broadcast with the values."""
    return _both_ways(lambda transform, shape: torch.broadcast_shapes(
        shape, *[getattr(getattr(transform, name), 'shape', ()) for name in names]))


def _scalar_sign(number):
    return (number > 0) - (number < 0) if isinstance(number, (int, float)) else number.sign()


_real_matrix = constraints.independent(constraints.real, 2)

ExpTransform = _transform(
    'ExpTransform', 'y = exp(x).',
    lambda self, x: x.exp(), lambda self, y: y.log(), lambda self, x, y: x,
    codomain=constraints.positive, bijective=True, sign=1)

PowerTransform = _transform(
    'PowerTransform', 'y = x^exponent, of positive numbers.',
    lambda self, x: x.pow(self.exponent), lambda self, y: y.pow(1 / self.exponent), lambda self, x, y: (self.exponent * y / x).abs().log(),
    init=lambda self, exponent, cache_size=0: _set(self, cache_size, exponent=broadcast_all(exponent)[0]),
    arguments=('exponent',), compared=('exponent',), shapes=_broadcast_shapes('exponent'),
    domain=constraints.positive, codomain=constraints.positive, bijective=True, sign=lambda self: self.exponent.sign())

SigmoidTransform = _transform(
    'SigmoidTransform', 'The logistic function y = 1 / (1 + exp(-x)), kept strictly between 0 and 1; its inverse is the logit.',
    lambda self, x: _clipped(torch.sigmoid(x)), lambda self, y: log_odds(_clipped(y)), lambda self, x, y: -softplus(-x) - softplus(x),
    codomain=constraints.unit_interval, bijective=True, sign=1)

SoftplusTransform = _transform(
    'SoftplusTransform', 'y = log(1 + exp(x)).',
    lambda self, x: softplus(x), lambda self, y: (-y).expm1().neg().log() + y, lambda self, x, y: -softplus(-x),
    codomain=constraints.positive, bijective=True, sign=1)

TanhTransform = _transform(
    'TanhTransform', 'y = tanh(x); log(1 - tanh(x)^2) is written so that it does not cancel for large x.',
    lambda self, x: x.tanh(), lambda self, y: torch.atanh(y), lambda self, x, y: 2.0 * (math.log(2.0) - x - softplus(-2.0 * x)),
    codomain=constraints.interval(-1.0, 1.0), bijective=True, sign=1)

AbsTransform = _transform(
    'AbsTransform', 'y = |x|; its inverse takes the positive x.', lambda self, x: x.abs(), lambda self, y: y, codomain=constraints.positive)

AffineTransform = _transform(
    'AffineTransform', 'y = loc + scale x, of events of event_dim dimensions.',
    lambda self, x: self.loc + self.scale * x, lambda self, y: (y - self.loc) / self.scale,
    lambda self, x, y: _affine_log_jacobian(self, x),
    init=lambda self, loc, scale, event_dim=0, cache_size=0: _set(self, cache_size, loc=loc, scale=scale, _event_dim=event_dim),
    arguments=('loc', 'scale', 'event_dim'), compared=('loc', 'scale'), shapes=_broadcast_shapes('loc', 'scale'),
    event_dim=lambda self: self._event_dim, domain=lambda self: constraints.with_event_dim(constraints.real, self.event_dim),
    codomain=lambda self: self.domain, bijective=True, sign=lambda self: _scalar_sign(self.scale))

CumulativeDistributionTransform = _transform(
    'CumulativeDistributionTransform', 'y = P(X <= x) of a distribution: the probability integral transform.',
    lambda self, x: self.distribution.cdf(x), lambda self, y: self.distribution.icdf(y), lambda self, x, y: self.distribution.log_prob(x),
    init=lambda self, distribution, cache_size=0: _set(self, cache_size, distribution=distribution), arguments=('distribution',), compared=None,
    domain=lambda self: self.distribution.support, codomain=constraints.unit_interval, bijective=True, sign=1)


def _softmax(x):
    powers = (x - x.max(-1, True)[0]).exp()
    return powers / powers.sum(-1, True)


SoftmaxTransform = _transform(
    'SoftmaxTransform', 'Vectors to probabilities in proportion to exp(x); back to their logarithms.',
    lambda self, x: _softmax(x), lambda self, y: y.log(), domain=constraints.real_vector, codomain=constraints.simplex,
    shapes=_both_ways(lambda self, shape: _at_least(1, shape)))


def _log_pieces(x):
    """log n, ..., log 1 for vectors of n elements: how many equal pieces are left of the stick at each break."""
    return torch.arange(x.shape[-1], 0, -1, dtype=x.dtype, device=x.device).log()


def _break_stick(x):
    """Fractions of what is left of a stick of length 1, with its last piece."""
    fraction = _clipped(torch.sigmoid(x - _log_pieces(x)))
    return pad(fraction, [0, 1], value=1) * pad((1 - fraction).cumprod(-1), [1, 0], value=1)


def _join_stick(y):
    pieces = y[..., :-1]
    left = (1 - pieces.cumsum(-1)).clamp(min=torch.finfo(y.dtype).tiny)
    return pieces.log() - left.log() + _log_pieces(pieces)


def _stick_log_jacobian(x, y):
    x = x - _log_pieces(x)
    return (-x + torch.nn.functional.logsigmoid(x) + y[..., :-1].log()).sum(-1)


def _longer(shape, more):
    return _at_least(1, shape)[:-1] + (shape[-1] + more,)


StickBreakingTransform = _transform(
    'StickBreakingTransform', 'Vectors of n numbers to n + 1 probabilities: the pieces of a stick that is broken n times.\n\n'
    'A vector of zeros becomes equal probabilities (Stan Reference Manual, "Unit simplex").',
    lambda self, x: _break_stick(x), lambda self, y: _join_stick(y), lambda self, x, y: _stick_log_jacobian(x, y),
    shapes=(lambda self, shape: _longer(shape, 1), lambda self, shape: _longer(shape, -1)),
    domain=constraints.real_vector, codomain=constraints.simplex, bijective=True)


def _map_diagonal(matrix, function):
    """The lower triangle of matrices, with a function of their diagonal."""
    return matrix.tril(-1) + function(matrix.diagonal(dim1=-2, dim2=-1)).diag_embed()


def _gram(matrix):
    return matrix @ matrix.mT


LowerCholeskyTransform = _transform(
    'LowerCholeskyTransform', 'Square matrices to lower triangular ones with a positive diagonal, exp of theirs.',
    lambda self, x: _map_diagonal(x, torch.exp), lambda self, y: _map_diagonal(y, torch.log),
    domain=_real_matrix, codomain=constraints.lower_cholesky)

PositiveDefiniteTransform = _transform(
    'PositiveDefiniteTransform', 'Square matrices to positive definite ones: L L^T of what LowerCholeskyTransform makes of them.',
    lambda self, x: _gram(_map_diagonal(x, torch.exp)), lambda self, y: _map_diagonal(torch.linalg.cholesky(y), torch.log),
    domain=_real_matrix, codomain=constraints.positive_definite)


def _triangle(n, below, like):
    """The mask of the elements of n x n matrices that are at least `below` diagonals below the main one."""
    return torch.ones(n, n, dtype=torch.bool, device=like.device).tril(-below)


def _triangle_size(count):
    """The n for which n x n matrices have `count` elements below the diagonal; None if there is no such n."""
    n = int(round((math.sqrt(1 + 8 * count) + 1) / 2))
    return n if n * (n - 1) // 2 == count else None


def _fill_triangle(vector):
    """Vectors as the elements below the diagonal of zero matrices, row by row."""
    n = _triangle_size(vector.size(-1))
    if n is None:
        raise ValueError('The size of last dimension is %d which cannot be expressed as the lower triangular part of a square D x D matrix.'
                         % vector.size(-1))
    matrix = vector.new_zeros(vector.shape[:-1] + (n, n))
    matrix[..., _triangle(n, 1, vector)] = vector
    return matrix


def _take_triangle(matrix, below=1):
    return matrix[..., _triangle(matrix.size(-1), below, matrix)]


def _shifted(lengths):
    """The lengths one column to the right, after a column of ones."""
    return pad(lengths[..., :-1], [1, 0], value=1)


def _cholesky_of_partial(x):
    """Row i is partial correlations tanh(x) times what they leave of a unit length; the diagonal is what is left at last."""
    correlations = torch.tanh(x)
    bound = 1 - torch.finfo(x.dtype).eps
    rows = _fill_triangle(correlations.clamp(min=-bound, max=bound))
    unit = torch.eye(rows.shape[-1], dtype=rows.dtype, device=rows.device)
    return (rows + unit) * _shifted((1 - rows ** 2).sqrt().cumprod(-1))


def _partial_of_cholesky(y):
    left = _shifted(1 - torch.cumsum(y * y, -1))
    correlations = _take_triangle(y) / _take_triangle(left).sqrt()
    return (correlations.log1p() - correlations.neg().log1p()) / 2


def _cholesky_log_jacobian(x, y):
    lengths = 0.5 * _take_triangle(1 - (y * y).cumsum(-1), 2).log().sum(-1)
    return lengths - 2 * (x + softplus(-2 * x) - math.log(2.0)).sum(-1)


def _matrix_of_triangle(shape):
    n = _triangle_size(_at_least(1, shape)[-1])
    if n is None:
        raise ValueError('Input is not a flattened lower-diagonal number')
    return shape[:-1] + (n, n)


def _triangle_of_matrix(shape):
    rows, columns = _at_least(2, shape)[-2:]
    if rows != columns:
        raise ValueError('Input is not square')
    return shape[:-2] + (rows * (rows - 1) // 2,)


CorrCholeskyTransform = _transform(
    'CorrCholeskyTransform', 'Vectors of n (n - 1) / 2 numbers to the Cholesky factor of an n x n matrix of correlations.\n\n'
    'tanh makes them canonical partial correlations (Lewandowski, Kurowicka and Joe 2009; Stan Reference Manual).',
    lambda self, x: _cholesky_of_partial(x), lambda self, y: _partial_of_cholesky(y), lambda self, x, y: _cholesky_log_jacobian(x, y),
    compared=None, shapes=(lambda self, shape: _matrix_of_triangle(shape), lambda self, shape: _triangle_of_matrix(shape)),
    domain=constraints.real_vector, codomain=constraints.corr_cholesky, bijective=True)


# ---- transforms of transforms

def _space(transform, side):
    return transform.codomain if side else transform.domain


def _apply(transform, value, side):
    """From a side of a transform to the other."""
    return transform.inv(value) if side else transform(value)


def _shape(transform, shape, side):
    return transform.inverse_shape(shape) if side else transform.forward_shape(shape)


class _Composite(Transform):
    """A transform made of others. A subclass defines for a side (0: x, 1: y) its constraint `_at`, the way from it `_from`, and `_shape_from`."""

    domain = property(lambda self: self._at(0))
    codomain = property(lambda self: self._at(1))

    def _call(self, x):
        return self._from(x, 0)

    def _inverse(self, y):
        return self._from(y, 1)

    def forward_shape(self, shape):
        return self._shape_from(shape, 0)

    def inverse_shape(self, shape):
        return self._shape_from(shape, 1)

    def _shape_from(self, shape, side):
        return shape


class _InverseTransform(_Composite):
    """The inverse of a transform, with which it shares the cache: its sides are the other's, exchanged."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    bijective = property(lambda self: self._inv.bijective)
    sign = property(lambda self: self._inv.sign)

    def with_cache(self, cache_size=1):
        return self._inv.with_cache(cache_size).inv

    def _at(self, side):
        return _space(self._inv, 1 - side)

    def _from(self, value, side):
        return self._inv(value) if side else self._inv._inv_call(value)

    _other_side = _from

    def _shape_from(self, shape, side):
        return _shape(self._inv, shape, 1 - side)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and other._inv == self._inv

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._inv)


class ComposeTransform(_Composite):
    """Transforms one after the other: y = f_n(... f_1(x)). The parts have the caches; none is the identity."""

    _arguments = ('parts',)

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else list(parts)

    bijective = property(lambda self: all([part.bijective for part in self.parts]))

    @property
    def sign(self):
        return math.prod([part.sign for part in self.parts])

    @property
    def inv(self):
        if self._inv is None:
            self._inv = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv._inv = self
        return self._inv

    def _chain(self, side):
        return self.parts[::-1] if side else self.parts

    def _at(self, side):
        """The constraint of the first part of the chain, for events that are large enough for every part behind it."""
        chain = self._chain(side)
        if not chain:
            return constraints.real
        event_dim = _space(chain[-1], 1 - side).event_dim
        for part in reversed(chain):
            near, far = _space(part, side).event_dim, _space(part, 1 - side).event_dim
            event_dim = near + max(event_dim - far, 0)
        return constraints.with_event_dim(_space(chain[0], side), event_dim)

    def _from(self, value, side):
        for part in self._chain(side):
            value = _apply(part, value, side)
        return value

    _other_side = _from

    def _shape_from(self, shape, side):
        for part in self._chain(side):
            shape = _shape(part, shape, side)
        return shape

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return torch.zeros_like(x)
        total, event_dim = None, self.domain.event_dim
        for i, part in enumerate(self.parts):
            after = y if i == len(self.parts) - 1 else part(x)
            term = sum_rightmost(part.log_abs_det_jacobian(x, after), event_dim - part.domain.event_dim)
            total = term if total is None else total + term
            event_dim += part.codomain.event_dim - part.domain.event_dim
            x = after
        return total

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and other.parts == self.parts

    def __repr__(self):
        return '%s(\n    %s\n)' % (type(self).__name__, ',\n    '.join([repr(part) for part in self.parts]))


identity_transform = ComposeTransform([])


class IndependentTransform(_Composite):
    """A transform for events of `reinterpreted_batch_ndims` more dimensions, over which its Jacobian's logarithm is summed."""

    _arguments = ('base_transform', 'reinterpreted_batch_ndims')

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform, self.reinterpreted_batch_ndims = base_transform.with_cache(cache_size), reinterpreted_batch_ndims

    bijective = property(lambda self: self.base_transform.bijective)
    sign = property(lambda self: self.base_transform.sign)

    def _at(self, side):
        return constraints.independent(_space(self.base_transform, side), self.reinterpreted_batch_ndims)

    def _from(self, value, side):
        _at_least(self._at(side).event_dim, value.shape)
        return _apply(self.base_transform, value, side)

    def _shape_from(self, shape, side):
        return _shape(self.base_transform, shape, side)

    def log_abs_det_jacobian(self, x, y):
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return '%s(%r, %d)' % (type(self).__name__, self.base_transform, self.reinterpreted_batch_ndims)


class ReshapeTransform(_Composite):
    """Events of the shape in_shape as events of out_shape."""

    bijective = True
    _arguments = ('in_shape', 'out_shape')

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = torch.Size(in_shape), torch.Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError('in_shape, out_shape have different numbers of elements')
        super().__init__(cache_size=cache_size)

    def _ends(self, side):
        """The event's shape on a side, and on the other."""
        return (self.out_shape, self.in_shape) if side else (self.in_shape, self.out_shape)

    def _at(self, side):
        return constraints.independent(constraints.real, len(self._ends(side)[0]))

    def _from(self, value, side):
        own, other = self._ends(side)
        return value.reshape(value.shape[:value.dim() - len(own)] + other)

    def _shape_from(self, shape, side):
        own, other = self._ends(side)
        batch = len(_at_least(len(own), shape)) - len(own)
        if shape[batch:] != own:
            raise ValueError('Shape mismatch: expected %s but got %s' % (shape[batch:], own))
        return shape[:batch] + other

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[:x.dim() - len(self.in_shape)])


class _Parallel(_Composite):
    """Transforms side by side, each for a slice of the dimension `dim`."""

    def _set(self, tseq, dim, cache_size):
        if not all([isinstance(t, Transform) for t in tseq]):
            raise AssertionError('All elements of tseq must be Transform instances')
        Transform.__init__(self, cache_size=cache_size)
        self.transforms = [t.with_cache(cache_size) for t in tseq] if cache_size else list(tseq)
        self.dim = dim

    bijective = property(lambda self: all([t.bijective for t in self.transforms]))

    def _spaces(self, side):
        return [_space(t, side) for t in self.transforms]

    def _slices(self, value, name):
        """The slices of a value, which `name` names in errors."""
        dims, (length, wanted) = value.dim(), self._length()
        if not -dims <= self.dim < dims:
            raise AssertionError('dim %d out of range for tensor with %d dimensions' % (self.dim, dims))
        if value.size(self.dim) != length:
            raise AssertionError('%s.size(%d) = %d must equal %s %d' % (name, self.dim, value.size(self.dim), wanted, length))
        return self._split(value)

    def _from(self, value, side):
        slices = self._slices(value, 'y' if side else 'x')
        return self._join([_apply(t, part, side) for t, part in zip(self.transforms, slices)], self.dim)

    def _log_jacobians(self, x, y):
        return [t.log_abs_det_jacobian(a, b) for t, a, b in zip(self.transforms, self._slices(x, 'x'), self._slices(y, 'y'))]


class CatTransform(_Parallel):
    """A transform for each of the slices of the given lengths, along `dim`."""

    _arguments = ('transforms', 'dim', 'lengths')

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        tseq = list(tseq)
        self._set(tseq, dim, cache_size)
        self.lengths = [1] * len(tseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(tseq):
            raise AssertionError('lengths (%d) must match transforms (%d)' % (len(self.lengths), len(tseq)))

    _join = staticmethod(torch.cat)
    length = property(lambda self: sum(self.lengths))
    event_dim = property(lambda self: max([t.event_dim for t in self.transforms]))

    def _length(self):
        return self.length, 'length'

    def _split(self, value):
        return value.split(self.lengths, self.dim)

    def _at(self, side):
        return constraints.cat(self._spaces(side), self.dim, self.lengths)

    def log_abs_det_jacobian(self, x, y):
        terms = [sum_rightmost(term, self.event_dim - t.event_dim) for t, term in zip(self.transforms, self._log_jacobians(x, y))]
        dim = (self.dim if self.dim < 0 else self.dim - x.dim()) + self.event_dim
        return torch.cat(terms, dim=dim) if dim < 0 else sum(terms)


class StackTransform(_Parallel):
    """A transform for each position of the dimension `dim`."""

    _arguments = ('transforms', 'dim')

    def __init__(self, tseq, dim=0, cache_size=0):
        self._set(list(tseq), dim, cache_size)

    _join = staticmethod(torch.stack)

    def _length(self):
        return len(self.transforms), 'len(transforms)'

    def _split(self, value):
        return value.unbind(self.dim)

    def _at(self, side):
        return constraints.stack(self._spaces(side), self.dim)

    def log_abs_det_jacobian(self, x, y):
        return torch.stack(self._log_jacobians(x, y), self.dim)
