# Tensors from data, factories, conversions and their errors.
import torch


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


t = torch.tensor
nan = float('nan')
for data in [1, 1.5, True, [1, 2], [1, 2.5], [True, 1], [True, 2.5], [], [[], []], [[]], (1, 2.5), range(3), [[1, 2], [3, 4]],
             [t(1), t(2.5)], [[1.5], [2]], [(1, 2), [3, 4]], [[[1]]], 2 ** 40]:
    tr(lambda: t(data))
for data in [[[1, 2], [3]], [[1, 2], 3], [1, [2]], [1, None], None, 'abc', ['abc', 'd'], {}, {1, 2}, [2 ** 63], 2 ** 63]:
    tr(lambda: t(data))
tr(lambda: t([1, 2], dtype=torch.bool))
tr(lambda: t([1.7, -1.7], dtype=torch.int64))
tr(lambda: t([1, 2], dtype=float))
tr(lambda: t([1.9], dtype=int))
tr(lambda: t([0, 2], dtype=bool))
tr(lambda: t([nan], dtype=torch.int64))
tr(lambda: t([-1], dtype=torch.uint8))
tr(lambda: t([300], dtype=torch.uint8))
tr(lambda: t([300], dtype=torch.int8))
tr(lambda: t([1e300]))
tr(lambda: t(1, dtype=torch.float16))
tr(lambda: t([1, 2], requires_grad=True))
tr(lambda: t([1., 2], requires_grad=True))
tr(lambda: t())
tr(lambda: t(1, 2))
tr(lambda: t([1], dtype='a'))
tr(lambda: t([1], foo=1))
tr(lambda: torch.FloatTensor([1, 2]))
tr(lambda: torch.FloatTensor(2, 3).shape)
tr(lambda: torch.LongTensor([1, 2]))
tr(lambda: torch.FloatTensor(1.5))
tr(lambda: torch.FloatTensor())
tr(lambda: torch.FloatTensor)
tr(lambda: torch.Tensor)
tr(lambda: torch.Tensor([1]))
tr(lambda: torch.Tensor(1.5))
tr(lambda: torch.FloatTensor.dtype)
x = torch.arange(6.).reshape(2, 3)
print(isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor), isinstance(x, torch.Tensor), torch.is_tensor(x), torch.is_tensor(1))
print(torch.as_tensor(x) is x, torch.as_tensor([1, 2]), x.tolist(), t(5).tolist(), t([True]).tolist())
for f in [lambda: torch.zeros(2), lambda: torch.zeros(2, 3), lambda: torch.zeros((2, 3)), lambda: torch.zeros([2]), lambda: torch.zeros(()),
          lambda: torch.zeros(2, dtype=torch.int64), lambda: torch.ones(size=(2, 2)), lambda: torch.ones(2, requires_grad=True),
          lambda: torch.full((2,), 1), lambda: torch.full((2,), 1.5), lambda: torch.full((2,), True), lambda: torch.full((2,), 1, dtype=torch.float32),
          lambda: torch.eye(2), lambda: torch.eye(2, 3), lambda: torch.arange(5), lambda: torch.arange(1, 5), lambda: torch.arange(1, 2, 0.25),
          lambda: torch.arange(5.), lambda: torch.arange(5, 0, -2), lambda: torch.arange(3, dtype=torch.float32), lambda: torch.linspace(0, 1, 5),
          lambda: torch.linspace(0, 10, steps=3), lambda: torch.zeros_like(x), lambda: torch.ones_like(x, dtype=torch.int32),
          lambda: torch.full_like(x, 7), lambda: x.new_zeros(2), lambda: x.new_ones((1, 2)), lambda: x.new_tensor([1, 2]), lambda: x.new_full((2,), 3),
          lambda: torch.empty(0), lambda: torch.zeros(-1), lambda: torch.zeros('a'), lambda: torch.zeros(2, dtype='f'), lambda: torch.zeros(2, foo=1),
          lambda: torch.arange(1, 5, 0), lambda: torch.arange(5, 1), lambda: torch.ones(2, 3, requires_grad=1), lambda: torch.full((2,)),
          lambda: torch.full((2,), 'a'), lambda: torch.randn('a'), lambda: torch.arange('a'), lambda: torch.zeros(torch.Size([2])),
          lambda: torch.zeros(x.shape), lambda: torch.zeros(2, device='cpu'), lambda: torch.zeros(2, device=torch.device('cpu'))]:
    tr(f)
for f in [lambda: x.to(torch.float64), lambda: x.to('cpu') is x, lambda: x.to(torch.float32) is x, lambda: x.double(), lambda: x.int(), lambda: x.bool(),
          lambda: x.half(), lambda: x.long(), lambda: x.to(torch.int32), lambda: x.to(dtype=torch.uint8), lambda: x.to(t([1])), lambda: x.to('cpu', torch.int64),
          lambda: x.type(), lambda: x.type(torch.int32), lambda: x.type('torch.DoubleTensor'), lambda: x.type_as(t([1])), lambda: x.to('float32'),
          lambda: x.to(dtype=3), lambda: x.to(foo=3), lambda: x.cpu() is x, lambda: x.float() is x, lambda: x.contiguous() is x, lambda: x.to(x, copy=True) is x,
          lambda: x.item(), lambda: t([3]).item(), lambda: int(t(2.7)), lambda: int(x), lambda: float(x), lambda: bool(x), lambda: bool(t([])), lambda: float(t([1.5])),
          lambda: [1, 2, 3][t(1)], lambda: list(range(t(3))), lambda: len(t(1)), lambda: list(t(1)), lambda: t(float('nan')).__int__(),
          lambda: hash(x) == hash(x), lambda: max(t([3, 1])), lambda: sum(t([3, 1])), lambda: sorted(t([3, 1])), lambda: abs(t([-1])),
          lambda: f'{t([1.]):.2f}', lambda: '%d' % t(3), lambda: '%.2f' % t(3), lambda: 'a' in x, lambda: x == 'a', lambda: x == None, lambda: x != None,
          lambda: round(t(2.5)), lambda: divmod(t(1), 2)]:
    tr(f)
