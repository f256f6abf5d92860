"""What works along one dimension, on matrices of few and of many columns: classes, features, columns of a table."""
import torch
from torch.nn import functional

G = torch.Generator().manual_seed(5)
SIZES = {'1000x2': (1000, 2), '300x10': (300, 10), '100000x10': (100000, 10), '4000x17': (4000, 17), '1000x100': (1000, 100), '2000x3x4': (2000, 3, 4)}


def signed(shape):
    return torch.randn(*shape, generator=G)


def integers(shape):
    return torch.randint(0, 100, shape, generator=G)


def classes(shape):
    return torch.randint(0, shape[1], shape[:1] + shape[2:], generator=G)


def one(call, make=signed):
    return lambda shape: (make(shape),), call


def labelled(call):
    return lambda shape: (signed(shape), classes(shape)), call


def gradient(call):
    def work(a, g):
        return torch.autograd.grad(call(a), a, g)[0]
    return lambda shape: (signed(shape).requires_grad_(), signed(call(torch.zeros(shape)).shape)), work


KINDS = {
    'softmax': one(lambda a: a.softmax(1)), 'log_softmax': one(lambda a: a.log_softmax(1)), 'softmax_first': one(lambda a: a.softmax(0)), 'softmax_transposed': one(lambda a: a.transpose(0, 1).softmax(0)),
    'softmax_gradient': gradient(lambda a: a.softmax(1)), 'log_softmax_gradient': gradient(lambda a: a.log_softmax(1)), 'softmax_first_gradient': gradient(lambda a: a.softmax(0)), 'logsumexp': one(lambda a: a.logsumexp(1)),
    'cross_entropy': labelled(functional.cross_entropy), 'cross_entropy_each': labelled(lambda a, t: functional.cross_entropy(a, t, reduction='none')), 'nll_loss_each': labelled(lambda a, t: functional.nll_loss(a, t, reduction='none')),
    'layer_norm': one(lambda a: functional.layer_norm(a, a.shape[-1:])), 'layer_norm_gradient': gradient(lambda a: functional.layer_norm(a, a.shape[-1:])),
    'max': one(lambda a: a.max(1)[0]), 'argmax': one(lambda a: a.argmax(1)), 'argmax_transposed': one(lambda a: a.transpose(0, 1).argmax(0)), 'accuracy': labelled(lambda a, t: (a.argmax(1) == t).float().mean()),
    'max_integer': one(lambda a: a.max(1)[0], integers), 'max_byte': one(lambda a: a.max(1)[0], lambda shape: integers(shape).byte()),
    'cumsum': one(lambda a: a.cumsum(1)), 'cumsum_transposed': one(lambda a: a.transpose(0, 1).cumsum(0)), 'cumprod': one(lambda a: a.cumprod(1)), 'cummax': one(lambda a: a.cummax(1)[0]), 'cummax_first': one(lambda a: a.cummax(0)[0]), 'logcumsumexp': one(lambda a: a.logcumsumexp(1)), 'cumsum_byte': one(lambda a: a.cumsum(1), lambda shape: integers(shape).byte()),
    'sum': one(lambda a: a.sum(1)), 'mean': one(lambda a: a.mean(1)), 'norm': one(lambda a: a.norm(dim=1)), 'prod': one(lambda a: a.prod(1)), 'amax': one(lambda a: a.amax(1)), 'sum_mask': one(lambda a: a.sum(1), lambda shape: signed(shape) > 0), 'normalize': one(functional.normalize),
    'sum_strided': one(lambda a: a[:, ::2].sum(1)), 'sum_strided_first': one(lambda a: a[..., ::2].sum(0)), 'sum_expanded': one(lambda a: a[:, :1].expand(a.shape[0], 20, *a.shape[2:]).sum(1)),
}


def row(kind, shape):
    def make():
        operands, call = KINDS[kind]
        operands = operands(shape)
        return lambda: call(*operands)
    return make


ROWS = {f'{kind}_{size}': row(kind, shape) for kind in KINDS for size, shape in SIZES.items()}
