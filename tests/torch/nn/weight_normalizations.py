"""Weight and spectral normalisation and orthogonal weights, as parametrizations and with hooks."""
import warnings

import torch
from torch import nn


def at(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


from torch.nn.utils import parametrizations, parametrize, remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm
import copy

torch.set_printoptions(sci_mode=False)
for kind, make in [('hooks', weight_norm), ('parametrization', parametrizations.weight_norm)]:
    for dim in (0, 1, None, -1):
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            m = make(nn.Linear(3, 2), dim=dim)
        print(kind, dim, m, list(m.state_dict()), [(n, tuple(p.shape)) for n, p in m.named_parameters()])
        y = m(torch.ones(1, 3))
        y.sum().backward()
        print(y, [p.grad for p in m.parameters()], m.weight)
    torch.manual_seed(0)
    m = make(nn.Conv2d(2, 3, 2), 'weight')
    print(m(torch.ones(1, 2, 3, 3)).sum(), [(n, tuple(p.shape)) for n, p in m.named_parameters()])
at('deprecated', lambda: weight_norm(nn.Linear(2, 2)))
at('twice', lambda: weight_norm(weight_norm(nn.Linear(2, 2))))
m = weight_norm(nn.Linear(2, 2))
at('remove', lambda: [remove_weight_norm(m), list(m.state_dict()), m._forward_pre_hooks])
at('remove again', lambda: remove_weight_norm(m))
at('bias', lambda: weight_norm(nn.Linear(2, 2), 'bias'))
at('missing', lambda: weight_norm(nn.Linear(2, 2), 'foo'))
m = parametrizations.weight_norm(nn.Linear(2, 2))
at('set', lambda: [setattr(m, 'weight', torch.ones(2, 2)), m.weight, m.parametrizations.weight.original0])
old = {'weight_g': torch.ones(2, 1), 'weight_v': torch.ones(2, 2), 'bias': torch.zeros(2)}
at('old state', lambda: [m.load_state_dict(old), m.weight])
parametrize.remove_parametrizations(m, 'weight')
print(m)

print('spectral')
for kind, make in [('hooks', spectral_norm), ('parametrization', parametrizations.spectral_norm)]:
    for layer in (lambda: nn.Linear(3, 2), lambda: nn.Conv2d(2, 3, 2), lambda: nn.ConvTranspose2d(2, 3, 2), lambda: nn.Embedding(4, 3)):
        torch.manual_seed(1)
        m = make(layer())
        print(kind, m, list(m.state_dict()), [(n, tuple(p.shape)) for n, p in m.named_parameters()], [(n, tuple(b.shape)) for n, b in m.named_buffers()])
        x = torch.tensor([1, 2]) if isinstance(m, nn.Embedding) else torch.ones(1, 3) if isinstance(m, nn.Linear) else torch.ones(1, 2, 3, 3)
        for _ in range(3):
            y = m(x)
        y.pow(2).sum().backward()
        print(y.flatten()[:4], [p.grad.abs().sum() for p in m.parameters()], torch.linalg.matrix_norm(m.weight.flatten(1), 2))
        m.eval()
        print(m(x).flatten()[:2], [b.flatten()[:2] for b in m.buffers()])
    torch.manual_seed(2)
    print(make(nn.Linear(4, 3), n_power_iterations=5, eps=1e-6, dim=1).weight.sum())
    at('iterations', lambda: make(nn.Linear(2, 2), n_power_iterations=0))
    at('missing', lambda: make(nn.Linear(2, 2), 'foo'))
    at('bias', lambda: [tuple(p.shape) for p in make(nn.Linear(2, 2), 'bias').parameters()])
    at('none', lambda: make(nn.Linear(2, 2, bias=False), 'bias'))
at('twice', lambda: spectral_norm(spectral_norm(nn.Linear(2, 2))))
torch.manual_seed(3)
m = spectral_norm(nn.Linear(2, 2))
state = m.state_dict()
other = spectral_norm(nn.Linear(2, 2))
print(other.load_state_dict(state), torch.equal(other.weight_u, m.weight_u), state._metadata)
at('remove', lambda: [remove_spectral_norm(m), list(m.state_dict()), list(m._buffers), m.weight])
at('remove again', lambda: remove_spectral_norm(m))

print('orthogonal')
for map in (None, 'matrix_exp', 'cayley', 'householder'):
    for shape in ((3, 3), (4, 2), (2, 4)):
        for trivial in (True, False):
            torch.manual_seed(4)
            m = parametrizations.orthogonal(nn.Linear(*shape), orthogonal_map=map, use_trivialization=trivial)
            w = m.weight
            gram = w.T @ w if w.shape[0] >= w.shape[1] else w @ w.T
            print(map, shape, trivial, torch.allclose(gram, torch.eye(min(shape)), atol=1e-5), w, list(m.state_dict()))
            (w * torch.arange(w.numel()).view_as(w)).sum().backward()
            print(m.parametrizations.weight.original.grad.abs().sum())
print(m)
torch.manual_seed(5)
m = parametrizations.orthogonal(nn.Linear(3, 3))
q = torch.linalg.qr(torch.randn(3, 3))[0]
m.weight = q
print(torch.allclose(m.weight, q, atol=1e-5))
at('not orthogonal', lambda: setattr(m, 'weight', torch.ones(3, 3)))
at('shape', lambda: setattr(m, 'weight', torch.ones(2, 3)))
at('map', lambda: parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map='x'))
at('vector', lambda: parametrizations.orthogonal(nn.Linear(2, 2), 'bias'))
at('missing', lambda: parametrizations.orthogonal(nn.Linear(2, 2), 'foo'))
at('complex householder', lambda: parametrizations.orthogonal(nn.Linear(2, 2, dtype=torch.complex64), orthogonal_map='householder'))
m = parametrizations.orthogonal(nn.Linear(2, 2), use_trivialization=False)
at('no trivialization', lambda: setattr(m, 'weight', torch.eye(2)))
m = parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map='householder')
at('householder', lambda: [setattr(m, 'weight', torch.eye(2)), m.weight])
