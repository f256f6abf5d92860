"""TorchDispatchMode: the ops below autograd, their arguments, several modes, results that a mode makes, errors in one."""
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

log = []


def shown(value):
    return tuple(value.shape) if isinstance(value, torch.Tensor) else [shown(v) for v in value] if isinstance(value, list) else value


class Logs(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        log.append('%s %s %s' % (func, [shown(a) for a in args], kwargs or ''))
        return result


x, w, n = torch.arange(12.).view(4, 3), torch.ones(3, 3, requires_grad=True), torch.tensor([1, 0])
b = torch.zeros(2, 3, 4)
linear = torch.nn.Linear(3, 2)
for name, function in {
        'mm': lambda: x @ w, 'add': lambda: x + 1, 'sub': lambda: x - x, 'mul': lambda: x * x, 'div': lambda: x / 2, 'neg': lambda: -x,
        'relu': lambda: F.relu(x), 'gelu': lambda: F.gelu(x), 'sum': lambda: x.sum(), 'mean': lambda: x.mean(1), 'max': lambda: x.max(0),
        'view': lambda: x.view(-1), 'index': lambda: x[0], 'slice': lambda: x[:, 1:], 'until': lambda: x[:, :2], 'T': lambda: x.T, 't': lambda: x.t(),
        'transpose': lambda: x.transpose(0, 1), 'add_': lambda: x.clone().add_(1), 'mul_': lambda: x.clone().mul_(x), 'fill_': lambda: x.clone().fill_(2),
        'copy_': lambda: x.clone().copy_(x), 'rand': lambda: torch.rand(2), 'ones': lambda: torch.ones(2, 3), 'zeros_like': lambda: torch.zeros_like(x),
        'arange': lambda: torch.full((2,), 3.), 'cat': lambda: torch.cat([x, x]), 'stack': lambda: torch.stack([x, x], 1), 'to': lambda: x.double(),
        'linear': lambda: linear(x), 'softmax': lambda: F.softmax(x, -1), 'log_softmax': lambda: F.log_softmax(x, 1),
        'layer_norm': lambda: F.layer_norm(x, (3,)), 'conv2d': lambda: F.conv2d(b[None], torch.zeros(2, 2, 1, 1)), 'mse_loss': lambda: F.mse_loss(x, x),
        'embedding': lambda: F.embedding(n, x), 'bmm': lambda: torch.bmm(b, b.mT),
        'sigmoid': lambda: w.sigmoid(), 'pow': lambda: x ** 2, 'where': lambda: torch.where(x > 1, x, x), 'eq': lambda: x == 1,
        'expand': lambda: x[:1].expand(4, 3), 'permute': lambda: b.permute(2, 0, 1), 'unsqueeze': lambda: x.unsqueeze(0), 'topk': lambda: x.topk(2),
        'gather': lambda: x.gather(1, torch.zeros(4, 1, dtype=torch.int64)), 'split': lambda: x.split(2), 'unbind': lambda: x.unbind(),
        'clamp': lambda: x.clamp(1, 2), 'cumsum': lambda: x.cumsum(0), 'any': lambda: (x > 1).any(), 'argmax': lambda: x.argmax(1)}.items():
    log.clear()
    with Logs():
        function()
    print(name, [line for line in log if 'lift_fresh' not in line and 'detach' not in line])

log.clear()
with Logs():
    y = (x @ w).relu()
print(y.requires_grad, type(y.grad_fn).__name__, [line.split()[0] for line in log if 'detach' not in line])
y.sum().backward()
print(w.grad)
log.clear()
with Logs():
    (x @ w).sum().backward()
print([line.split()[0] for line in log if line.split()[0] in ('aten.mm.default', 'aten.sum.default', 'aten.expand.default')])


class Doubles(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        return result * 2 if func is torch.ops.aten.add.Tensor else result


log.clear()
with Doubles():
    print(x[0] + 1)
    with Logs():
        print((x[0] + 1).tolist())
with Logs():
    with Doubles() as mode:
        (x + 1)
print(isinstance(mode, TorchDispatchMode), [line.split()[0] for line in log if line.split()[0] in ('aten.add.Tensor', 'aten.mul.Tensor')])


class Fails(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise ValueError('not ' + str(func))


try:
    with Fails():
        x + 1
except ValueError as error:
    print(error)
try:
    with TorchDispatchMode():
        x * 1
except NotImplementedError:
    print('a mode of nothing')
print((x + 1)[0])


class Counts(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.ops = {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.ops[func] = self.ops.get(func, 0) + 1
        return func(*args, **(kwargs or {}))


model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
with Counts() as counts:
    for _ in range(3):
        model(x)
print(counts.ops[torch.ops.aten.addmm.default], counts.ops[torch.ops.aten.relu.default], counts.ops[torch.ops.aten.t.default])
