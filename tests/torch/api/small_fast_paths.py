"""Short ways for what is small or has nothing to do: they give what the long ways give."""
import torch
import torch.nn.functional as F
from torch import nn


class Sub(torch.Tensor):
    pass


# methods that find nothing to do give the tensor itself
x, line, cut = torch.arange(6.).reshape(2, 3), torch.arange(3.), torch.arange(6.)[::2]
g, sub, p = torch.ones(2, 3, requires_grad=True), torch.Tensor._make_subclass(Sub, torch.ones(2, 3)), nn.Parameter(torch.ones(3))
h = g * 2
print([type(made).__name__ for made in (sub.contiguous(), p.flatten(), p.ravel(), g.flatten())], sub.contiguous() is sub)
for t in (x, line, cut, x.t(), g, h, p, torch.ones(1, 3).t(), torch.tensor(1.0), torch.ones(0, 2), torch.ones(3).double()):
    same = [made is t for made in (t.contiguous(), t.ravel(), t.flatten(), t.to(t.dtype), t.float(), t.cpu(), t.type(t.dtype))]
    print(same, [type(made).__name__ for made in (t.contiguous(), t.detach().flatten())], t.contiguous().is_contiguous(), t.ravel().shape, t.flatten().stride())
print(h.contiguous().grad_fn is h.grad_fn, h.contiguous().grad_fn.name(), x.t().contiguous().data_ptr() == x.data_ptr(), x._version)
print(torch.Tensor.contiguous(x) is x, x.contiguous(memory_format=torch.contiguous_format) is x, torch.ones(1, 2, 2, 2).contiguous(memory_format=torch.channels_last).stride())
for call in (lambda: x.contiguous(1), lambda: x.contiguous(foo=1), lambda: torch.Tensor.contiguous(1), lambda: cut.contiguous(memory_format=torch.preserve_format)):
    try:
        print(call().shape)
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])

# the steps of the tape: a class for each, one object while it lives
names = []
for made in (g + 1, g * 2, g - 1, g / 2, g.exp(), g.sum(), g.t(), g.view(-1), g ** 2, g + 1, g[0], g.relu(), torch.cat((g, g)), g * 2):
    names.append(type(made.grad_fn).__name__)
    assert made.grad_fn is made.grad_fn and type(made.grad_fn) is type(made.grad_fn) and made.grad_fn.name() == names[-1]
print(names, type((g + 1).grad_fn) is type((g + 2).grad_fn), type((g + 1).grad_fn) is type((g - 2).grad_fn), g.grad_fn, (x + 1).grad_fn)

# activations in place
for f in (F.relu, F.silu, F.mish, F.selu, F.hardsigmoid, F.hardswish, F.leaky_relu, F.elu, F.celu, F.hardtanh, F.relu6):
    a = torch.tensor([[-2.0, -0.5, 0.0], [0.5, 3.0, 7.0]])
    row, version = a[0], a._version
    made = f(a, inplace=True)
    print(f.__name__, made is a, a._version - version, [round(v, 5) for v in row.tolist()], a.grad_fn)
    b = torch.tensor([-1.0, 2.0], requires_grad=True)
    c = b * 3
    made = f(c, inplace=True)
    c.sum().backward()
    print(made is c, type(c.grad_fn).__name__, [round(v, 4) for v in c.tolist()], [round(v, 4) for v in b.grad.tolist()])
    for wrong in (b, b[:1], torch.tensor([1, -2]), torch.ones(2).expand(3, 2)):
        try:
            print(f(wrong, inplace=True).tolist())
        except Exception as e:
            print(type(e).__name__, str(e).split('\n')[0])
try:
    F.hardtanh(torch.ones(2), 2.0, 1.0, True)
except Exception as e:
    print(type(e).__name__, e)
print(F.hardtanh(torch.arange(-2., 3.), -1.0, 1.5, True).tolist(), F.leaky_relu(torch.tensor([-1.0]), 0.5, True).tolist())
with torch.no_grad():
    print(F.relu(b, inplace=True) is b, b.tolist(), b._version)

