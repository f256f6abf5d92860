"""The registries biject_to and transform_to: for a constraint, a transform from unconstrained values to values that satisfy it.

`biject_to(c)` is a bijection onto the region of c, as a change of variables in Bayesian inference needs it; `transform_to(c)` is only onto
it, and may be over-parametrized, as optimizers like it. `_FACTORIES` holds those that both registries have.
"""

from torch.distributions import constraints
from torch.distributions.transforms import (
    AffineTransform, CatTransform, ComposeTransform, CorrCholeskyTransform, ExpTransform, IndependentTransform, LowerCholeskyTransform,
    PositiveDefiniteTransform, SigmoidTransform, SoftmaxTransform, StackTransform, StickBreakingTransform, identity_transform)

__all__ = ['ConstraintRegistry', 'biject_to', 'transform_to']


class ConstraintRegistry:
    """A table from classes of constraints to functions that make a transform for such a constraint."""

    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        """Enters `factory(constraint)` for a class of constraints, or that of an instance; without a factory a decorator that does so.

        Raises TypeError for what is not a constraint.
        """
        def enter(function):
            kind = constraint if isinstance(constraint, type) else type(constraint)
            if not issubclass(kind, constraints.Constraint):
                raise TypeError('Expected constraint to be either a Constraint subclass or instance, but got %s' % (constraint,))
            self._registry[kind] = function
            return function
        return enter if factory is None else enter(factory)

    def __call__(self, constraint):
        """A transform to the region of the constraint; raises NotImplementedError where none is registered."""
        kind = type(constraint)
        if kind not in self._registry:
            raise NotImplementedError('Cannot transform %s constraints' % kind.__name__)
        return self._registry[kind](constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()


def _is(bound, number):
    return isinstance(bound, (int, float)) and bound == number


def _to_interval(constraint):
    low, high = constraint.lower_bound, constraint.upper_bound
    if _is(low, 0) and _is(high, 1):
        return SigmoidTransform()
    return ComposeTransform([SigmoidTransform(), AffineTransform(low, high - low)])


def _to_half_line(bound, direction):
    return ComposeTransform([ExpTransform(), AffineTransform(bound, direction)])


# (constraint, the transform for a constraint c of its class, the registry that it asks for parts of c)
_FACTORIES = [
    (constraints.real, lambda c, registry: identity_transform),
    (constraints.greater_than, lambda c, registry: _to_half_line(c.lower_bound, 1)),
    (constraints.greater_than_eq, lambda c, registry: _to_half_line(c.lower_bound, 1)),
    (constraints.less_than, lambda c, registry: _to_half_line(c.upper_bound, -1)),
    (constraints.interval, lambda c, registry: _to_interval(c)),
    (constraints.half_open_interval, lambda c, registry: _to_interval(c)),
    (constraints.corr_cholesky, lambda c, registry: CorrCholeskyTransform()),
    (constraints.independent, lambda c, registry: IndependentTransform(registry(c.base_constraint), c.reinterpreted_batch_ndims)),
    (constraints.cat, lambda c, registry: CatTransform([registry(part) for part in c.cseq], c.dim, c.lengths)),
    (constraints.stack, lambda c, registry: StackTransform([registry(part) for part in c.cseq], c.dim)),
]

for _registry in (biject_to, transform_to):
    for _kind, _factory in _FACTORIES:
        _registry.register(_kind, lambda c, factory=_factory, registry=_registry: factory(c, registry))
biject_to.register(constraints.simplex, lambda c: StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: LowerCholeskyTransform())
for _kind in (constraints.positive_definite, constraints.positive_semidefinite):
    transform_to.register(_kind, lambda c: PositiveDefiniteTransform())
