# products of complex matrices against those of their parts, for sizes around those of the kernels' tiles
import torch

torch.manual_seed(1)


def parts(a, b):
    return torch.complex(a.real @ b.real - a.imag @ b.imag, a.real @ b.imag + a.imag @ b.real)


def some(*shape):
    return torch.complex(torch.randn(*shape, dtype=torch.float64), torch.randn(*shape, dtype=torch.float64))


worst = {}
for dtype in (torch.complex64, torch.complex128):
    for m, k, n in [(1, 1, 1), (1, 5, 3), (3, 4, 5), (2, 2, 2), (1, 200, 270), (270, 200, 1), (7, 130, 33), (64, 64, 64),
                    (9, 300, 70), (65, 129, 31), (1, 70, 67), (20, 257, 16), (5, 3, 9), (1, 3, 1), (1, 1000, 1), (4, 0, 3),
                    (1, 0, 4), (4, 0, 1)]:
        for a_transposed in (False, True):
            for b_transposed in (False, True):
                a = some(k, m).T.to(dtype) if a_transposed else some(m, k).to(dtype)
                b = some(n, k).T.to(dtype) if b_transposed else some(k, n).to(dtype)
                c, x, y = some(m, n).to(dtype), some(k, 2)[:, 1].to(dtype), some(2 * k)[::2].to(dtype)
                ab = parts(a.to(torch.complex128), b.to(torch.complex128))
                got = [(a @ b, ab), (torch.addmm(c, a, b, beta=2 - 1j, alpha=.5 + 3j), (2 - 1j) * c + (.5 + 3j) * ab),
                       (torch.addmm(c, a, b), c + ab), (torch.addmm(c, a, b, alpha=-2), c - 2 * ab)]
                if k:
                    got += [(a @ b[:, 0], ab[:, 0]), (a[0] @ b, ab[0]), (b[:, 0] @ a.T, ab[:, 0]), (b.T @ a[0], ab[0]),
                            (a[0].dot(b[:, 0]), ab[0, 0]), (torch.vdot(a[0].conj(), b[:, 0]), ab[0, 0]),
                            (torch.vdot(x, y), parts(x.conj()[None], y[:, None])[0, 0]), (x.dot(y), parts(x[None], y[:, None])[0, 0])]
                for one, other in got:
                    if one.dtype != dtype or one.shape != other.shape: print('differs', m, k, n, one.dtype, one.shape)
                    error = ((one - other).abs().max() / (other.abs().max() + 1)).item()
                    worst[dtype] = max(worst.get(dtype, 0), error)
        x, y = some(3, m, k).to(dtype), some(3, k, n).to(dtype)
        worst[dtype] = max(worst[dtype], ((x @ y - torch.stack([parts(x[i], y[i]) for i in range(3)])).abs().max() / (k + 1)).item())
print(worst[torch.complex64] < 5e-6, worst[torch.complex128] < 1e-14)
z = torch.tensor([[1 + 2j, 3 - 1j], [0.5j, -2 + 0j]])
print(z @ z, z @ z[0], z[0] @ z, z.mH @ z, torch.vdot(z[0], z[1]), z[0].dot(z[1]))