# channels and pixels of few elements
for shape, r in (((1, 4, 2, 2), 2), ((4, 1, 1), 2), ((2, 3, 8, 1, 3), 2), ((1, 1, 2, 2), 1), ((1, 9, 1, 2), 3)):
    n = torch.Size(shape).numel()
    t = torch.arange(n).reshape(shape)
    made = F.pixel_shuffle(t, r)
    back = F.pixel_unshuffle(made, r)
    print(made.shape, made.stride(), made.flatten().tolist(), back.stride(), torch.equal(back, t), made._base, made.is_contiguous())
t = torch.arange(16.).reshape(1, 4, 2, 2)
for lies in (t.to(memory_format=torch.channels_last), t.transpose(2, 3), t.double(), t > 3, t.requires_grad_()):
    made = F.pixel_shuffle(lies, 2)
    print(made.tolist(), made.dtype, made.grad_fn and type(made.grad_fn).__name__, F.channel_shuffle(lies, 2).flatten().tolist())
(F.pixel_shuffle(t, 2) * torch.arange(16.).reshape(1, 1, 4, 4)).sum().backward()
print(t.grad.flatten().tolist(), F.channel_shuffle(torch.arange(12).reshape(1, 6, 2), 3).tolist())
w = torch.arange(16., dtype=torch.float64).reshape(1, 4, 2, 2).requires_grad_()
print(torch.autograd.gradgradcheck(lambda w: F.pixel_shuffle(w, 2) ** 2, w), torch.autograd.gradcheck(lambda w: F.channel_shuffle(w, 2) ** 2, w))


# walks over modules
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.none, self.c = nn.Linear(2, 2), None, nn.BatchNorm1d(2)
        self.b = self.a
        self.inner = nn.Sequential(nn.Linear(2, 1, bias=False), self.c, nn.Sequential())
        self.own = nn.Parameter(torch.zeros(1))
        self.inner[0].weight2 = self.own
        self.register_parameter('nothing', None)
        self.register_module('nobody', None)


class Quiet(nn.Linear):
    def train(self, mode=True):
        print('train', mode)
        return super().train(mode)

    def named_modules(self, memo=None, prefix='', remove_duplicate=True):
        print('modules')
        return iter([])


class Few(nn.Linear):
    def named_parameters(self, prefix='', recurse=True, remove_duplicate=True):
        yield 'only', self.bias

    def named_children(self):
        yield 'one', quiet


net, quiet, few = Net(), Quiet(1, 1), Few(2, 1)
net.loop = net.inner
names = {id(p): name for name, p in net.named_parameters()}
print([names[id(p)] for p in net.parameters()], list(names.values()) == [names[id(p)] for p in net.parameters()])
print([names[id(p)] for p in net.parameters(recurse=False)], [tuple(b.shape) for b in net.buffers()], list(net.buffers(recurse=False)), len(list(net.children())))
print(type(net.parameters()).__name__, net.parameters().__name__, next(net.parameters()) is net.own, len(list(nn.ReLU().parameters())))
print(net.eval() is net, [m.training for m in net.modules()], net.train().c.training)
print(len(list(few.parameters())), len(list(few.children())), few.eval().training, quiet.training)
print(len(list(nn.Sequential(few, quiet, nn.Linear(1, 1)).parameters())))
try:
    net.train(1)
except Exception as e:
    print(type(e).__name__, e)
try:
    for param in net.parameters():
        net.more = nn.Parameter(torch.ones(1))
except Exception as e:
    print(type(e).__name__)
for p in nn.Sequential(nn.Linear(1, 1)).parameters():
    p.requires_grad_(False)

