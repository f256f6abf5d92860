# Few elements and the plain cases of functions take ways of their own: these, and what is just beside them.
import torch
x = torch.arange(24.).reshape(4, 3, 2)
i = torch.tensor([3, -4, 3]); j = torch.tensor([[0, 1], [2, -1]]); e = torch.tensor([], dtype=torch.int64)
print(x[i], x[j].shape, x[j][1, 1], x[e].shape, x[torch.tensor(2)], x[i, 0], x[:, i % 3].shape)
z = torch.zeros(0, 3); print(z[e].shape)
for v in (torch.ones(3, 3, 2), torch.ones(3, 2), torch.ones(2), torch.tensor(7.), torch.ones(1, 3, 2), torch.ones(3, 1, 1), torch.ones(1)):
    y = x.clone(); y[i] = v; print(y.sum(), y[3].tolist())
y = x.clone(); y[j] = torch.arange(24.).reshape(2, 2, 3, 2); print(y)
y = x.clone(); y[i] = y[:3].clone(); print(y)
y = x.clone(); y.index_put_((i,), y[0].clone(), accumulate=True); print(y)
y = x.clone().requires_grad_(); w = y * 1; w[i] = torch.ones(3, 2); w.sum().backward(); print(y.grad[:, 0, 0], w.grad_fn.name())

y = torch.ones(4, 3).expand(4, 3); print(y[i].sum())
for bad in (torch.tensor([4]), torch.tensor([-5])):
    try: x[bad]
    except IndexError as err: print(err)
    try: x.clone()[bad] = 0.
    except IndexError as err: print(err)
t = torch.ones(2, 3, dtype=torch.bool); print(t[torch.tensor([1])], torch.tensor([5, 6, 7], dtype=torch.int16)[torch.tensor([2, 0])])
v = torch.arange(5.); v[torch.tensor([0, 4])] = torch.tensor([9., 8.]); print(v); v[torch.tensor([1])] = 3.5; print(v)
try: v[torch.tensor([0, 1])] = torch.ones(3)
except RuntimeError as err: print(err)
for f in (lambda: torch.std_mean(x), lambda: torch.std_mean(x, 1, keepdim=True), lambda: torch.var_mean(x, dim=(0, 1), correction=0), lambda: torch.std_mean(x, False), lambda: torch.std_mean(torch.tensor([1., float('inf')])),
          lambda: torch.diff(x, n=2, dim=0).shape, lambda: x.diff(n=0).shape, lambda: torch.rot90(x, -3, [0, 2]).shape, lambda: x.tensor_split(3)[0].shape, lambda: torch.tensor_split(x, (1, 2))[1].shape,
          lambda: torch.column_stack((v, v)), lambda: torch.tril_indices(2, 3), lambda: torch.triu_indices(3, 2, offset=-1, dtype=torch.int32), lambda: torch.take(x, torch.tensor([[0, -1], [5, 5]])), lambda: torch.take(x, torch.tensor(24)),
          lambda: torch.aminmax(torch.tensor([1., float('nan'), 3.])), lambda: torch.aminmax(x), lambda: torch.outer(v, v[:2]), lambda: torch.kron(x[0], x[1]), lambda: x.cumsum(1)[0], lambda: x.cumprod(0)[1], lambda: torch.trace(x[0]), lambda: torch.linalg.norm(x),
          lambda: torch.searchsorted(torch.tensor([1., 2., 2., float('nan')]), torch.tensor([2., float('nan'), 0.]), right=True), lambda: torch.bucketize(torch.tensor([2., 5.]), torch.tensor([1., 2.])), lambda: torch.nn.functional.one_hot(torch.tensor([[0, 2]])),
          lambda: torch.nn.functional.binary_cross_entropy(torch.tensor([0., 1., .5]), torch.tensor([1., 0., .5]), reduction='none'), lambda: torch.nn.functional.avg_pool2d(x, 2, None), lambda: torch.nn.functional.avg_pool2d(x[None], (2, 1), stride=1, padding=(1, 0)),
          lambda: x.topk(1), lambda: x.max(1), lambda: x.nonzero(as_tuple=True)[0].shape, lambda: torch.nonzero(x).shape, lambda: torch.nn.functional.cosine_similarity(x, x + 1, dim=-1), lambda: x.sort().values.shape):
    try: print(f())
    except Exception as err: print(type(err).__name__, err)
i = torch.arange(12).reshape(3, 2, 2).transpose(0, 2).abs() % 2
print(i.stride(), torch.ones(5).take(i).stride(), torch.ones(5)[i].stride())
