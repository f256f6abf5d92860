"""What random programs found about indices and shapes."""
import math
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')


def say(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


def at(*numbers):
    return torch.tensor(numbers)


# positions that are not there
for x in (torch.ones(4, 1), torch.ones(1), torch.ones(3, 0), torch.tensor(1.), torch.ones(4, 1)[::2], torch.ones(2, 3, 4)[..., :1]):
    for d in (-1, 0):
        for index in (at(0, 0, 1), at(0, -1), at(9), torch.tensor(5)):
            say(lambda: x.index_select(d, index))
say(lambda: torch.ones(2).take(at(2)))
say(lambda: torch.ones(2).take(at(-3)))
say(lambda: torch.ones(0).take(at(0)))
say(lambda: torch.ones(0).put(at(0), torch.ones(1)))
say(lambda: torch.ones(2).put(at(2), torch.ones(1)))
say(lambda: torch.ones(4, 3, 0)[..., -1, None])
say(lambda: torch.ones(4, 3)[None, 0, 5])
say(lambda: torch.ones(0).index_fill(0, at(0), 1))
say(lambda: torch.ones(3, 0, dtype=torch.int64).index_fill(1, at(0), 1))

# sources that do not fit
zeros = torch.zeros(1, 4, 1, dtype=torch.long)
for name in ('scatter', 'scatter_add'):
    for src in (torch.ones(4, 1), torch.ones(4), torch.ones(1, 4), torch.ones(1, 1, 4, 1), torch.tensor(1.)):
        say(lambda: getattr(torch.ones(1, 4, 1), name)(0, zeros, src))
    say(lambda: getattr(torch.ones(4, 4), name)(0, torch.zeros(0, 5, dtype=torch.long), torch.ones(4, 4, 4)).shape)
for dtype in (torch.bool, torch.complex64):
    for reduce in ('sum', 'prod', 'mean', 'amax', 'amin'):
        say(lambda: torch.ones(2, dtype=dtype).scatter_reduce(0, at(0, 0), torch.ones(2, dtype=dtype), reduce=reduce))
for name, more in (('index_add', ()), ('index_reduce', ('amax',))):
    def call(x, *args):
        return getattr(x, name)(*args, *more)
    say(lambda: call(torch.ones(1, 4, 1), -2, at(0), torch.ones(1, 1)))
    say(lambda: call(torch.ones(1, 4), 1, at(0, 0), torch.ones(1)))
    say(lambda: call(torch.ones(3, 4), 1, at(0, 0), torch.ones(3, 3)))
    say(lambda: call(torch.ones(3, 4), 1, at(0, 0), torch.ones(2, 2)))
    say(lambda: call(torch.ones(3, 4), 1, at(0), torch.tensor(1.)))
    say(lambda: call(torch.tensor(1.), 0, at(0), torch.tensor(1.)))
    say(lambda: call(torch.tensor(1.), 0, at(0), torch.ones(1)))
    say(lambda: call(torch.ones(2), 0, at(0), torch.tensor(4.)))
    say(lambda: call(torch.ones(2), 0, at(0), torch.ones(1, dtype=torch.float64)))
    say(lambda: call(torch.ones(2), 0, at(0.), torch.ones(1)))
    say(lambda: call(torch.ones(2), 0, torch.zeros(1, 1, dtype=torch.long), torch.ones(1)))
    say(lambda: call(torch.ones(2, dtype=torch.bool), 0, at(0), torch.ones(1, dtype=torch.bool)))
x = torch.ones(2, 3)
say(lambda: torch.take_along_dim(x, torch.zeros(2, dtype=torch.long), 0))
say(lambda: torch.take_along_dim(x, torch.zeros(2, 1, dtype=torch.long), 0).shape)
say(lambda: torch.take_along_dim(x, torch.zeros(1, 2, dtype=torch.long), 0))
say(lambda: torch.take_along_dim(torch.tensor(1.), torch.tensor(0), -1))
say(lambda: torch.take_along_dim(x, torch.zeros(2, 3, dtype=torch.int32), 0))

# copies lie row by row, or as what they are copies of
x = torch.ones(2, 3).t()
print(x.index_copy(0, at(0), torch.ones(1, 2)).stride(), x.index_add(0, at(0), torch.ones(1, 2)).stride(), x.scatter(0, zeros[0, :2].reshape(1, 2), 1).stride(),
      x.put(at(0), torch.ones(1)).stride(), x.index_put((at(0),), torch.ones(2)).stride(), x.clone(memory_format=torch.contiguous_format).stride(),
      torch.zeros_like(x, memory_format=torch.contiguous_format).stride())
y = torch.ones(3, 4)[:, ::2]
print(y.select_scatter(torch.ones(2), 0, 0).stride(), y.slice_scatter(y, 0).stride(), y.diagonal_scatter(y.diagonal()).stride())
x = torch.arange(24.).reshape(2, 3, 4).permute(2, 0, 1)
print(x.flip(0).stride(), x.tril().stride(), x.rot90().stride(), x.roll(1, 0).stride())


def graph(call, x=torch.arange(6.).reshape(2, 3)):
    x = x.clone().requires_grad_()
    y = call(x)
    g, = torch.autograd.grad(y.sum(), x)
    print(tuple(y.shape), y.stride(), type(y.grad_fn).__name__, g.stride(), g.tolist())


# names and gradients
for call in (lambda x: torch.diag(x), lambda x: torch.diag(x[0]), lambda x: torch.diag_embed(x), lambda x: torch.diagflat(x), lambda x: torch.block_diag(x, x[0]),
             lambda x: x.rot90(0), lambda x: x.rot90(2), lambda x: torch.select_scatter(x, x[0], 0, 0), lambda x: torch.slice_scatter(x, x, 0),
             lambda x: torch.diagonal_scatter(x, x.diagonal()), lambda x: x.t().reshape(3, 2, 1), lambda x: x.t().flatten(), lambda x: x.expand(2, 2, 3).flatten(1),
             lambda x: x[:, ::2].reshape(1, 2, 2), lambda x: x[:], lambda x: x[...], lambda x: x[:, :3], lambda x: x[:, 0:], lambda x: x[1:][:], lambda x: x[:2, :1],
             lambda x: x.t().mm(torch.ones(2, 2)), lambda x: torch.ones(2, 3).mm(x.t()), lambda x: x.mm(x.t()), lambda x: torch.addmm(x.t(), x.t(), x[:, :2])):
    graph(call)

# windows on memory: elements that stand at several places, and offsets
graph(lambda x: x.expand(2, 2, 3).as_strided((2, 2), (1, 2)))
graph(lambda x: x.t().as_strided((2, 3), (1, 2)))
graph(lambda x: x[1:].as_strided((2, 2), (1, 1)))
graph(lambda x: x[1:].as_strided((2, 2), (1, 1), 0))
graph(lambda x: x.as_strided((3, 2), (1, 1), 1))
graph(lambda x: x.unsqueeze(-1).expand(2, 3, 2).as_strided((2, 2), (3, 0)))

# what has no dimensions, and sizes of nothing
say(lambda: torch.tensor(1.).roll(1, 0))
say(lambda: torch.tensor(1.).roll(1))
say(lambda: torch.ones(0, 2).roll(1, 3))
say(lambda: torch.tensor(1.).unflatten(0, (-1, 1)))
say(lambda: torch.ones(3).unflatten(0, ()))
say(lambda: torch.diag_embed(torch.tensor(1.)))
say(lambda: torch.diag_embed(torch.ones(2), 0, 0, 0))
say(lambda: torch.diag_embed(torch.ones(2), 0, 0, 3))
print(torch.diag_embed(torch.arange(3.), 1, 0, 1), torch.diag_embed(torch.arange(6.).view(2, 3), -1, 0, 2))
say(lambda: torch.ones(0, 3).chunk(2))
say(lambda: torch.ones(2, 3, 0).tile((-2, 2)).shape)
say(lambda: torch.ones(0, 3).repeat(2, -1, 1))
say(lambda: torch.cat([torch.ones(0), torch.ones(0)], -2))
say(lambda: torch.tensor(1).repeat_interleave(-2, dim=-2))
say(lambda: torch.ones(2, 2, 2).t_())
say(lambda: torch.block_diag(torch.ones(2, dtype=torch.float16), torch.tensor(2., dtype=torch.float64)).dtype)
for pad in ((1, -5), (1, -2), (-2, 2)):
    say(lambda: F.pad(torch.ones(2, 1), pad))
graph(lambda x: torch.linalg.vecdot(x[0], x[1]))
