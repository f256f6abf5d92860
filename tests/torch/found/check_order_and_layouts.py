# What random programs found: the order of checks, how gradients lie in memory, numbers out of range.
import math
import torch
import torch.nn.functional as F


def attempt(call):
    try:
        out = call()
    except Exception as error:
        print(type(error).__name__, error)
        return
    if isinstance(out, torch.Tensor):
        print(out, out.stride(), type(out.grad_fn).__name__)
    else:
        print(out)


def slope(call, x):
    print(torch.autograd.grad(call(x).sum(), x)[0].stride())


print('# products look at types, then at shapes; some at the target first')
a, b, d = torch.ones(3, 4), torch.ones(3, 4, dtype=torch.float64), torch.ones(2, 3, 4)
attempt(lambda: torch.addmm(torch.ones(3, 3), a, b))
attempt(lambda: torch.addmm(torch.ones(3, 3, dtype=torch.float64), a, b))
attempt(lambda: torch.addmm(torch.ones(3, 3), a, a))
attempt(lambda: torch.addmm(torch.ones(3, 3), a[0], a))
attempt(lambda: torch.baddbmm(torch.ones(3), a, d))
attempt(lambda: torch.baddbmm(torch.ones(()), a, d))
attempt(lambda: torch.baddbmm(torch.ones(()), d.double(), d))
attempt(lambda: torch.baddbmm(torch.ones(()), d, d))
attempt(lambda: torch.addbmm(torch.ones(3), d, d))
attempt(lambda: torch.addbmm(torch.ones(()), d, d[:1]))
attempt(lambda: torch.addbmm(torch.ones(()), a[0], d))
attempt(lambda: torch.addbmm(torch.ones(()), torch.ones(()), d))
attempt(lambda: torch.addbmm(torch.ones(()), d, a))
attempt(lambda: torch.mv(torch.ones(()), a[0]))
attempt(lambda: torch.addr(torch.ones((), dtype=torch.float64), torch.ones(2), torch.ones(2)))
attempt(lambda: torch.linalg.multi_dot([a[0], a]))
attempt(lambda: F.linear(torch.ones(()), a))
attempt(lambda: F.linear(a, torch.ones(())))
attempt(lambda: F.linear(a[0], a[0], torch.ones(3)))
attempt(lambda: F.linear(a[0], a, torch.ones(3, 3)))
attempt(lambda: F.linear(d, a, torch.ones(3, 3, dtype=torch.float64)))
attempt(lambda: F.linear(d, a.double(), torch.ones(3)))

print('# gradients lie as their tensors do; zero divided by what is nearly zero')
x = torch.arange(1., 7).reshape(3, 2).requires_grad_()
slope(lambda x: torch.linalg.norm(x.t()), x)
slope(lambda x: x.t().norm(), x)
slope(lambda x: x.t().norm(2, 0), x)
zero = torch.zeros(3, requires_grad=True)
print(torch.autograd.grad(torch.hypot(zero, torch.full((3,), 1e-40)).sum(), zero)[0].isnan())

print('# what is written where')
half = torch.tensor(1.5, dtype=torch.float16, requires_grad=True)
whole = torch.tensor([1, 2])


def put(target, index, value):
    target = target.clone()
    target[index] = value
    return target


attempt(lambda: put(torch.tensor(1), ..., half))
attempt(lambda: put(torch.tensor(1.), ..., half))
attempt(lambda: put(whole, whole > 1, half))
attempt(lambda: put(whole, torch.tensor(True), half))
attempt(lambda: put(whole, [0], half))
attempt(lambda: whole.clone().index_fill_(0, torch.tensor([1]), half.detach()))
attempt(lambda: whole.index_fill(0, torch.tensor([1]), half))
attempt(lambda: whole.masked_fill(whole > 1, half))
attempt(lambda: whole.clone().put_(torch.tensor([0]), torch.ones(1)))
attempt(lambda: whole.clone().masked_scatter_(whole > 1, torch.ones(2)))
attempt(lambda: whole.clone().scatter_(0, whole - 1, torch.ones(1)))

print('# always in rows')
attempt(lambda: torch.arange(6).reshape(3, 2).t().repeat_interleave(1, dim=0))
attempt(lambda: torch.arange(6).reshape(3, 2).t().repeat_interleave(2, dim=1))

print('# numbers that have no place')
for value in 3 + 0j, 3 + 1j, complex(math.nan, 0), complex(0, math.nan), 1e30 + 0j:
    attempt(lambda: int(torch.tensor(value)))
for rate in math.inf, 3e38, 1e19, 9.1e18, 1e15:
    torch.manual_seed(1)
    print(torch.poisson(torch.tensor([rate, 5, rate, 5, 0, 7], dtype=torch.float64)).tolist())

