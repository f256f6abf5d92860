# An example of each: what came later.
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
torch.manual_seed(0)
img = torch.arange(32.).reshape(1, 2, 4, 4) / 8 - 1
vol = torch.arange(64.).reshape(1, 1, 4, 4, 4) / 16
seq = torch.arange(12.).reshape(1, 2, 6) / 4 - 1

GRADIENTS = False
EXAMPLES = r"""
torch.rnn_tanh(torch.ones(2, 1, 2), torch.zeros(1, 1, 3), [torch.full((3, 2), 0.1), torch.full((3, 3), 0.1)], False, 1, 0.0, False, False, False)[1:]
torch.rnn_relu(torch.ones(2, 1, 2), torch.zeros(1, 1, 3), [torch.full((3, 2), 0.1), torch.full((3, 3), 0.1)], False, 1, 0.0, False, False, False)[1:]
torch.gru(torch.ones(2, 1, 2), torch.zeros(1, 1, 3), [torch.full((9, 2), 0.1), torch.full((9, 3), 0.1)], False, 1, 0.0, False, False, False)[1:]
torch.lstm(torch.ones(2, 1, 2), (torch.zeros(1, 1, 3), torch.zeros(1, 1, 3)), [torch.full((12, 2), 0.1), torch.full((12, 3), 0.1)], False, 1, 0.0, False, False, False)[1:]
torch.from_file('no-such-file', size=2)
type(torch.ones(2).as_subclass(torch.nn.Parameter))
torch.ones(2).as_subclass(int)
torch.embedding_bag(m, torch.tensor([0, 2, 1]), torch.tensor([0, 1]))
torch.stft(seq[0, 0], 4, return_complex=True, onesided=True)
torch.stft(seq[0], 4, 2, center=False, return_complex=True)
seq[0].stft(4, 2, return_complex=True, normalized=True)[0]
torch.istft(torch.stft(seq[0], 4, window=torch.hann_window(4), return_complex=True), 4, window=torch.hann_window(4))
torch.stft(seq[0, 0], 4, return_complex=True).istft(4)
torch.segment_reduce(v, 'sum', lengths=torch.tensor([2, 1]))
torch.segment_reduce(x, 'max', lengths=torch.tensor([[1, 2], [3, 0]]), axis=1)
torch.frobenius_norm(x, dim=[0, 1])
torch.nuclear_norm(x)
torch.norm_except_dim(x, 2, 0)
torch.unsafe_chunk(x, 2, 1)
torch.unsafe_split(x, 1)
torch.unsafe_split_with_sizes(x, [2, 1], 1)
x.resize(3, 2)
x.resize_as(torch.zeros(6))
torch.lstsq(x, m)
x.lstsq(m)
torch.solve(x, m)
x.solve(m)
torch.eig(m)
m.eig()
torch.symeig(m)
m.symeig()
torch.embedding_renorm_(x.clone(), j, 1.0, 2.0)
F.embedding(j, x.clone(), max_norm=1.0)
F.embedding_bag(i, x, mode='sum')
F.multi_head_attention_forward(t3[..., :2], t3[..., :2], t3[..., :2], 2, 1, torch.ones(6, 2) / 4, None, None, None, False, 0.0, torch.eye(2), None)
F.adaptive_max_pool1d_with_indices(seq, 3)[1] * 1
F.adaptive_max_pool2d_with_indices(img, 1)
F.adaptive_max_pool3d_with_indices(vol, 2)[1]
F.max_pool1d_with_indices(seq, 2)[1]
F.max_pool2d_with_indices(img, 2)[1]
F.max_pool3d_with_indices(vol, 2)[1]
torch.max_pool1d_with_indices(seq, 2)[1]
F.max_unpool1d(*F.max_pool1d_with_indices(seq, 2), 2)
F.max_unpool2d(*F.max_pool2d_with_indices(img, 2), 2) * 1
F.max_unpool3d(*F.max_pool3d_with_indices(vol, 2), 2).sum()
F.fractional_max_pool2d(img, 2, output_size=2, _random_samples=torch.full((1, 2, 2), 0.5))
F.fractional_max_pool2d_with_indices(img, 2, output_size=2, _random_samples=torch.full((1, 2, 2), 0.5))[1] * 1
F.fractional_max_pool3d(vol, 2, output_size=2, _random_samples=torch.full((1, 1, 3), 0.5))
F.fractional_max_pool3d_with_indices(vol, 2, output_size=2, _random_samples=torch.full((1, 1, 3), 0.5))[1] * 1
F.conv_tbc(seq.permute(2, 0, 1), torch.ones(2, 2, 1), torch.zeros(1)) * 1
torch.conv_tbc(seq.permute(2, 0, 1), torch.ones(2, 2, 1), torch.zeros(1), 1) * 1
F.conv_transpose3d(vol[:, :, :2, :2, :2], torch.ones(1, 1, 2, 2, 2))
torch.conv_transpose3d(vol[:, :, :1, :1, :1] + 1, torch.ones(1, 1, 2, 2, 2), stride=2)
F.ctc_loss(x.repeat(2, 1)[:, None].log_softmax(2), torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]))
torch.ctc_loss(x.repeat(2, 1)[:, None].log_softmax(2), torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]))
F.native_channel_shuffle(torch.arange(8.0).reshape(1, 4, 1, 2), 2)
torch.native_channel_shuffle(torch.arange(8.0).reshape(1, 4, 1, 2), 2)
[part * 1 for part in x.histogram(3)]
[part * 1 for part in torch.histogram(x, 4, range=(-2.0, 2.0))]
torch.histogramdd(x.t(), [2, 2]).hist * 1
torch.gradient(x)
torch.gradient(v, spacing=0.5)
torch.poisson(p * 10)
torch.binomial(torch.full((4,), 10.0), torch.tensor([0.1, 0.5, 0.9, 1.0]))
torch.is_anomaly_enabled()
torch.is_anomaly_check_nan_enabled()
x.clone().as_strided_((2,), (3,))
x.unsafe_chunk(2)
x.unsafe_split(1)
x.unsafe_split_with_sizes([1, 2], 1)
x.to_dense()
x.dim_order()
x.mT.dim_order()
x.nonzero_static(size=2)
x.is_distributed()
x.sparse_dim()
x.dense_dim()
[x.is_sparse_csr, x.is_mps, x.is_xla, x.is_xpu, x.is_ipu, x.is_maia, x.is_mtia, x.is_vulkan]
torch.addmv_(torch.ones(3), m, v)
torch.affine_grid_generator(torch.eye(2, 3)[None], (1, 1, 2, 2), False) * 1
torch.as_strided_(x.clone(), (2,), (3,))
torch.convolution(img, torch.ones(1, 2, 3, 3), None, (1, 1), (0, 0), (1, 1), False, (0, 0), 1)
torch.convolution(seq, torch.ones(2, 1, 2), None, (1,), (0,), (1,), True, (0,), 1) * 1
torch.grid_sampler(img, torch.zeros(1, 1, 2, 2), 0, 0, False) * 1
torch.grid_sampler_2d(img, torch.zeros(1, 1, 2, 2), 0, 0, True) * 1
torch.grid_sampler_3d(vol, torch.zeros(1, 1, 1, 1, 3), 0, 0, False) * 1
torch.index_put_(x.clone(), (j,), torch.tensor(9.0))
torch.is_distributed(x)
torch.is_vulkan_available()
torch.is_warn_always_enabled()
torch.set_warn_always(False)
torch.matrix_rank(m)
torch.native_dropout(x, 0.5, False)
[part * 1 for part in torch.native_group_norm(img, None, None, 1, 2, 16, 2, 1e-5)]
torch.native_layer_norm(x, (3,), v, None, 1e-5)
torch.sym_float(2)
torch.sym_int(-2.5)
torch.sym_ite(True, 1, 2)
torch.sym_max(1, 2.0)
torch.sym_min(1, 2)
torch.sym_not(True)
torch.sym_sqrt(4)
torch.sym_sum([1, 2])
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
