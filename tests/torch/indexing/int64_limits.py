# Indices and sizes at the edges of 64 bits in calls that combine several of them, and calls without any index.
import torch


def t(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as e:
            print(type(e).__name__, str(e).split('\n')[0])


MOST, LEAST, BIG = 2**63 - 1, -2**63, 2**62
x = torch.arange(6.).reshape(2, 3)

print('several indices')
t(lambda: x[[0, 1], [1, MOST]], lambda: x[[0, 1], [1, LEAST]], lambda: x[[MOST, 1], [1, MOST]], lambda: x[[LEAST, 1], [LEAST, 2]],
  lambda: x.index_put((torch.tensor([0, 1]), torch.tensor([MOST, 1])), torch.tensor(1.)),
  lambda: x.T[[0, 1], [1, MOST]], lambda: x.expand(4, 2, 3)[[0, 1], [1, 0], [2, MOST]])

print('operands of huge stride without elements')
empty = torch.empty(0).as_strided((0,), (BIG,))
t(lambda: empty + 1, lambda: empty <= torch.ones(0), lambda: torch.tensor([6, 4]).outer(empty).shape, lambda: torch.ones(1).expand(BIG, 0).exp().shape,
  lambda: torch.where(empty > 0, empty, 1.), lambda: empty.clone().mul_(2), lambda: torch.ones(1).expand(BIG, 0).sum(0))

print('no index')
for x in (torch.zeros(2, 3), torch.zeros(2, 3).bool(), torch.zeros(0, 3)):
    for accumulate in (False, True):
        try:
            print(torch.index_put(x, [], torch.ones(x.shape).to(x.dtype), accumulate))
        except RuntimeError:
            print('refused')

print('windows and pairs')
x, img = torch.tensor([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]]), torch.arange(32.).reshape(1, 2, 4, 4)
t(lambda: x.unfold(1, 2, MOST).clone(), lambda: torch.unfold_copy(x, 1, size=2, step=MOST), lambda: torch.pdist(torch.empty(0).expand(BIG, 0)),
  lambda: torch.take_along_dim(torch.empty(0).as_strided((0,), (BIG,)), torch.tensor([[0, 1, 1], [1, 0, 0]])),
  lambda: torch.ones(2, 3)[torch.zeros(1).expand(2**31, 2**31), 1:3],
  lambda: torch.nn.functional.unfold(img, 2, stride=MOST).shape,
  lambda: torch.empty(0).expand(BIG, 0).kron(torch.ones(1).expand(3, 4)), lambda: torch.empty(0).expand(BIG, 0).kron(torch.ones(1, 4)).shape)

print('polynomials of a degree that no loop reaches')
for kind in 'tuvw':
    for shifted in ('', 'shifted_'):
        polynomial = getattr(torch.special, shifted + 'chebyshev_polynomial_' + kind)
        print(polynomial(torch.tensor([1., 0.75, 0.375]), 1e308), polynomial(torch.tensor([1., 0.], dtype=torch.float64), 2**40))
