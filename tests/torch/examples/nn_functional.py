# An example of each: torch.nn.functional.
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

GRADIENTS = True
EXAMPLES = r"""
F.assert_int_or_pair([1, 2, 3], 'kernel', 'Expected {} of two')
F.grouped_mm(torch.ones(2, 4, 4), torch.ones(2, 4, 8))
F.linear_cross_entropy(x, m, j)
F.scaled_mm(x, m, torch.ones(1), F.ScalingType.TensorWise, torch.ones(1), F.ScalingType.TensorWise)
F.adaptive_avg_pool1d(x, 2)
F.adaptive_max_pool2d(t3, 1)
F.adaptive_max_pool3d(img, 1)
F.avg_pool1d(x, 2)
F.avg_pool2d(t3, 2)
F.binary_cross_entropy_with_logits(x, y)
F.celu(x)
F.celu_(x.clone())
F.channel_shuffle(t3, 1)
F.conv1d(x, torch.ones(2, 2, 3))
F.conv2d(t3, torch.ones(1, 2, 2, 2))
F.conv3d(img, torch.ones(1, 1, 2, 2, 2))
F.conv_transpose1d(x, torch.ones(2, 2, 3))
F.cosine_embedding_loss(x, y, j)
F.cosine_similarity(x, y)
F.elu(x)
F.elu(x, 1)
F.elu_(x.clone())
F.gelu(x)
F.glu(img)
F.glu(x, 0)
F.group_norm(x, 1)
F.hardshrink(x)
F.hardsigmoid(x)
F.hardsigmoid(x, 1)
F.hardswish(x)
F.hardswish(x, 1)
F.hardtanh(x)
F.hardtanh(x, 1)
F.hardtanh_(x.clone())
F.hinge_embedding_loss(x, y)
F.huber_loss(x, y)
F.interpolate(t3, 1)
F.l1_loss(x, y)
F.leaky_relu(x)
F.leaky_relu(x, 1)
F.leaky_relu_(x.clone())
F.linear(x, v)
F.local_response_norm(t3, 1)
F.log_softmax(x, 1)
F.logsigmoid(x)
F.margin_ranking_loss(p, y, x)
F.max_pool2d(t3, 2)
F.mish(x)
F.mish(x, 1)
F.mse_loss(x, y)
F.multi_margin_loss(x, j)
F.multilabel_margin_loss(x, i)
F.multilabel_soft_margin_loss(x, y)
F.multilabel_soft_margin_loss(x, 1)
F.nll_loss(x, j)
F.one_hot(k)
F.pairwise_distance(x, y)
F.pdist(x)
F.pixel_shuffle(t3, 1)
F.pixel_unshuffle(t3, 1)
F.prelu(x, v)
F.relu(x)
F.relu6(x)
F.relu6(x, 1)
F.relu_(x.clone())
F.scaled_dot_product_attention(p, y, x)
F.selu(x)
F.selu_(x.clone())
F.sigmoid(x)
F.silu(x)
F.silu(x, 1)
F.smooth_l1_loss(x, y)
F.soft_margin_loss(x, y)
F.softmax(x, 1)
F.softmin(x)
F.softmin(x, 1)
F.softplus(x)
F.softshrink(x)
F.softsign(x)
F.tanh(x)
F.tanhshrink(x)
F.threshold(x, 2, 0.5)
F.threshold_(x.clone(), 2, 0.5)
F.triplet_margin_loss(p, y, x)
F.upsample(t3, 1)
F.upsample_bilinear(img, 1)
F.upsample_nearest(t3, 1)
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
