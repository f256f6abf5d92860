# What backward finds is not what was saved: hooks unpack something else, .data was replaced, indices were changed. Each
# ends with a result or an error, never elsewhere in memory.
import torch
import torch.nn.functional as F

saved = torch.autograd.graph.saved_tensors_hooks
steps = {
    'mul': lambda x: x * x, 'exp': lambda x: x.exp(), 'relu': lambda x: x.relu(), 'softmax': lambda x: x.softmax(0),
    'mv': lambda x: torch.ones(3, 3) @ x, 'prod': lambda x: x.prod(), 'cumsum': lambda x: x.cumsum(0) * x,
    'var': lambda x: x.var(), 'norm': lambda x: x.norm(), 'gelu': lambda x: F.gelu(x), 'silu': lambda x: F.silu(x),
    'outer': lambda x: torch.outer(x, x), 'max': lambda x: x.max(), 'sort': lambda x: x.sort()[0],
    'layer_norm': lambda x: F.layer_norm(x, (3,)), 'conv': lambda x: F.conv1d(x.view(1, 1, 3), x.view(1, 1, 3)),
    'pool': lambda x: F.max_pool1d(x.view(1, 1, 3), 2), 'where': lambda x: torch.where(x > 1, x, x * x),
    'index': lambda x: x[torch.tensor([0, 2])], 'embedding': lambda x: F.embedding(torch.tensor([0, 2]), x.view(3, 1)),
    'nll': lambda x: F.nll_loss(x.view(1, 3), torch.tensor([2])), 'std': lambda x: x.std(),
    'logsumexp': lambda x: x.logsumexp(0), 'pow': lambda x: x ** x, 'div': lambda x: x / (x + 1),
    'linear': lambda x: F.linear(x.view(1, 3), x.view(1, 3)), 'batch_norm': lambda x: F.batch_norm(x.view(3, 1), None, None, training=True),
    'dropout': lambda x: F.dropout(x, 0.5), 'cdist': lambda x: torch.cdist(x.view(3, 1), x.view(3, 1)),
    'svd': lambda x: torch.linalg.svdvals(torch.diag(x)), 'inverse': lambda x: torch.inverse(torch.diag(x + 1)),
}
others = {'of an int': 5, 'of None': None, 'longer': torch.ones(4), 'empty': torch.ones(0), 'a matrix': torch.ones(2, 3),
          'of doubles': torch.ones(3, dtype=torch.double), 'of integers': torch.full((3,), 2**62),
          'of bools': torch.ones(3, dtype=torch.bool), 'large': torch.ones(1000, 1000), 'of complex': torch.ones(3) * 1j}


def unpacked(step, other):
    x = torch.arange(3.).requires_grad_()
    with saved(lambda tensor: tensor, lambda tensor: other):
        y = step(x)
    try:
        y.sum().backward()
    except Exception:
        return
    assert x.grad is None or x.grad.shape == (3,)


def replaced(step, other):
    x = torch.arange(3.).requires_grad_()
    w = x * 1
    y = step(w)
    try:
        w.data = other
        y.sum().backward()
    except Exception:
        return
    assert x.grad is None or x.grad.shape == (3,)


# PyTorch reads and writes foreign memory in some of these: there they are left out
for name, step in steps.items() if torch.__version__.endswith('tensor') else ():
    for other in others.values():
        unpacked(step, other)
        if isinstance(other, torch.Tensor):
            replaced(step, other)


def unpack(other, step):
    x = torch.arange(3.).requires_grad_()
    with saved(lambda tensor: tensor, lambda tensor: other):
        y = step(x).sum()
    y.backward()
    return x.grad


for name, other in (('int', 5), ('None', None), ('longer', torch.ones(4)), ('one', torch.ones(1)),
                    ('a number', torch.tensor(2.)), ('halves', torch.ones(3).half()), ('empty', torch.ones(0))):
    for step in ('mul', 'exp'):
        try:
            print(name, step, unpack(other, steps[step]))
        except Exception as error:
            print(name, step, type(error).__name__, error)


def data_of_a_leaf():
    x = torch.arange(3.).requires_grad_()
    y = (x * 2).sum()
    x.data = torch.ones(5)
    y.backward()
    return x.grad


def data_of_an_operand():
    x, w = torch.arange(3.).requires_grad_(), torch.ones(3)
    y = (x * w).sum()
    w.data = torch.ones(5)
    y.backward()


for case in (data_of_a_leaf, data_of_an_operand):
    try:
        print(case.__name__, case())
    except RuntimeError as error:
        print(case.__name__, error)

picks = {
    'index': lambda x, i: x[i], 'gather': lambda x, i: x.gather(0, i), 'index_select': lambda x, i: x.index_select(0, i),
    'nll_loss': lambda x, i: F.nll_loss(x.view(1, 3).expand(2, 3), i), 'scatter': lambda x, i: x.scatter(0, i, x[:2]),
    'index_add': lambda x, i: x.index_add(0, i, x[:2]), 'scatter_add': lambda x, i: x.scatter_add(0, i, x[:2]),
    'index_copy': lambda x, i: x.index_copy(0, i, x[:2]), 'index_put': lambda x, i: x.index_put((i,), x[:2]),
}
for name, pick in picks.items():
    for wrong in (10**9, -10**9, 3, -2**63):
        x, i = torch.arange(3.).requires_grad_(), torch.tensor([0, 2])
        y = pick(x, i).sum()
        i.data[1] = wrong
        try:
            y.backward()
            print(name, wrong, x.grad)
        except Exception as error:
            print(name, wrong, type(error).__name__, error)

# a node called by hand
x = torch.arange(3.).requires_grad_()
for node in () if not torch.__version__.endswith('tensor') else ((x * x).grad_fn, x.exp().grad_fn, x.softmax(0).grad_fn, x.sum().grad_fn, x.view(3, 1).grad_fn):
    for given in (torch.ones(7), torch.ones(0), torch.ones(3, 3), torch.ones(3).int()):
        try:
            node(given)
        except Exception:
            pass
print(x.exp().grad_fn(torch.ones(3)))
