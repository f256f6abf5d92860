"""State dicts: hooks before and after, extra state, positional arguments, assign, old versions, texts of errors."""
import warnings
from collections import OrderedDict

import torch
from torch import nn


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


torch.manual_seed(0)
lin = nn.Linear(1, 1, bias=False)
net = nn.Sequential(lin, nn.BatchNorm1d(1))
print(list(net.state_dict(prefix='p.')))
attempt('positional', lambda: list(net.state_dict(None, 'p.')))
attempt('positional 2', lambda: list(net.state_dict(OrderedDict(), 'q.', True)))
attempt('positional 3', lambda: list(lin.state_dict({'a': 1})))
attempt('positional and key', lambda: list(lin.state_dict(None, prefix='r.')))
print(net.state_dict(keep_vars=True)['0.weight'] is lin.weight, net.state_dict()['0.weight'].requires_grad)
attempt('too many', lambda: net.state_dict(None, '', False, 1))
d = OrderedDict(first=1)
print(list(net.state_dict(destination=d)), hasattr(d, '_metadata'))

calls = []
lin.register_state_dict_pre_hook(lambda *a: print('pre', type(a[0]).__name__, a[1:]))
h = lin.register_state_dict_post_hook(lambda module, state, prefix, meta: print('post', list(state), repr(prefix), meta))
net.state_dict()
net.state_dict(prefix='x.', keep_vars=True)
lin.register_state_dict_post_hook(lambda module, state, prefix, meta: state)
attempt('post returns', lambda: net.state_dict())
lin._state_dict_hooks.clear()
lin._register_state_dict_hook(lambda module, state, prefix, meta: OrderedDict((k.upper(), v) for k, v in state.items()))
print(list(lin.state_dict()))
lin._state_dict_hooks.clear()
lin._state_dict_pre_hooks.clear()


def pre(module, state, prefix, meta, strict, missing, unexpected, errors):
    print('load pre', type(module).__name__, list(state), repr(prefix), meta, strict, missing, unexpected, errors)


def without(state, prefix, meta, strict, missing, unexpected, errors):
    print('load pre old', list(state), repr(prefix))


state = net.state_dict()
handles = [lin.register_load_state_dict_pre_hook(pre), lin._register_load_state_dict_pre_hook(without), lin._register_load_state_dict_pre_hook(pre, with_module=True)]
print(net.load_state_dict(state))
print(net.load_state_dict(state, strict=False))
for h in handles:
    h.remove()
lin.register_load_state_dict_post_hook(lambda module, keys: print('load post', type(module).__name__, keys))
net.register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
print(net.load_state_dict(state))
print(net.load_state_dict({k: v for k, v in state.items() if 'weight' not in k}))
bad = lin.register_load_state_dict_post_hook(lambda module, keys: 3)
attempt('post returns', lambda: net.load_state_dict(state))
bad.remove()


class Extra(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 3

    def get_extra_state(self):
        return {'n': self.n}

    def set_extra_state(self, state):
        print('set', state)
        self.n = state['n']


e = nn.Sequential(Extra())
print(e.state_dict())
attempt('load extra', lambda: e.load_state_dict({'0._extra_state': {'n': 5}}))
print(e[0].n)
attempt('missing extra', lambda: e.load_state_dict({}))
attempt('extra not wanted', lambda: nn.Linear(1, 1, bias=False).load_state_dict({'weight': torch.ones(1, 1), '_extra_state': 1}))
attempt('base get', lambda: nn.Module().get_extra_state())
attempt('base set', lambda: nn.Module().set_extra_state(1))


class OnlyGet(nn.Module):
    def get_extra_state(self):
        return 1


attempt('only get', lambda: OnlyGet().load_state_dict({'_extra_state': 1}))
attempt('only get missing', lambda: OnlyGet().load_state_dict({}))

print('texts')
small = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
attempt('not a dict', lambda: small.load_state_dict([1]))
attempt('sizes', lambda: small.load_state_dict({'0.weight': torch.ones(3, 2), 'x': 1, '0.bias': 3, '1.weight': [1.0], 'y.z': 2, '0.other': 1}))
attempt('not strict', lambda: small.load_state_dict({'0.weight': torch.ones(2, 2), 'x': 1, 'y.z': 2, '0.other.a': 1}, strict=False))
attempt('not strict, size', lambda: small.load_state_dict({'0.weight': torch.ones(1, 2)}, strict=False))
attempt('another type', lambda: small.load_state_dict({'0.weight': torch.ones(2, 2, dtype=torch.float64)}, strict=False))
attempt('0-d from 1-d', lambda: nn.BatchNorm1d(1).load_state_dict({'num_batches_tracked': torch.tensor([3])}, strict=False))

print('assign')
source = {k: v.double() for k, v in small.state_dict().items()}
print(small.load_state_dict(source, assign=True), small[0].weight.dtype, small[0].weight.requires_grad, type(small[0].weight), small[0].weight.data_ptr() == source['0.weight'].data_ptr())
small[1].requires_grad_(False)
small.load_state_dict({k: nn.Parameter(v) for k, v in source.items()}, assign=True)
print(small[0].weight.requires_grad, small[1].weight.requires_grad, [p.dtype for p in small.parameters()])
bn = nn.BatchNorm1d(2)
state = bn.state_dict()
state['running_mean'] = torch.ones(2)
bn.load_state_dict(state, assign=True)
print(bn.running_mean is state['running_mean'], bn.running_mean)

print('old versions')
state = bn.state_dict()
del state['num_batches_tracked']
attempt('plain dict', lambda: nn.BatchNorm1d(2).load_state_dict(dict(state)))
state._metadata[''] = {'version': 1}
attempt('version 1', lambda: nn.BatchNorm1d(2).load_state_dict(state))
state._metadata[''] = {'version': 2}
attempt('version 2', lambda: nn.BatchNorm1d(2).load_state_dict(state))
del state._metadata
attempt('no metadata', lambda: nn.Sequential(nn.BatchNorm1d(2)).load_state_dict({'0.' + k: v for k, v in state.items()}))
fresh = nn.BatchNorm1d(2)
fresh.num_batches_tracked += 4
fresh.load_state_dict(dict(state))
print(fresh.num_batches_tracked)
old = nn.InstanceNorm1d(2).state_dict()
attempt('instance norm', lambda: nn.InstanceNorm1d(2).load_state_dict({'running_mean': torch.zeros(2), 'running_var': torch.ones(2)}))
attempt('instance norm', lambda: nn.Sequential(nn.InstanceNorm2d(2)).load_state_dict({'0.running_mean': torch.zeros(2), '0.running_var': torch.ones(2)}))
attempt('instance norm with', lambda: nn.InstanceNorm1d(2, track_running_stats=True).load_state_dict({'running_mean': torch.zeros(2), 'running_var': torch.ones(2)}))
