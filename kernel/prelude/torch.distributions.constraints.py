"""What parameters and values of distributions have to be."""

import torch


class Constraint:
    """Where numbers are allowed; check(value) says so for each."""

    is_discrete = False
    event_dim = 0

    def check(self, value):
        raise NotImplementedError

    def __repr__(self):
        return type(self).__name__.lstrip('_') + '()'


class _Dependent(Constraint):
    """A constraint that depends on other parameters: it is not checked beforehand."""

    def __init__(self, is_discrete=False, event_dim=0):
        self.is_discrete, self.event_dim = is_discrete, event_dim


class _Bounded(Constraint):
    """Between the bounds that its class names."""

    names, discrete, test = (), False, None

    def __init__(self, *bounds):
        self.bounds, self.is_discrete = bounds, self.discrete

    def check(self, value):
        return self.test(value, *self.bounds)

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__.lstrip('_'), ', '.join(['%s=%s' % (name, format(bound) if isinstance(bound, torch.Tensor) else bound)
                                                                      for name, bound in zip(self.names, self.bounds)]))


def _whole(value):
    return value % 1 == 0


def _bounded(name, names, test, discrete=False):
    return type(name, (_Bounded,), {'names': names, 'test': staticmethod(test), 'discrete': discrete})


_low, _high = ('lower_bound',), ('upper_bound',)
greater_than = _bounded('_GreaterThan', _low, lambda v, a: v > a)
greater_than_eq = _bounded('_GreaterThanEq', _low, lambda v, a: v >= a)
less_than = _bounded('_LessThan', _high, lambda v, b: v < b)
interval = _bounded('_Interval', _low + _high, lambda v, a, b: (v >= a) & (v <= b))
half_open_interval = _bounded('_HalfOpenInterval', _low + _high, lambda v, a, b: (v >= a) & (v < b))
integer_interval = _bounded('_IntegerInterval', _low + _high, lambda v, a, b: _whole(v) & (v >= a) & (v <= b), True)
_IntegerGreaterThan = _bounded('_IntegerGreaterThan', _low, lambda v, a: _whole(v) & (v >= a), True)


class _Real(Constraint):
    def check(self, value):
        return value == value


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value):
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    is_discrete, event_dim = True, 1

    def check(self, value):
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(Constraint):
    is_discrete, event_dim = True, 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, value):
        return (value >= 0).all(-1) & (value.sum(-1) <= self.upper_bound)


class _LowerCholesky(Constraint):
    event_dim = 2

    def check(self, value):
        return (value.tril() == value).flatten(-2).all(-1) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _PositiveDefinite(Constraint):
    event_dim = 2

    def check(self, value):
        symmetric = torch.isclose(value, value.mT, atol=1e-6).flatten(-2).all(-1)
        return symmetric & (torch.linalg.cholesky_ex(value).info == 0) if bool(symmetric.all()) else symmetric


class _IndependentConstraint(Constraint):
    """A constraint that holds for whole blocks of the last dimensions."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value):
        found = self.base_constraint.check(value)
        if found.dim() < self.reinterpreted_batch_ndims:
            raise ValueError('Expected value.dim() >= %d but got %d' % (self.event_dim, value.dim()))
        return found.reshape((*found.size()[:found.dim() - self.reinterpreted_batch_ndims], -1)).all(-1)

    def __repr__(self):
        return 'IndependentConstraint(%r, %d)' % (self.base_constraint, self.reinterpreted_batch_ndims)


class _CorrCholesky(Constraint):
    event_dim = 2

    def check(self, value):
        tolerance = torch.finfo(value.dtype).eps * value.size(-1) * 10
        length = torch.linalg.norm(value.detach(), dim=-1)
        return lower_cholesky.check(value) & (length - 1).abs().le(tolerance).all(dim=-1)


class _Several(Constraint):
    """A constraint for each of several parts of a dimension."""

    def __init__(self, cseq, dim=0, lengths=None):
        self.cseq, self.dim = list(cseq), dim
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)

    @property
    def is_discrete(self):
        return any([c.is_discrete for c in self.cseq])

    @property
    def event_dim(self):
        return max([c.event_dim for c in self.cseq])


class _Cat(_Several):
    def check(self, value):
        found, first = [], 0
        for c, length in zip(self.cseq, self.lengths):
            found.append(c.check(value.narrow(self.dim, first, length)))
            first += length
        return torch.cat(found, self.dim)


class _Stack(_Several):
    @property
    def event_dim(self):
        dim = max([c.event_dim for c in self.cseq])
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value):
        return torch.stack([c.check(value.select(self.dim, i)) for i, c in enumerate(self.cseq)], self.dim)


class _LowerTriangular(Constraint):
    event_dim = 2

    def check(self, value):
        return (value.tril() == value).flatten(-2).all(-1)


class _Square(Constraint):
    event_dim = 2

    def check(self, value):
        return torch.full(value.shape[:-2], value.shape[-2] == value.shape[-1], dtype=torch.bool, device=value.device)


class _Symmetric(_Square):
    def check(self, value):
        square = super().check(value)
        return torch.isclose(value, value.mT, atol=1e-6).flatten(-2).all(-1) if bool(square.all()) else square


class _PositiveSemidefinite(_Symmetric):
    def check(self, value):
        found = super().check(value)
        return torch.linalg.eigvalsh(value).ge(0).all(-1) if bool(found.all()) else found


def is_dependent(constraint):
    """Does it depend on other parameters?"""
    return isinstance(constraint, _Dependent)


independent = _IndependentConstraint
dependent = _Dependent()
real, boolean, one_hot, simplex = _Real(), _Boolean(), _OneHot(), _Simplex()
real_vector = independent(real, 1)
positive, nonnegative, unit_interval = greater_than(0.0), greater_than_eq(0.0), interval(0.0, 1.0)
positive_integer, nonnegative_integer = _IntegerGreaterThan(1), _IntegerGreaterThan(0)
lower_cholesky, positive_definite = _LowerCholesky(), _PositiveDefinite()
multinomial = _Multinomial
corr_cholesky, lower_triangular, square, symmetric, positive_semidefinite = (
    _CorrCholesky(), _LowerTriangular(), _Square(), _Symmetric(), _PositiveSemidefinite())
cat, stack = _Cat, _Stack


__all__ = '''Constraint boolean cat corr_cholesky dependent greater_than greater_than_eq half_open_interval independent
integer_interval interval is_dependent less_than lower_cholesky lower_triangular multinomial nonnegative
nonnegative_integer one_hot positive positive_definite positive_integer positive_semidefinite real real_vector
simplex square stack symmetric unit_interval'''.split()
