# The functions beside the classes (torch.optim.adam.adam and its like): one step for lists of tensors, states changed in place; errors.
import importlib
import torch

params = lambda: [torch.tensor([1., 2., 3.]), torch.tensor([[1., -2.]])]
grads = lambda: [torch.tensor([.1, .2, -.3]), torch.tensor([[.5, -.5]])]
zeros = lambda: [torch.zeros(3), torch.zeros(1, 2)]
numbers = lambda value=0.: [torch.tensor(value), torch.tensor(value)]


def shown(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, error)


def function(name):
    return getattr(importlib.import_module('torch.optim.' + name), name)


def run(name, states, **options):
    tensors = params()
    result = function(name)(tensors, grads(), *states, **options)
    return result, tensors, states


betas = dict(beta1=.9, beta2=.99)
plain = dict(amsgrad=False, lr=.1, weight_decay=.01, eps=1e-8, maximize=False, **betas)
for name, states, options in [
        ('adam', [zeros(), zeros(), [], numbers()], plain),
        ('adam', [zeros(), zeros(), zeros(), numbers()], dict(plain, amsgrad=True, maximize=True)),
        ('adam', [zeros(), zeros(), [], [1, 1]], plain),
        ('adamw', [zeros(), zeros(), [], numbers()], plain),
        ('sgd', [[None, None]], dict(weight_decay=.01, momentum=.9, lr=.1, dampening=.1, nesterov=False, maximize=False)),
        ('sgd', [zeros()], dict(weight_decay=.01, momentum=.9, lr=.1, dampening=.1, nesterov=True, maximize=True)),
        ('sgd', [[None, None]], dict(weight_decay=0, momentum=0, lr=.1, dampening=0, nesterov=False, maximize=False, foreach=True)),
        ('adagrad', [zeros(), numbers()], dict(lr=.1, weight_decay=.01, lr_decay=.1, eps=1e-10, maximize=False)),
        ('adadelta', [zeros(), zeros(), numbers()], dict(lr=.1, rho=.9, eps=1e-6, weight_decay=.01, maximize=False)),
        ('adamax', [zeros(), zeros(), numbers()], dict(eps=1e-8, lr=.1, weight_decay=.01, **betas)),
        ('asgd', [zeros(), numbers(1.), numbers(.1), numbers()], dict(lambd=1e-4, lr=.1, t0=1e6, alpha=.75, weight_decay=.01)),
        ('nadam', [zeros(), zeros(), numbers(1.), numbers()], dict(lr=.1, weight_decay=.01, momentum_decay=.004, eps=1e-8, **betas)),
        ('nadam', [zeros(), zeros(), numbers(1.), numbers()],
         dict(decoupled_weight_decay=True, lr=.1, weight_decay=.01, momentum_decay=.004, eps=1e-8, **betas)),
        ('radam', [zeros(), zeros(), numbers(6.)], dict(lr=.1, weight_decay=.01, eps=1e-8, **betas)),
        ('rmsprop', [zeros(), zeros(), zeros(), numbers()], dict(lr=.1, alpha=.9, eps=1e-8, weight_decay=.01, momentum=.9, centered=True)),
        ('rmsprop', [zeros(), [], [], numbers()],
         dict(lr=.1, alpha=.9, eps=1e-8, weight_decay=0, momentum=0, centered=False, maximize=True)),
        ('rprop', [zeros(), [torch.full((3,), .1), torch.full((1, 2), .1)], numbers()],
         dict(step_size_min=1e-6, step_size_max=50, etaminus=.5, etaplus=1.2)),
        ('rprop', [zeros(), zeros(), [1, 1]], dict(step_size_min=1e-6, step_size_max=50, etaminus=.5, etaplus=1.2))]:
    shown(name, lambda: run(name, states, **options))

adam, sgd, adagrad = function('adam'), function('sgd'), function('adagrad')
more = lambda tensors=None, steps=None, **options: adam(tensors or params(), grads(), zeros(), zeros(), [], steps or numbers(), **dict(plain, **options))
shown('missing', lambda: adam(params(), grads()))
shown('capturable', lambda: more(capturable=True, foreach=False))
shown('differentiable', lambda: more(differentiable=True))
shown('fused', lambda: more(fused=True))
shown('grads', lambda: adam(params(), grads()[:1], zeros(), zeros(), [], numbers(), **plain))
shown('empty', lambda: adam([], [], [], [], [], [], **plain))
shown('leaves', lambda: more([p.requires_grad_() for p in params()]))
shown('lr', lambda: more(lr=torch.tensor(.1)))
shown('lr, foreach', lambda: more(lr=torch.tensor(.1), foreach=True))
shown('found_inf', lambda: more(found_inf=torch.tensor(1.)))
tensors, gradients, steps = params(), grads(), numbers()
adam(tensors, gradients, zeros(), zeros(), [], steps, fused=True, grad_scale=torch.tensor(2.), found_inf=torch.tensor(0.), **plain)
print(tensors, gradients, steps)
adam(tensors, gradients, zeros(), zeros(), [], steps, fused=True, grad_scale=torch.tensor(2.), found_inf=torch.tensor(1.), **plain)
print(tensors, gradients, steps)
shown('foreach, differentiable', lambda: adagrad(params(), grads(), zeros(), numbers(), foreach=True, differentiable=True, lr=.1, weight_decay=0,
                                                lr_decay=0, eps=1e-10, maximize=False))
shown('fused, differentiable', lambda: adagrad(params(), grads(), zeros(), numbers(), fused=True, differentiable=True, lr=.1, weight_decay=0,
                                              lr_decay=0, eps=1e-10, maximize=False))
c = lambda value: [torch.full((2,), value, dtype=torch.complex64)]
print(more(c(1.)) if False else adam(c(1.), c(1j), c(0.), c(0.), [], [torch.tensor(0.)], has_complex=True, **plain))


@torch.optim.Optimizer.profile_hook_step
def step(self):
    """In words."""
    print('inside')
    return 3


optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=.1)
optimizer.register_step_pre_hook(lambda *args: print('before'))
optimizer.register_step_post_hook(lambda *args: print('after'))
print(step(optimizer), step.__name__, step.__doc__, torch.optim.Optimizer.profile_hook_step.__qualname__)
print(importlib.import_module('torch.optim.adam').__all__)
