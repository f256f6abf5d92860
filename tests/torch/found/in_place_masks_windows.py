# What random programs found: in place on views, booleans, windows, coordinates
import torch


def tried(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error)[:160])


def name(x):
    return type(x.grad_fn).__name__


print('--- a view takes another shape in place')
for change in (lambda x: x.squeeze_(), lambda x: x.squeeze_(0), lambda x: x.transpose_(0, -1), lambda x: x.t_(), lambda x: x.unsqueeze_(0),
               lambda x: x.swapaxes_(0, -1), lambda x: x.index_fill_(0, torch.tensor([0]), -2), lambda x: x.mul_(2)):
    for shape in ((2, 1), (2, 3), (1, 2)):
        for start in (lambda: torch.arange(6.)[:shape[0] * shape[1]].reshape(shape), lambda: (torch.arange(7.).requires_grad_() * 1)[1:1 + shape[0] * shape[1]].reshape(shape),
                      lambda: torch.zeros(shape)):
            x, q = start(), torch.ones(shape, requires_grad=True)
            x.add_(q)
            before = name(x)
            change(x)
            after = name(x)
            print(shape, before, after, tuple(x.shape), torch.autograd.grad((x * x).sum(), q)[0].tolist())

print('--- booleans plus nothing')
a, b = torch.tensor([True, False, True, False]), torch.tensor([True, True, False, False])
for alpha in (0, 1, 2, False, True):
    print(torch.add(a, b, alpha=alpha), a.clone().add_(b, alpha=alpha), torch.add(a, True, alpha=alpha), torch.add(a[:, None], b, alpha=alpha).sum())

print('--- windows')
y, z = torch.ones(3, 3), torch.ones(2, 1, 2)
print(y.is_set_to(y), y.t().is_set_to(y), y[:].is_set_to(y), y[0].is_set_to(y), y.view(9).is_set_to(y), y.clone().is_set_to(y), y.detach().is_set_to(y))
print(z[..., ::2].is_set_to(z[..., :1]), z.transpose(0, 1).is_set_to(z.view(1, 2, 2)))
x = torch.arange(6.).reshape(2, 3)
for one in (x, x.t(), x[:, ::2], x[None].transpose(0, 2), torch.ones(3, 3, 1)[..., ::2], torch.ones(2).expand(3, 2), torch.ones(0, 3).t(),
            torch.ones(4, 3, 1).permute(2, 0, 1), torch.ones(2, 3, 4, 5).permute(0, 3, 1, 2), torch.zeros(99).as_strided([1, 1, 3, 3], [0, 3, 2, 6]),
            torch.zeros(99).as_strided([1, 1, 1, 1], [3, 6, 2, 6])):
    print(one.stride(), one.dim_order())
tried(lambda: torch.ones(2).expand(3, 2).dim_order(ambiguity_check=True))
tried(lambda: torch.ones(3, 1).dim_order(ambiguity_check=True))
tried(lambda: torch.ones(3, 2).dim_order(ambiguity_check=True))
tried(lambda: torch.ones(2, 3, 3, 4).dim_order(ambiguity_check=[torch.contiguous_format, torch.channels_last]))
tried(lambda: torch.ones(2, 1, 3, 4).dim_order(ambiguity_check=[torch.contiguous_format, torch.channels_last]))
tried(lambda: torch.ones(2, 3).dim_order(ambiguity_check=[3]))
for one in (torch.ones(2, 3, 3, 4), torch.ones(2, 1, 3, 4), torch.ones(2, 3, 1, 1), torch.ones(2, 3, 3, 4).permute(0, 3, 1, 2), torch.ones(2, 3), torch.ones(0, 2, 3, 4)):
    print(one.stride(), [one.is_contiguous(memory_format=format) for format in (torch.contiguous_format, torch.channels_last, torch.preserve_format)])
tried(lambda: torch.ones(2).is_contiguous(memory_format=3))

print('--- coordinates')
q = torch.arange(27).reshape(3, 3, 3) % 12
for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)):
    print([one.stride() for one in torch.unravel_index(q.permute(order), (3, 4))])
print(torch.unravel_index(torch.tensor([[5, 7], [1, 11]]).t(), (3, 4)), torch.unravel_index(torch.tensor(5), (3, 4)), torch.unravel_index(torch.tensor(0), ()))

