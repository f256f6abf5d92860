# An example of each: what is random, has state, or takes several steps.
import torch
import torch.nn.functional as F
from torch import linalg, special

x = torch.tensor([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]])
y = torch.tensor([[1.0, 2.0, -4.0], [-0.5, 0.5, 8.0]])
p = torch.tensor([[0.1, 0.5, 0.9], [0.3, 0.7, 0.2]])
v = torch.tensor([1.0, -2.0, 0.5])
m = torch.tensor([[2.0, -1.0, 0.5], [1.0, 3.0, -0.5], [0.0, 1.5, 4.0]])
s = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
k = torch.tensor([[3, 0, 2], [1, 2, 0]])
n = torch.tensor([6, 4, 9])
i = torch.tensor([[0, 1, 1], [1, 0, 0]])
j = torch.tensor([1, 0])
b = torch.tensor([[True, False, True], [False, True, True]])
z = torch.tensor([[1 + 2j, -0.5j], [3 - 1j, 2 + 0j]])
t3 = torch.arange(12.).reshape(2, 2, 3) / 4
u3 = torch.arange(12.).reshape(2, 3, 2) / 3 - 1
img = torch.arange(32.).reshape(1, 2, 4, 4) / 8 - 1
vol = torch.arange(64.).reshape(1, 1, 4, 4, 4) / 16
seq = torch.arange(12.).reshape(1, 2, 6) / 4 - 1