print('# an index of a number may be longer than what it writes into')
attempt(lambda: torch.zeros(2).scatter(0, torch.tensor([0, 1, 0]), 1.))
attempt(lambda: torch.zeros(2, 3).scatter(0, torch.zeros(4, 3).long(), 1.))
attempt(lambda: torch.zeros(2, 3).scatter(0, torch.zeros(4, 4).long(), 1.))
attempt(lambda: torch.zeros(2).scatter(0, torch.tensor([0, 1, 0]), 2., reduce='add'))
attempt(lambda: torch.zeros(0).scatter(0, torch.tensor([0]), 1.))
attempt(lambda: torch.zeros(2).scatter(0, torch.tensor([0, 1, 0]), torch.ones(2)))

print('# None for a list of numbers without elements; windows that cannot be')
image = torch.arange(50.).reshape(1, 2, 5, 5)
attempt(lambda: F.avg_pool2d(image, 2, None).shape)
attempt(lambda: F.avg_pool1d(image[0], 2, stride=None).shape)
attempt(lambda: torch.max_pool2d(image, 2, None).shape)
attempt(lambda: torch.roll(torch.arange(4).reshape(2, 2), 1, None))
for kernel, stride, padding in (0, None, 0), (0, 1, 0), (-1, None, 0), (-5, None, 0), (2, 0, 0), (2, -1, 0), (2, 1, 2), (9, 1, 0):
    attempt(lambda: F.max_pool2d(image, kernel, stride, padding))
    attempt(lambda: F.avg_pool2d(image, kernel, stride, padding))
attempt(lambda: F.max_pool2d(image, 2, 2, 0, 0))
attempt(lambda: F.avg_pool2d(torch.ones(3), 2))
attempt(lambda: F.avg_pool2d(torch.ones(2, 0, 4), 2))
attempt(lambda: F.avg_pool2d(image.bool(), 2))

print('# types before dimensions, or dimensions before types')
whole = torch.arange(6).reshape(2, 3)
for call in (lambda: whole.mean(5), lambda: whole.std(5), lambda: whole.norm(2, 5), lambda: (whole + 0j).nansum(5),
             lambda: whole.float()[0].renorm(2, 5, 1.), lambda: torch.trapezoid(whole.bool(), dim=5), lambda: torch.unique(whole + 0j, dim=5),
             lambda: torch.empty(0, 3).cummax(5), lambda: torch.empty(0, 3, dtype=torch.bool).median(0), lambda: torch.tensor(1j).aminmax(dim=0)):
    attempt(call)

print('# complex numbers')
transposed = torch.tensor([[1 + 1j, 2.], [0.5j, -1.]])
attempt(lambda: transposed.logsumexp(1))
transposed.requires_grad_()
print(torch.autograd.grad(transposed.logsumexp(1).abs().sum(), transposed)[0])
attempt(lambda: torch.corrcoef(transposed.detach()))
attempt(lambda: torch.tensor(1 + 2j).cummin(0))

print('# what lies where')
spread = torch.arange(24.).reshape(2, 3, 4)
print(torch.ones(2, 2).t().resize_(2, 2).stride(), F.rms_norm(spread.permute(2, 0, 1), (3,)).stride(), torch.fft.fftn(spread.transpose(1, 2)).stride())
print(torch.matmul(spread.transpose(0, 1), torch.ones(4, 2)).stride(), torch.matmul(spread.transpose(0, 1), torch.ones(4)))
attempt(lambda: torch.matmul(torch.ones(2, 1, 3).transpose(0, 2), torch.ones(3, 4)))
attempt(lambda: torch.kron(torch.ones(1, 4).t().contiguous(), torch.ones(3, 1)))
row = torch.ones(1, 3, requires_grad=True)
print(torch.autograd.grad(row.prod(0).sum(), row)[0].stride(), torch.autograd.grad((row * 0).prod(0).sum(), row)[0].stride())
attempt(lambda: put(torch.ones(2, 3), ..., torch.ones(1, 4)))

print('# more of the same')
high = torch.arange(24.).reshape(2, 3, 4).requires_grad_()
print(torch.lerp(high.transpose(0, 1), high.transpose(0, 1).contiguous(), 1).stride(), torch.lerp(high.transpose(0, 1), high.transpose(0, 1).contiguous(), 0.2).stride())
attempt(lambda: torch.tensor(3).unfold(0, 1, 1))
attempt(lambda: torch.frobenius_norm(high[0], 0))
attempt(lambda: F.mse_loss(torch.ones(2, dtype=torch.float16), torch.tensor(1.5)))
attempt(lambda: F.bilinear(torch.ones(2, 3), torch.ones(2, 3).double(), torch.ones(1, 3, 3)))
attempt(lambda: torch.view_copy(high.transpose(0, 1), (6, 4)).shape)
attempt(lambda: torch.unsafe_chunk(torch.tensor(1), 2))
attempt(lambda: torch.ones(2).renorm(1, 0, -1))
attempt(lambda: F.linear(high, torch.ones(2, 4), torch.ones(2, 2)[:, 0]))
print([part.stride() for part in torch.unravel_index(torch.tensor([[5, 7]]), (3, 4))])
attempt(lambda: high[0, 0].sum_to_size(1))
