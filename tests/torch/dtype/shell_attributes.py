# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: limits, attributes, gradients, values that do not fit.
import warnings

import torch

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]


def t(f):
    try:
        print('   ', repr(f()).replace('\n', ' '))
    except Exception as error:
        print('   ', '%s: %s' % (type(error).__name__, str(error).split('\n')[0]))


for d in TYPES:
    x = torch.arange(1, 7, dtype=torch.float32).reshape(2, 3).to(d)
    y, z = torch.ones(2, 2).to(d), torch.ones(4, requires_grad=True)
    print(d, d.itemsize, d.is_signed, d.is_floating_point, d.is_complex)
    calls = [lambda: torch.set_default_dtype(d), lambda: torch.finfo(d), lambda: torch.iinfo(d), lambda: d.to_complex(), lambda: d.to_real(),
             lambda: torch.tensor([], dtype=d), lambda: x.type(), lambda: x.type(torch.uint8), lambda: torch.zeros(2).type(x.type()), lambda: x.to('cpu', d),
             lambda: x.view(torch.int8).shape, lambda: torch.zeros(2, 8, dtype=torch.uint8).view(d), lambda: torch.testing.assert_close(x, x),
             lambda: torch.testing.assert_close(x, torch.zeros_like(x)), lambda: torch.tensor(x), lambda: torch.tensor([x[0, 0], x[0, 1]]),
             lambda: torch.tensor([x[0, 0].item()]), lambda: torch.tensor([x[0, 0]], dtype=torch.float32), lambda: x.new_tensor([1, 2]), lambda: [v for v in x[0]],
             lambda: 3 in x, lambda: f'{x[0, 0]} {x[0, 0]:.2f}', lambda: str(d), lambda: torch.nn.Linear(2, 2).to(d).weight.dtype, lambda: torch.nn.Linear(2, 2, dtype=d),
             lambda: torch.nn.Parameter(x), lambda: y.requires_grad_(), lambda: y * y, lambda: y.float().sum().backward() or y.grad,
             lambda: (y * y).float().sum().backward() or y.grad, lambda: z.to(d), lambda: z.to(d).float().sum().backward() or z.grad,
             lambda: torch.full((1,), 1e30, dtype=d), lambda: torch.full((2,), 1e30, dtype=d), lambda: torch.full((2,), float('inf'), dtype=d),
             lambda: torch.full((2,), float('nan'), dtype=d), lambda: torch.full((2,), 1j, dtype=d), lambda: torch.full((2,), -1, dtype=d),
             lambda: torch.full((2,), 2**63, dtype=d), lambda: torch.tensor(2**63, dtype=d), lambda: torch.tensor(-1, dtype=d), lambda: torch.tensor(-1.5, dtype=d),
             lambda: torch.tensor(1j, dtype=d), lambda: torch.tensor('a', dtype=d), lambda: torch.tensor(2**64, dtype=d), lambda: torch.tensor(1e10, dtype=d),
             lambda: torch.randint(0, 100, (4,), dtype=d, generator=torch.Generator().manual_seed(3)),
             lambda: torch.zeros(4, dtype=d).random_(10, 20, generator=torch.Generator().manual_seed(3)), lambda: x[:, :1].fill_(1).fill_(7)]
    for call in calls:
        t(call)
for name in ('UInt16Tensor', 'Float8_e5m2Tensor', 'ComplexHalfTensor', 'UInt16Storage'):
    t(lambda: getattr(torch, name))

h = torch.tensor([1., 2.]).half()
for call in (lambda: h * 1j, lambda: h + torch.tensor(1j), lambda: torch.result_type(h, 1j), lambda: torch.complex(h, h), lambda: torch.view_as_real(h.to(torch.complex32)),
             lambda: torch.view_as_complex(h), lambda: h.chalf(), lambda: torch.polar(h, h), lambda: h.half().to(torch.complex32).abs()):
    t(call)
torch.set_default_dtype(torch.float16)
t(lambda: torch.tensor([1j]))
torch.set_default_dtype(torch.float32)