print('--- ranges')
for call in (lambda: torch.slice_copy(torch.tensor(1.), 1), lambda: torch.slice_copy(torch.ones(2), 1), lambda: torch.slice_copy(torch.ones(2), 0, 1),
             lambda: torch.narrow_copy(torch.ones(2), 1, 0, 1), lambda: torch.narrow_copy(torch.ones(2), -2, 0, 1), lambda: torch.narrow_copy(torch.ones(2), 5, 0, 1),
             lambda: torch.narrow_copy(torch.ones(2), 0, 3, 1), lambda: torch.narrow_copy(torch.ones(2), 0, 0, -1), lambda: torch.narrow_copy(torch.tensor(1.), 0, 0, 1)):
    tried(call)

print('--- among others')
e = torch.arange(12).reshape(3, 4)
for tests in (torch.tensor(3), torch.arange(3), torch.zeros(0), torch.zeros(0, 3).long(), torch.arange(9).reshape(3, 3).t(), torch.arange(10).reshape(2, 5).t(),
              torch.arange(14).reshape(2, 7).t(), torch.arange(40)):
    for elements in (e, e.t(), e[0, 0], e[:0], torch.arange(100)):
        tried(lambda: (torch.isin(elements, tests).sum().item(), torch.isin(elements, tests).stride(), torch.isin(elements, tests, invert=True).sum().item()))

print('--- medians of one element each, and other orders')
y = torch.arange(48).reshape(1, 4, 3, 4).transpose(0, 3).clone()
for found in (y.median(3), y.kthvalue(1, 3), y.sort(3), y.mode(3), y.nanmedian(3), y[..., 0].median(1)):
    print(found[0].stride(), found[0].flatten()[:9], found[1].flatten()[:9])
print(torch.tensor(1 + 2j).kthvalue(1), torch.tensor(1 + 2j).kthvalue(1, -1))

print('--- angles, chunks, powers')
c = torch.complex(torch.arange(6.).reshape(3, 1, 2), torch.ones(3, 1, 2)).transpose(0, 2)
print(c.angle().stride(), c.abs().stride())
for count in (1, 2, 3):
    print([tuple(one.shape) for one in torch.zeros(0, 4).unsafe_chunk(count, 0)], [tuple(one.shape) for one in torch.zeros(5, 0).unsafe_chunk(count, 1)])
for dtype in (torch.float32, torch.float64):
    x = torch.ones(3, requires_grad=True, dtype=dtype)
    tried(lambda: (x * 1).float_power_(x))
    tried(lambda: (x * 1).float_power_(2))

print('--- sizes that do not fit')
for a, b in (((1,), (3, 1, 3, 3)), ((4,), (2, 3, 2)), ((3,), (2, 3, 2)), ((2, 2, 3), (2,)), ((2, 1), (3, 3, 4)), ((3,), (1, 1, 2, 2))):
    tried(lambda: (torch.ones(a) @ torch.ones(b)).shape)
for a, b in (((1, 4, 2), (1, 2, 2)), ((4, 2), (3, 4, 2)), ((3, 4, 2), (2, 4, 2)), ((1, 4, 1), (1, 2, 1))):
    tried(lambda: torch.einsum('...i,...i', torch.ones(a), torch.ones(b)).shape)
x = torch.ones(0, 3, requires_grad=True)
for repeats in ((-1, 2), (0, 2), (2, 1)):
    tried(lambda: torch.autograd.grad(x.tile(repeats).sum(), x)[0].shape)
tried(lambda: torch.zeros(0, 2).index_reduce(0, torch.tensor([0]), torch.zeros(1, 2), 'amax'))
tried(lambda: torch.zeros(2, 2).index_reduce(0, torch.tensor([5]), torch.zeros(1, 2), 'amax'))

print('--- gradients that are not there')
x, y = torch.tensor([1., 2., 4.], requires_grad=True), torch.tensor([3., 2., 0.], requires_grad=True)
for p in (0, 0.5, 1, 2, 3, float('inf')):
    tried(lambda: torch.autograd.grad(torch.dist(x, y.detach(), p), x, allow_unused=True))
    tried(lambda: torch.autograd.grad(torch.dist(x, y, p), [x, y], allow_unused=True))
print(torch.dist(x, y, 2))
z = torch.ones(3, dtype=torch.complex64)
tried(lambda: torch.autograd.grad(torch.logaddexp(x, z).abs().sum(), x))
booleans = torch.tensor([True, False])
booleans.eq_(torch.ones(2, requires_grad=True))
for call in (lambda: booleans.unsqueeze(0), lambda: booleans[0], lambda: booleans.view(2, 1), lambda: booleans.flip(0), lambda: booleans.detach(), lambda: booleans.sum()):
    tried(call)
