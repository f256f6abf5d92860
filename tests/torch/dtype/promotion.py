# Element types: promotion, results of operators, small types.
import torch


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


names = ['bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64']
kinds = [getattr(torch, name) for name in names]
for a in kinds:
    print([str(torch.promote_types(a, b))[6:] for b in kinds])
for a in kinds:
    x = torch.ones(2, dtype=a)
    print(a, (x + 1).dtype, (x + 1.5).dtype, (x * True).dtype, (x / 2).dtype, x.sum().dtype, (x == 1).dtype, (x + torch.ones((), dtype=torch.float64)).dtype,
          (x + torch.ones(2, dtype=torch.float32)).dtype)
print(torch.float, torch.double, torch.half, torch.long, torch.int, torch.short, torch.float32.is_floating_point, torch.int64.itemsize, torch.float32 == torch.float, [torch.bool])
print(torch.strided, torch.contiguous_format, torch.ones(1).layout, torch.finfo(torch.float32), torch.finfo(torch.float16).eps, torch.iinfo(torch.int32), torch.iinfo(torch.uint8).max)
s = torch.zeros(2, 3).shape
print(s, s[0], s[1:], s + (4,), (1,) + tuple(s), len(s), s == (2, 3), s.numel(), list(s), torch.Size([]), torch.Size((1, 2)), tuple(s), s * 2, hash(s) == hash((2, 3)), s.index(3), *s)
tr(lambda: torch.Size([1, 2.5]))
tr(lambda: torch.Size(3))
t = torch.tensor
for f in [lambda: t([7, -7]) // 2, lambda: t([7, -7]) % 3, lambda: t([7., -7.]) // 2, lambda: t([1.5, -1.5]) % 1, lambda: t([1]) / t([0]), lambda: t([2]) ** 3, lambda: 2 ** t([3]), lambda: t([2.]) ** 0.5,
          lambda: t([5]) & 3, lambda: t([5]) | 2, lambda: t([5]) ^ 1, lambda: ~t([5]), lambda: ~t([True]), lambda: t([1]) << 3, lambda: t([8]) >> 1, lambda: t([True]) + t([True]), lambda: t([1]) - 2.5,
          lambda: 5 // t([2]), lambda: 5 % t([3]), lambda: 5 - t([3]), lambda: 5 / t([2]), lambda: t([250], dtype=torch.uint8) + 10, lambda: t(3) + t(2.5), lambda: t([1, 2, 3]).float().mean(),
          lambda: t([3., 1., 2.]).sort(), lambda: t([3., 1., 2.]).max(0), lambda: t([[1, 5], [7, 2]]).max(), lambda: t([1., 2.]).std(), lambda: t([3, 1, 2]).argsort(), lambda: t([1, 2, 3]).cumsum(0),
          lambda: t([0, 1, 2]).nonzero(), lambda: t([True, False]).any(), lambda: t([1, 2, 2]).unique(), lambda: t([1., 2., 3.]).median(), lambda: torch.allclose(t([1.]), t([1. + 1e-9])),
          lambda: torch.equal(t([1]), t([1])), lambda: t([1.5]).round(), lambda: t([2.5, 3.5]).round(), lambda: t([[1, 2], [3, 4]]).sum(axis=[0, 1]), lambda: t([[1., 2.], [3., 4.]]).mean(axis=0, keepdims=True),
          lambda: torch.meshgrid(t([1, 2]), t([3, 4]), indexing='ij'), lambda: t([[1, 2], [3, 4]]).split(1), lambda: torch.einsum('ij,jk->ik', torch.ones(2, 2), torch.ones(2, 2)),
          lambda: torch.tensor([1, 2, 3]).topk(2), lambda: torch.where(t([True, False]), t([1]), t([2])), lambda: torch.cat([t([1]), t([1.5])]), lambda: torch.typename(t([1])), lambda: torch.pi]:
    tr(f)
x = torch.ones(2)
i = id(x)
x += 1
x *= 2
x -= 1
x /= 3
print(id(x) == i, x)
x[:] = x + 1
print(id(x) == i, x)
