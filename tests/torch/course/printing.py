"""How tensors are shown: options, widths, wrapping, summaries, types, numbers in text."""
import math
import torch

x = torch.tensor([[1.0, 2.5, -3.75], [1e-3, 0.0, 100.0]])
print(x)
print(x * 1000)
print(x / 1000)
print(x.to(torch.float64), x.half(), x.bfloat16(), x.long(), x.bool(), x.to(torch.complex64), sep='\n')
for options in (dict(precision=2), dict(precision=8), dict(sci_mode=True), dict(sci_mode=False), dict(linewidth=40), dict(profile='short'), dict(profile='full'),
                dict(threshold=5, edgeitems=1), dict(profile='default')):
    torch.set_printoptions(**options)
    print(options)
    print(x * 12.3456)
    print(torch.arange(30) * 7)
    print(torch.linspace(0, 1, 12))
    print(torch.arange(24.).view(2, 3, 4))
torch.set_printoptions(profile='default')
print(torch.arange(1001), torch.arange(1000)[-5:])
print(torch.arange(3000.).view(60, 50))
print(torch.zeros(20, 20, 20)[:, :, :3].shape, torch.ones(8, 8, 20))
print(torch.arange(1200).view(2, 30, 20))
torch.set_printoptions(edgeitems=1, threshold=10)
print(torch.arange(27).view(3, 3, 3), torch.eye(4), torch.arange(11), torch.arange(10))
torch.set_printoptions(profile='default')
for t in (torch.tensor(3), torch.tensor(3.0), torch.tensor(-0.0), torch.tensor(math.pi), torch.tensor(1e10), torch.tensor(1e-10), torch.tensor(True), torch.tensor(1 + 2j), torch.tensor(math.inf), torch.tensor(math.nan), torch.tensor([]), torch.tensor([[]]), torch.empty(0, 3), torch.empty(2, 0, dtype=torch.int32), torch.tensor([1e-8, 1.0]),
          torch.tensor([1e8, 1.0]), torch.tensor([123456.0, 0.5]), torch.tensor([1e5, 1e-2]), torch.tensor([99999.0, 1.5]), torch.tensor([1., 1e9]), torch.tensor([0.1, 0.22, 0.333]), torch.tensor([math.nan, 1.5, math.inf]), torch.tensor([math.nan, 2.0]), torch.tensor([-1, 10, -100]), torch.tensor([True, False]),
          torch.tensor([1.5 + 2j, -1e-3j]), torch.tensor([0.5], requires_grad=True), torch.tensor([0.5], requires_grad=True) * 2, torch.nn.Parameter(torch.ones(2, 2)), torch.tensor([255], dtype=torch.uint8), torch.ones(3, dtype=torch.float64, requires_grad=True), torch.tensor([65504.0]).half(), torch.tensor([1 / 3]).bfloat16(),
          torch.tensor([2 ** 62, -1]), torch.arange(0, 1, 0.1), torch.full((3,), 1e20), torch.tensor([1e-40]), torch.tensor([3.4e38]), torch.tensor([1e-300], dtype=torch.float64)):
    print(t)
v = torch.tensor(3.14159)
print(f'{v:.2f} {v:10.3f}| {v:e} {v:g} {v:>8.1f} {v:<8.1f}| {v:+.1f} {v:08.3f} {v:.0%}', '%.3f' % v, '%d' % torch.tensor(7), '%s' % v, '{:.1f}'.format(v), str(v), repr(v), format(v, '.3f'), f'{v}', f'{v!r}', f'{torch.tensor(7):5d}|{torch.tensor(7):b} {torch.tensor(True)} {x.shape} {x.dtype} {x.device}')
print(f'{x[0]}', f'{x.tolist()}', [v], (v, x[0]), {'a': v, 'b': x[1, :2]}, [x[0], x[1]], x.shape, list(x.shape), tuple(x.size()), x.stride(), x.numel(), x.dim(), len(x), x.element_size(), x.nbytes)
print(torch.float32, torch.int64, torch.device('cpu'), torch.device('cuda', 1), torch.strided, torch.contiguous_format, torch.Size([2, 3]), torch.Size(()), torch.finfo(torch.float32).eps, torch.finfo(torch.float64), torch.iinfo(torch.int8), torch.iinfo(torch.int32).max)
print(x.max(1), torch.sort(torch.tensor([3, 1, 2])), torch.topk(x, 2), torch.unique(torch.tensor([1, 2, 1]), return_counts=True), x.aminmax(), torch.linalg.slogdet(torch.eye(2)), torch.mode(torch.tensor([1, 2, 2])), sep='\n')
print(x.T, x[:, ::2], x.expand(2, 2, 3), torch.tensor([[1, 2], [3, 4]]).to(torch.int8), x[0].reshape(1, 1, 3), torch.zeros(1, 1, 1), torch.zeros(2, 1, 3), torch.ones(1, 0), sep='\n')
print(x.type(), x.long().type(), x.half().type(), x.bool().type(), x.dtype.is_floating_point, x.is_floating_point(), torch.get_default_dtype(), torch.is_tensor(x), torch.is_tensor([1]), isinstance(x, torch.FloatTensor), isinstance(x.long(), torch.LongTensor), torch.typename(x), type(x), type(x.shape), type(x.dtype), type(x.device), x.layout)
big = torch.randn(3, 3).fill_(1234567.891)
print(big, big.double(), big.int(), (big * 100).round() / 100, big.round(decimals=-3), torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5])), torch.tensor([2.675, 1.005]).round(decimals=2), torch.trunc(torch.tensor([-1.7, 1.7])))
for wrong in (lambda: torch.set_printoptions(profile='abc'), lambda: f'{x:.2f}', lambda: f'{v:d}', lambda: '%d' % x, lambda: '{:.2f}'.format(x), lambda: round(x[0, 0].item(), 1), lambda: int(x), lambda: float(x[0]), lambda: x.item(), lambda: complex(x), lambda: round(v, 2), lambda: abs(v), lambda: divmod(v, 2), lambda: -v, lambda: v // 1, lambda: math.floor(v), lambda: math.sqrt(v), lambda: math.sqrt(x), lambda: len(v), lambda: iter(v), lambda: v[0], lambda: hex(torch.tensor(255)), lambda: chr(torch.tensor(65)), lambda: 'abc'[torch.tensor(1)], lambda: [1, 2] * torch.tensor(2), lambda: 'a' * torch.tensor(3), lambda: 'a' + v, lambda: v + 'a', lambda: v + None, lambda: v < 'a', lambda: v == 'a', lambda: v is None, lambda: not x, lambda: x or 1, lambda: x and 1, lambda: sum(x), lambda: max(x), lambda: sorted(torch.tensor([3, 1, 2])), lambda: list(reversed(torch.tensor([1, 2]))), lambda: dict(a=x)['a'].shape, lambda: {x: 1}[x], lambda: x[0] in x):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
