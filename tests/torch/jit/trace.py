"""torch.jit.trace: of functions and modules, the checks of inputs and outputs, text of traced modules, saving and loading."""
import io
import warnings

import torch
from torch import nn


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


def double(x):
    return x * 2


def add(a, b):
    return a + b


ONE = torch.ones(1)
traced = torch.jit.trace(double, ONE)
print(type(traced), traced.name, hasattr(traced, '__name__'), traced.schema, traced.qualified_name)
attempt(traced, torch.ones(2))
attempt(traced)
attempt(traced, 3)
traced = torch.jit.trace(add, (ONE, ONE))
print(traced.schema)
attempt(traced, ONE)
attempt(traced, ONE, ONE, ONE)
attempt(traced, a=ONE, b=ONE)
buffer = io.BytesIO()
torch.jit.save(traced, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded, loaded.original_name, loaded(ONE, ONE))
print(torch.jit.trace(lambda x, y: x + y, (ONE, ONE)).name)
attempt(torch.jit.trace, double)
attempt(torch.jit.trace, double, 3)
attempt(torch.jit.trace, 3, ONE)
attempt(torch.jit.trace, lambda x: 'a', ONE)
attempt(torch.jit.trace, lambda x: 3, ONE)
attempt(torch.jit.trace, lambda x: None, ONE)
attempt(torch.jit.trace, lambda x: {'a': x}, ONE)
print(torch.jit.trace(lambda x: {'a': x}, ONE, strict=False)(ONE), torch.jit.trace(lambda x: (x, x * 2), ONE)(ONE))
print(torch.jit.trace(lambda x: [x, x], ONE, strict=False)(ONE))
print(torch.jit.trace(double, example_kwarg_inputs={'x': ONE})(ONE), torch.jit.trace(double, ONE, check_inputs=[(torch.ones(3),)])(ONE))
print(torch.jit.trace(traced, (ONE, ONE)) is traced)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 3)
        self.layers = nn.Sequential(nn.ReLU(), nn.Linear(3, 1))
        self.count = 3

    def forward(self, x):
        return self.layers(self.linear(x))

    def half(self, x):
        return self.linear(x)


torch.manual_seed(0)
net = Net()
traced = torch.jit.trace(net, torch.ones(1, 2))
print(traced, type(traced))
print(traced.layers, type(traced.layers), traced.original_name, list(traced.state_dict()))
print(traced(torch.ones(1, 2)), net(torch.ones(1, 2)))
attempt(lambda: traced.count)
attempt(lambda: traced.half(1))
attempt(lambda: traced.missing)
attempt(lambda: len(traced.layers))
attempt(lambda: traced.layers[0])
print(traced.training, traced.linear.weight is net.linear.weight, traced.eval().training, net.training)
attempt(torch.jit.trace, net)
attempt(torch.jit.trace, net.half, torch.ones(1, 2))
print(type(torch.jit.trace_module(net, {'forward': torch.ones(1, 2)})).__name__)
attempt(torch.jit.trace_module, net, 3)
attempt(torch.jit.trace_module, double, {})
print(type(torch.jit.trace(net, example_kwarg_inputs={'x': torch.ones(1, 2)})).__name__)
buffer = io.BytesIO()
torch.jit.save(traced, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded, type(loaded), torch.equal(loaded(torch.ones(1, 2)), net(torch.ones(1, 2))))


class Says(nn.Module):
    def forward(self, x):
        print('tracing', torch.jit.is_tracing(), torch.jit.is_scripting())
        return x


print(torch.jit.trace(Says(), ONE))
torch.jit.trace(Says(), ONE, check_trace=False)