# views that nobody records are made at once: of what they are views, and how they may be changed
base, dims = torch.arange(6.).reshape(2, 3), torch.arange(12.).reshape(1, 3, 4)
for make in (lambda t: t.reshape(-1), lambda t: t.reshape(3, -1), lambda t: t.ravel(), lambda t: t.flatten(), lambda t: t.view_as(torch.ones(3, 2)), lambda t: t.reshape_as(torch.ones(6, 1)),
             lambda t: t[:1].expand_as(torch.ones(4, 3)), lambda t: t.expand_as(torch.ones(2, 2, 3)), lambda t: t.unflatten(1, (3, 1)), lambda t: t.t().reshape(-1), lambda t: t.t().reshape(3, 2, 1),
             lambda t: t.view_as(torch.ones(4)), lambda t: t.reshape(4, -1), lambda t: t.expand_as(torch.ones(2)), lambda t: t.t().view_as(torch.ones(6)), lambda t: t.reshape(-1, -1)):
    for t in (base, g, g * 1):
        for mode in (torch.enable_grad, torch.no_grad):
            try:
                with mode():
                    v = make(t)
                    w = v.reshape(v.shape + (1,))
                print(v.shape, v.stride(), v.is_contiguous(), v._base is t, w._base is t, v.requires_grad, type(v.grad_fn).__name__, v.data_ptr() == t.data_ptr())
                v.mul_(1.0)
                print(v._version, type(v.grad_fn).__name__, type(t.grad_fn).__name__)
            except Exception as e:
                print(type(e).__name__, str(e).split('\n')[0][:90])
for t in (torch.ones(1, 3).t(), torch.ones(2, 1, 3)[:, :, ::2], torch.ones(0, 3), torch.ones(4, 1).expand(4, 2), torch.tensor(2.0), torch.ones(1, 1, 1, 1, 1, 1, 2)):
    print(t.reshape(-1).stride(), t.flatten().stride(), t.ravel().is_contiguous(), t.reshape(t.shape).stride(), t.expand_as(t).stride(), t.data.stride(), t.data.is_contiguous())

# the data of a tensor counts its changes by itself
a = torch.ones(2, 3)
d = a.data
e = d.data
d.add_(1)
e.add_(1)
print(a._version, d._version, e._version, a.tolist(), e is d, d.view(-1)._version, d.detach().mul_(2)._version, d._version, a.view(-1).data.shape)
a.data = torch.zeros(4)
print(a.shape, d.shape, a._version)

# one place that sets an attribute of many kinds of objects
class Plain:
    pass


class Worded:
    def __init__(self):
        self.seen = []

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        self.__dict__['last'] = name


def put(o, v):
    o.grad = v
    return o.grad is v


leaf, other, plain, worded, whole = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), Plain(), Worded(), torch.ones(2).long()
for o in (leaf, leaf, other, nn.Parameter(torch.ones(2)), plain, leaf, worded, leaf, whole, h.detach(), sub, sub, leaf):
    for v in (torch.ones(2), None, 'text', torch.ones(3)):
        try:
            print(type(o).__name__, put(o, v), end=' ')
        except Exception as e:
            print(type(e).__name__, str(e).split('\n')[0][:60], end=' ')
print(worded.last)
for i in range(4):
    try:
        leaf.is_leaf = True
    except Exception as e:
        print(type(e).__name__)
torch.Tensor.grad_kept = property(lambda self: self.grad, lambda self, v: setattr(self, 'grad', v))
for o in (leaf, other, leaf):
    o.grad_kept = torch.zeros(2)
    print(o.grad)
for made in (g.dtype == torch.float32, g.dtype != torch.float32, torch.float32 == torch.float64, torch.float != torch.float32, torch.strided == g.layout, Plain == Plain, plain == plain, plain != plain, float('nan') == plain):
    print(made, end=' ')

