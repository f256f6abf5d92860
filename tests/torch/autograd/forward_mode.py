# Forward mode: levels, dual tensors, what their tangents do in place, in views, under modes, beside gradients; errors.
import torch
import torch.autograd.forward_ad as fwAD
from torch import nn
import torch.nn.functional as F


def shown(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error))


x, t = torch.tensor([1., 2., 3.]), torch.tensor([1., 1., 2.])
print(fwAD.__all__ if hasattr(fwAD, '__all__') else None)
shown('outside', lambda: fwAD.make_dual(x, t))
shown('outside', lambda: fwAD.unpack_dual(x))
shown('outside', lambda: fwAD.exit_dual_level())
with fwAD.dual_level() as level:
    d = fwAD.make_dual(x, t)
    print(level, d, d.is_leaf, d.requires_grad, d._is_view(), d._base is x)
    pair = fwAD.unpack_dual(d)
    print(pair, pair.tangent is t, pair.primal._is_view(), type(pair), pair._fields)
    print(fwAD.unpack_dual(x), fwAD.unpack_dual(pair.primal * 2))
    for name, call in {
            'nested': lambda: fwAD.enter_dual_level(), 'integers': lambda: fwAD.make_dual(x.long(), t),
            'integer tangent': lambda: fwAD.make_dual(x, t.long()), 'size': lambda: fwAD.make_dual(x, t[:2]),
            'broadcast': lambda: fwAD.make_dual(x, torch.ones(1)), 'double': lambda: fwAD.make_dual(x, t.double()),
            'dual': lambda: fwAD.make_dual(d, t), 'dual tangent': lambda: fwAD.make_dual(x, d), 'number': lambda: fwAD.make_dual(x, 3),
            'level': lambda: fwAD.make_dual(x, t, level=3), 'no tensor': lambda: fwAD.unpack_dual(3),
            'exit': lambda: fwAD.exit_dual_level(level=3), 'out': lambda: torch.add(d, d, out=torch.empty(3)),
            'detach': lambda: fwAD.unpack_dual(d.detach()), 'data': lambda: fwAD.unpack_dual(d.data)}.items():
        shown(name, call)
    d.mul_(2)
    print(t, x, fwAD.unpack_dual(d).tangent)
    print(d * d, fwAD.unpack_dual(d[1:]).tangent)
    with torch.no_grad():
        print(fwAD.unpack_dual(d * 2).tangent)
    with torch.inference_mode():
        print(fwAD.unpack_dual(d * 2).tangent)
    with fwAD._set_fwd_grad_enabled(False):
        print(fwAD.unpack_dual(d * 2).tangent, d)
    base = torch.zeros(4)
    view = base[1:3]
    view.copy_(d[:2])
    print(fwAD.unpack_dual(base), fwAD.unpack_dual(view))
    base = torch.zeros(4)
    view = base[1:3]
    base.add_(torch.cat([d, d[:1]]))
    print(fwAD.unpack_dual(view))
    view.mul_(3)
    print(fwAD.unpack_dual(base))
    print(fwAD.unpack_dual(d > 1), fwAD.unpack_dual(d.long()), fwAD.unpack_dual(d.round()), fwAD.unpack_dual(d.double()))
    leaf = torch.ones(3, requires_grad=True)
    dual = fwAD.make_dual(leaf, t)
    print(dual, dual.is_leaf, fwAD.unpack_dual(dual))
    y = (dual ** 3).sum()
    gradient, = torch.autograd.grad(y, leaf, create_graph=True)
    print(fwAD.unpack_dual(gradient).tangent)
    y.backward()
    print(leaf.grad)
    kept = d
    print(repr(fwAD.make_dual(torch.ones(2, 2, dtype=torch.double), torch.ones(2, 2))))
    print(nn.Parameter(fwAD.make_dual(torch.ones(2), torch.ones(2))))
    laid = fwAD.make_dual(torch.ones(2, 3).t(), torch.arange(6.).reshape(3, 2))
    print(fwAD.unpack_dual(laid).tangent.stride())
    try:
        fwAD.make_dual(torch.ones(2), torch.ones(2, requires_grad=True)).mul_(2)
    except RuntimeError as error:
        print(error)
with fwAD.dual_level():
    print(fwAD.unpack_dual(kept))
print(fwAD.unpack_dual(kept, level=0))


@fwAD.dual_level()
def decorated():
    return fwAD.unpack_dual(fwAD.make_dual(x, t).sin()).tangent


print(decorated())

