"""torch._higher_order_ops.associative_scan: running combinations of tensors and trees, their gradients, bad input."""
import torch
from torch._higher_order_ops.associative_scan import associative_scan


def add(a, b):
    return a + b


def linear(a, b):
    """Two steps of x -> scale * x + shift as one."""
    return {'scale': a['scale'] * b['scale'], 'shift': b['scale'] * a['shift'] + b['shift']}


def show(action):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__, e)


for n in (1, 2, 3, 4, 5, 8, 13):
    x = torch.arange(1., n + 1)
    print(associative_scan(add, x, 0, combine_mode='generic'), associative_scan(add, x, -1, reverse=True, combine_mode='generic'))
torch.manual_seed(0)
x = torch.rand(2, 5, 3, requires_grad=True)
y = associative_scan(torch.mul, x, 1, combine_mode='generic')
print(y.shape, torch.allclose(y, x.cumprod(1)))
y.sum().backward()
z = x.detach().clone().requires_grad_()
z.cumprod(1).sum().backward()
print(torch.allclose(x.grad, z.grad))
print(associative_scan(linear, {'scale': torch.tensor([[1., 2, 3], [2, 3, 4]]), 'shift': torch.ones(2, 3)}, dim=1, combine_mode='generic'))
print(associative_scan(lambda a, b: (torch.maximum(a[0], b[0]), a[1] + b[1]), (torch.tensor([3, 1, 5, 2]), torch.tensor([1, 2, 3, 4])), 0, combine_mode='generic'))
x = torch.arange(1., 6.)
show(lambda: associative_scan(add, x, 0))
show(lambda: associative_scan(add, x, 1, combine_mode='generic'))
show(lambda: associative_scan(add, x, 0, combine_mode='other'))
show(lambda: associative_scan(3, x, 0, combine_mode='generic'))
show(lambda: associative_scan(add, x, 'a', combine_mode='generic'))
show(lambda: associative_scan(add, x, 0, reverse=1, combine_mode='generic'))
show(lambda: associative_scan(add, torch.ones(0, 2), 0, combine_mode='generic'))
show(lambda: associative_scan(add, torch.tensor(1.), 0, combine_mode='generic'))
