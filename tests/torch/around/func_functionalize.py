"""torch.func: functionalize, linearize and its checks, batch norms without running statistics."""
import torch
from torch import nn
from torch.func import functionalize, grad, linearize, replace_all_batch_norm_modules_, vmap


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)))
    except Exception as error:
        print(type(error).__name__, error)


p, v = torch.tensor([1., 2.]), torch.tensor([1., .5])
f = lambda x: x.sin().add_(1)
print(functionalize(f)(p), functionalize(f).__name__)


def doubled(x):
    """Twice."""
    x.mul_(2)
    return x.view(-1)


g, q = functionalize(doubled, remove='mutations_and_views'), p.clone()
print(g(q), q, g.__name__, g.__doc__)
attempt(functionalize, f, remove='x')
print(grad(functionalize(lambda x: x.sin().mul_(2).sum()))(p), vmap(functionalize(f))(torch.ones(2, 2)))
value, pushed = linearize(lambda x: (x.sin(), {'a': x * 2}), p)
print(value, pushed(v))
attempt(pushed, torch.ones(3))
attempt(pushed, v, v)
attempt(pushed)
attempt(pushed, torch.ones(2, dtype=torch.float64))
value, pushed = linearize(lambda x, y: x * y, p, v)
print(value, pushed(p, v))
attempt(linearize, lambda x: x)
net = nn.Sequential(nn.BatchNorm1d(2), nn.Sequential(nn.BatchNorm2d(3)), nn.ReLU())
print(replace_all_batch_norm_modules_(net) is net, net[0].running_mean, net[0].running_var, net[0].num_batches_tracked, net, list(net.state_dict()))
attempt(replace_all_batch_norm_modules_, 3)
