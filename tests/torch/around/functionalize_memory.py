# functionalize: what is written to arguments, and which results share memory with what.
import torch
from torch.func import functionalize, grad, vmap


def shares(a, b):
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


for remove in 'mutations', 'mutations_and_views':
    def run(name, function, *args):
        outs = functionalize(function, remove=remove)(*args)
        tensors = [outs] if isinstance(outs, torch.Tensor) else list(outs)
        print(name, outs, *args, [shares(out, arg) for out in tensors for arg in args], [out is args[0] for out in tensors],
              [out._is_view() for out in tensors], [shares(out, tensors[0]) for out in tensors])

    print(remove)
    run('itself', lambda a: a, torch.arange(4.))
    run('view', lambda a: a.view(2, 2), torch.arange(4.))
    run('transposed', lambda a: a.t(), torch.arange(6.).view(2, 3))
    run('split', lambda a: a.split(2), torch.arange(4.))
    run('new', lambda a: a + 1, torch.arange(4.))
    run('in place', lambda a: a.add_(1), torch.arange(4.))
    run('in place through a view', lambda a: a.view(2, 2).add_(1), torch.arange(4.))
    run('several', lambda a: (a.add_(1), a.view(2, 2), a[0], a), torch.arange(4.))
    run('of one of two', lambda a, b: (a.mul_(b), b, b[:1]), torch.arange(2.), torch.tensor([3., 4.]))
    run('out=', lambda a, b: torch.add(a, 1, out=b), torch.ones(3), torch.zeros(3))
    print(functionalize(lambda d, k=None: {'a': d['x'].add_(1), 'b': [k.mul_(2), 3, 's', None]}, remove=remove)({'x': torch.ones(1)}, k=torch.ones(2)))
    x = torch.arange(4., requires_grad=True)
    functionalize(lambda a: (a * 2).add_(1), remove=remove)(x).sum().backward()
    print(x.grad)
    try:
        functionalize(lambda a: a.add_(1), remove=remove)(x)
    except RuntimeError as error:
        print(error)
    print(vmap(functionalize(lambda a: a.add_(1), remove=remove))(torch.ones(2, 2)))
    print(grad(functionalize(lambda a: (a * a).add_(1).sum(), remove=remove))(torch.ones(2)),
          functionalize(grad(lambda a: (a * a).add_(1).sum()), remove=remove)(torch.ones(2)))
