# Optimizer itself: groups, names, hooks, files, and optimizers of one's own.
import copy
import warnings

import torch
from torch import optim
from torch.optim.optimizer import (Optimizer, register_optimizer_step_post_hook, register_optimizer_step_pre_hook, required)


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            text = repr(function())
        except Exception as error:
            text = '%s: %s' % (type(error).__name__, error)
    print(name, '->', text, [(each.category.__name__, str(each.message)) for each in caught] or '')


def param(*shape):
    return torch.nn.Parameter(torch.ones(*shape or (2,)))


def groups(params):
    return [{k: (len(v) if k == 'params' else v) for k, v in group.items() if k in ('lr', 'foo', 'params', 'param_names')}
            for group in optim.SGD(params, lr=0.1).param_groups]


weight = param()
for name, params in {
        'tensor': param(), 'empty': [], 'empty dict': {}, 'int': [1], 'str': ['a'], 'list': [[param()]], 'None': None, 'number': 5,
        'set': {param()}, 'no params': [{'params': []}], 'one': [{'params': param()}], 'set of group': [{'params': {param()}}], 'no key': [{}],
        'other key': [{'parms': 1}], 'tensor, group': [param(), {'params': param()}], 'group, tensor': [{'params': [param()]}, param()],
        'named': [('w', param())], 'named, tensor': [('w', param()), param()], 'tensor, named': [param(), ('w', param())],
        'the other way': [(param(), 'w')], 'three': [('w', param(), 1)], 'number as name': [(1, param())],
        'twice a name': [('w', param()), ('w', param())], 'named group, group': [{'params': [('a', param())]}, {'params': [param()]}],
        'group, named group': [{'params': [param()]}, {'params': [('a', param())]}], 'named with options': [{'params': [('a', param())], 'lr': 2}],
        'named groups': [{'params': [('a', param())]}, {'params': [('a', param())]}], 'twice': [weight, weight],
        'in two groups': [{'params': [weight]}, {'params': [weight]}], 'no leaf': [weight * 2], 'iterator': iter([param()]),
        'generator': (param() for _ in range(2)), 'options': [{'params': [param()], 'lr': 0.3, 'foo': 1}],
        'named_parameters': torch.nn.Linear(2, 2).named_parameters(), 'parameters': torch.nn.Linear(2, 2).parameters(),
        'text': [{'params': 'abc'}], 'a number': [{'params': 5}], 'a pair': [{'params': ('a', param())}], 'plain': [torch.ones(2)],
        'integers': [torch.ones(2, dtype=torch.int64)], 'dict': {'params': [param()]}}.items():
    attempt(name, lambda: groups(params))
attempt('no defaults', lambda: Optimizer([param()], {}))
attempt('required', lambda: Optimizer([param()], {'lr': required}))
attempt('required, given', lambda: Optimizer([{'params': [param()], 'lr': 1}], {'lr': required}))
print(required)
attempt('no step', lambda: Optimizer([param()], {}).step())
optimizer = optim.SGD([weight], lr=0.1)
for name, group in {'number': 5, 'present': {'params': weight}, 'named': {'params': [('x', param())]}, 'good': {'params': param(), 'lr': 5}}.items():
    attempt('add ' + name, lambda: (optimizer.add_param_group(group), optimizer)[1])
group = {'params': param()}
optimizer.add_param_group(group)
print(list(group), type(group['params']), optimizer.param_groups[-1] is group)


class Own(Optimizer):
    """Descent that counts."""

    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        loss = closure() if closure else None
        for group in self.param_groups:
            for p in group['params']:
                if p.grad is not None:
                    state = self.state[p]
                    state['n'] = state.get('n', 0) + 1
                    state.setdefault('sum', torch.zeros_like(p)).add_(p.grad)
                    p.sub_(p.grad, alpha=group['lr'])
        return loss


def say(name):
    def hook(*args, **kwargs):
        print('   ', name, [type(each).__name__ for each in args], kwargs)
    return hook


weight = param()
weight.grad = torch.ones(2)
own = Own([weight])
handles = [register_optimizer_step_pre_hook(say('all before')), register_optimizer_step_post_hook(say('all after')),
           own.register_step_pre_hook(say('before')), own.register_step_post_hook(say('after'))]
