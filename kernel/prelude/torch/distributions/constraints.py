"""Constraints: the regions of the parameters and the values of distributions.

A constraint is a row of its class's name, a test and what the test takes: `_constraint(name, test, ...)` makes the class.
`check(value)` says for each event of `value` whether it satisfies the constraint; an event is a block of the last `event_dim`
dimensions (0 for a scalar, 1 for a vector, 2 for a matrix). Classes without parameters are used through one instance
(`real`, `simplex`), those with parameters are called (`interval(0, 1)`).
"""

import torch

__all__ = '''Constraint MixtureSameFamilyConstraint boolean cat corr_cholesky dependent dependent_property greater_than greater_than_eq
half_open_interval independent integer_interval interval is_dependent less_than lower_cholesky lower_triangular
multinomial nonnegative nonnegative_integer one_hot positive positive_definite positive_integer positive_semidefinite
real real_vector simplex square stack symmetric unit_interval'''.split()


class Constraint:
    """A region of values; derive from it and define `check`.

    is_discrete: does it hold isolated values only? event_dim: how many of the last dimensions make one event.
    """

    is_discrete = False
    event_dim = 0

    def check(self, value):
        """A mask of the shape of `value` without its last event_dim dimensions: which events are in the region."""
        raise NotImplementedError

    def __repr__(self):
        return type(self).__name__.lstrip('_') + '()'


class _Parametrized(Constraint):
    """A constraint with bounds: the attributes `parameters`, all of them shown."""

    parameters = ()

    def __repr__(self):
        shown = [(name, getattr(self, name)) for name in self.parameters]
        return '%s(%s)' % (type(self).__name__.lstrip('_'), ', '.join(
            ['%s=%s' % (name, format(value) if isinstance(value, torch.Tensor) else value) for name, value in shown]))


class _Above(_Parametrized):
    parameters = ('lower_bound',)

    def __init__(self, lower_bound):
        self.lower_bound = lower_bound


class _Below(_Parametrized):
    parameters = ('upper_bound',)

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound


class _Between(_Parametrized):
    parameters = ('lower_bound', 'upper_bound')

    def __init__(self, lower_bound, upper_bound):
        self.lower_bound, self.upper_bound = lower_bound, upper_bound


def _constraint(name, test, base=Constraint, discrete=False, event_dim=0):
    """The class of a constraint whose check(value) is test(constraint, value)."""
    test.__name__, test.__qualname__ = 'check', name + '.check'
    return type(name, (base,), {'check': test, 'is_discrete': discrete, 'event_dim': event_dim})


def _integer(value):
    return value % 1 == 0


def _all(mask, dims):
    """Does the mask hold throughout the last `dims` dimensions?"""
    return mask.flatten(-dims).all(-1)


def _triangular(matrix):
    return _all(matrix.tril() == matrix, 2)


