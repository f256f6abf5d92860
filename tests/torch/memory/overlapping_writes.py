"""Writing to elements that share their memory, and reading what is written."""
import torch
import torch.nn.functional as F


def attempt(name, function):
    try:
        print(name, str(function()).split('\n')[0])
    except Exception as error:
        print(name, type(error).__name__, str(error)[:110])


wide = lambda: torch.ones(3, 1).expand(3, 4)
E = torch.ones(3, 4)
i = torch.tensor([0])
calls = {'abs_': (), 'add_': (1,), 'addmm_': (torch.ones(3, 2), torch.ones(2, 4)), 'addcmul_': (E, E), 'bernoulli_': (), 'clamp_': (0, 1), 'copy_': (E,),
         'cumsum_': (0,), 'erf_': (), 'exponential_': (), 'eq_': (1,), 'fill_': (2,), 'fill_diagonal_': (5,), 'index_add_': (0, i, torch.ones(1, 4)),
         'index_fill_': (0, i, 1.), 'index_put_': ((i,), torch.tensor(1.)), 'lerp_': (E, 0.5), 'logical_not_': (), 'masked_fill_': (E > 0, 2.), 'mul_': (2,),
         'normal_': (), 'pow_': (2,), 'put_': (i, torch.ones(1)), 'relu_': (), 'renorm_': (2, 0, 1.), 'scatter_': (0, i[None], 1.),
         'scatter_add_': (0, i[None], torch.ones(1, 1)), 'sub_': (E,), 'tril_': (), 'uniform_': (), 'zero_': (), 'nan_to_num_': (), 't_': (), 'unsqueeze_': (0,),
         'neg_': (), 'detach_': (), 'hypot_': (E,), 'addbmm_': (torch.ones(1, 3, 2), torch.ones(1, 2, 4)), 'xlogy_': (E,)}
for name, given in calls.items():
    attempt(name, lambda: getattr(wide(), name)(*given))
for name in ('relu', 'leaky_relu', 'elu', 'silu', 'hardtanh', 'dropout'):
    attempt(name, lambda: getattr(F, name)(wide(), inplace=True))
attempt('row', lambda: wide().__setitem__(0, E[0]))
attempt('element', lambda: wide().__setitem__((0, 0), 5.))
attempt('mask', lambda: wide().__setitem__(E > 0, 5.))
attempt('rows', lambda: wide().__setitem__([0, 1], 5.))
for out in (wide(), torch.ones(1, 4).expand(3, 4)):
    attempt('out', lambda: torch.add(E, 1, out=out))
    attempt('out', lambda: torch.exp(E, out=out))
a = torch.arange(6.)
attempt('out in operand', lambda: torch.add(a[1:], 1, out=a[:-1]))
attempt('out is operand', lambda: torch.add(a[1:], 1, out=a[1:]))
attempt('exp', lambda: torch.exp(a[1:], out=a[:-1]))
attempt('mul_', lambda: a[1:].mul_(a[:-1]))
attempt('mul_ inside', lambda: a[1:4].mul_(a[2:5]))
attempt('mul_ beside', lambda: a[:3].mul_(a[3:]))
attempt('mul_ between', lambda: a[::2].mul_(a[1::2]))
attempt('copy_ between', lambda: a[::2].copy_(a[1::2]))
attempt('mul_ transposed', lambda: a[:4].view(2, 2).mul_(a[:4].view(2, 2).T))
attempt('copy_ transposed', lambda: a[:4].view(2, 2).copy_(a[:4].view(2, 2).T))
attempt('copy_ along', lambda: a[1:].copy_(a[:-1]))
attempt('assign', lambda: a.__setitem__(slice(1, None), a[:-1]))
attempt('row of itself', lambda: a.view(2, 3).add_(a[:3]))
attempt('element of itself', lambda: a.view(2, 3).add_(a[0]))
attempt('rows', lambda: a.view(2, 3)[0].copy_(a.view(2, 3)[1]))
attempt('lerp_', lambda: a[1:].lerp_(a[:-1], 0.5))
attempt('addcmul_', lambda: a[1:].addcmul_(a[:-1], a[:-1]))


def added():
    b = torch.arange(6.)
    b[1:] += b[:-1]


attempt('+=', added)


def edges(t):
    return [type(node).__name__ for node, _ in t.grad_fn.next_functions]


x = torch.tensor([1., 2.], requires_grad=True)
n = torch.tensor([0, 1])
y = x * 1
for t in (y[n], y[None][n[:1], n[:1]], y[x > 1], y.gather(0, n), torch.where(x > 1, x, x), y.index_select(0, n), y.masked_fill(x > 1, 0),
          F.embedding(n, y[:, None]), F.nll_loss(y[None], n[:1]), x * torch.ones(2), x * 2, torch.cat([x, torch.ones(2)]), y.scatter(0, n, x),
          y.index_add(0, n, x), F.batch_norm(torch.ones(2, 2) * x, torch.zeros(2), torch.ones(2)), F.layer_norm(torch.ones(2, 2) * x, (2,)),
          F.mse_loss(x, torch.ones(2)), F.binary_cross_entropy(x.sigmoid(), torch.ones(2)), torch.lerp(x, y, 0.5)):
    print(t.grad_fn.name(), edges(t))
