"""Files of torch.jit.save: torch.load hands them over with a warning; further files in them; what is no such file."""
import io, warnings, torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 3)
    def forward(self, x):
        return self.fc(x).relu()
torch.manual_seed(0)
warnings.simplefilter('ignore')
net = torch.jit.script(Net())


def attempt(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            r = f()
        except Exception as e:
            r = (type(e).__name__, str(e))
    for each in caught:
        if each.category is not DeprecationWarning: 
            print('  ', each.category.__name__, each.message)
    print(r)
    return r


def file(v, save=torch.jit.save, **k):
    b = io.BytesIO()
    save(v, b, **k)
    b.seek(0)
    return b


b = file(net)
attempt(lambda: torch.load(b))
b.seek(0)
attempt(lambda: torch.load(b, weights_only=True))
b.seek(0)
r = attempt(lambda: torch.load(b, weights_only=False))
b.seek(0)
print(r(torch.ones(1, 2)), net(torch.ones(1,2)))
attempt(lambda: torch.load(b, weights_only=False, map_location='cpu')(torch.ones(1,2)))
b.seek(0)
attempt(lambda: torch.serialization.get_unsafe_globals_in_checkpoint(b))
b.seek(0)
torch.jit.save(net, 'program.pt', _extra_files={'a.txt': 'hello', 'b': b'\0x'})
x = {'a.txt': '', 'c': ''}
attempt(lambda: torch.jit.load('program.pt', _extra_files=x)(torch.ones(1,2)))
print(x)
attempt(lambda: torch.load('program.pt', weights_only=False)(torch.ones(1,2)))
attempt(lambda: torch.load('program.pt', weights_only=False, mmap=True)(torch.ones(1,2)))
attempt(lambda: torch.load('program.pt', mmap=True))
attempt(lambda: torch.jit.load(file({'a': 1}, torch.save)))
attempt(lambda: torch.jit.load(io.BytesIO(b'')))
attempt(lambda: torch.jit.load(io.BytesIO(b'abc' * 100)))
attempt(lambda: torch.jit.load('/nonexistent'))
attempt(lambda: torch.jit.load('.'))
with open('program.pt', 'rb') as f:
    attempt(lambda: torch.load(f, weights_only=False)(torch.ones(1,2)))
with open('program.pt', 'rb') as f:
    attempt(lambda: torch.jit.load(f)(torch.ones(1,2)))