print()
# covariances, combinations, means of images in a size, gated units: what is plain and what is not
m, v1 = torch.tensor([[1., 2., 4.], [3., 1., 0.], [2., 2., 5.]]), torch.tensor([1., 3., 2., 8.])
mg, vg = m.clone().requires_grad_(), v1.clone().requires_grad_()
import warnings
warnings.simplefilter('ignore')
for call in (lambda: torch.cov(m), lambda: m.cov(correction=0), lambda: torch.cov(v1), lambda: torch.cov(m.double(), correction=2), lambda: torch.cov(m, correction=3), lambda: torch.cov(torch.tensor(2.0)), lambda: torch.cov(m[:1]),
             lambda: torch.cov(m, fweights=torch.tensor([1, 2, 1])), lambda: torch.cov(m, aweights=torch.tensor([0.5, 1., 1.])), lambda: torch.cov(m.long()), lambda: torch.cov(m.half()).dtype, lambda: torch.cov(m.bool()), lambda: torch.cov(torch.ones(2, 2, 2)),
             lambda: torch.cov(torch.ones(2, 0)).shape, lambda: torch.cov(m.to(torch.complex64)).dtype, lambda: torch.cov(m, 1), lambda: torch.cov(m, correction=1.5), lambda: torch.cov(m.t()), lambda: torch.cov(mg), lambda: mg.cov().grad_fn.name(), lambda: torch.cov(vg).grad_fn.name(),
             lambda: torch.corrcoef(m), lambda: m.t().corrcoef(), lambda: torch.corrcoef(v1), lambda: torch.corrcoef(torch.ones(2, 3)), lambda: torch.corrcoef(m.double()), lambda: torch.corrcoef(mg).grad_fn.name(), lambda: torch.corrcoef(m.long()), lambda: torch.corrcoef(torch.ones(1, 1, 1)),
             lambda: torch.combinations(v1), lambda: torch.combinations(v1, 3), lambda: torch.combinations(v1, r=2, with_replacement=True), lambda: torch.combinations(v1[:2], 3, True), lambda: torch.combinations(v1, 1), lambda: torch.combinations(v1, 0).shape, lambda: torch.combinations(v1, 5).shape, lambda: torch.combinations(v1, 4),
             lambda: torch.combinations(v1[::2].long()), lambda: torch.combinations(m), lambda: torch.combinations(v1, -1), lambda: torch.combinations(v1[:0]).shape, lambda: torch.combinations(vg).grad_fn.name(), lambda: torch.combinations(torch.arange(12), 5).sum(0), lambda: torch.combinations(torch.arange(3), 9, True).shape,
             lambda: torch.combinations(torch.tensor([True, False])), lambda: torch.combinations(v1)._base is None, lambda: torch.combinations(v1).is_contiguous(),
             lambda: F.adaptive_avg_pool2d(m.view(1, 1, 3, 3), 1), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3), (2, 2)), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3), (2, None)), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3), 0).shape,
             lambda: F.adaptive_avg_pool2d(mg.view(1, 3, 3), 2).grad_fn.name(), lambda: F.adaptive_avg_pool2d(mg.view(1, 3, 3), 1).grad_fn.name(), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3), output_size=2), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3), [3]), lambda: F.adaptive_avg_pool2d(m.view(1, 3, 3).half(), 2).dtype,
             lambda: F.glu(torch.ones(2, 4)), lambda: F.glu(m.t()[:, :2]), lambda: F.glu(v1.view(4, 1), 0), lambda: F.glu(v1, dim=0), lambda: F.glu(m), lambda: F.glu(torch.tensor(1.0)), lambda: F.glu(v1.long()), lambda: F.glu(v1, 1), lambda: F.glu(vg).grad_fn.name(), lambda: F.glu(torch.ones(2, 6, 2)[:, ::3], 1).stride(), lambda: F.glu(torch.ones(2, 4, 3).permute(2, 0, 1)).stride()):
    try:
        made = call()
        print(made.tolist() if type(made) is not torch.Tensor or not made.is_floating_point() else [round(v, 4) for v in made.double().flatten().tolist()] if made.dim() else round(made.item(), 4)) if isinstance(made, torch.Tensor) else print(made)
        if isinstance(made, torch.Tensor):
            print(made.shape, made.dtype)
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0][:120])
for f, t in ((lambda t: torch.cov(t), mg), (lambda t: torch.corrcoef(t), mg), (lambda t: torch.cov(t), vg), (lambda t: F.glu(t), vg), (lambda t: F.adaptive_avg_pool2d(t.view(1, 3, 3), 2), mg), (lambda t: torch.combinations(t), vg)):
    t.grad = None
    (f(t) * torch.arange(f(t).numel()).view_as(f(t))).sum().backward()
    print([round(v, 3) + 0.0 for v in t.grad.flatten().tolist()])

