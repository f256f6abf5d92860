# Copies between tensors that lie the other way round, of equal and of different types, and complex numbers of two parts.
import torch

torch.manual_seed(5)


def weighed(t):
    t = torch.view_as_real(t) if t.is_complex() else t
    t = t.contiguous().double().flatten()
    return (t * (torch.arange(t.numel()) % 97 + 1)).sum().item()


DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.uint8, torch.bool, torch.complex64, torch.complex128)
for rows, columns in ((7, 9), (8, 8), (9, 130), (127, 129), (128, 257), (300, 301)):
    x = torch.randint(0, 100, (rows, columns))
    print(rows, columns, *(weighed(x.to(dtype).t().contiguous()) for dtype in DTYPES))
    for source in DTYPES[:-2]:
        a = x.to(source)
        print(source, *(weighed(torch.empty(columns, rows, dtype=target).copy_(a.t())) for target in DTYPES))
images = torch.randint(0, 100, (3, 20, 17, 12))
for order in ((0, 2, 3, 1), (3, 2, 1, 0), (1, 0, 2, 3), (2, 3, 0, 1), (0, 3, 2, 1)):
    print(order, *(weighed(images.permute(order).to(dtype, memory_format=torch.contiguous_format)) for dtype in DTYPES), weighed(images.permute(order).contiguous()))
part = torch.zeros(40, 50, dtype=torch.float64)
part[3:33, 5:45].copy_(torch.arange(1200.).reshape(40, 30).t())
part[:, ::2].copy_(torch.arange(1000, dtype=torch.int32).reshape(25, 40).t())
part.t()[10:20].copy_(torch.arange(400.).reshape(10, 40).half())
print(weighed(part))
for dtype in (torch.float32, torch.float64):
    for shape in ((), (3,), (4, 5), (300, 200)):
        re, im = torch.randint(-9, 9, shape).to(dtype), torch.randint(-9, 9, shape).to(dtype)
        print(weighed(torch.complex(re, im)), weighed(torch.complex(re.mT if len(shape) > 1 else re, im.mT.contiguous() if len(shape) > 1 else im)), torch.complex(re, im).dtype)
print(torch.complex(torch.ones(2, 1), torch.arange(3.)), torch.complex(torch.ones(0, 2), torch.ones(0, 2)))
