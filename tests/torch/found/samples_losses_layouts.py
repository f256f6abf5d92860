"""What random programs found, second part: samples, losses, layouts of gradients, index errors, histograms, transforms."""
import torch
import torch.nn.functional as F


def say(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


def draw(count, p):
    torch.manual_seed(1)
    return torch.binomial(torch.tensor([count] * 3), torch.tensor([p] * 3)).tolist()


# binomial numbers are made in float
print([draw(count, p) for count in (5., 1e6, 3e8) for p in (0.3, 0.9, float('nan'), 2.)])

# transposed convolutions without an output
image, weight = torch.ones(2, 2, 4, 5), torch.ones(2, 3, 2, 2)
say(lambda: F.conv_transpose2d(image, weight, padding=4))
say(lambda: F.conv_transpose2d(image.double(), weight.double(), padding=4))
say(lambda: F.conv_transpose2d(image[:1], weight, padding=4))
say(lambda: F.conv_transpose2d(torch.ones(2, 2, 3, 3), weight, padding=2).shape)
say(lambda: F.conv_transpose3d(torch.ones(2, 2, 3, 3, 3), torch.ones(2, 3, 2, 2, 2), padding=3))

# norms in float become infinite, or 0, sooner than in double
for p in (2, 3, -1):
    print(torch.linalg.vector_norm(torch.tensor([[3e38, 1.], [1e-30, 0.], [1e25, 1e25]]), p, 1))
print(torch.tensor([3e38]).norm(), F.normalize(torch.tensor([[3e38, 1.]])), F.cosine_similarity(torch.tensor([[1., 2.]]), torch.tensor([[2., 4.]])))
say(lambda: F.cosine_similarity(torch.ones(2, 2), torch.ones(5)))
say(lambda: F.cosine_similarity(torch.ones(2, 2).long(), torch.ones(2).long()))

# layouts of results and gradients
x, z = torch.linspace(-2, 2, 12).reshape(3, 4).t().requires_grad_(), torch.linspace(1, 2, 12).reshape(4, 3).requires_grad_()
for y in (F.logsigmoid(x), F.rrelu(x), F.binary_cross_entropy(x.sigmoid(), z.sigmoid(), reduction='none')):
    print(y.stride(), torch.autograd.grad(y.sum(), x)[0].stride())
for call in (torch.logaddexp, torch.logaddexp2):
    print(call(x, z).stride(), [g.stride() for g in torch.autograd.grad(call(x, z).sum(), [x, z])])
print(torch.autograd.grad(torch.linalg.pinv(x[:3]).sum(), x)[0].stride(), torch.autograd.grad(torch.block_diag(x, z).sum(), z)[0].stride())
sure = torch.tensor([0., 1., 0.25], requires_grad=True)
print(torch.autograd.grad(F.binary_cross_entropy(torch.tensor([0., 1., 0.5]), sure), sure))
below = torch.tensor([[0.5, 2.], [0.5, 0.5]])
say(lambda: F.binary_cross_entropy(below, below.t()))
say(lambda: F.binary_cross_entropy(below.t(), below))
few = torch.tensor([100, 2], dtype=torch.int8)
print(torch.autograd.grad(torch.addcdiv(torch.ones(2), few, z[0, :2], value=100).sum(), z)[0][0])

# products: one rounding less, and infinite factors
a = torch.tensor([1.1, 2.2, 3.3])
print(torch.cross(a, a, dim=0), torch.cross(a.double(), a.double(), dim=0).abs().max() < 1e-15, torch.cross(a[None], torch.eye(3), dim=1))
batch = torch.tensor([[[1.]], [[-1.]]])
print(torch.addbmm(torch.zeros(1, 1), batch, torch.ones(2, 1, 1), alpha=float('inf')))

# indices: errors count the index tensors; numbers are looked at first
t = torch.arange(24).reshape(2, 3, 4)
for key in ((slice(None), [9]), (slice(None, 1), Ellipsis, [1, -9]), (None, [0], [9]), ([0, 1], None, [9]), (slice(0, 0), [9])):
    say(lambda: t[key].shape)
say(lambda: torch.zeros(1, 0, 4, 4)[:0, torch.tensor([0, 0])])
small = torch.zeros(2, 2, dtype=torch.uint8)
for key, value in ((5, float('inf')), ((0, 5), 300), ([5], 1.5), ((0, 0, 0), 1e30)):
    say(lambda: small.__setitem__(key, value))
say(lambda: torch.tensor(-1.5, dtype=torch.uint8))
say(lambda: torch.tensor([-0.5], dtype=torch.uint8))
say(lambda: torch.tensor(-1, dtype=torch.uint8))

# transforms
say(lambda: torch.fft.fftshift(torch.tensor(1.)))
say(lambda: torch.fft.fft(torch.zeros(0, 3)))
say(lambda: torch.fft.irfft(torch.zeros(3, 0), dim=0))
transposed = torch.zeros(3, 2, 4).transpose(0, 1)
print(torch.fft.fft(transposed).stride(), torch.fft.rfft(transposed, dim=2).stride(), torch.fft.fft(transposed, dim=1).stride())

# the rest
say(lambda: torch.gradient(torch.tensor(1.), dim=-1))
values = torch.tensor([0.5, 1.3, -1., 2.9, 7.])
for dtype in (torch.float16, torch.bfloat16, torch.int64):
    say(lambda: torch.histogram(values.to(dtype), 4, range=(-2., 3.), density=True).hist)
    say(lambda: torch.histogram(values.to(dtype), 4))
tail = torch.tensor([0., 1.5, float('inf'), float('nan')])
for shape in (1.5, float('inf'), float('nan')):
    print(torch.igamma(torch.full((4,), shape), tail), torch.igammac(torch.full((4,), shape), tail))
steep = torch.arange(6).reshape(2, 3).t()
say(lambda: torch.isin(torch.tensor([1, 2]), steep))
say(lambda: torch.isin(steep, torch.arange(3, 90), invert=True))
say(lambda: torch.isin(steep, 3))
say(lambda: torch.isin(3, steep.contiguous(), assume_unique=True))
say(lambda: torch.isin(torch.tensor([1.5, float('nan'), 2.]), torch.tensor([2, 3] * 30)))
say(lambda: torch.ldexp(torch.ones(2, 3), torch.ones(2).bool()))
say(lambda: torch.diagonal_scatter(torch.zeros(2, 2, dtype=torch.int64), torch.ones(2, requires_grad=True)))
print(torch.cumulative_trapezoid(torch.ones(0, 2, requires_grad=True), dim=0).requires_grad)

# cut tensors keep the order of their memory, padded ones do not
for pad in ((0, -1), (0, 0), (), (0, -1, 1, 0)):
    print(torch.constant_pad_nd(x.detach(), pad).stride())
say(lambda: torch.constant_pad_nd(x.detach(), (-2, -2)))
none = torch.zeros(0, requires_grad=True)
print(torch.autograd.grad(torch.cat([torch.ones(2, 2), none]).sum(), none))
say(lambda: torch.gradient(torch.tensor(1.), dim=2))
print(torch.mvlgamma(x.detach().abs() + 3, 2).stride())
print(torch.isin(torch.arange(16).reshape(4, 4), torch.arange(18, dtype=torch.int16).reshape(3, 2, 3)[..., ::2]).sum())
print(torch.autograd.grad(torch.igammac(x.detach().abs() + 1, z).sum(), z)[0].stride(), torch.autograd.grad(torch.igamma(x.detach().abs() + 1, z).sum(), z)[0].stride())

# a view grows the memory that it shares
first = torch.tensor([1, 2, 3])
grown, last = first.reshape(3, 1), first[1:]
grown.resize_(2, 2)
grown[0, 0] = 7
print(grown[:1], grown[1, 0], first, last, first.untyped_storage().nbytes())
del first
print(last, grown[0])
del grown
print(last)

# what is looked at before the arguments
leaf = torch.ones(2, 3, requires_grad=True)
say(lambda: leaf.index_fill_(5, torch.tensor([0]), 1))
say(lambda: leaf[...].index_fill_(0, torch.tensor([0.]), 1))
say(lambda: torch.ones(2, dtype=torch.bool).cumsum_(0))
say(lambda: torch.ones((), dtype=torch.bool).cumprod_(0))
say(lambda: torch.zeros(0, dtype=torch.bool).cumsum_(0))
print(torch.linalg.norm(torch.zeros(3, 0, requires_grad=True), 2).requires_grad)
