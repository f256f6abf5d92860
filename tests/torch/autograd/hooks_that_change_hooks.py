# Hooks that take themselves and others away, add others, change the graph or leave their context while they run.
import gc
import torch

saved = torch.autograd.graph.saved_tensors_hooks


def removing(register, log, first):
    handles = []

    def hook_of(number):
        def hook(*values):
            log.append(number)
            for handle in handles:
                handle.remove()
        return hook

    for number in range(first, first + 3):
        handles.append(register(hook_of(number)))


def of_tensors():
    log, x = [], torch.arange(3.).requires_grad_()
    y = x * 2
    removing(y.register_hook, log, 0)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    return log


def of_leaves():
    log, x = [], torch.arange(3.).requires_grad_()
    removing(x.register_post_accumulate_grad_hook, log, 0)
    removing(x.register_hook, log, 10)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return log


def of_nodes():
    log, x = [], torch.arange(3.).requires_grad_()
    y = x * 2
    removing(y.grad_fn.register_hook, log, 0)
    removing(y.grad_fn.register_prehook, log, 10)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    return log


def adding():
    log, x = [], torch.arange(3.).requires_grad_()
    y = x * 2

    def hook(gradient):
        log.append('first')
        if len(log) < 5:
            y.register_hook(lambda gradient: log.append('added'))

    y.register_hook(hook)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    return log


def many():
    log, x = [], torch.ones(2, requires_grad=True)
    handles = [x.register_hook(lambda gradient, i=i: log.append(i)) for i in range(20)]
    x.register_hook(lambda gradient: [handle.remove() for handle in handles] and None)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return log


def another_backward():
    x = torch.ones(2, requires_grad=True)
    y = x * x
    y.register_hook(lambda gradient: (x * 3).sum().backward())
    y.sum().backward()
    return x.grad


def the_same_backward():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    z = (y * y).sum()
    y.register_hook(lambda gradient: z.backward() if len(seen) < 1 and not seen.append(1) else None)
    z.backward()


seen = []


def leaving():
    contexts = []

    def pack(tensor):
        if contexts:
            contexts.pop().__exit__(None, None, None)
        return tensor

    x = torch.arange(3.).requires_grad_()
    contexts.append(saved(pack, lambda tensor: tensor))
    contexts[0].__enter__()
    y = (x * x * x).exp()
    y.sum().backward()
    return x.grad


def freeing():
    x = torch.ones(3, requires_grad=True)
    graph = []

    def unpack(tensor):
        graph.clear()
        gc.collect()
        return tensor

    with saved(lambda tensor: tensor, unpack):
        y = (x * x).exp()
    graph.append(y)
    node = y.grad_fn
    del y
    return node._saved_result.shape


def kept_after_a_change():
    x = torch.arange(3.).requires_grad_()
    y = x * 2
    y.retain_grad()
    y.add_(1)
    z = y * 3
    first = y.retains_grad
    z.sum().backward(retain_graph=True)
    shown = y.grad.clone()
    del y
    gc.collect()
    z.sum().backward()
    return first, shown, x.grad


class Brings:
    def __init__(self, node, into):
        self.node, self.into = node, into

    def __del__(self):
        self.into.append(self.node._saved_self)


def coming_back():
    x, into = torch.ones(3, requires_grad=True), []
    y = x * 2
    z = y.sin()
    y.note = Brings(z.grad_fn, into)
    del y
    gc.collect()
    return all(value.shape == (3,) for value in into), z.grad_fn._saved_self.shape


def replacing_gradients():
    x = torch.ones(3, requires_grad=True)
    x.register_hook(lambda gradient: setattr(x, 'grad', None))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return x.grad


for case in (of_tensors, of_leaves, of_nodes, adding, many, another_backward, the_same_backward, leaving, freeing,
             kept_after_a_change, coming_back, replacing_gradients):
    try:
        print(case.__name__, case())
    except Exception as error:
        print(case.__name__, type(error).__name__, str(error)[:70])

try:
    with torch.autograd.graph.disable_saved_tensors_hooks(5):
        pass
except TypeError as error:
    print(error)
try:
    with torch.autograd.graph.disable_saved_tensors_hooks('not now'):
        with saved(lambda tensor: tensor, lambda tensor: tensor):
            pass
except RuntimeError as error:
    print(error)
