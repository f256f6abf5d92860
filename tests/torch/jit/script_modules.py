"""torch.jit.script of modules: text, state, attributes, methods, saving and loading, freezing."""
import copy
import io
import os

import torch
from torch import nn


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


class Net(nn.Module):
    scale: int

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 3)
        self.scale = 2
        self.layers = nn.Sequential(nn.ReLU(), nn.Dropout(0.1))
        self.register_buffer('shift', torch.zeros(3))

    def forward(self, x):
        return self.moved(self.layers(self.linear(x)) * self.scale)

    def moved(self, x):
        return x + self.shift

    @torch.jit.export
    def other(self, x: int) -> int:
        return x + self.scale

    @torch.jit.unused
    def not_there(self):
        return 3


torch.manual_seed(0)
net = Net().eval()
script = torch.jit.script(net)
print(script)
print(type(script), [base.__name__ for base in type(script).__mro__[:3]], script.original_name)
print(script.scale, script.other(4), script.linear, script.training)
print(list(script.state_dict()), [name for name, _ in script.named_parameters()], [name for name, _ in script.named_buffers()])
print([name for name, _ in script.named_modules()], [name for name, _ in script.named_children()])
attempt(lambda: script.nope)
script.scale = 5
print(script.scale, net.scale, script.other(1), net.other(1))
attempt(setattr, script, 'scale', 'x')
print(script(torch.ones(1, 2)))
print(script.train().training, net.training, script.linear.training, script.eval().training)
print(torch.jit.script(script) is script, isinstance(script, Net), isinstance(script, nn.Module), isinstance(script, torch.jit.ScriptModule))
print(script.linear is net.linear, script.linear.weight is net.linear.weight, len(script.layers), script.layers[0], [type(each).__name__ for each in script.layers])
attempt(script)
attempt(script, 1)
attempt(script, torch.ones(1, 2), 1)
attempt(script, y=torch.ones(1))
attempt(script.register_forward_hook, print)
copied = copy.deepcopy(script)
print(copied.linear.weight is script.linear.weight, torch.equal(copied(torch.ones(1, 2)), script(torch.ones(1, 2))))

# gradients reach the parameters of the module that it was made of
script(torch.ones(4, 2)).sum().backward()
print(net.linear.weight.grad)
print(script.to(torch.float64).linear.weight.dtype)
script.float()
optimizer = torch.optim.SGD(script.parameters(), lr=0.1)
optimizer.step()
print(script.linear.bias)
print(script.load_state_dict(net.state_dict()))

# files
buffer = io.BytesIO()
torch.jit.save(script, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded)
print(type(loaded), loaded.other(1), loaded.scale, loaded.original_name, loaded.training)
print(torch.equal(loaded(torch.ones(1, 2)), script(torch.ones(1, 2))), list(loaded.state_dict()))
script.save('net.pt')
print(torch.jit.load('net.pt', map_location='cpu').linear.weight.detach())
torch.jit.save(script, 'more.pt', _extra_files={'note.txt': b'hello'})
files = {'note.txt': b''}
torch.jit.load('more.pt', _extra_files=files)
print(files)
attempt(torch.jit.load, 'nothing.pt')
attempt(torch.jit.load, '.')
attempt(torch.jit.load, 3)
attempt(torch.jit.save, net, 'x.pt')
attempt(torch.jit.save, 3, 'x.pt')
torch.save({'a': 1}, 'state.pt')
attempt(torch.jit.load, 'state.pt')

# constants
frozen = torch.jit.freeze(script)
print(frozen, type(frozen), list(frozen.state_dict()), torch.equal(frozen(torch.ones(1, 2)), script(torch.ones(1, 2))))
attempt(lambda: frozen.linear)
attempt(torch.jit.freeze, torch.jit.script(Net()))
attempt(torch.jit.freeze, net)
attempt(torch.jit.optimize_for_inference, net)
print(torch.jit.freeze(script, preserved_attrs=['scale']).scale)
attempt(torch.jit.freeze, script, preserved_attrs=['zz'])
print(torch.jit.optimize_for_inference(script)(torch.ones(1, 2)).shape)


class Lists(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(1, 1), nn.ReLU()])
        self.named = nn.ModuleDict({'a': nn.ReLU()})

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


lists = torch.jit.script(Lists())
print(lists)
print(lists.parts[0], len(lists.parts), 'a' in lists.named, lists(torch.ones(1, 1)).shape)
print(torch.jit.script(nn.Linear(2, 2)), torch.jit.script(nn.Sequential(nn.Linear(2, 2)))[0])
attempt(torch.jit.script, Net)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.rnn = nn.Embedding(4, 2), nn.LSTM(2, 3, batch_first=True)
        self.act, self.last = torch.relu, nn.functional.gelu

    def forward(self, index):
        return self.last(self.act(self.rnn(self.embedding(index))[0]))


recurrent, index = Recurrent(), torch.tensor([[1, 2]])
buffer = io.BytesIO()
torch.jit.save(torch.jit.script(recurrent), buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(torch.equal(loaded(index), recurrent(index)), list(loaded.state_dict()) == list(recurrent.state_dict()))


class Old(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))

    @torch.jit.script_method
    def forward(self, x):
        return x * self.weight


old = Old()
print(type(old), old(torch.ones(2)), list(old.state_dict()))
for name in os.listdir('.'):
    os.remove(name)
