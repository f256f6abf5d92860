"""Pointwise operations, reductions and movements on a thousand, a hundred thousand and four million numbers."""
import torch
from torch.nn import functional

G = torch.Generator().manual_seed(1)
SIZES = {'1e3': (25, 40), '1e5': (250, 400), '4e6': (2000, 2000)}


def positive(shape):
    return torch.rand(*shape, generator=G) + 0.1


def signed(shape):
    return torch.randn(*shape, generator=G)


def one(make, call):
    return lambda shape: (make(shape),), call


def two(call, make=signed):
    return lambda shape: (make(shape), make(shape)), call


def tensors(*makers):
    return lambda shape: tuple(make(shape) for make in makers)


def integers(shape):
    return torch.randint(0, 1000, shape, generator=G)


def mask(shape):
    return torch.rand(*shape, generator=G) > 0.5


def images(shape):
    return torch.randn(shape[0] // 5, 20, max(1, shape[1] // 16), 4, generator=G)


def grad(make):
    return lambda shape: make(shape).requires_grad_()


def unit(shape):
    return torch.rand(*shape, generator=G) * 0.98 + 0.01


def gradient_of(call):
    """The gradient of call(a, ...).sum() with respect to a."""
    def work(a, *others):
        a = a.detach().requires_grad_()
        return torch.autograd.grad(call(a, *others).sum(), a)[0]
    return work


def small(dtype):
    return lambda shape: torch.randint(0, 100, shape, generator=G).to(dtype)


def halves(shape):
    return signed(shape).half()


def doubles(shape):
    return signed(shape).double()


def write_mask(a, m):
    a = a.clone()
    a[m] = 0.
    return a


# name: (what makes the operands from a shape, the call)
KINDS = {
    'add': two(lambda a, b: a + b), 'mul': two(lambda a, b: a * b), 'div': two(lambda a, b: a / b), 'add_scalar': one(signed, lambda a: a + 2),
    'square': one(signed, lambda a: a ** 2), 'sqrt': one(positive, torch.sqrt), 'exp': one(signed, torch.exp), 'log': one(positive, torch.log),
    'sin': one(signed, torch.sin), 'tanh': one(signed, torch.tanh), 'sigmoid': one(signed, torch.sigmoid), 'relu': one(signed, torch.relu),
    'gelu': one(signed, functional.gelu), 'erf': one(signed, torch.erf), 'pow': two(lambda a, b: a ** b, positive), 'abs': one(signed, torch.abs),
    'clamp': one(signed, lambda a: a.clamp(-1, 1)), 'maximum': two(torch.maximum), 'greater': two(lambda a, b: a > b),
    'where': (tensors(mask, signed, signed), torch.where), 'masked_fill': (tensors(signed, mask), lambda a, m: a.masked_fill(m, 0.)),
    'add_row': (lambda shape: (signed(shape), signed(shape[1:])), lambda a, b: a + b), 'add_column': (lambda shape: (signed(shape), signed((shape[0], 1))), lambda a, b: a + b),
    'add_integer': two(lambda a, b: a + b, integers), 'divide_integer': two(lambda a, b: a // (b + 1), integers), 'to_double': one(signed, lambda a: a.double()),
    'to_integer': one(signed, lambda a: a.long()), 'add_double': (lambda shape: (signed(shape).double(), signed(shape).double()), lambda a, b: a + b),
    'exp_double': one(lambda shape: signed(shape).double(), torch.exp), 'addcmul': (tensors(signed, signed, signed), torch.addcmul),
    'add_in_place': (tensors(signed, signed), lambda a, b: a.mul_(0.5).add_(b)), 'half': one(lambda shape: signed(shape).bfloat16(), lambda a: a * a + a),
    'sum': one(signed, torch.sum), 'mean': one(signed, torch.mean), 'prod': one(positive, torch.prod), 'max': one(signed, torch.max), 'argmax': one(signed, torch.argmax),
    'norm': one(signed, torch.norm), 'std': one(signed, torch.std), 'sum_rows': one(signed, lambda a: a.sum(1)), 'sum_columns': one(signed, lambda a: a.sum(0)),
    'mean_rows': one(signed, lambda a: a.mean(1)), 'var_columns': one(signed, lambda a: a.var(0)), 'max_rows': one(signed, lambda a: a.max(1)[0]),
    'max_columns': one(signed, lambda a: a.max(0)[0]), 'argmax_rows': one(signed, lambda a: a.argmax(1)), 'amax_rows': one(signed, lambda a: a.amax(1)),
    'any': one(mask, torch.any), 'count_nonzero': one(mask, torch.count_nonzero), 'sum_mask': one(mask, torch.sum), 'sum_integer': one(integers, torch.sum),
    'sum_double': one(lambda shape: signed(shape).double(), torch.sum), 'logsumexp': one(signed, lambda a: a.logsumexp(1)),
    'cumsum': one(signed, lambda a: a.cumsum(1)), 'cumsum_columns': one(signed, lambda a: a.cumsum(0)),
    'softmax': one(signed, lambda a: a.softmax(1)), 'softmax_columns': one(signed, lambda a: a.softmax(0)), 'log_softmax': one(signed, lambda a: a.log_softmax(1)),
    'layer_norm': one(signed, lambda a: functional.layer_norm(a, a.shape[1:])), 'batch_norm': one(signed, lambda a: functional.batch_norm(a, None, None, training=True)),
    'cross_entropy': (lambda shape: (signed(shape), torch.randint(0, shape[1], shape[:1], generator=G)), functional.cross_entropy),
    'transposed': one(signed, lambda a: a.t() + 1), 'sort': one(signed, lambda a: a.sort(1)[0]), 'sort_all': one(signed, lambda a: a.flatten().sort()[0]),
    'topk': one(signed, lambda a: a.topk(10, 1)[0]), 'cat': two(lambda a, b: torch.cat((a, b))), 'cat_columns': two(lambda a, b: torch.cat((a, b), 1)),
    'stack': two(lambda a, b: torch.stack((a, b))), 'clone': one(signed, lambda a: a.clone()), 'flip': one(signed, lambda a: a.flip(0)), 'roll': one(signed, lambda a: a.roll(3, 1)),
    'embedding': (lambda shape: (torch.randint(0, 1000, (shape[0] * shape[1] // 100,), generator=G), signed((1000, 100))), functional.embedding),
    'gather': (lambda shape: (signed(shape), torch.randint(0, shape[1], shape, generator=G)), lambda a, i: a.gather(1, i)),
    'index_select': (lambda shape: (signed(shape), torch.randint(0, shape[0], shape[:1], generator=G)), lambda a, i: a[i]),
    'masked_select': (tensors(signed, mask), lambda a, m: a[m]), 'nonzero': one(mask, torch.nonzero), 'repeat': one(signed, lambda a: a.repeat(2, 1)),
    'scatter_add': (lambda shape: (signed(shape), torch.randint(0, shape[1], shape, generator=G)), lambda a, i: torch.zeros_like(a).scatter_add_(1, i, a)),
    'zeros': one(signed, torch.zeros_like), 'arange': one(signed, lambda a: torch.arange(a.numel())), 'tril': one(signed, torch.tril),
    'dropout': one(signed, lambda a: functional.dropout(a, 0.5) * 0), 'chain': two(lambda a, b: ((a + 2).exp() * b).sigmoid()),
    'tanh_gradient': one(lambda shape: signed(shape).requires_grad_(), lambda a: torch.autograd.grad(a.tanh().sum(), a)[0]),
    'softmax_gradient': one(lambda shape: signed(shape).requires_grad_(), lambda a: torch.autograd.grad(a.softmax(1).square().sum(), a)[0]),
    'layer_norm_gradient': one(lambda shape: signed(shape).requires_grad_(), lambda a: torch.autograd.grad(functional.layer_norm(a, a.shape[1:]).square().sum(), a)[0]),
    'var_rows': one(signed, lambda a: a.var(1)), 'std_columns': one(signed, lambda a: a.std(0)), 'amin_columns': one(signed, lambda a: a.amin(0)),
    'argmin_columns': one(signed, lambda a: a.argmin(0)), 'min_rows': one(signed, lambda a: a.min(1)[0]), 'prod_rows': one(positive, lambda a: a.prod(1)),
    'norm_rows': one(signed, lambda a: a.norm(dim=1)), 'norm_columns': one(signed, lambda a: a.norm(dim=0)), 'all_rows': one(mask, lambda a: a.all(1)),
    'cumprod': one(lambda shape: signed(shape) * 0.01 + 1, lambda a: a.cumprod(1)), 'logcumsumexp': one(signed, lambda a: a.logcumsumexp(1)), 'cummax': one(signed, lambda a: a.cummax(1)[0]),
    'median': one(signed, lambda a: a.median()), 'median_rows': one(signed, lambda a: a.median(1)[0]), 'kthvalue': one(signed, lambda a: a.kthvalue(5, 1)[0]),
    'argsort': one(signed, lambda a: a.argsort(1).double()), 'sort_integer': one(integers, lambda a: a.sort(1)[0]), 'sort_columns': one(signed, lambda a: a.sort(0)[0]),
    'unique': one(integers, torch.unique), 'bincount': one(lambda shape: integers(shape).flatten(), torch.bincount), 'histc': one(signed, lambda a: torch.histc(a, 50)),
    'searchsorted': (lambda shape: (torch.linspace(-3, 3, 1000), signed(shape)), torch.searchsorted), 'bucketize': one(signed, lambda a: torch.bucketize(a, torch.linspace(-2, 2, 21))),
    'index_add': (lambda shape: (signed(shape), torch.randint(0, shape[0], shape[:1], generator=G)), lambda a, i: torch.zeros_like(a).index_add_(0, i, a)),
    'index_put': (lambda shape: (signed(shape), torch.randperm(shape[0], generator=G)[:shape[0] // 2]), lambda a, i: a.clone().index_put_((i,), a[:i.numel()])),
    'write_mask': (tensors(signed, mask), write_mask), 'one_hot': (lambda shape: (torch.randint(0, shape[1], shape[:1], generator=G),), lambda i: functional.one_hot(i, 2000)),
    'embedding_gradient': (lambda shape: (torch.randint(0, 1000, (shape[0] * shape[1] // 100,), generator=G), signed((1000, 100)).requires_grad_()), lambda i, w: torch.autograd.grad(functional.embedding(i, w).square().sum(), w)[0]),
    'take_along': (lambda shape: (signed(shape), torch.randint(0, shape[0], shape, generator=G)), lambda a, i: a.gather(0, i)), 'triu': one(signed, torch.triu),
    'group_norm': one(images, lambda a: functional.group_norm(a, 4)), 'instance_norm': one(images, functional.instance_norm), 'batch_norm_images': one(images, lambda a: functional.batch_norm(a, None, None, training=True)),
    'rms_norm': one(signed, lambda a: functional.rms_norm(a, a.shape[1:])), 'layer_norm_scaled': (lambda shape: (signed(shape), signed(shape[1:]), signed(shape[1:])), lambda a, w, b: functional.layer_norm(a, a.shape[1:], w, b)),
    'nll_loss': (lambda shape: (signed(shape), torch.randint(0, shape[1], shape[:1], generator=G)), functional.nll_loss),
    'diff': one(signed, torch.diff), 'flip_columns': one(signed, lambda a: a.flip(1)), 'rot90': one(signed, torch.rot90), 'pad': one(signed, lambda a: functional.pad(a, (1, 1, 1, 1))),
    'unfold': one(signed, lambda a: a.unfold(1, 8, 4).contiguous()), 'chunk': one(signed, lambda a: torch.stack(a.chunk(5, 1))), 'split': one(signed, lambda a: sum(a.split(a.shape[0] // 5))),
    'einsum_sum': one(signed, lambda a: torch.einsum('ij->j', a)), 'cdist': one(lambda shape: signed((int((shape[0] * shape[1]) ** 0.5) + 1, 8)), lambda a: torch.cdist(a, a)),
    'where_scalar': one(signed, lambda a: torch.where(a > 0, a, 0.)), 'outer_sum': one(signed, lambda a: a[:, 0].unsqueeze(1) + a[0]), 'logsumexp_columns': one(signed, lambda a: a.logsumexp(0)),
    'batch_norm_gradient': one(grad(images), lambda a: torch.autograd.grad(functional.batch_norm(a, None, None, training=True).pow(3).sum(), a)[0]),
    'group_norm_gradient': one(grad(images), lambda a: torch.autograd.grad(functional.group_norm(a, 4).pow(3).sum(), a)[0]),
    'log_softmax_gradient': one(grad(signed), lambda a: torch.autograd.grad(a.log_softmax(1).square().sum(), a)[0]),
    'layer_norm_scaled_gradient': (lambda shape: (signed(shape).requires_grad_(), signed(shape[1:]).requires_grad_(), signed(shape[1:]).requires_grad_()), lambda a, w, b: torch.autograd.grad(functional.layer_norm(a, a.shape[1:], w, b).square().sum(), (a, w, b))[1]),
    'cross_entropy_gradient': (lambda shape: (signed(shape).requires_grad_(), torch.randint(0, shape[1], shape[:1], generator=G)), lambda a, t: torch.autograd.grad(functional.cross_entropy(a, t), a)[0]),
    'max_gradient': one(grad(signed), lambda a: torch.autograd.grad(a.max(1)[0].sum(), a)[0]), 'cumsum_gradient': one(grad(signed), lambda a: torch.autograd.grad(a.cumsum(1).square().sum(), a)[0]),
    'gather_gradient': (lambda shape: (signed(shape).requires_grad_(), torch.randint(0, shape[1], shape, generator=G)), lambda a, i: torch.autograd.grad(a.gather(1, i).square().sum(), a)[0]),
    # other functions, types, dimensions and layouts that courses use
    'neg': one(signed, torch.neg), 'floor': one(signed, torch.floor), 'cos': one(signed, torch.cos), 'atan': one(signed, torch.atan), 'log1p': one(positive, torch.log1p), 'expm1': one(signed, torch.expm1),
    'rsqrt': one(positive, torch.rsqrt), 'silu': one(signed, functional.silu), 'softplus': one(signed, functional.softplus), 'leaky_relu': one(signed, functional.leaky_relu), 'elu': one(signed, functional.elu),
    'minimum': two(torch.minimum), 'remainder': two(torch.remainder, positive), 'floor_divide': two(lambda a, b: a // b, positive), 'atan2': two(torch.atan2), 'hypot': two(torch.hypot), 'pow_scalar': one(signed, lambda a: a ** 3),
    'from_scalar': one(signed, lambda a: 1 - a), 'less_scalar': one(signed, lambda a: a < 0), 'and_masks': two(lambda a, b: a & b, mask), 'not_mask': one(mask, lambda a: ~a), 'between': one(signed, lambda a: ((a > -1) & (a < 1)).sum()),
    'remainder_integer': one(integers, lambda a: a % 7), 'mul_integer': two(lambda a, b: a * b, integers), 'sum_rows_integer': one(integers, lambda a: a.sum(1)), 'bytes_to_float': one(lambda shape: torch.randint(0, 255, shape, generator=G, dtype=torch.uint8), lambda a: a.float() / 255),
    'mul_double': two(lambda a, b: a * b, lambda shape: signed(shape).double()), 'tanh_double': one(lambda shape: signed(shape).double(), torch.tanh), 'sum_rows_double': one(lambda shape: signed(shape).double(), lambda a: a.sum(1)),
    'half_add': two(lambda a, b: a + b, lambda shape: signed(shape).half()), 'centre_rows': one(signed, lambda a: a - a.mean(1, keepdim=True)), 'standardise': one(signed, lambda a: (a - a.mean(0)) / (a.std(0) + 1e-5)),
    'scale_channels': one(images, lambda a: a * torch.ones(20)[None, :, None, None]), 'normalize': one(signed, lambda a: functional.normalize(a, dim=1)), 'pairwise': one(lambda shape: signed((int((shape[0] * shape[1] / 4) ** 0.5) + 1, 4)), lambda a: (a[:, None] - a[None]).square().sum(-1)),
    'sum_middle': one(images, lambda a: a.sum(1)), 'mean_planes': one(images, lambda a: a.mean((2, 3))), 'mean_channels': one(images, lambda a: a.mean((0, 2, 3))), 'amax_planes': one(images, lambda a: a.amax((2, 3))), 'softmax_middle': one(images, lambda a: a.softmax(1)),
    'any_columns': one(mask, lambda a: a.any(0)), 'mean_mask': one(signed, lambda a: (a > 0).float().mean()), 'norm_inf': one(signed, lambda a: a.norm(float('inf'))), 'nansum': one(signed, torch.nansum), 'dot_rows': two(lambda a, b: (a * b).sum(1)),
    'accuracy': (lambda shape: (signed(shape), torch.randint(0, shape[1], shape[:1], generator=G)), lambda a, t: (a.argmax(1) == t).float().mean()), 'momentum': two(lambda m, g: m.mul_(0.9).add_(g, alpha=0.1)), 'relu_in_place': one(signed, lambda a: a.relu_()),
    'adam': (tensors(signed, signed, positive), lambda p, m, v: p.addcdiv_(m, v.sqrt().add_(1e-8), value=-1e-10)), 'transposed_add': two(lambda a, b: a.t() + b.t()), 'transposed_exp': one(signed, lambda a: a.t().exp()), 'transposed_sum': one(signed, lambda a: a.t().sum(1)),
    'slice_add': two(lambda a, b: a[:, 1:] + b[:, :-1]), 'strided_rows': two(lambda a, b: a[::2] + b[::2]), 'strided_mul': one(signed, lambda a: a[:, ::2] * 2), 'slice_sum_rows': one(signed, lambda a: a[:, 1:].sum(1)),
    'mse_loss': two(functional.mse_loss), 'l1_loss': two(functional.l1_loss), 'huber_loss': two(functional.huber_loss), 'bce_with_logits': (tensors(signed, unit), functional.binary_cross_entropy_with_logits), 'kl_div': (tensors(signed, unit), lambda a, b: functional.kl_div(a, b, reduction='batchmean')),
    'cosine_similarity': two(functional.cosine_similarity), 'mse_loss_gradient': two(gradient_of(functional.mse_loss)), 'huber_loss_gradient': two(gradient_of(functional.huber_loss)), 'bce_with_logits_gradient': (tensors(signed, unit), gradient_of(functional.binary_cross_entropy_with_logits)),
    'relu_gradient': one(signed, gradient_of(functional.relu)), 'gelu_gradient': one(signed, gradient_of(functional.gelu)), 'silu_gradient': one(signed, gradient_of(functional.silu)), 'softplus_gradient': one(signed, gradient_of(functional.softplus)),
    'hardswish_gradient': one(signed, gradient_of(functional.hardswish)), 'amax_gradient': one(signed, gradient_of(lambda a: a.amax(1))), 'norm_gradient': one(signed, gradient_of(lambda a: a.norm(dim=1))),
    # small integers, halves and doubles, weights, windows, short rows, steps, results into tensors given
    'add_bytes': two(lambda a, b: a + b, small(torch.uint8)), 'and_bytes': two(lambda a, b: a & b, small(torch.uint8)), 'clamp_bytes': one(small(torch.int8), lambda a: a.clamp(1, 50)), 'mul_short': two(lambda a, b: a * b, small(torch.int16)),
    'compare_bytes': two(lambda a, b: a < b, small(torch.uint8)), 'sum_short_rows_integer': one(small(torch.int32), lambda a: a.view(-1, 5).sum(1)), 'sum_short_rows_half': one(halves, lambda a: a.view(-1, 5).sum(1)), 'neg_half': one(halves, torch.neg),
    'sum_columns_half': one(halves, lambda a: a.sum(0)), 'softmax_columns_half': one(halves, lambda a: a.softmax(0)), 'lerp_weights': (tensors(signed, signed, unit), torch.lerp), 'nextafter': two(torch.nextafter), 'frexp': one(signed, lambda a: torch.frexp(a)[0]),
    'tril_in_place': one(signed, lambda a: a.tril_()), 'windows_sum': one(signed, lambda a: a.unfold(1, 3, 1).sum(-1)), 'windows_mean': one(signed, lambda a: a.unfold(1, 3, 1).mean(-1)), 'norm_3': one(signed, lambda a: a.norm(3)),
    'sum_copies': one(signed, lambda a: a.expand(3, *a.shape).sum(0)), 'strided_columns_add': two(lambda a, b: a[:, ::2] + b[:, ::2]), 'strided_columns_sum': one(signed, lambda a: a[:, ::2].sum(1)), 'every_third': one(signed, lambda a: a[:, ::3].contiguous()),
    'add_out': (tensors(signed, signed, signed), lambda a, b, o: torch.add(a, b, out=o)), 'index_add_half': (lambda shape: (signed(shape).half(), torch.randint(0, shape[0], shape[:1], generator=G)), lambda a, i: torch.zeros_like(a).index_add_(0, i, a) * 0),
    'exp2_double': one(doubles, torch.exp2), 'sinh_double': one(doubles, torch.sinh), 'cosh_double': one(doubles, torch.cosh), 'atanh_double': one(lambda shape: unit(shape).double(), torch.atanh), 'atan_double': one(doubles, torch.atan), 'asin_double': one(lambda shape: unit(shape).double(), torch.asin),
    'atan2_double': two(torch.atan2, doubles), 'hypot_double': two(torch.hypot, doubles),
}


def row(kind, shape):
    def make():
        operands, call = KINDS[kind]
        operands = operands(shape)
        return lambda: call(*operands)
    return make


ROWS = {f'{kind}_{size}': row(kind, shape) for kind in KINDS for size, shape in SIZES.items()}
