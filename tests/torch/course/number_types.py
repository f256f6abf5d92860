"""Types and numbers: promotion, overflow, division, comparison, rounding, bits, complex numbers, special values."""
import math
import torch

kinds = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128]
for a in kinds:
    print(str(a)[6:], [str(torch.promote_types(a, b))[6:] for b in kinds])
for a in kinds:
    t = torch.ones(2, dtype=a)
    row = []
    for number in (True, 2, 2.5) + ((1j,) if a != torch.float16 else ()):
        try:
            row.append(str((t + number).dtype)[6:])
        except Exception as error:
            row.append(type(error).__name__)
    row.append(str((t / 2).dtype)[6:] if a not in (torch.bool,) else '-')
    row.append(str(t.sum().dtype)[6:])
    row.append(str((t + torch.tensor(1.5)).dtype)[6:])
    row.append(str((t + torch.tensor([1.5], dtype=torch.float64)).dtype)[6:])
    print(str(a)[6:], row)
print(torch.result_type(torch.ones(2, dtype=torch.int8), 3.5), torch.result_type(torch.tensor(1), torch.ones(1, dtype=torch.int16)), torch.can_cast(torch.float64, torch.int32), torch.can_cast(torch.int32, torch.float16))
i = torch.tensor([7, -7, 8, -8])
for d in (3, -3):
    print(i / d, i // d, i % d, torch.div(i, d, rounding_mode='trunc'), torch.div(i, d, rounding_mode='floor'), torch.fmod(i, d), torch.remainder(i, d), i.floor_divide(d))
f = torch.tensor([7.5, -7.5])
print(f // 2, f % 2, torch.fmod(f, 2), f.floor(), f.ceil(), f.trunc(), f.round(), f.frac(), f.int(), f.long(), torch.tensor([2.5, 3.5, -2.5]).round())
print(torch.tensor([255, 1], dtype=torch.uint8) + torch.tensor([1, 255], dtype=torch.uint8), torch.tensor([127], dtype=torch.int8) + 1, -torch.tensor([1], dtype=torch.uint8), torch.tensor([2 ** 31 - 1], dtype=torch.int32) * 2, torch.tensor([2 ** 63 - 1]) + 1, torch.tensor(300).to(torch.uint8), torch.tensor(-1).to(torch.uint8), torch.tensor(3.99).to(torch.int8))
print(torch.tensor([65504.]).half() * 2, torch.tensor([1e-8]).half(), torch.tensor([16777217]).float(), torch.tensor(0.1).double(), torch.tensor(0.1, dtype=torch.float64).float() == 0.1, torch.tensor(0.1) == 0.1, 0.1 + 0.2 == 0.3, torch.tensor(0.1).item(), torch.tensor(0.1, dtype=torch.float64).item())
z = torch.tensor([0.0, -0.0, 1.0, math.inf, -math.inf, math.nan])
print(z / 0, 1 / z, z * 0, z - z, z == z, z.isnan(), z.isinf(), z.isfinite(), z.signbit(), z.sign(), torch.nan_to_num(z), z.nansum(), z[:3].log(), z.sqrt(), z.exp(), z.max(), z[:5].max(), torch.fmax(z, torch.zeros(6)), torch.maximum(z, torch.zeros(6)), z.sort().values, z.argsort(), z.clamp(-1, 1), z.nanmean(), z.unique())
print(torch.tensor([1, 0]) / torch.tensor([0, 0]), torch.tensor([5]) // torch.tensor([2]), torch.tensor(5.0) // 0, torch.tensor(-5.0) % 0, 0.0 * torch.tensor(math.inf), torch.tensor(2.0) ** 0.5, torch.tensor(-8.0) ** (1 / 3), torch.tensor(0.0) ** 0, torch.tensor(2) ** 10, torch.tensor(2) ** torch.tensor(0.5), 2 ** torch.tensor(3), torch.tensor(-2) ** 3)
bits = torch.tensor([0b1100, 0b1010])
print(bits & 6, bits | 1, bits ^ 15, ~bits, bits << 2, bits >> 1, torch.bitwise_and(bits[0], bits[1]), torch.tensor([True, False]) & torch.tensor([True, True]), ~torch.tensor([True, False]), torch.tensor([True]) ^ True, torch.logical_xor(torch.tensor([0, 2]), torch.tensor([1, 3])), torch.gcd(torch.tensor(12), torch.tensor(18)), torch.lcm(torch.tensor(4), torch.tensor(6)))
print([int(b) for b in f'{bits[0]:08b}'], (bits.unsqueeze(-1) >> torch.arange(3, -1, -1)) & 1, (((bits.unsqueeze(-1) >> torch.arange(4)) & 1) * 2 ** torch.arange(4)).sum(-1))
c = torch.tensor([3 + 4j, -1j])
print(c.real, c.imag, c.abs(), c.angle(), c.conj(), c * c, c / c, c ** 2, c.exp(), c.sqrt(), torch.view_as_real(c), torch.complex(torch.ones(2), torch.zeros(2)), torch.polar(torch.ones(2), torch.tensor([0.0, math.pi / 2])), c == c, c.sum(), c.mean(), (c @ c.conj()), c.is_complex(), c.dtype, c.numpy if False else c.tolist(), torch.real(c), c.isreal())
print(torch.tensor([1, 2, 3]).float().mean(), torch.tensor([1, 2, 3]).sum() / 3, torch.tensor([True, False, True]).sum(), torch.tensor([True, False]).float().mean(), torch.arange(5).prod(), torch.tensor([1, 2]).cumsum(0).dtype, torch.tensor([1.5]).int().dtype, torch.tensor([1, 2]).max().item(), torch.tensor([1., 2.]).argmax().dtype, torch.tensor(1) == 1.0, torch.tensor([1]).eq(1).all(), torch.equal(torch.tensor([1]), torch.tensor([1.0])), torch.tensor(5).bool(), torch.tensor([3.7, -3.7]).to(torch.int64))
print(torch.isclose(torch.tensor([1.0, 1e-9]), torch.tensor([1.00001, 0.0])), torch.allclose(torch.tensor([1e10, 1e-7]), torch.tensor([1.00001e10, 1e-8])), torch.tensor(1.0).isclose(torch.tensor(1.0 + 1e-7)), torch.nextafter(torch.tensor(1.0), torch.tensor(2.0)) - 1, torch.finfo(torch.float32).eps, torch.tensor(1.0) + 1e-8 == 1, torch.logaddexp(torch.tensor(-1000.), torch.tensor(-1000.)), torch.log1p(torch.tensor(1e-10)), torch.expm1(torch.tensor(1e-10)), torch.hypot(torch.tensor(3.), torch.tensor(4.)), torch.ldexp(torch.tensor(1.), torch.tensor(4)), torch.frexp(torch.tensor(10.0)), torch.copysign(torch.tensor(1.0), torch.tensor(-0.0)), torch.heaviside(torch.tensor([-1., 0., 1.]), torch.tensor(0.5)), torch.sinc(torch.tensor([0., 0.5])))
k = torch.rand(100000, generator=torch.Generator().manual_seed(0))
print((k.sum() - k.double().sum()).abs() < 1, k.half().sum().dtype, k[:10].sum(dtype=torch.float64).dtype, torch.ones(10, dtype=torch.uint8).sum(), torch.full((300,), 1, dtype=torch.uint8).sum(), torch.full((300,), 1.0).half().cumsum(0)[-1])
for wrong in (lambda: torch.tensor([1.5]) & 1, lambda: ~torch.tensor([1.5]), lambda: torch.tensor([1.0]) << 1 if False else torch.tensor([1.5]) ^ 2, lambda: -torch.tensor([True]), lambda: torch.tensor([True]) - torch.tensor([False]), lambda: torch.tensor([1]) // 0, lambda: torch.tensor([1]) % 0, lambda: torch.tensor([1 + 1j]) < 1, lambda: torch.tensor([1j]).floor(), lambda: torch.tensor([1j]) // 2, lambda: torch.tensor([1j]).max(), lambda: float(torch.tensor(1j)), lambda: torch.tensor(1).mean(), lambda: torch.tensor([1, 2]).std(), lambda: torch.tensor([1]).softmax(0), lambda: torch.ones(2).int() @ torch.ones(2), lambda: torch.tensor(300, dtype=torch.uint8), lambda: torch.tensor(-1, dtype=torch.uint8), lambda: torch.tensor(2 ** 63), lambda: torch.tensor(1e400), lambda: torch.full((2,), 2 ** 40, dtype=torch.int32),
              lambda: torch.tensor([1], dtype='float32'), lambda: torch.tensor([1], dtype=float).dtype, lambda: torch.tensor([1], dtype=int).dtype, lambda: torch.ones(2, dtype=bool), lambda: torch.tensor([1]).to('float'), lambda: torch.tensor([1.0]).type('torch.LongTensor'), lambda: torch.tensor([1]).add_(1.5), lambda: torch.tensor([1]).div_(2), lambda: torch.tensor([1]).mul_(1j), lambda: torch.tensor([1.0]).mul_(1j), lambda: torch.tensor([True]).add_(1), lambda: torch.zeros(2).copy_(torch.tensor([1j, 2])), lambda: torch.arange(3, dtype=torch.bool), lambda: torch.gcd(torch.tensor(1.), torch.tensor(2.)), lambda: torch.bincount(torch.tensor([1.0])), lambda: torch.bincount(torch.tensor([-1])), lambda: torch.linspace(0, 1, 3, dtype=torch.int64), lambda: torch.eye(2, dtype=torch.int8) @ torch.eye(2), lambda: torch.tensor(1.0).bitwise_not(), lambda: torch.promote_types(1, 2), lambda: torch.iinfo(torch.float32), lambda: torch.finfo(torch.int32), lambda: torch.polar(torch.ones(1).int(), torch.ones(1)), lambda: torch.complex(torch.ones(1), torch.ones(1).double()), lambda: torch.view_as_complex(torch.ones(3)), lambda: torch.nan_to_num(torch.tensor([1j])), lambda: torch.set_default_dtype(torch.int64)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error)[:200])
