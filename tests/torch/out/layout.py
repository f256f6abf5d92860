"""out=, what is asked of it and how it lies then; sums of Bessel functions, half types, gradients of real parts."""
import math

import torch
from torch.nn import functional as F


def show(what, call):
    try:
        y = call()
        print(what, y.dtype, y.stride(), type(y.grad_fn).__name__, y.tolist() if y.numel() < 8 else '')
    except Exception as error:
        print(what, '!', type(error).__name__, str(error)[:150])


g, o, one = torch.ones(3, requires_grad=True), torch.ones(2, 3).t(), torch.ones(3)
calls = {'clip': (1,), 'softmax': (0,), 'log_softmax': (0,)}
calls.update(dict.fromkeys('multiply subtract true_divide divide eq lt greater less logical_and'.split(), (one,)))
for name in 'square negative absolute fix arccos clip multiply subtract true_divide divide eq lt logical_and logical_not isposinf isneginf signbit sigmoid greater less abs sgn'.split():
    f, rest = getattr(torch, name), calls.get(name, ())
    for dtype in (torch.float32, torch.bool, torch.int64):
        show(f'{name} {dtype}', lambda: f(g, *rest, out=torch.empty(0, dtype=dtype)))
        show(f'{name} {dtype}', lambda: f(one, *rest, out=torch.empty(0, dtype=dtype)))
        show(f'{name} {dtype}', lambda: f(o, *((o,) if rest == (one,) else rest), out=torch.empty(0, dtype=dtype)))
show('softmax', lambda: torch.softmax(o, 0, out=torch.empty(0)))
for r in (torch.empty(0), torch.empty(3, 2)):
    print(torch.exp(o, out=r).stride())
for d in (0, -1, 1, -2):
    show(f'size {d}', lambda: torch.tensor(torch.tensor(1.).size(d)))
    show(f'stride {d}', lambda: torch.tensor(torch.tensor(1.).stride(d)))
show('abs_', lambda: torch.ones(2, dtype=torch.complex64).abs_())
show('pad', lambda: F.pad(torch.ones(2, 1), (1, -2)))

print('--- special functions')
x = torch.tensor([1., 30., 1000., 1e6])
for name in 'scaled_modified_bessel_k0 scaled_modified_bessel_k1 modified_bessel_k0'.split():
    print(name, getattr(torch.special, name)(x))
print(torch.polygamma(1, torch.tensor([0.3, -0.5, -1., -7., 2.])), torch.polygamma(1, torch.tensor([-1., -0.5], dtype=torch.float64)))
show('polygamma', lambda: torch.polygamma(1, torch.ones(1, dtype=torch.complex64)))
print(torch.special.airy_ai(torch.tensor([math.inf, -math.inf, 1.])))
print(F.elu(torch.tensor([-1., 0., 1.]), math.inf), F.celu(torch.tensor([-1., 0., 1.]), math.inf))
c = torch.tensor([1 + 2j, -3 + 0.5j, 10 - 1j])
print(torch.logaddexp(c, c.flip(0)), c ** -2, c ** 0, torch.zeros(1, dtype=torch.complex64) ** torch.zeros(1, dtype=torch.complex64))
print(torch.pow(1, o).stride(), torch.complex(o, o).stride(), torch.polar(o, o).stride())

print(torch.nan_to_num(torch.tensor([math.inf, -math.inf, math.nan], dtype=torch.bfloat16)).tolist())

print('--- gradients')
w = torch.ones(4, 2, requires_grad=True)
for y in (w * 2j, w.type(torch.complex64)):
    d, = torch.autograd.grad(torch.view_as_real(y).sum(), w)
    print(d.stride(), d[0])
for dtype in (torch.float16, torch.bfloat16):
    h = torch.tensor([[1.5, -0.25, 0.75, -2.]], dtype=dtype, requires_grad=True)
    for f in (F.gelu, lambda x: F.gelu(x, approximate='tanh'), F.mish, F.selu, F.silu, F.hardswish, F.softplus, lambda x: F.layer_norm(x, (4,)) * x,
              lambda x: F.rms_norm(x, (4,)) * x, lambda x: F.group_norm(x, 2) * x):
        y = f(h)
        print(type(y.grad_fn).__name__, y.tolist(), [round(v, 1) for v in torch.autograd.grad(y.sum(), h)[0].flatten().tolist()])
low, high = torch.tensor([[0.], [1.]]), torch.tensor(0.5, requires_grad=True)
show('clamp', lambda: torch.autograd.grad(torch.ones(1).clamp(low, high).sum(), high)[0])
a, b = torch.tensor([1., 2.], requires_grad=True), torch.tensor([1, 2])
show('addcdiv', lambda: torch.autograd.grad(torch.addcdiv(a, a, b).sum(), a)[0])
nan = torch.tensor([math.nan, 1.], requires_grad=True)
for loss in (F.smooth_l1_loss, F.huber_loss, F.mse_loss):
    print(torch.autograd.grad(loss(nan, torch.zeros(2)), nan)[0])
