"""Transforms and constraints of slices: they check sizes, can be cached, and the registries make them; bounds are attributes."""
import torch
from torch.distributions import Normal, biject_to, constraints, transform_to
from torch.distributions import transforms as T


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.tensor([0.5, -1.25, 2.0])
cat = T.CatTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)], dim=0, lengths=[1, 2])
stack = T.StackTransform([T.ExpTransform(), T.SigmoidTransform(), T.identity_transform])
for t in (cat, stack):
    attempt(lambda: t(torch.ones(5)))
    attempt(lambda: t.inv(torch.ones(5)))
    attempt(lambda: t(torch.tensor(1.0)))
    attempt(lambda: t.log_abs_det_jacobian(x, torch.ones(5)))
    kept = t.with_cache()
    y = kept(x)
    print(kept, kept._cache_size, y, kept.inv(y) is x, t.with_cache(0) is t, t.inv(t(x)), t.log_abs_det_jacobian(x, y))
attempt(lambda: T.CatTransform([3]))
attempt(lambda: T.StackTransform([3]))
attempt(lambda: T.CatTransform([T.ExpTransform()], lengths=[1, 2]))

for registry in (biject_to, transform_to):
    t = registry(constraints.cat([constraints.positive, constraints.real], 0, [1, 2]))
    print(t, t(x), t.inv(t(x)), registry(constraints.stack([constraints.positive, constraints.unit_interval]))(x[:2]))

print(constraints.greater_than(2).lower_bound, constraints.less_than(torch.tensor(1.0)).upper_bound)
print(constraints.interval(lower_bound=-1, upper_bound=3), constraints.half_open_interval(0.0, 1.0).upper_bound, constraints.integer_interval(0, 4).lower_bound)
attempt(lambda: constraints.dependent.check(x))

# a transform that comes twice
t = T.AffineTransform(1.0, 3.0)
twice = T.ComposeTransform([T.ExpTransform(), t, t, T.ExpTransform().inv])
print(twice(x.abs()), twice.log_abs_det_jacobian(x, twice(x)))

# equality is by class, in both directions; a transform with equality has no hash
class Own(T.ExpTransform):
    pass


print(Own() == T.ExpTransform(), T.ExpTransform() == Own(), T.ExpTransform() == T.TanhTransform(), T.ExpTransform() != T.ExpTransform())
attempt(lambda: hash(T.IndependentTransform(T.ExpTransform(), 1)))
print(T.AbsTransform().inv.bijective, T.ExpTransform().inv.bijective)
attempt(lambda: T.CorrCholeskyTransform().forward_shape((2,)))
print(T.CumulativeDistributionTransform(Normal(0.0, 1.0)).with_cache()._cache_size)
