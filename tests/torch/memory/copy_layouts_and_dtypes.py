"""Copies between layouts and types: every combination of steps, and sizes that are cut into pieces."""
import itertools
import torch
from torch.nn import functional


def mark(t):
    """A number that tells where which element is."""
    flat = t.reshape(-1).to(torch.int64)
    return tuple(t.shape), t.is_contiguous(), (flat * (torch.arange(flat.numel()) % 1009 + 1)).sum().item()


def numbers(shape, dtype):
    n = 1
    for size in shape:
        n *= size
    return (torch.arange(n) * 7 % 113).to(dtype).reshape(shape)


TYPES = (torch.uint8, torch.int16, torch.float32, torch.float64, torch.complex128, torch.bool, torch.bfloat16)
for dtype in TYPES:
    for shape in ((3, 4), (5, 17, 9), (2, 3, 4, 5), (70, 130), (7, 1, 300), (300, 3, 50), (2, 200, 210)):
        a = numbers(shape, dtype)
        a = a.real if a.is_complex() and shape == (70, 130) else a
        for order in itertools.permutations(range(len(shape))):
            if len(shape) == 4 and order[0] > 1:
                continue
            b = a.permute(order)
            found = [mark(abs(x.contiguous()) if x.is_complex() else x.contiguous()) for x in (b, b.flip(0), b[..., ::2], b[:, 1:], b.flip(len(shape) - 1))]
            print(str(dtype)[6:], shape, order, hash(tuple(found)) % 10 ** 9)

for to in TYPES:
    for dtype in (torch.int32, torch.float32, torch.float64, torch.float16):
        for shape in ((9, 40), (90, 900)):
            a = numbers(shape, dtype)
            found = [x.to(to) for x in (a, a.t(), a[:, ::3], a[1:, 3:], a.flip(1), a[:, :1].expand(shape[0], 50))]
            print(str(to)[6:], str(dtype)[6:], hash(tuple(mark(abs(x) if x.is_complex() else x) for x in found)) % 10 ** 9)

a = numbers((400, 500), torch.float32)
for x in (a.repeat(2, 3), a.roll((3, -7), (1, 0)), torch.rot90(a), torch.rot90(a, 3), a.repeat_interleave(3, 1), a.repeat_interleave(2, 0), a.unfold(1, 8, 4).contiguous(), a.unfold(0, 3, 2).contiguous(),
          torch.cat((a, a[:, 1:4], a.t()[:400, :400]), 1), torch.stack((a, a), 2), torch.stack((a, a), 1), a.expand(3, 400, 500).contiguous(), a[:, None, :].expand(400, 2, 500).contiguous(),
          functional.pad(a, (1, 2, 3, 4), value=5), functional.pad(a, (-1, -2, 3, -4)), a.view(20, 20, 25, 20).permute(0, 2, 3, 1).contiguous(), a.view(2, 3, -1).flip(0, 2) if a.numel() % 6 == 0 else a):
    print(mark(x))

# parts of one tensor, written through views
a = numbers((300, 400), torch.float32)
b = a.clone()
b[::2] = a[1::2]
b[:, 5:10] = a[:, 100:105]
b[:, ::3] = a.t()[:300, :134]
b.flip(0)
print(mark(b))
c = torch.zeros(400, 300).t()
c.copy_(a)
print(mark(c), c.stride())
c[:150].copy_(a[150:].double())
print(mark(c))
big = numbers((3000, 2100), torch.float32)
for x in (big.clone(), big.flip(0), big.flip(1), big.roll(5, 1), big.t().contiguous(), big.double(), big.half(), functional.pad(big, (1, 1, 1, 1)), torch.cat((big, big), 1), big[:, 1:].contiguous(), big[:, ::2].contiguous(), big[:, :1].expand(3000, 4000).contiguous()):
    print(mark(x))
