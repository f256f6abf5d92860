# addr in the common type of all three, step by step; gradients of maximum and minimum lie as the first operand does;
# nan_to_num of whole numbers into another tensor
import torch

generator = torch.Generator().manual_seed(3)


def numbers(dtype, *shape):
    return torch.randn(shape, generator=generator).to(dtype)


for self_type in (torch.float32, torch.float16, torch.bfloat16):
    for left in (torch.float16, torch.bfloat16, torch.float32):
        for right in (torch.float16, torch.bfloat16):
            a, x, y = numbers(self_type, 2, 3), numbers(left, 2), numbers(right, 3)
            for factors in ({}, {'alpha': 3}, {'beta': 0}, {'beta': 0.5, 'alpha': 0.25}):
                r = a.addr(x, y, **factors)
                print(self_type, left, right, factors, r.dtype, r.tolist())
print(torch.tensor(0.5).addr(numbers(torch.float16, 2), numbers(torch.float16, 2)))
print(torch.ones(2, 2, dtype=torch.int64).addr(torch.tensor([1, 2]), torch.tensor([3, 4]), beta=2, alpha=3))
print(torch.zeros(2, 2, dtype=torch.bool).addr(torch.tensor([True, False]), torch.tensor([True, True])))

for dtype in (torch.float16, torch.float32):
    transposed = numbers(dtype, 2, 5, 3, 4).transpose(1, 2).requires_grad_()
    plain = numbers(dtype, 2, 3, 5, 4).requires_grad_()
    for f in (torch.minimum, torch.maximum):
        for pair in ((transposed, plain), (plain, transposed)):
            r = f(*pair)
            print(dtype, f.__name__, r.stride(), [g.stride() for g in torch.autograd.grad(r, pair, torch.ones(2, 3, 5, 4, dtype=dtype))])

for dtype in (torch.bool, torch.int64, torch.float32):
    print(torch.nan_to_num(torch.ones(3, 2).to(dtype).t(), out=torch.empty(0, dtype=dtype)).stride())