m = torch.tensor([[1., 2.], [3., 4.]])
a = torch.tensor([[2., 1.], [1., 3.]])
torch.manual_seed(0)
w, c = torch.randn(2, 2, 1, 1), torch.randn(1, 2, 2, 2)
for name, call in {
        'floor_divide': lambda d: d // 2, 'histc': lambda d: torch.histc(d, 3), 'bernoulli': lambda d: torch.bernoulli(d / 5),
        'zeros_like': torch.zeros_like, 'igamma': lambda d: torch.igamma(d, d), 'zeta': lambda d: torch.special.zeta(d, d + 1),
        'heaviside': lambda d: torch.heaviside(d, d), 'mode': lambda d: torch.mode(d)[0], 'poisson': torch.poisson,
        'attention': lambda d: F.scaled_dot_product_attention(*[d[None] / 4] * 3), 'lstm': lambda d: nn.LSTM(2, 2)(d)[0],
        'rnn': lambda d: nn.RNN(2, 2)(d)[0].detach().shape, 'cdist': lambda d: torch.cdist(d, d), 'logit': lambda d: torch.logit(d / 5),
        'embedding': lambda d: F.embedding(torch.tensor([1, 0]), d), 'soft margin': lambda d: F.soft_margin_loss(d, d),
        'renorm': lambda d: torch.renorm(d, 2, 0, 1.), 'setitem': lambda d: (d.__setitem__(0, 5.), d)[1],
        'index_put': lambda d: (d.__setitem__(torch.tensor([0]), d[1] * 2), d)[1], 't_': lambda d: d.t_(),
        'copy_': lambda d: d.copy_(torch.zeros(2, 2)), 'fill_': lambda d: d.fill_(3), 'normal_': lambda d: d.normal_(),
        'complex': lambda d: torch.complex(d, d), 'pairs': lambda d: torch.view_as_real(torch.complex(d, d) * (1 + 2j)),
        'resize_': lambda d: d.resize_(4), 'set_': lambda d: d.set_(torch.ones(3)), 'multinomial': lambda d: torch.multinomial(d, 1),
        'median': lambda d: d.median(), 'cummax': lambda d: d.cummax(0)[0], 'put': lambda d: d.put(torch.tensor([0]), torch.tensor([9.])),
        'bincount': lambda d: torch.bincount(torch.tensor([0, 1, 1, 0]), d.flatten()), 'svdvals': torch.linalg.svdvals,
        'eigvalsh': lambda d: torch.linalg.eigvalsh(d + d.T), 'pinv': torch.linalg.pinv, 'lu': lambda d: torch.linalg.lu(d)[1],
        'solve': lambda d: torch.linalg.solve(a, d), 'inverse': torch.linalg.inv, 'det': lambda d: torch.linalg.det(a + d),
        'grid': lambda d: F.grid_sample(d[None, None], torch.zeros(1, 1, 1, 2), align_corners=False),
        'grid3': lambda d: F.grid_sample(d[None, None, None], torch.zeros(1, 1, 1, 1, 3), align_corners=False),
        'ctc': lambda d: F.ctc_loss(d[:, None].log_softmax(-1), torch.tensor([[1]]), [2], [1]), 'softmax': lambda d: d.softmax(0),
        'conv': lambda d: F.conv2d(c * d, w), 'cross entropy': lambda d: F.cross_entropy(d, torch.tensor([0, 1])),
        'layer norm': lambda d: F.layer_norm((d * d).flatten(), (4,)), 'matmul': lambda d: d @ d, 'einsum': lambda d: torch.einsum('ij,ik->jk', d, d * d),
        'max pool': lambda d: F.max_pool2d(d[None], 2), 'fft': lambda d: torch.fft.fft(d), 'where': lambda d: torch.where(d > 2, d, -d),
        'clamp': lambda d: d.clamp(2, 3), 'sort': lambda d: d.sort(descending=True)[0], 'prod': lambda d: d.prod(), 'std': lambda d: d.std(0),
        'cumsum': lambda d: d.cumsum(1), 'split': lambda d: d.split(1)[1], 'stack': lambda d: torch.stack([d, m]), 'pow': lambda d: d ** d,
        'multi margin': lambda d: F.multi_margin_loss(d, torch.tensor([0, 1])), 'pdist': lambda d: F.pdist(d), 'norm': lambda d: d.norm(),
        'embedding bag': lambda d: F.embedding_bag(torch.tensor([[0, 1]]), d), 'cholesky': lambda d: torch.cholesky(a + d - d),
        'linalg.cholesky': lambda d: torch.linalg.cholesky(a + d + d.T), 'batch norm': lambda d: F.batch_norm(d, None, None, training=True)}.items():
    with fwAD.dual_level():
        dual = fwAD.make_dual(m.clone(), torch.tensor([[1., 2.], [0., 1.]]))
        def tangent():
            found = call(dual)
            return fwAD.unpack_dual(found).tangent if isinstance(found, torch.Tensor) else found
        shown(name, tangent)