for kind in ('state_dict_pre', 'state_dict_post', 'load_state_dict_pre', 'load_state_dict_post'):
    register = getattr(own, 'register_%s_hook' % kind)
    handles += [register(say(kind)), register(say(kind + ' first'), prepend=True)]
print(type(handles[0]).__name__, own.step(lambda: 5), own.step(closure=lambda: 6))
made = own.state_dict()
print(made)
own.load_state_dict(made)
print(type(own.state).__name__, own.state[weight], own)
for handle in handles:
    handle.remove()
print(own.step())
own.register_step_pre_hook(lambda o, args, kwargs: ((o, lambda: (len(args), kwargs)), {}))
print(own.step())
other = Own([param()])
with other.register_step_pre_hook(lambda o, args, kwargs: 5):
    try:
        other.step()
    except RuntimeError as error:
        print(str(error).split(' at ')[0], '...', str(error).split('> ')[1])
other.step()
other.register_state_dict_post_hook(lambda o, state: {'x': 1})
print(other.state_dict())
other.register_load_state_dict_pre_hook(lambda o, state: made)
other.load_state_dict({})
print(list(other.state.values()))

# files
adam = optim.Adam([param(), param(3)])
for name, state in {'empty': {}, 'no groups': {'state': {}, 'param_groups': []}, 'sizes': {'state': {}, 'param_groups': [{'params': [0]}]},
                    'number': 5}.items():
    attempt('load ' + name, lambda: adam.load_state_dict(state))
wide = torch.ones(2, dtype=torch.float64)
saved = {'state': {7: 3, 0: {'step': 3, 'exp_avg': wide, 'list': [wide], 'tuple': (torch.ones(1, dtype=torch.int64),), 'dict': {'a': wide}, 'none': None}},
         'param_groups': [{'params': [0, 1], 'lr': 7}]}
adam.load_state_dict(saved)
print(dict(adam.state), list(adam.param_groups[0]), list(saved['param_groups'][0]))
named = optim.Adam([('w', param()), ('v', param(3))])
print(named.state_dict()['param_groups'], named)
adam.load_state_dict(named.state_dict())
print(list(adam.param_groups[0]))
named.load_state_dict(optim.Adam([param(), param(3)]).state_dict())
print(list(named.param_groups[0]))

# a run that is saved and goes on is the same run
runs = []
for saves in (False, True):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    optimizer = optim.NAdam(model.parameters(), lr=0.05, weight_decay=0.01)
    for i in range(6):
        optimizer.zero_grad()
        model(torch.ones(3, 4) * i).square().mean().backward()
        optimizer.step()
        if saves and i == 2:
            kept = copy.deepcopy(optimizer.state_dict())
            optimizer = optim.NAdam(model.parameters(), lr=1.0)
            optimizer.load_state_dict(kept)
    runs.append([p.detach().clone() for p in model.parameters()])
print(all(torch.equal(a, b) for a, b in zip(*runs)))
twin = copy.deepcopy(own)
print(type(twin).__name__, twin.state_dict()['param_groups'], list(twin.state.values())[0]['n'], twin.param_groups[0]['params'][0] is weight)

# gradients and closures
weight = param()
weight.grad = torch.ones(2)
optimizer = optim.SGD([weight], lr=0.1)
optimizer.zero_grad(set_to_none=False)
print(weight.grad)
optimizer.zero_grad()
print(weight.grad, optimizer.step(), weight)
attempt('closure', lambda: optimizer.step(lambda: (torch.is_grad_enabled(), 3)))
with torch.no_grad():
    attempt('closure', lambda: optimizer.step(lambda: torch.is_grad_enabled()))
attempt('no closure', lambda: optimizer.step(4))
attempt('keyword', lambda: optimizer.step(foo=1))
print(optimizer.step.__name__, optim.Adam.step.__qualname__)

# steps have names in profiles
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
    for each in (optimizer, Own([param()])):
        each.zero_grad()
        each.step()
print([(each.key, each.count) for each in profile.key_averages() if 'Optimizer' in each.key])
