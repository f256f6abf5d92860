# Sums, products and quotients of complex numbers for every length around those of vectors, on both sides of a number,
# in other layouts and of special values.
import torch

inf, nan = float('inf'), float('nan')


def same(got, want):
    """Are these the numbers that Python finds?"""
    for a, b in zip(got.flatten().tolist(), want):
        if not abs(a - b) <= 1e-5 * abs(b) + 1e-7:
            return False
    return got.numel() == len(want)


for dtype in (torch.complex64, torch.complex128):
    torch.manual_seed(1)
    for n in list(range(0, 20)) + [31, 32, 33, 100, 1025, 5000]:
        x, y = torch.randn(n, dtype=dtype) + 3, torch.randn(n, dtype=dtype) - 2j
        a, b, k = x.tolist(), y.tolist(), 2 - 1j
        good = [
            same(x + y, [p + q for p, q in zip(a, b)]),
            same(x - y, [p - q for p, q in zip(a, b)]),
            same(x * y, [p * q for p, q in zip(a, b)]),
            same(x / y, [p / q for p, q in zip(a, b)]),
            same(x.add(y, alpha=k), [p + k * q for p, q in zip(a, b)]),
            same(x + k, [p + k for p in a]),
            same(k - x, [k - p for p in a]),
            same(x - k, [p - k for p in a]),
            same(x * k, [p * k for p in a]),
            same(x / k, [p / k for p in a]),
            same(k / x, [k / p for p in a]),
            same(x * 2.5, [p * 2.5 for p in a]),
            same(-x, [-p for p in a]),
            same(x.conj().resolve_conj(), [p.conjugate() for p in a]),
            same(x * x.conj(), [p * p.conjugate() for p in a]),
            same(x**2, [p * p for p in a]),
            same(x**3, [p * p * p for p in a]),
            same(x.reciprocal(), [1 / p for p in a]),
            same(x.sgn(), [p / abs(p) for p in a]),
            bool(torch.allclose(x.angle(), torch.atan2(x.imag, x.real))),
        ]
        z = x.clone()
        z += y
        z *= k
        z /= y
        good.append(same(z, [(p + q) * k / q for p, q in zip(a, b)]))
        print(dtype, n, all(good), [i for i, g in enumerate(good) if not g])

    x, y = torch.randn(40, 37, dtype=dtype) + 3, torch.randn(37, 40, dtype=dtype) - 2
    for name, left, right in (('transposed', x, y.t()), ('steps', x[:, ::2], y.t()[:, 1::2][:, :1]), ('rows', x, x[3]),
                              ('columns', x[:, 5:6], x), ('apart', x[1::3, 3:], y.t()[2::3, :34]),
                              ('conjugate', x.conj(), y.t().conj()), ('number', x[2, 2], x)):
        shape = torch.broadcast_shapes(left.shape, right.shape)
        a, b = left.expand(shape).flatten().tolist(), right.expand(shape).flatten().tolist()
        print(name, same(left + right, [p + q for p, q in zip(a, b)]), same(left - right, [p - q for p, q in zip(a, b)]),
              same(left * right, [p * q for p, q in zip(a, b)]), same(left / right, [p / q for p, q in zip(a, b)]))

    # huge and tiny parts: quotients are scaled
    big = 1e30 if dtype == torch.complex64 else 1e250
    for p, q in ((complex(big, big), complex(big, -big)), (complex(1 / big, 0), complex(1 / big, 1 / big)),
                 (complex(0, big), complex(0, big)), (1 + 1j, complex(0, 2)), (3 - 1j, complex(-2, 0))):
        print(p, q, torch.tensor([p] * 9, dtype=dtype).div(torch.tensor([q] * 9, dtype=dtype))[[0, 8]])

    # not finite
    odd = [complex(inf, 1), complex(1, -inf), complex(nan, 0), complex(0, nan), 0j, 1 + 0j, complex(inf, -inf)]
    x = torch.tensor([p for p in odd for q in odd], dtype=dtype)
    y = torch.tensor([q for p in odd for q in odd], dtype=dtype)
    for z in (x + y, x - y, x * y, x / y):
        print(torch.view_as_real(z).isnan().int().flatten().tolist())
        print(torch.view_as_real(z).isinf().int().flatten().tolist())
    print(torch.tensor(odd, dtype=dtype).angle())
    print(torch.tensor([0j, 3 + 4j, -2j] * 100, dtype=dtype).sgn()[-3:])

# gradients
x = torch.tensor([1 + 2j, 3 - 1j, 0.5j], requires_grad=True)
y = torch.tensor([2 - 1j, 1j, 3.0], requires_grad=True)
(x * y / (x + 2) - 3 * y).abs().sum().backward()
print(torch.view_as_real(x.grad).mul(1000).round(), torch.view_as_real(y.grad).mul(1000).round().add(0))
