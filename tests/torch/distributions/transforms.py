"""Transforms of torch.distributions: values, inverses, Jacobians, constraints."""
import torch, math
import torch.distributions as D
from torch.distributions import transforms as T, constraints as C


def at(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


x=torch.tensor([0.5,-1.2,2.0])
p=torch.tensor([0.2,0.5,0.3])
for t in (T.ExpTransform(),T.SigmoidTransform(),T.TanhTransform(),T.AffineTransform(1.,2.),T.AffineTransform(torch.tensor([1.,2.,3.]),torch.tensor([2.,-1.,3.]),event_dim=1),T.PowerTransform(torch.tensor(2.)),T.AbsTransform(),T.SoftmaxTransform(),T.StickBreakingTransform(),T.SoftplusTransform(),T.LowerCholeskyTransform(),T.PositiveDefiniteTransform(),T.CorrCholeskyTransform(),T.ReshapeTransform((3,),(3,1)),T.ComposeTransform([T.ExpTransform(),T.AffineTransform(0.,2.)]),T.IndependentTransform(T.ExpTransform(),1),T.CatTransform([T.ExpTransform(),T.AffineTransform(0.,1.)],dim=0,lengths=[1,2]),T.StackTransform([T.ExpTransform(),T.SigmoidTransform(),T.identity_transform],dim=0),T.CumulativeDistributionTransform(D.Normal(0.,1.)),T.identity_transform):
    n=type(t).__name__
    at(n,lambda: (t, t.bijective, t.domain, t.codomain, t.event_dim))
    at(n,lambda: t.sign)
    inp = x.abs() if n=='PowerTransform' else x if n not in ('LowerCholeskyTransform','PositiveDefiniteTransform') else torch.arange(4.).view(2,2)
    at(n,lambda: t(inp))
    y=None
    try:
        y=t(inp)
    except Exception:
        pass
    at(n,lambda: t.inv(y))
    at(n,lambda: t.log_abs_det_jacobian(inp,y))
    at(n,lambda: (t.inv, t.inv.inv is t, t.inv.domain, t.inv.codomain))
    at(n,lambda: (t.forward_shape((2,3)), t.inverse_shape((2,4))))
    at(n,lambda: t==type(t)())