def _positive_diagonal(matrix):
    return (matrix.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def _symmetric(matrix):
    return _all(torch.isclose(matrix, matrix.mT, atol=1e-6), 2)


def _square(matrix):
    return torch.full(matrix.shape[:-2], matrix.shape[-2] == matrix.shape[-1], dtype=torch.bool, device=matrix.device)


def _and_if_all(mask, test, value):
    """test(value) where it can be computed, which is where the mask holds everywhere; else the mask."""
    return mask & test(value) if bool(mask.all()) else mask


def _unit_rows(matrix):
    """Are the rows of length 1, up to ten roundings an element?"""
    tolerance = torch.finfo(matrix.dtype).eps * matrix.size(-1) * 10
    return (torch.linalg.norm(matrix.detach(), dim=-1) - 1).abs().le(tolerance).all(-1)


# ---- scalars

_Real = _constraint('_Real', lambda self, value: value == value)
_Boolean = _constraint('_Boolean', lambda self, value: (value == 0) | (value == 1), discrete=True)
greater_than = _constraint('_GreaterThan', lambda self, value: self.lower_bound < value, _Above)
greater_than_eq = _constraint('_GreaterThanEq', lambda self, value: self.lower_bound <= value, _Above)
less_than = _constraint('_LessThan', lambda self, value: value < self.upper_bound, _Below)
interval = _constraint('_Interval', lambda self, value: (self.lower_bound <= value) & (value <= self.upper_bound), _Between)
half_open_interval = _constraint('_HalfOpenInterval', lambda self, value: (self.lower_bound <= value) & (value < self.upper_bound), _Between)
integer_interval = _constraint(
    '_IntegerInterval', lambda self, value: _integer(value) & (self.lower_bound <= value) & (value <= self.upper_bound), _Between, True)
_IntegerGreaterThan = _constraint('_IntegerGreaterThan', lambda self, value: _integer(value) & (self.lower_bound <= value), _Above, True)

real, boolean = _Real(), _Boolean()
positive, nonnegative, unit_interval = greater_than(0.0), greater_than_eq(0.0), interval(0.0, 1.0)
positive_integer, nonnegative_integer = _IntegerGreaterThan(1), _IntegerGreaterThan(0)

# ---- vectors

_OneHot = _constraint('_OneHot', lambda self, value: boolean.check(value).all(-1) & (value.sum(-1) == 1), discrete=True, event_dim=1)
_Simplex = _constraint('_Simplex', lambda self, value: (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6), event_dim=1)
multinomial = _constraint('_Multinomial', lambda self, value: (value >= 0).all(-1) & (value.sum(-1) <= self.upper_bound), _Below, True, 1)
multinomial.__repr__ = Constraint.__repr__  # without its bound, as PyTorch shows it

one_hot, simplex = _OneHot(), _Simplex()

# ---- matrices

_LowerTriangular = _constraint('_LowerTriangular', lambda self, value: _triangular(value), event_dim=2)
_LowerCholesky = _constraint('_LowerCholesky', lambda self, value: _triangular(value) & _positive_diagonal(value), event_dim=2)
_CorrCholesky = _constraint('_CorrCholesky', lambda self, value: lower_cholesky.check(value) & _unit_rows(value), event_dim=2)
_Square = _constraint('_Square', lambda self, value: _square(value), event_dim=2)
_Symmetric = _constraint('_Symmetric', lambda self, value: _and_if_all(_square(value), _symmetric, value), _Square, event_dim=2)
_PositiveSemidefinite = _constraint(
    '_PositiveSemidefinite', lambda self, value: _and_if_all(symmetric.check(value), lambda m: torch.linalg.eigvalsh(m).ge(0).all(-1), value),
    _Symmetric, event_dim=2)
_PositiveDefinite = _constraint(
    '_PositiveDefinite', lambda self, value: _and_if_all(_symmetric(value), lambda m: torch.linalg.cholesky_ex(m).info == 0, value), event_dim=2)

lower_triangular, lower_cholesky, corr_cholesky = _LowerTriangular(), _LowerCholesky(), _CorrCholesky()
square, symmetric, positive_semidefinite, positive_definite = _Square(), _Symmetric(), _PositiveSemidefinite(), _PositiveDefinite()


# ---- constraints of others

class _Dependent(Constraint):
    """The constraint of a parameter that depends on other parameters: it cannot be checked beforehand, nor asked what is not said of it."""

    def __init__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        self._said = {'is_discrete': is_discrete, 'event_dim': event_dim}

    def __call__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        """A constraint that says more of itself."""
        new = {'is_discrete': is_discrete, 'event_dim': event_dim}
        return _Dependent(**{name: self._said[name] if value is NotImplemented else value for name, value in new.items()})

    def _fact(name):
        def read(self):
            if self._said[name] is NotImplemented:
                raise NotImplementedError('.%s cannot be determined statically' % name)
            return self._said[name]
        return property(read)

    is_discrete, event_dim = _fact('is_discrete'), _fact('event_dim')
    del _fact

    def check(self, value):
        raise ValueError('Cannot determine validity of dependent constraint')


class _DependentProperty(property, _Dependent):
    """A constraint that hangs on the instance: decorates the method that gives it; seen through the class it is a dependent one.
    With keywords it says of itself what is known without an instance."""

    def __init__(self, fn=None, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        property.__init__(self, fn)
        _Dependent.__init__(self, is_discrete=is_discrete, event_dim=event_dim)

    def __call__(self, fn):
        return _DependentProperty(fn, **self._said)


dependent_property = _DependentProperty


def is_dependent(constraint):
    """Does the constraint depend on other parameters?"""
    return isinstance(constraint, _Dependent)


class _IndependentConstraint(Constraint):
    """`base_constraint` for all elements of blocks of `reinterpreted_batch_ndims` more dimensions."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value):
        each, merged = self.base_constraint.check(value), self.reinterpreted_batch_ndims
        if each.dim() < merged:
            raise ValueError('Expected value.dim() >= %d but got %d' % (self.event_dim, value.dim()))
        return each.reshape((*each.size()[:each.dim() - merged], -1)).all(-1)

    def __repr__(self):
        return 'IndependentConstraint(%r, %d)' % (self.base_constraint, self.reinterpreted_batch_ndims)


class MixtureSameFamilyConstraint(Constraint):
    """The constraint of a mixture's values: `base_constraint`, that of its components, for every component."""

    def __init__(self, base_constraint):
        self.base_constraint = base_constraint
        self.is_discrete, self.event_dim = base_constraint.is_discrete, base_constraint.event_dim

    def check(self, value):
        return self.base_constraint.check(value.unsqueeze(-1 - self.event_dim)).all(-1)

    def __repr__(self):
        return 'MixtureSameFamilyConstraint(%r)' % self.base_constraint


def with_event_dim(constraint, event_dim):
    """The constraint for events of at least `event_dim` dimensions."""
    more = event_dim - constraint.event_dim
    return _IndependentConstraint(constraint, more) if more > 0 else constraint


class _Sequence(Constraint):
    """A constraint for each of the slices of `dim`."""

    def __init__(self, cseq, dim=0):
        self.cseq, self.dim = list(cseq), dim

    @property
    def is_discrete(self):
        return any([c.is_discrete for c in self.cseq])

    @property
    def event_dim(self):
        return max([c.event_dim for c in self.cseq])


class _Cat(_Sequence):
    """Slices of the given lengths."""

    def __init__(self, cseq, dim=0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)

    def check(self, value):
        starts = [sum(self.lengths[:i]) for i in range(len(self.lengths))]
        slices = [value.narrow(self.dim, start, length) for start, length in zip(starts, self.lengths)]
        return torch.cat([c.check(v) for c, v in zip(self.cseq, slices)], self.dim)


class _Stack(_Sequence):
    """Slices of length 1, without the dimension `dim`."""

    @property
    def event_dim(self):
        dim = max([c.event_dim for c in self.cseq])
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value):
        return torch.stack([c.check(value.select(self.dim, i)) for i, c in enumerate(self.cseq)], self.dim)


independent, cat, stack, dependent = _IndependentConstraint, _Cat, _Stack, _Dependent()
real_vector = independent(real, 1)
