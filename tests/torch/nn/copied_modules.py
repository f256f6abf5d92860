# Modules, optimisers and schedulers that are copied or pickled, with rules of their own for their state.
import copy
import io
import pickle

import torch
import torch.nn.functional as F
from torch import nn


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.cache = lambda x: x
        self.version = 1

    def __getstate__(self):
        state = self.__dict__.copy()
        del state['cache']
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        self.cache = None
        self.version += 1


m = Cached()
for c in (copy.deepcopy(m), copy.copy(m), pickle.loads(pickle.dumps(m))):
    print(c.cache, c.version, list(c.state_dict()), torch.equal(c.layer.weight, m.layer.weight), c.layer.weight is m.layer.weight)
print(copy.deepcopy(nn.ModuleList([m])))
made = nn.Linear.__new__(nn.Linear)
made.__setstate__(nn.Linear(2, 3).__getstate__())
print(made, made(torch.ones(1, 2)).shape, made.training)


class Defaults(torch.optim.SGD):
    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault('extra', 5)


o = Defaults(m.parameters(), lr=.1, momentum=.9)
print(copy.deepcopy(o), pickle.loads(pickle.dumps(o)).param_groups[0]['lr'], sorted(o.__getstate__()))
o.load_state_dict(o.state_dict())
print(o.param_groups[0]['extra'], copy.deepcopy(torch.optim.lr_scheduler.StepLR(o, 2)).state_dict())

for layer in (nn.LSTM(2, 3), nn.Softmax(1), nn.Upsample(scale_factor=2), nn.MultiheadAttention(4, 2), nn.Transformer(8, 2, 1, 1, 8),
              nn.BatchNorm1d(2), nn.ParameterList([torch.ones(1)]), nn.ParameterDict({'a': torch.ones(1)})):
    copied, loaded = copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))
    print(type(layer).__name__, str(copied) == str(loaded) == str(layer), list(copied.state_dict()) == list(loaded.state_dict()))
file = io.BytesIO()
r = nn.LSTM(2, 3)
torch.save(r, file)
file.seek(0)
print(torch.load(file, weights_only=False)(torch.ones(2, 2))[0].equal(r(torch.ones(2, 2))[0]))

# the activation of the layers of a decoder
for activation in (F.silu, nn.SiLU(), 'gelu', nn.GELU()):
    torch.manual_seed(0)
    net = nn.Transformer(8, 2, 1, 2, 16, dropout=0., batch_first=True, activation=activation)
    x, y = torch.randn(2, 5, 8), torch.randn(2, 4, 8)
    print('%.3f %.3f %.3f' % tuple(f.pow(3).sum() for f in (net.encoder(x), net.decoder(y, x), net(x, y))))
    copied = copy.deepcopy(nn.TransformerDecoderLayer(8, 2, 16, activation=activation))
    print(getattr(copied.activation, '__name__', copied.activation), copy.deepcopy(nn.TransformerEncoderLayer(8, 2, 16, activation=activation)).activation
          is F.relu)
