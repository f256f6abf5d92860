# Casts from and to unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: every pattern of 8 and 16 bits, many of 32.
import warnings

import torch

warnings.simplefilter('ignore')
NEW = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu, torch.complex32]
OLD = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128]
def digest(t):
    b = t.contiguous().view(torch.uint8).to(torch.int64).flatten()
    return (b * (torch.arange(b.numel()) % 1009 + 1)).sum().item()


r16 = torch.arange(65536).to(torch.int32)
halves = (r16 - 65536 * (r16 > 32767).to(torch.int32)).to(torch.int16)
# many floats of all sizes: 16 bits at the top, and the top 16 with halves of the next
mix = (r16.to(torch.int64) * 65536)
mix = torch.cat([mix[::7], mix[1::7] + 0x8000, mix[2::7] + 0x7fff, mix[3::7] + 0x8001, mix[4::7] + 1])
f32 = (mix - 2**32 * (mix >= 2**31).to(torch.int64)).to(torch.int32).view(torch.float32)
f32 = f32[~f32.isnan()]
for d in NEW:
    n = d.itemsize
    if n == 1:
        src = torch.arange(256).to(torch.uint8).view(d)
    elif d == torch.uint16:
        src = halves.view(d)
    elif d == torch.uint32:
        src = f32.view(torch.int32).view(d)
    elif d == torch.complex32:
        src = torch.stack([halves, halves.flip(0)], 1).flatten().view(torch.float16)
        src = torch.where(src.isnan(), 1., src).to(torch.float16).view(d)
    else:
        src = (f32.view(torch.int32).to(torch.int64) * 4294967311).view(d)
    row = []
    for o in OLD + NEW:
        x = src.to(o)
        if x.dtype.is_floating_point and n == 1 and o not in NEW:
            x = torch.nan_to_num(x, nan=12345.0)
        row.append(digest(x) if o != torch.bool else int(x.sum()))
    print('from', d, row)
    row = []
    fin = f32[(f32.abs() < (2.0**31 if d != torch.uint64 else 2.0**63))] if not (d.is_floating_point or d.is_complex) else f32
    row.append(digest(fin.to(d)))
    for o in OLD:
        if o in (torch.float32, ):
            continue
        if o in (torch.float16,):
            v = halves.view(o)
            v = v[~v.isnan()]
        elif o in (torch.bfloat16,):
            v = halves.view(o)
            v = v[~v.isnan()]
        elif o in (torch.float64, torch.complex64, torch.complex128):
            v = fin.to(o)
        elif o == torch.bool:
            v = r16 % 2 == 0
        elif o.itemsize == 1:
            v = torch.arange(256).to(torch.uint8).view(o)
        elif o.itemsize == 2:
            v = halves.view(o)
        elif o.itemsize == 4:
            v = f32.view(torch.int32)
        else:
            v = f32.view(torch.int32).to(torch.int64) * 4294967311
        if v.dtype.is_floating_point and not (d.is_floating_point or d.is_complex):
            v = v[v.abs() < 2.0**31]
        row.append(digest(v.to(d)))
    print('to  ', d, row)
    print('nan ', [torch.tensor([float('nan'), float('inf'), -float('inf'), 0., -0.], dtype=q).to(d).view(torch.uint8).tolist() for q in (torch.float32, torch.float64, torch.float16)])