GRADIENTS = False
EXAMPLES = r"""
torch.set_deterministic_debug_mode('warn')
torch.get_deterministic_debug_mode()
torch.is_deterministic_algorithms_warn_only_enabled()
torch.set_deterministic_debug_mode(0)
torch.manual_seed(3).initial_seed()
F.alpha_dropout(x, 0.5, training=False)
F.batch_norm(img, torch.zeros(2), torch.ones(2))
F.batch_norm(img, None, None, training=True)
F.bilinear(x, y, torch.ones(1, 3, 3))
F.binary_cross_entropy(p, b.float())
F.binary_cross_entropy(p, b.float(), reduction='none')
F.conv_transpose2d(img[:, :, :2, :2], torch.ones(2, 1, 2, 2))
F.conv_transpose2d(img[:, :, :2, :2], torch.ones(2, 1, 2, 2), stride=2)
torch.manual_seed(1) is torch.default_generator
F.dropout(x, 0.5)
F.dropout1d(t3, 0.5)
F.dropout2d(img, 0.5)
F.dropout3d(vol.repeat(1, 2, 1, 1, 1)[:, :, :1], 0.5)
F.feature_alpha_dropout(img, 0.5)
F.embedding(k, m.repeat(2, 1))
F.embedding(k, m.repeat(2, 1), padding_idx=0)
F.embedding_bag(k, m.repeat(2, 1))
F.embedding_bag(k, m.repeat(2, 1), mode='sum')
F.fold(torch.arange(16.0).reshape(1, 4, 4), (3, 3), (2, 2))
F.gaussian_nll_loss(x, y, p)
F.gumbel_softmax(x)
F.gumbel_softmax(x, tau=0.5, hard=True)
F.instance_norm(img)
F.kl_div(p.log(), p.softmax(1), reduction='batchmean')
F.kl_div(p.log(), p.log_softmax(1), log_target=True, reduction='sum')
F.layer_norm(x, (3,))
F.layer_norm(x, (3,), v, v)
F.lp_pool1d(seq, 2, 2)
F.lp_pool2d(img, 2, 2)
F.lp_pool3d(vol, 2, 2)
F.normalize(x)
F.normalize(x, p=1.0, dim=0)
F.pad(x, (1, 2), value=7.0)
F.pad(img[:, :1], (1, 1, 0, 1), mode='reflect')
F.poisson_nll_loss(x, p)
F.rms_norm(x, (3,))
F.rrelu(x, training=False)
F.rrelu(x, training=True)
F.rrelu_(x.clone())
F.triplet_margin_with_distance_loss(x, y, p)
torch.ones(2, 2).addbmm(t3, u3)
torch.ones(2, 2).addbmm_(t3, u3, beta=0.5, alpha=2)
torch.ones(2).addmv(x, v)
torch.ones(2).addmv_(x, v, beta=2)
torch.ones(3, 3).addr(v, v)
torch.ones(3, 3).addr_(v, v, alpha=2)
v.clone().apply_(lambda value: value * 2)
w = v.clone().requires_grad_()
(w * w).sum().backward()
w.grad
(w * w).backward(torch.ones(3))
torch.autograd.grad((w ** 3).sum(), w)
torch.autograd.backward((w * 2).sum())
torch.ones(2, 2, 2).baddbmm(t3, u3)
torch.ones(2, 2, 2).baddbmm_(t3, u3, alpha=0.5)
p.bernoulli()
x.clone().bernoulli_(0.5)
t3.bmm(u3)
x.clone().cauchy_()
x.clamp(-1, 1)
x.clamp(min=y)
x.clone().clamp_(-1, 1)
x.clone().clamp_(max=y)
x.clip(0)
x.clip(None, y)
x.clone().clip_(max=1)
x.data_ptr() == x.storage().data_ptr()
x.clone().exponential_()
p.double().float_power_(2)
x.clone().geometric_(0.5)
x.histc(4)
x.histc(4, -1, 1)
torch.tensor([2.0]).is_nonzero()
x.is_set_to(x)
x.is_set_to(x.clone())
torch.tensor(2.5).item()
torch.tensor([[7]]).item()
x.clone().log_normal_()
m.lu_solve(*linalg.lu_factor(s))
v.clone().map_(torch.ones(3), lambda left, right: left + right)
x.mm(m)
p.multinomial(2)
p.multinomial(4, replacement=True)
x.new_empty((2, 3)).shape
x.new_empty_strided((2, 3), (1, 2)).stride()
x.new_tensor([[1, 2], [3, 4]])
x.clone().normal_()
x.polygamma(1)
x.clone().random_(10)
h = w.register_hook(lambda gradient: gradient * 10)
torch.autograd.grad((w * 2).sum(), w)
h.remove()
q = torch.ones(1, requires_grad=True)
h = q.register_post_accumulate_grad_hook(lambda tensor: print('arrived', tensor.grad))
(q * 3).sum().backward()
x.clone().resize_(3, 2)
x.clone().resize_as_(m[:2, :2])
d = w * 2
d.retain_grad()
d.sum().backward()
d.grad
torch.empty(0).set_(x)
x.split(1)
x.split([1, 2], 1)
x.split_with_sizes([1, 2], 1)
x.tile(2)
x.tile((2, 1))
x.unflatten(1, (3, 1))
x.clone().uniform_()
x.clone().uniform_(-1, 1)
x.clone().is_shared()
torch.autograd.set_detect_anomaly(False).__class__.__name__
torch.autograd.set_grad_enabled(True).__class__.__name__
linalg.ldl_solve(*linalg.ldl_factor(s), m)
linalg.lstsq(m, s).solution
linalg.lu_solve(*linalg.lu_factor(m), s)
linalg.tensorinv(torch.eye(6).reshape(2, 3, 6) * 2, ind=2).shape
linalg.tensorinv(m.reshape(3, 3), ind=1)
torch.addbmm(torch.ones(2, 2), t3, u3)
torch.addmv(torch.ones(2), x, v)
torch.addr(torch.ones(3, 3), v, v)
torch.alpha_dropout(x, 0.5, False)
torch.alpha_dropout_(x.clone(), 0.5, True)
torch.are_deterministic_algorithms_enabled()
torch.baddbmm(torch.ones(2, 2, 2), t3, u3)
torch.batch_norm(img, None, None, None, None, True, 0.1, 1e-5, False)
torch.bernoulli(p)
torch.bernoulli(x, 0.5)
torch.bilinear(x, y, torch.ones(1, 3, 3), None)
torch.broadcast_shapes((2, 1), (3,))
torch.clamp(x, -1, 1)
torch.clamp(x, max=y)
torch.clamp_(x.clone(), -1, 1)
torch.clip(x, 0, 1)
torch.clip_(x.clone(), 0)
torch.conv_transpose2d(img[:, :, :2, :2], torch.ones(2, 1, 2, 2))
torch.dropout(x, 0.5, True)
torch.dropout_(x.clone(), 0.5, True)
torch.empty(2, 3).shape
torch.empty_like(x).dtype
torch.empty_strided((2, 3), (1, 2)).stride()
torch.feature_alpha_dropout(img, 0.5, False)
torch.feature_alpha_dropout_(img.clone(), 0.5, True)
torch.feature_dropout(img, 0.5, True)
torch.feature_dropout_(img.clone(), 0.5, True)
torch.get_default_device()
torch.get_default_dtype()
torch.get_float32_matmul_precision()
torch.get_num_threads() >= 1
torch.get_rng_state()[:24]
torch.histc(x, 4)
torch.histc(x, bins=3, min=-1, max=1)
torch.initial_seed()
torch.instance_norm(img, None, None, None, None, True, 0.1, 1e-5, False)
torch.is_grad_enabled()
torch.is_inference_mode_enabled()
torch.is_nonzero(torch.tensor([0.0]))
torch.layer_norm(x, (3,))
torch.lu_solve(m, *linalg.lu_factor(s))
torch.lu_unpack(*linalg.lu_factor(m))
torch.manual_seed(5).initial_seed()
torch.multinomial(p, 2)
torch.normal(x, 1.0)
torch.normal(x, p)
torch.normal(0.0, 1.0, (2, 3))
torch.poisson_nll_loss(x, p, True, False, 1e-8, 1)
torch.rand(2, 3)
torch.rand_like(x)
torch.randint(10, (2, 3))
torch.randint(5, 10, (4,))
torch.randint_like(x, 10)
torch.randn(2, 3)
torch.randn(16)
torch.randn_like(x)
torch.randperm(8)
torch.range(1, 4)
torch.range(1, 2, 0.5)
torch.rms_norm(x, (3,))
torch.rrelu(x)
torch.rrelu_(x.clone())
torch.set_default_dtype(torch.float64)
torch.tensor([0.5]).dtype
torch.set_default_dtype(torch.float32)
torch.set_printoptions(precision=2)
torch.tensor([1 / 3])
torch.set_printoptions(profile='default')
torch.set_float32_matmul_precision('highest')
state = torch.get_rng_state()
torch.rand(2)
torch.set_rng_state(state)
torch.use_deterministic_algorithms(False)
torch.set_num_threads(torch.get_num_threads())
torch.set_default_device('cpu')
torch.set_default_tensor_type(torch.FloatTensor)
torch.split_with_sizes(x, [1, 2], 1)
torch.tile(x, (2, 1))
torch.view_as_complex(torch.tensor([[1.0, 2.0], [3.0, -1.0]]))
torch.save(x, 'x.pt')
torch.load('x.pt')
torch.seed() == torch.initial_seed()
len(x.untyped_storage())
torch.svd_lowrank(x, 2)[1]
torch.pca_lowrank(x, 1)[1]
linalg.svd(x).S
x.svd().S
torch.svd(x).S
F.adaptive_avg_pool2d(img, 1)
F.adaptive_avg_pool3d(vol, 1) * 1
F.adaptive_max_pool1d(seq, 2) * 1
torch.adaptive_max_pool1d(seq, 2)[1] * 1
F.avg_pool3d(vol, 2) * 1
F.max_pool1d(seq, 2) * 1
F.max_pool3d(vol, 2) * 1
torch.max_pool1d(seq, 2) * 1
torch.max_pool3d(vol, 2) * 1
F.unfold(img, 3)
F.cross_entropy(x, j)
F.cross_entropy(x, p.softmax(1), label_smoothing=0.1)
F.affine_grid(torch.tensor([[[1.0, 0.0, 0.5], [0.0, 1.0, -0.5]]]), (1, 1, 2, 2), align_corners=False) * 1
F.grid_sample(img[:, :1], torch.tensor([[[[0.0, 0.0], [0.5, -0.5]]]]), align_corners=False) * 1
torch.resize_as_(m.clone(), x)
z.clone().conj_physical_()
torch.conj_physical_(z.clone())
x.new(2, 3).shape
torch.isin(x, y)
torch.isin(k, torch.tensor([0, 2]))
x.repeat_interleave(2, 1)
torch.pixel_shuffle(img, 1).shape
F.pixel_shuffle(torch.arange(8.0).reshape(1, 4, 1, 2), 2)
torch.tril_indices(3, 3) + 0
torch.triu_indices(2, 3, 1) + 0
[int(part) for part in torch.unravel_index(torch.tensor(4), (2, 3))]
torch.broadcast_tensors(v, torch.ones(2, 1))
x.clone().greater_(y)
x.clone().less_(0.5)
torch.autograd.Variable(x).requires_grad
torch.autograd.Variable(x, requires_grad=True).requires_grad
torch.BFloat16Tensor([1, 2])
torch.ByteTensor([1, 2])
torch.CharTensor([1, 2])
torch.DoubleTensor([1, 2])
torch.FloatTensor([1, 2])
torch.HalfTensor([1, 2])
torch.IntTensor([1, 2])
torch.LongTensor([1, 2])
torch.ShortTensor([1, 2])
torch.BoolTensor([True, False])
"""


