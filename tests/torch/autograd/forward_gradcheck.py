# gradcheck and gradgradcheck with forward mode, batched gradients and types; linearize, jacfwd, hessian beside it.
import torch
from torch.autograd import gradcheck, gradgradcheck


def shown(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, error)


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return g * 2 * ctx.saved_tensors[0]

    @staticmethod
    def jvp(ctx, g):
        return g * 3 * ctx.saved_tensors[0]


class Constant(torch.autograd.Function):
    forward = staticmethod(lambda ctx, x: torch.ones_like(x))
    backward = staticmethod(lambda ctx, g: g * 0)
    jvp = staticmethod(lambda ctx, g: g)


x = torch.tensor([1., 2.], dtype=torch.double, requires_grad=True)
y = torch.tensor([3., 2.], dtype=torch.double, requires_grad=True)
z = torch.tensor([1 + 2j], dtype=torch.complex128, requires_grad=True)
f = lambda x: x.sin() * x
shown('both', lambda: gradcheck(f, (x,), check_forward_ad=True))
shown('forward only', lambda: gradcheck(lambda x, y: (x * y, x + y), (x, y), check_forward_ad=True, check_backward_ad=False))
shown('wrong', lambda: gradcheck(Wrong.apply, (x,), check_forward_ad=True))
shown('wrong, quiet', lambda: gradcheck(Wrong.apply, (x,), check_forward_ad=True, raise_exception=False))
shown('backward is right', lambda: gradcheck(Wrong.apply, (x,)))
shown('constant', lambda: gradcheck(Constant.apply, (x,), check_forward_ad=True))
shown('no gradient', lambda: gradcheck(lambda x: x.detach() * 2, (x,), check_forward_ad=True))
shown('not there', lambda: gradcheck(lambda x: torch.cdist(x[None], x[None] + 1), (x,), check_forward_ad=True))
shown('batched', lambda: gradcheck(f, (x,), check_forward_ad=True, check_batched_forward_grad=True, check_batched_grad=True))
shown('types', lambda: gradcheck(f, (x,), check_grad_dtypes=True))
shown('complex', lambda: gradcheck(f, (z,), check_forward_ad=True))
shown('twice', lambda: gradgradcheck(f, (x,), check_fwd_over_rev=True))
shown('twice, forward only', lambda: gradgradcheck(f, (x,), check_fwd_over_rev=True, check_rev_over_rev=False))
shown('twice, forward only', lambda: gradgradcheck(f, (x,), check_fwd_over_rev=True, check_rev_over_rev=False, check_undefined_grad=False))
value, product = torch.func.linearize(f, x.detach())
print(value, product(torch.ones(2, dtype=torch.double)))
print(torch.func.jacfwd(f)(x.detach()), torch.func.hessian(lambda x: (f(x) * x).sum())(x.detach()))

# what is saved of a tensor that changes in place has its history
v = torch.tensor(3., requires_grad=True)
w = v * 1
w.pow_(3)
g, = torch.autograd.grad(w, v, create_graph=True)
print(g, torch.autograd.grad(g, v))
