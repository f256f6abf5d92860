# torch.optim.swa_utils: averages of models, their rates, batch normalisation computed anew; other tensors for an optimizer.
import copy

import torch
from torch import nn, optim
from torch.optim import swa_utils as swa


def attempt(name, function):
    try:
        text = repr(function())
    except Exception as error:
        text = '%s: %s' % (type(error).__name__, error)
    print(name, '->', text)


def rounded(value):
    return [rounded(each) for each in value] if isinstance(value, list) else float('%.4g' % value)


def made():
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))


model = made()
average = swa.AveragedModel(model)
print(average, average.n_averaged, list(average.state_dict()), average.use_buffers, average.avg_fn, average.multi_avg_fn, average.training)
attempt('both', lambda: swa.AveragedModel(model, avg_fn=swa.get_swa_avg_fn(), multi_avg_fn=swa.get_swa_multi_avg_fn()))
for function in (swa.get_ema_avg_fn, swa.get_ema_multi_avg_fn):
    for decay in (-1, 2, 0, 1, 0.5):
        attempt('%s %s' % (function.__name__, decay), lambda: function(decay).__name__)
print(swa.get_swa_avg_fn().__name__, swa.get_swa_multi_avg_fn().__name__)
x = torch.tensor([1.0, 2.0])
print(swa.get_ema_avg_fn(0.9)(x, x * 3, 7), swa.get_swa_avg_fn()(x, x * 3, torch.tensor(3)))
for options in ({}, {'avg_fn': swa.get_ema_avg_fn(0.9)}, {'multi_avg_fn': swa.get_ema_multi_avg_fn(0.9)}, {'avg_fn': swa.get_swa_avg_fn()},
                {'multi_avg_fn': swa.get_swa_multi_avg_fn()}, {'use_buffers': True}, {'avg_fn': lambda a, b, n: a + b * n},
                {'use_buffers': True, 'multi_avg_fn': swa.get_ema_multi_avg_fn(0.9)}, {'device': 'cpu'}):
    model = made()
    average = swa.AveragedModel(model, **options)
    for i in range(3):
        with torch.no_grad():
            for param in model.parameters():
                param.add_(torch.randn_like(param))
        model(torch.randn(4, 2))
        average.update_parameters(model)
    print(list(options), {name: rounded(value.tolist()) for name, value in average.state_dict().items()})
again = swa.AveragedModel(made())
again.load_state_dict(average.state_dict())
print(again.n_averaged, torch.equal(again(torch.ones(2, 2)), average(torch.ones(2, 2))), copy.deepcopy(again).n_averaged)

for options in ({'swa_lr': 0.05}, {'swa_lr': [0.05]}, {'swa_lr': [0.1, 0.2]}, {'swa_lr': 0.05, 'anneal_strategy': 'linear'},
                {'swa_lr': 0.05, 'anneal_strategy': 'x'}, {'swa_lr': 0.05, 'anneal_epochs': -1}, {'swa_lr': 0.05, 'anneal_epochs': 0},
                {'swa_lr': 0.05, 'anneal_epochs': 1.5}, {'swa_lr': 0.05, 'anneal_epochs': 3}):
    def rates():
        optimizer = optim.SGD(model.parameters(), lr=1.0)
        scheduler = swa.SWALR(optimizer, **options)
        found = []
        for _ in range(12):
            optimizer.step()
            scheduler.step()
            found += scheduler.get_last_lr()
        return found, optimizer.param_groups[0]['swa_lr'], scheduler.state_dict()
    attempt('SWALR %s' % options, rates)
attempt('SWALR of a number', lambda: swa.SWALR(5, 0.1))

torch.manual_seed(2)
network = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3, momentum=0.3)).eval()
batches = [torch.randn(4, 2) for _ in range(3)]
attempt('update_bn', lambda: swa.update_bn(batches, network))
print(network[1].running_mean, network[1].running_var, network[1].num_batches_tracked, network[1].momentum, network.training)
attempt('update_bn of pairs', lambda: swa.update_bn([(batch, 1) for batch in batches], network, device='cpu'))
print(network[1].running_mean, network[1].num_batches_tracked)
attempt('update_bn without any', lambda: swa.update_bn(5, nn.Linear(2, 2)))

# other tensors for a while
a, b = (nn.Parameter(torch.ones(2)) for _ in range(2))
optimizer = optim.Adam([a, b], lr=0.1)


def use(tensors, state):
    with optim.swap_in_optimizer_params_and_state(optimizer, tensors, state) as got:
        print('   ', got, [len(group['params']) for group in optimizer.param_groups], optimizer.param_groups[0]['lr'], len(optimizer.state))
        for tensor in tensors.values():
            tensor.grad = torch.ones(2)
        optimizer.step()
    return [tensor.tolist() for tensor in tensors.values()], a.tolist(), optimizer.param_groups[0]['params'][0] is a


def fresh(names='ab'):
    return {name: nn.Parameter(torch.ones(2)) for name in names}


attempt('before a step', lambda: use(fresh(), optimizer.state_dict()))
a.grad = b.grad = torch.ones(2)
optimizer.step()
state = copy.deepcopy(optimizer.state_dict())
state['param_groups'][0]['lr'] = 0.5
attempt('good', lambda: use(fresh(), state))
print(state['state'][0]['step'], optimizer.state[a]['step'])
attempt('too few', lambda: use(fresh('a'), state))
attempt('more', lambda: use(fresh('abc'), state))
attempt('no states', lambda: use(fresh(), {'state': {}, 'param_groups': state['param_groups']}))
attempt('no groups', lambda: use(fresh(), {'state': state['state'], 'param_groups': []}))
attempt('empty', lambda: use(fresh(), {}))
attempt('other sizes', lambda: use(fresh(), {'state': state['state'], 'param_groups': [dict(state['param_groups'][0], params=[0])]}))