def shown(value):
    """The text of a result; of views and of what was changed in place also how it lies in memory."""
    lines = [repr(value)]
    for part in value if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size) else [value]:
        if isinstance(part, torch.Tensor) and part._base is not None:
            lines.append(f'# a view: {tuple(part.shape)} {part.stride()} {part.dtype}')
    return '\n'.join(lines)


def names(value):
    """The grad_fns of the tensors in a result."""
    parts = value if isinstance(value, (tuple, list)) else [value]
    return [part.grad_fn.name().rpartition('::')[2] for part in parts if isinstance(part, torch.Tensor) and part.grad_fn is not None]


def run(line, scope):
    print('>>> ' + line)
    try:
        code = compile(line, 'example', 'eval')
    except SyntaxError:
        exec(line, scope)
        return
    try:
        value = eval(code, scope)
    except Exception as error:
        print(f'{type(error).__name__}: {error}')
        return
    if value is not None:
        print(shown(value))


def run_with_gradients(line):
    """Prints what the results are made of when the inputs require gradients."""
    scope = {**globals()}
    for name in 'x y p v m s t3 u3 img vol seq z'.split():
        scope[name] = scope[name].clone().requires_grad_() * 1
    try:
        found = names(eval(line, scope))
    except Exception as error:
        found = [f'{type(error).__name__}: {error}']
    if found:
        print('# with gradients:', *found)


for example in EXAMPLES.strip().split('\n'):
    run(example, globals())
    if GRADIENTS:
        run_with_gradients(example)
