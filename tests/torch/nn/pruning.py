"""torch.nn.utils.prune: methods, masks, containers, errors."""
import warnings

import torch
from torch import nn


def at(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


from torch.nn.utils import prune
import copy

torch.manual_seed(0)
m = nn.Linear(4, 3)
print(prune.is_pruned(m), prune.random_unstructured(m, 'weight', 0.3) is m)
print(m.weight_mask, list(m.state_dict()), [n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()], prune.is_pruned(m), m.weight)
print([type(h).__name__ for h in m._forward_pre_hooks.values()], m)
y = m(torch.ones(1, 4))
y.sum().backward()
print(y, m.weight_orig.grad)
prune.l1_unstructured(m, 'weight', 2)
print(m.weight_mask, [type(h).__name__ for h in m._forward_pre_hooks.values()], [type(p).__name__ for p in list(m._forward_pre_hooks.values())[0]])
prune.ln_structured(m, 'weight', 1, 2, 0)
print(m.weight_mask, len(list(m._forward_pre_hooks.values())[0]))
prune.random_structured(m, 'weight', 0.3, 1)
print(m.weight_mask)
prune.l1_unstructured(m, 'bias', 1)
print(m.bias, list(m.state_dict()))
print(prune.remove(m, 'weight') is m, list(m.state_dict()), m.weight, prune.is_pruned(m), type(m.weight))
prune.remove(m, 'bias')
print(prune.is_pruned(m), m._forward_pre_hooks)
at('remove', lambda: prune.remove(m, 'weight'))
m = nn.Linear(3, 2)
prune.identity(m, 'weight')
print(m.weight_mask)
prune.custom_from_mask(m, 'bias', torch.tensor([0, 1]))
print(m.bias, m.bias_mask)
m = nn.Conv2d(2, 3, 2)
for n in (1, 2, float('inf')):
    for dim in (0, 1, -1):
        torch.manual_seed(1)
        c = nn.Conv2d(2, 3, 2)
        at((n, dim), lambda: prune.ln_structured(c, 'weight', 0.5, n, dim).weight_mask.flatten())
at('scores', lambda: prune.l1_unstructured(nn.Linear(3, 2), 'weight', 2, importance_scores=torch.arange(6.0).view(2, 3)).weight_mask)
at('ln scores', lambda: prune.ln_structured(nn.Linear(3, 2), 'weight', 1, 2, 1, importance_scores=torch.arange(6.0).view(2, 3)).weight_mask)
torch.manual_seed(2)
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2))
prune.global_unstructured([(net[0], 'weight'), (net[2], 'weight')], pruning_method=prune.L1Unstructured, amount=0.4)
print(net[0].weight_mask, net[2].weight_mask, prune.is_pruned(net))
prune.global_unstructured(((net[0], 'weight'), (net[2], 'bias')), prune.RandomUnstructured, amount=3)
print(net[0].weight_mask, net[2].bias_mask)
prune.global_unstructured([(net[0], 'bias')], pruning_method=prune.L1Unstructured, importance_scores={(net[0], 'bias'): torch.tensor([3.0, 1.0, 2.0])}, amount=1)
print(net[0].bias_mask)
at('copy', lambda: copy.deepcopy(net))
state = net.state_dict()
print(list(state))


class Third(prune.BasePruningMethod):
    PRUNING_TYPE = 'unstructured'

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::3] = 0
        return mask


m = nn.Linear(3, 2)
print(type(Third.apply(m, 'weight')).__name__, m.weight_mask)
Third.apply(m, 'weight', importance_scores=torch.ones(2, 3))
print(m.weight_mask)


class Strange(Third):
    PRUNING_TYPE = 'strange'


at('strange', lambda: Strange.apply(m, 'weight'))
p = prune.L1Unstructured(amount=0.5)
print(p.prune(torch.tensor([1.0, -3.0, 2.0, 0.5])), p.prune(torch.ones(4), default_mask=torch.tensor([1.0, 0, 1, 1])), p.prune(torch.ones(4), importance_scores=torch.arange(4.0)))
print(prune.LnStructured(1, 2, 0).prune(torch.arange(6.0).view(3, 2)), prune.RandomStructured(1, 0).compute_mask(torch.ones(2, 2), torch.ones(2, 2)).shape, prune.Identity().prune(torch.ones(2)))
container = prune.PruningContainer()
print(len(container), list(container))
p._tensor_name = 'weight'
container = prune.PruningContainer(p)
print(len(container), container[0] is p, container._tensor_name)
q = prune.L1Unstructured(1)
q._tensor_name = 'bias'
try:
    container.add_pruning_method(q)
except ValueError as error:
    print(str(error)[:80], str(error)[-15:])
at('not a method', lambda: container.add_pruning_method(3))
at('none', lambda: container.add_pruning_method(None))
m = nn.Linear(3, 2)
for amount in (-1, 1.5, 'x', 100, 0, 0.0, 1.0, True, -0.5, 6, 7):
    at(('amount', amount), lambda: prune.l1_unstructured(nn.Linear(3, 2), 'weight', amount).weight_mask.sum())
    at(('random', amount), lambda: prune.random_unstructured(nn.Linear(3, 2), 'weight', amount).weight_mask.sum())
    at(('structured', amount), lambda: prune.ln_structured(nn.Linear(3, 2), 'weight', amount, 2, 0).weight_mask.sum())
at('dim', lambda: prune.ln_structured(nn.Linear(3, 2), 'weight', 1, 2, 5))
at('dim', lambda: prune.random_structured(nn.Linear(3, 2), 'weight', 1, -3))
at('vector', lambda: prune.ln_structured(nn.Linear(3, 2), 'bias', 1, 2, 0))
at('missing', lambda: prune.l1_unstructured(nn.Linear(3, 2), 'foo', 1))
at('missing', lambda: prune.random_unstructured(nn.Linear(3, 2), 'foo', 1))
at('scores', lambda: prune.l1_unstructured(nn.Linear(3, 2), 'weight', 1, importance_scores=torch.ones(2)))
at('scores', lambda: prune.l1_unstructured(nn.Linear(3, 2), 'weight', 1, importance_scores=3))
at('global', lambda: prune.global_unstructured(3, prune.L1Unstructured))
at('global', lambda: prune.global_unstructured([(nn.Linear(1, 1), 'weight')], prune.LnStructured, amount=1, n=1))
at('global', lambda: prune.global_unstructured([(nn.Linear(1, 1), 'weight')], prune.L1Unstructured, importance_scores=3, amount=1))
at('mask', lambda: prune.custom_from_mask(nn.Linear(3, 2), 'weight', torch.ones(2)))
at('base', lambda: prune.BasePruningMethod())
at('no parameter', lambda: prune.remove(nn.Linear(1, 1), 'foo'))
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
torch.manual_seed(0)
for layer in net[::2]:
    nn.init.normal_(layer.weight)
    prune.l1_unstructured(layer, 'weight', 0.5)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.randn(16, 4)
for _ in range(5):
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4), [int((layer.weight == 0).sum()) for layer in net[::2]])