# small joins, copies in other types, borders and sizes
parts = [torch.arange(6.).view(2, 3) + 10 * i for i in range(3)]
for dim in (0, 1, -1):
    for list_ in (parts, [parts[0], torch.ones(0), parts[1]], [parts[0], torch.ones(2, 0) if dim else torch.ones(0, 3), parts[2]], [parts[0].t().contiguous().t(), parts[1]], [parts[0], parts[1].double()], [parts[0][:, :1], parts[1][:, 1:]], parts[:1], [torch.ones(0, 3), torch.ones(0, 3)]):
        try:
            made = torch.cat(list_, dim)
            print(made.tolist(), made.shape, made.stride(), made.dtype)
        except Exception as e:
            print(type(e).__name__, str(e)[:80])
print(torch.cat([torch.ones(1, 2, 1, 3), torch.zeros(1, 1, 1, 3)], 1).stride(), torch.cat([torch.ones(2, 1, 2, 2).to(memory_format=torch.channels_last)] * 2, 1).stride(), torch.cat([torch.ones(1, 2, 1, 1).to(memory_format=torch.channels_last)] * 2, 1).tolist())
for t in (parts[0], parts[0].t(), parts[0][:, ::2], torch.ones(1, 3).t(), torch.ones(2, 1, 3).expand(2, 4, 3)[:, :1], torch.tensor(2.7), torch.ones(0, 2)):
    for dtype in (torch.float64, torch.int32, torch.bool, torch.float16, torch.complex64):
        made = t.to(dtype)
        print(made.tolist(), made.stride(), end=' ')
    print(torch.zeros_like(t, dtype=torch.double).stride(), torch.randn_like(t).stride(), torch.rand_like(t.double()).stride(), t.double().clone().stride())
shared = torch.arange(8, dtype=torch.int32)
shared.view(torch.float32).copy_(shared)
print(shared.view(torch.float32).tolist())
image = torch.arange(24.).view(1, 2, 3, 4)
for mode in ('reflect', 'replicate', 'circular'):
    for t, border in ((image, (1, 2, 2, 1)), (image, (0, 0, 1, 0)), (image[0], (1, 1)), (image.double(), (2, 0, 0, 1)), (image.view(1, 1, 2, 3, 4), (1, 1, 1, 1, 1, 1)), (image.to(torch.bfloat16), (1, 1, 1, 1))):
        made = F.pad(t, border, mode=mode)
        print(made.shape, made.double().sum().item(), made.flatten()[:7].tolist(), made.dtype)
for mode in ('nearest', 'nearest-exact'):
    for size in ((6, 8), (2, 3), (5, 4), (1, 1), (3, 4), (7, 70)):
        made = F.interpolate(image, size=size, mode=mode)
        print(made.shape, made.sum().item(), made.flatten()[:9].tolist())
    print(F.interpolate(image, scale_factor=2.5, mode=mode).sum().item(), F.interpolate(image[0], scale_factor=0.5, mode=mode).tolist(), F.interpolate(image.view(1, 1, 2, 3, 4), size=(3, 3, 3), mode=mode).flatten().tolist(), F.interpolate(image.to(torch.uint8), size=(2, 2), mode=mode).tolist())
torch.manual_seed(5)
print([round(v, 5) for v in torch.randn(7).tolist()], [round(v, 5) for v in torch.normal(1.0, 2.0, (5,)).tolist()], [round(v, 5) for v in torch.normal(1.0, 1.0, (2, 2)).flatten().tolist()], [round(v, 5) for v in torch.zeros(2, 3).t().normal_().flatten().tolist()], [round(v, 5) for v in torch.randn(3, dtype=torch.double).tolist()], [round(v, 5) for v in torch.zeros(2, 6)[:, ::2].normal_(0, 1).flatten().tolist()])
print(torch.float32 == torch.float32, torch.float32 != torch.float64, parts[0].type(), parts[0].long().type(), torch.zeros(1).bfloat16().type())
