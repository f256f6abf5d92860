# The text of tensors: modes, widths, lines, summaries, suffixes.
import torch
t = torch.tensor
nan, inf = float('nan'), float('inf')
for x in [t([1., 2., 3.]), t([1.5, 2.25, -3.]), t([0.1, 1000.5]), t([0.5, 500.]), t([0.5, 501.]), t([1., 1000.]), t([1., 1001.]),
          t([100000000.]), t([100000008.]), t([1e-4]), t([1e-4], dtype=torch.float64), t([9.99e-5]), t([nan, inf, -inf, 1.5]),
          t([nan, 1., 2.]), t([nan, inf, 0.]), t([-0., 0.]), t([-0., 1.5e-5]), t([nan, 1e-5, inf]),
          t([1e-100, 1.], dtype=torch.float64), t([True, False]), t([16777216., 1.]), t(5), t(3.), t(3.14159), t(True), t(nan), t(-0.),
          t(1e10), t(5, dtype=torch.int32), t([]), t([], dtype=torch.int64), torch.zeros(0, 3), torch.zeros(2, 0, dtype=torch.int32),
          torch.zeros(0, 2, requires_grad=True), torch.ones(12, dtype=torch.float64, requires_grad=True),
          torch.ones(13, dtype=torch.float64, requires_grad=True), torch.ones(1001), torch.arange(1600).reshape(40, 40),
          torch.arange(8.).reshape(2, 2, 2), torch.arange(1200.).reshape(6, 200), torch.arange(30), torch.arange(100.) / 7,
          t([1, -2, 300]), t([[1, 2], [3, 4]], dtype=torch.uint8), torch.arange(24).reshape(2, 3, 4), torch.arange(2000.).reshape(2, 10, 100),
          torch.full((3, 3), -1.5), t([1.0, 2.0], dtype=torch.float16), t([1.0, 2.5], dtype=torch.bfloat16), torch.zeros(1, 1, 1),
          torch.arange(1001) - 500, t([[True], [False]]), torch.zeros(1000), t([123456789, 1])]:
    print(x)
print([t(1), t([2.])], (t(1.5),), {'a': t([1])})
print(f'{t(3.14159):.2f} {t(3)} {t([1.5])}', str(t(2.)), format(t(7), '>4d'))
x = t([1., 2.], requires_grad=True)
print(x, x * 2, x.sum(), x.detach(), (x * x).mean())
torch.set_printoptions(precision=2)
print(t([1.23456, 100.]))
torch.set_printoptions(sci_mode=True)
print(t([1.5, 2.]), t([0., 0.]))
torch.set_printoptions(edgeitems=1, threshold=5)
print(torch.arange(30).reshape(5, 6), torch.arange(8))
torch.set_printoptions(linewidth=40, profile='full')
print(torch.arange(30))
torch.set_printoptions(profile='short')
print(torch.arange(3.) / 3, torch.zeros(2000))
torch.set_printoptions(profile='default')
torch.set_default_dtype(torch.float64)
print(t([1.5]), t([1.5], dtype=torch.float32))
torch.set_default_dtype(torch.float32)
