# The CPU generator, to the printed digit.
import torch

for seed in (0, 42, 2 ** 40):
    torch.manual_seed(seed)
    print(torch.rand(3), torch.randn(5), torch.randn(20), torch.rand(2, 3), torch.randint(0, 10, (6,)), torch.randperm(7))
    print(torch.normal(0, 1, (3,)), torch.rand(4, dtype=torch.float64), torch.randn(3, dtype=torch.float64))
    print(torch.ones(3).uniform_(-1, 1), torch.ones(17).normal_(2, 0.5), torch.rand_like(torch.ones(2)), torch.randn_like(torch.ones(2)))
torch.manual_seed(1)
a = torch.rand(1000)
torch.manual_seed(1)
print(torch.equal(a, torch.rand(1000)), a.mean(), torch.randn(100000).std() > 0.98)

# a permutation is refused where the type cannot hold its numbers
for dtype, sizes in ((torch.uint8, (256, 257)), (torch.int8, (128, 129)), (torch.int16, (32768, 32769)), (torch.half, (2049, 2050, 70000)),
                     (torch.bfloat16, (257, 300)), (torch.bool, (1, 0)), (torch.complex64, (3, 0)), (torch.int32, (0, 5))):
    for n in sizes:
        for make in (lambda: torch.randperm(n, dtype=dtype), lambda: torch.randperm(n, out=torch.empty(n, dtype=dtype))):
            try:
                print(dtype, n, make().shape)
            except Exception as e:
                print(dtype, n, type(e).__name__, e)

# random numbers do not follow the gradient of what they are drawn around
mean, std = torch.ones(2, 3, requires_grad=True), torch.ones(2, 3, requires_grad=True)
for make in (lambda: torch.normal(mean, 1.), lambda: torch.normal(mean, std), lambda: torch.normal(0., std), lambda: torch.normal(mean),
             lambda: torch.normal(mean.detach(), std)):
    mean.grad = std.grad = None
    y = make()
    y.sum().backward()
    print(y.grad_fn.name(), mean.grad, std.grad)