h = torch.linspace(-2, 2, 24).reshape(2, 3, 4).half().permute(2, 0, 1).requires_grad_()
from torch.nn import functional as F
for function in (F.mish, F.silu, F.gelu, F.elu, F.softplus, F.hardswish):
    print(torch.autograd.grad(function(h).sum(), h)[0].stride())

print('--- later ones')
for shape in (0, 2), (0,), (2, 0), (0, 0):
    for index in [0, 0, 1], []:
        for d in 0, -1:
            tried(lambda: torch.zeros(shape).index_select(d, torch.tensor(index, dtype=torch.long)).shape)
numbers = torch.arange(6).reshape(2, 3)
numbers.eq_(torch.ones((), requires_grad=True))
for call in (lambda: numbers.unsqueeze_(0), lambda: numbers.transpose_(0, 1), lambda: numbers.squeeze_(), lambda: numbers.t_(), lambda: numbers.neg_().shape):
    tried(call)
for n in 2, 3, 4, 5:
    tried(lambda: F.conv2d(torch.zeros([2] * n), torch.zeros(3, 2, 2, 2), padding='same').shape)
    tried(lambda: F.conv1d(torch.zeros([2] * n), torch.zeros(3, 2, 2), padding='same').shape)
y = (torch.arange(6.).reshape(2, 3) + 1.5).t().requires_grad_()
x = torch.arange(6.).reshape(3, 2) + 1
for function in torch.fmod, torch.remainder:
    for left in x, y, x.t().contiguous().t():
        print(torch.autograd.grad(function(left, y).sum(), y)[0].stride())
        print(torch.autograd.grad((function(left, y) * x).sum(), y)[0].stride())
image = torch.arange(40.).reshape(1, 2, 4, 5).sin()
points = [-2, -1.25, -1, -0.75, -0.5, 0, 0.5, 0.75, 1, 1.25, 2]
places = torch.tensor([[a, b] for a in points for b in points]).reshape(1, 11, 11, 2).requires_grad_()
for padding in 'zeros', 'border', 'reflection':
    for align in False, True:
        slope = torch.autograd.grad((F.grid_sample(image, places, padding_mode=padding, align_corners=align) * torch.tensor([1., 2]).reshape(1, 2, 1, 1)).sum(), places)[0]
        print(padding, align, ((slope * 100).round() / 100 + 0).tolist())

print('--- factors that are 0, layouts of nothing, gradients of real parts of complex wholes')
for dtype in torch.float32, torch.float64, torch.complex64:
    a = torch.tensor([[1., float('nan')], [2, 3]]).to(dtype)
    b = torch.tensor([[1., 2], [3, 4]]).to(dtype)
    for beta in 0, 1, 2:
        for left, right in (b, a), (a, b.t()), (b, b):
            tried(lambda: [torch.addmm(b, left, right, beta=beta, alpha=0), torch.addmm(b[0], left, right, beta=beta, alpha=0), torch.addbmm(b, left[None], right[None], beta=beta, alpha=0)])
        if not dtype.is_complex:
            tried(lambda: torch.addmv(b[0], a, b[0], beta=beta, alpha=0))
        tried(lambda: torch.addmm(a, b, b, beta=beta, alpha=0))
for nothing in torch.zeros(4, 0, 2)[..., ::2], torch.zeros(0, 4, 3).permute(2, 0, 1), torch.zeros(3, 0).t(), torch.zeros(3, 4, 0).expand(2, 3, 4, 0):
    print(nothing.stride(), nothing.clone().stride())
tried(lambda: torch.zeros(4, 0, 2)[..., ::2].index_fill(1, torch.tensor([0]), 3))
row, block = torch.arange(4.).add(1).requires_grad_(), torch.arange(12.).reshape(4, 3).requires_grad_()
for gradient in torch.autograd.grad(torch.block_diag(torch.tensor([1 + 2j, 3, 4]), row, block).sum().abs(), [row, block]):
    print(gradient.stride())
rates = (torch.arange(12.).reshape(3, 4) / 8).requires_grad_()
counts = torch.arange(12.).reshape(4, 3)
for logarithms in True, False:
    print(torch.autograd.grad(F.poisson_nll_loss(rates.t(), counts, log_input=logarithms, reduction='sum'), rates)[0].stride())
for dtype in torch.float16, torch.bfloat16:
    torch.manual_seed(3)
    x = (torch.rand(6, 5) * 8).to(dtype).requires_grad_()
    for d in 0, 1, (0, 1):
        y = x.logsumexp(d)
        print(y.tolist(), torch.autograd.grad(y.sum(), x)[0].double().sum().item())
