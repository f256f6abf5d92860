"""Numbers, rows and columns beside tensors of many layouts, small and too big for a cache."""
import operator
import torch


def mark(t):
    flat = t.reshape(-1).to(torch.int64)
    return tuple(t.shape), str(t.dtype)[6:], t.stride(), (flat * (torch.arange(flat.numel()) % 1009 + 1)).sum().item()


def numbers(shape, dtype=torch.float32):
    n = 1
    for size in shape:
        n *= size
    return (torch.arange(n) * 7 % 113 + 1).to(dtype).reshape(shape)


CALLS = (operator.add, operator.sub, operator.mul, operator.gt, operator.le, operator.eq, operator.ne, torch.maximum, torch.minimum, lambda x, y: torch.add(x, y, alpha=3))
for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bfloat16):
    for shape in ((3, 5), (7, 40), (90, 70), (200, 333), (6, 5, 64), (5, 40, 3), (2, 3, 4, 50), (3, 200, 100)):
        a = numbers(shape, dtype)
        others = [a, a.flip(0), a[:1], a[:, :1], a[..., :1], a[0, 0], a.transpose(0, 1).contiguous().transpose(0, 1)]
        found = []
        for call in CALLS[:-1] if dtype == torch.bfloat16 else CALLS:
            for b in others:
                found += [mark(call(a, b)), mark(call(b, a))]
            if call not in (torch.maximum, torch.minimum):
                found += [mark(call(a, 3)), mark(call(a[:, 1:], 5))]
            if call in (operator.add, operator.sub, operator.mul, operator.gt):
                found += [mark(call(4, a)), mark(call(9, a[:, ::2])), mark(call(a[:, :1], a[:1])), mark(call(a[:1], a[:, :1]))]
        found += [mark(abs(x)) for x in others] + [mark(-x[..., 1:]) for x in others if x.ndim > 1] if dtype != torch.uint8 else []
        print(str(dtype)[6:], shape, hash(tuple(found)) % 10 ** 9)

a = numbers((3000, 2100))
for x in (a + a, a + 1, 2 - a, a * a[:1], a[:, :1] - a, a > 50, a.abs(), -a, a[:, 1:] + a[:, :-1], a[:, :1] + a[:1], torch.where(a > 50, a, 0.), a.bfloat16() + 1, a.t() + 1, a.t() + a[0].unsqueeze(1), a.mul_(2), a.clone().add_(a), a.double() + a, a.long() * 3):
    print(mark(x))
