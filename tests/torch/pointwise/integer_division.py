"""Quotients and rests of whole numbers, small ones and as large as those that pass through doubles."""
import torch

G = torch.Generator().manual_seed(5)
for dtype in (torch.int64, torch.int32, torch.int16, torch.uint8):
    top = min(2 ** 50, torch.iinfo(dtype).max)
    for most in {3, 10, 100, min(1000, top), min(2 ** 30, top), top - 1, top}:
        low = 0 if dtype == torch.uint8 else -most
        a = torch.randint(low, most + 1, (5000,), generator=G).to(dtype)
        sign = torch.ones(5000, dtype=torch.int64) if dtype == torch.uint8 else torch.randint(0, 2, (5000,), generator=G) * 2 - 1
        b = (torch.randint(1, most // 3 + 2, (5000,), generator=G) * sign).to(dtype)
        a[:4], b[:4] = torch.tensor([most, 0, most, low], dtype=torch.int64).to(dtype), torch.tensor([1, 7, most, most], dtype=torch.int64).to(dtype)
        q, r, t, m = a // b, a % b, torch.div(a, b, rounding_mode='trunc'), torch.fmod(a, b)
        whole = [torch.equal(q * b + r, a), torch.equal(t * b + m, a), bool(((r == 0) | ((r < 0) == (b < 0))).all()), bool(((m == 0) | ((m < 0) == (a < 0))).all())]
        if not all(whole) or not bool((r.long().abs() < b.long().abs()).all()) or not bool((m.long().abs() < b.long().abs()).all()):
            print(dtype, most, whole)
    print(dtype, (a // b)[:4].tolist(), (a % b)[:4].tolist())
for n in (5, 5000, 70000):
    for dtype in (torch.int64, torch.int32, torch.uint8):
        x = torch.ones(n, dtype=dtype)
        x[n - 1] = 0
        for call in (torch.floor_divide, torch.remainder, torch.fmod):
            try:
                print(call(x, x)[:3])
            except RuntimeError as error:
                print(n, dtype, call.__name__, error)
