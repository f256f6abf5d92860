"""Elements of each size in other types, other layouts and parts of views, in sizes on both sides of what is done at once."""
import torch

TYPES = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.bool, torch.complex64, torch.complex128)


def mark(t):
    """One number for values and places."""
    flat = t.resolve_conj().reshape(-1)
    flat = (flat.real + 3 * flat.imag if flat.is_complex() else flat).to(torch.int64)
    return (flat * (torch.arange(flat.numel()) % 1009 + 1)).sum().item() % 1000003


def numbers(shape, dtype=torch.float32):
    n = 1
    for size in shape:
        n *= size
    return (torch.arange(n) * 7 % 113).to(dtype).reshape(shape)


# each type to each other
for source in TYPES:
    found = []
    for target in TYPES:
        if source.is_complex and not target.is_complex:
            continue
        for n in (1, 3, 8, 17, 33, 700, 40001):
            a = numbers((n + 1, 3) if n < 100 else (n,), source)
            found += [mark(a.to(target)), mark(a[1:].to(target)), mark(a[::2].to(target)), mark(a.t().to(target))]
    print(str(source)[6:], found[0], sum(k * f for k, f in enumerate(found, 1)) % 1000003)
half = torch.tensor([0.1, -0.1, 65504., 65520., 1e-7, -1e-8, 3e-5, float('inf'), -float('inf'), float('nan')] * 3)
print(half.half()[:10], half.double().half()[20:], half.half().bfloat16()[:10], half.half().double()[:3], half.half().float()[-5:])
print((half * 0 + 2049).half()[:3], torch.tensor([2049, 2051, 4097] * 9).half()[-3:], torch.tensor([1.5, -2.7, 100.25] * 9).half().to(torch.int32)[-3:], torch.tensor([0., -0., 0.5] * 9).half().bool()[-3:])

# transpositions: rows and columns around whole squares
for dtype in (torch.uint8, torch.bool, torch.int16, torch.half, torch.float32, torch.float64, torch.complex128):
    found = []
    for rows in (1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 65, 130):
        for columns in (1, 8, 9, 16, 31, 32, 40, 65, 129):
            a = numbers((rows, columns), dtype)
            found += [mark(a.t().contiguous()), mark(a.t()[1:].contiguous()), mark(a[:, 1:].t().clone()), mark(a.t().contiguous().t())]
            found.append(a.t().contiguous().t().equal(a))
    b = numbers((3, 20, 33, 18), dtype)
    found += [mark(b.permute(p).contiguous()) for p in ((0, 2, 3, 1), (0, 3, 1, 2), (3, 2, 1, 0), (2, 0, 1, 3), (1, 0, 3, 2), (3, 1, 0, 2))]
    found += [mark(b.flip(3).transpose(2, 3).contiguous()), mark(b.flip(1).permute(0, 2, 3, 1).contiguous())]
    c = numbers((1500, 1300), dtype)
    found += [mark(c.t().contiguous()), mark(c[3:, 5:].t().contiguous())]
    print(str(dtype)[6:], sum(k * f for k, f in enumerate(found, 1)) % 1000003)

# numbers written into parts
for dtype in (torch.uint8, torch.half, torch.float32, torch.int64, torch.complex128):
    found = []
    for shape in ((5, 7), (20, 30), (40, 300), (300, 500), (2, 3, 50, 60)):
        a = numbers(shape, dtype)
        for write in (lambda x: x[1:-1, 1:-1].fill_(3), lambda x: x[..., ::2].zero_(), lambda x: x[::2].fill_(5), lambda x: x.t().fill_(7) if x.dim() == 2 else x.transpose(1, 3)[1:].fill_(7),
                      lambda x: x[..., 1].fill_(2), lambda x: x[:, :0].fill_(9), lambda x: x.flip(0).fill_(1), lambda x: x.fill_(4), lambda x: x[0, 0].fill_(6)):
            b = a.clone()
            write(b)
            found.append(mark(b))
    print(str(dtype)[6:], found[:4], sum(k * f for k, f in enumerate(found, 1)) % 1000003)
print(torch.full((3,), True), torch.full((2, 2), 1 + 2j), torch.zeros(3, 4)[:, 1:3].fill_(-0.).signbit().sum(), torch.zeros(2, 600, 40).transpose(0, 1)[::3].fill_(float('nan')).isnan().sum())
