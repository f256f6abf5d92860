# quantiles of the normal distribution and modified Bessel functions of the second kind of doubles, by vectors
import torch

special = torch.special
torch.set_printoptions(precision=10)
p = torch.tensor([0., 1e-300, 1e-100, 1e-30, 1e-17, 1e-16, 1e-5, .001, .01, .02425, .1, .3, .5, .7, .975, .999, 1 - 1e-10, 1., -1., 2., float('nan')],
                 dtype=torch.float64)
print(special.ndtri(p))
x = torch.tensor([0., 1e-300, 1e-10, .1, 1., 1.9, 2., 2.1, 5., 30., 200., 700., 800., float('inf'), -1., float('nan')], dtype=torch.float64)
for name in 'modified_bessel_k0', 'modified_bessel_k1', 'scaled_modified_bessel_k0', 'scaled_modified_bessel_k1':
    print(name, getattr(special, name)(x))
q = torch.arange(1, 4000, dtype=torch.float64) / 4000
print(bool((special.ndtr(special.ndtri(q)) - q).abs().max() < 1e-15), bool((special.ndtri(q) + special.ndtri(1 - q)).abs().max() < 1e-13))
t = torch.arange(1, 3000, dtype=torch.float64) / 100
wronskian = special.i0(t) * special.modified_bessel_k1(t) + special.i1(t) * special.modified_bessel_k0(t)
print(bool((wronskian * t - 1).abs().max() < 3e-15))
