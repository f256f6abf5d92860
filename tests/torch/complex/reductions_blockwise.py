# sizes, signs, booleans and sums of products of complex numbers: special values, lengths around those of blocks and vectors
import torch

inf, nan = float('inf'), float('nan')
values = [0., -0., 1., -1., 3., 4., inf, -inf, nan, 1e300, 5e-324, 1e-30, 3e38]
for dtype in (torch.complex64, torch.complex128):
    re = torch.tensor(values, dtype=torch.float64)[:, None].expand(13, 13)
    z = torch.complex(re, re.T.contiguous()).to(dtype)
    print(z.abs())
    print(torch.view_as_real(z.sgn())[3:7])
    print((z == z).sum(1), (z != z.T).sum(1), z.logical_not().nonzero(), z.bool().sum(), z.count_nonzero())
    print(torch.equal(z, z), torch.equal(z[:6, :6], z[:6, :6].clone()), z[:5, :5].any(), z[0].all())
    for n in (1, 3, 7, 16, 255, 257, 1025):
        i = torch.arange(n, dtype=torch.float64)
        x, y, w = [torch.complex((i * a % 7 - 3), (i * b % 5 - 2)).to(dtype) for a, b in ((.3, .7), (1.1, .2), (.9, 1.3))]
        one = torch.addcmul(x, y, w, value=2 - 1j)
        print(n, bool((one - (x + (2 - 1j) * y * w)).abs().max() < 1e-4), one[-1])
        print(torch.addcdiv(x, y, w + 9, value=.5)[-1], torch.addcmul(x, y, w)[-1], x.sgn()[-1], x.abs().double().sum().round())
        print((x == y).sum(), (x != y[:1]).sum(), x.logical_not().sum(), (x[::2] == y[::2]).sum(), x.addcmul(y[:1], w)[n // 2])
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8):
    i = torch.arange(2000)
    x, low, high = (i * 7 % 100).to(dtype), (i % 50).to(dtype), (50 + i % 30).to(dtype)
    print(x.clamp(low, high)[::150], x.clamp(high, low)[::150], torch.addcmul(x, low, high)[::300], torch.addcmul(x, low, high, value=-3)[::300])
    print(torch.equal(x, x), torch.equal(x, x.clone()), torch.equal(x, low), torch.equal(x.view(40, 50), x.view(40, 50)), torch.equal(x, x[:5]))
nans = torch.tensor([1., nan])
print(torch.equal(nans, nans), torch.equal(torch.ones(3, dtype=torch.bool), torch.ones(3, dtype=torch.bool)))
