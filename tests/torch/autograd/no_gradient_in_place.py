# Functions whose in-place forms PyTorch cannot differentiate, and those that it can.
import torch

for name in 'acosh asinh atanh arccosh arcsinh arctanh acos asin atan cosh sinh tanh erfinv logit sinc exp2 log1p rsqrt'.split():
    x = torch.full((2,), .5, requires_grad=True)
    y = x + 1 if 'acosh' in name or 'arccosh' in name else x * 1
    z = getattr(y, name + '_')()
    try:
        z.sum().backward()
        print(name, z.grad_fn.name(), [round(g, 4) for g in x.grad.tolist()])
    except NotImplementedError as e:
        print(name, z.grad_fn.name(), e)
    x.grad = None
    getattr(torch, name)(x + 1 if 'cosh' in name and name[0] == 'a' else x).sum().backward()
    print([round(g, 4) for g in x.grad.tolist()])
x = torch.zeros(3).copy_(torch.ones(3, requires_grad=True))
print(x.grad_fn.name())
