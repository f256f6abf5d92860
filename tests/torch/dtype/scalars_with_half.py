# Numbers, and tensors without dimensions, beside halves: PyTorch makes them halves before it computes, but for a second factor, a
# divisor, and what scales a term.
import torch
from torch.nn import functional as F



def tried(call):
    try:
        return call().tolist()
    except (RuntimeError, TypeError) as error:
        return str(error)[:80]


OPS = {name: getattr(torch, name) for name in '''mul add sub div fmod remainder pow atan2 hypot maximum fmin lt eq copysign nextafter
    logaddexp floor_divide ldexp'''.split()}
OPS['trunc'] = lambda a, b: torch.div(a, b, rounding_mode='trunc')
OPS['floor'] = lambda a, b: torch.div(a, b, rounding_mode='floor')
OPS['lerp'] = lambda a, b: torch.lerp(a, a * 2, b)
OPS['addcmul'] = lambda a, b: torch.addcmul(a, a, b)
OPS['addcmul first'] = lambda a, b: torch.addcmul(b, a, a, value=1.0007)
OPS['addcdiv'] = lambda a, b: torch.addcdiv(a, a, b)
for dtype in torch.float16, torch.bfloat16:
    x = torch.tensor([1.0, 0.0, 0.3, 0.9, 2.2, 1.0007, 60000.0], dtype=dtype)
    for name, op in OPS.items():
        for number in 1.0007, 70001.5, 0.30007:
            for y in torch.tensor(number), torch.tensor(number, dtype=torch.float64):
                print(dtype, name, tried(lambda: op(x, y)), tried(lambda: op(y, x)))
            if name not in ('lerp', 'addcmul', 'addcmul first', 'addcdiv', 'atan2', 'hypot', 'maximum', 'fmin', 'nextafter', 'logaddexp', 'ldexp'):
                print(dtype, name, number, tried(lambda: op(x, number)))
    for number in 2049, -70001:
        print((x + torch.tensor(number)).tolist(), (x * torch.tensor(number)).tolist(), (torch.tensor(number) - x).tolist())
    y = x.clone()
    print(y.add_(torch.tensor(1.0007)).sub_(0.30007).mul_(1.0007).tolist(), F.hardshrink(x, 1.0007).tolist(), F.hardshrink(x, 0.30007).tolist())
    leaf = x.clone().requires_grad_()
    print(torch.autograd.grad(torch.maximum(leaf, torch.tensor(1.0007)).sum(), leaf)[0].tolist())

print('--- log_softmax keeps the sum and its logarithm in halves, the gradient of glu is rounded once')
for dtype in torch.float16, torch.bfloat16:
    for shape in (5, 4), (3, 7), (2, 40), (2, 300), (2, 3, 20):
        torch.manual_seed(1)
        x = (torch.randn(shape) * 2).to(dtype).requires_grad_()
        g = torch.randn(shape).to(dtype)
        y = F.log_softmax(x, -1)
        print(dtype, shape, y.double().sum().item(), torch.autograd.grad(y, x, g)[0].double().abs().sum().item())
        print(F.log_softmax(x.detach()[:, ::2], -1).double().sum().item(), F.log_softmax(x, 0).double().abs().sum().item())
    x = torch.tensor([[1.0, float('inf')], [float('-inf'), float('-inf')], [float('nan'), 2.0], [3.0, float('-inf')]], dtype=dtype)
    print(F.log_softmax(x, -1), F.log_softmax(torch.tensor(2.0, dtype=dtype), 0))
    torch.manual_seed(2)
    x, g = (torch.randn(6, 8) * 2).to(dtype).requires_grad_(), torch.randn(6, 4).to(dtype)
    print(torch.autograd.grad(F.glu(x), x, g)[0])
