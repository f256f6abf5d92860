# powers and logarithms of gamma functions of doubles: special values, ends of the range, whole results, accuracy
import torch

torch.set_printoptions(precision=12)
inf, nan = float('inf'), float('nan')
values = [0., -0., 1., -1., 2., -2., 3., -3., .5, -2.5, inf, -inf, nan, 1e300, -1e300, 5e-324, -1e-310, 1e16, -7.,
          2. ** 52, 2. ** 51 + .5, 4503599627370497., -4503599627370497., 9007199254740993., 1.7e308]
x = torch.tensor(values, dtype=torch.float64)
for p in values:
    print(p, (x ** torch.tensor(p, dtype=torch.float64).expand(len(values))).tolist())
a, b = torch.arange(1, 16, dtype=torch.float64)[:, None], torch.arange(0, 13, dtype=torch.float64)
print((a ** b)[::3])
print(torch.equal(a ** b, (a.long() ** b.long()).double()))
i = torch.arange(1, 20001, dtype=torch.float64)
base, power = i * .37 % 20 + .01, i * .73 % 10 - 5
print(bool(((base ** power) * (base ** -power) - 1).abs().max() < 2e-15))
print(bool(((base ** power).log() - power * base.log()).abs().max() < 2e-14))
print((base ** power)[::2500])
for p in (2.5, -2.5, 1000., -1., 3): print((a[:5, 0] ** p).tolist())
print(torch.tensor([.1, .5, .99, 1.01, 1.5, 1.99, 2.01, 2.5, 2.99, 3.01, 15.9, 16.1, 170., 1e5, 1e10, -.5, -1.5, -20.25],
                   dtype=torch.float64).lgamma())
print(x.lgamma()[torch.isfinite(x)].clamp(max=1e300))
print(x.lgamma().isinf(), x.lgamma().isnan())
y = i / 500
print(bool(((y + 1).lgamma() - y.lgamma() - y.log()).abs().max() < 1e-13))
