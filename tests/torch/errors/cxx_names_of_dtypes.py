# The types of C++ that errors name where dtypes differ.
import torch
import torch.nn.functional as F


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


x, image, heads = torch.ones(2, 2), torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2)
for d in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.float16, torch.bfloat16, torch.complex64, torch.complex128, torch.float64):
    print(d)
    tell(lambda: torch.linalg.multi_dot([x, x.to(d)]))
    tell(lambda: torch.linalg.multi_dot([x.to(d), x]))
    tell(lambda: F.conv2d(image, heads, torch.ones(1).to(d)))
    tell(lambda: F.conv2d(image.to(d), heads.to(d), torch.ones(1)))
    tell(lambda: F.scaled_dot_product_attention(heads.to(d), heads, heads))
    tell(lambda: F.scaled_dot_product_attention(heads, heads, heads, x.to(d)))
    tell(lambda: F.bilinear(x.to(d), x, torch.ones(3, 2, 2)))
    tell(lambda: torch.histogram(x.to(d), torch.ones(3)))
    tell(lambda: torch.histogram(x, torch.ones(3).to(d)))
    tell(lambda: torch.histogram(x, 3, weight=x.to(d)))
    tell(lambda: torch.norm(x, out=torch.ones(3).to(d)))
