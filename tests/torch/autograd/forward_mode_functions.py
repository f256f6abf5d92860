# Forward mode of torch.autograd.Function: what jvp gets, what it may give, how it goes with save_for_forward and in-place forwards.
import torch
import torch.autograd.forward_ad as fwAD

x, t = torch.tensor([1., 2., 3.]), torch.tensor([1., 1., 2.])


def attempt(name, call):
    try:
        with fwAD.dual_level():
            found = call(fwAD.make_dual(x.clone(), t.clone()))
            print(name, [None if not isinstance(out, torch.Tensor) else fwAD.unpack_dual(out)
                         for out in (found if isinstance(found, tuple) else (found,))])
    except Exception as error:
        print(name, type(error).__name__, error)


def function(forward, jvp=None, backward=None, setup_context=None):
    methods = dict(forward=forward, jvp=jvp, backward=backward, setup_context=setup_context)
    return type('Made', (torch.autograd.Function,), {name: staticmethod(f) for name, f in methods.items() if f}).apply


def dirty(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    return x


def constant(ctx, x):
    ctx.mark_non_differentiable(result := x * 2)
    return result, x * 3


def lazy(ctx, x, y):
    ctx.set_materialize_grads(False)
    return x * y


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, k):
        ctx.save_for_forward(x, y)
        ctx.save_for_backward(x, y)
        ctx.k = k
        return x * y * k, x + 1

    @staticmethod
    def jvp(ctx, dx, dy, dk):
        x, y = ctx.saved_tensors
        print(dx, dy, dk, x, y)
        return (dx * y + x * dy) * ctx.k, dx

    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y * ctx.k + h, g * x * ctx.k, None


double = lambda ctx, x: x * 2
attempt('missing', function(double))
attempt('plain', function(double, lambda ctx, g: g * 2))
attempt('size', function(double, lambda ctx, g: g[:2]))
attempt('two for one', function(double, lambda ctx, g: (g, g)))
attempt('one for two', function(lambda ctx, x: (x * 2, x), lambda ctx, g: g))
attempt('number', function(double, lambda ctx, g: 3))
attempt('type', function(double, lambda ctx, g: g.double()))
attempt('number as argument', lambda d: function(lambda ctx, x, k: x * k, lambda ctx, *g: (print(g), g[0])[1])(d, 3))
attempt('setup_context', function(lambda x: x * 2, lambda ctx, g: g * ctx.k, None, lambda ctx, inputs, output: setattr(ctx, 'k', 2)))
attempt('in place', lambda d: function(dirty, lambda ctx, g: g.mul_(2))(d.clone()))
attempt('in place, jvp not', lambda d: function(dirty, lambda ctx, g: g * 2)(d.clone()))
attempt('view', function(lambda ctx, x: x[1:], lambda ctx, g: g[1:]))
attempt('view, jvp not', function(lambda ctx, x: x.view_as(x), lambda ctx, g: g * 1))
attempt('as it is', function(lambda ctx, x: x, lambda ctx, g: g.view_as(g)))
attempt('as it is, jvp not', function(lambda ctx, x: x, lambda ctx, g: g * 1))
attempt('not differentiable', function(constant, lambda ctx, g: (None, g)))
attempt('not differentiable, jvp is', function(constant, lambda ctx, g: (g, g)))
attempt('inside', function(lambda ctx, x: (print(fwAD.unpack_dual(x)), x * 2)[1],
                           lambda ctx, g: (print(fwAD.unpack_dual(g), torch.is_grad_enabled()), g * 2)[1]))
attempt('not materialized', lambda d: function(lazy, lambda ctx, a, b: (print(a, b), a)[1])(d, torch.ones(3)))
attempt('in a list', lambda d: function(lambda ctx, l: l[0] * 2, lambda ctx, *g: None)([d]))
attempt('integers', function(lambda ctx, x: (x.long(), x * 2), lambda ctx, g: (None, g)))
attempt('no dual', lambda d: function(double)(torch.ones(2)))
attempt('recorded', lambda d: function(double, lambda ctx, g: g * 2, lambda ctx, g: g * 2)(fwAD.make_dual(torch.ones(3, requires_grad=True), t)))
attempt('first', lambda d: Product.apply(d, torch.ones(3), 5))
attempt('second', lambda d: Product.apply(torch.ones(3), d, 5))
attempt('both', lambda d: Product.apply(d, d, 5))

with fwAD.dual_level():
    leaf = torch.ones(3, requires_grad=True)
    y, z = Product.apply(fwAD.make_dual(leaf, t), torch.full((3,), 2.), 3)
    (y.sum() + z.sum()).backward()
    print(leaf.grad)
