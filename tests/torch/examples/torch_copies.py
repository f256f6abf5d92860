# An example of each: copies of views.
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
torch.alias_copy(x)
torch.as_strided_copy(x, (2, 2), (1, 2))
torch.diagonal_copy(m)
torch.expand_copy(v, (2, 3))
torch.permute_copy(x, (1, 0))
torch.select_copy(x, 0, 1)
torch.slice_copy(x, 1, 0, 2)
torch.split_copy(x, 1)
torch.split_with_sizes_copy(x, [1, 2], 1)
torch.squeeze_copy(x)
torch.t_copy(x)
torch.transpose_copy(x, 0, 1)
torch.unbind_copy(x)
torch.unfold_copy(x, 1, 2, 1)
torch.unsqueeze_copy(x, 0)
torch.view_copy(x, (3, 2))
torch.view_as_real_copy(z)
torch.view_as_complex_copy(torch.ones(2, 2))
torch.detach_copy(k)
torch.nonzero_static(k, size=3)
torch.nonzero_static(k, size=6, fill_value=-7)
torch.empty_permuted((2, 3), (1, 0)).stride()
torch.get_device(x)
torch.clone(x.t(), memory_format=torch.contiguous_format).stride()
torch.ones_like(x.t(), memory_format=torch.contiguous_format).stride()
torch.frombuffer(b'\x00\x00\x80?\x00\x00\x00@', dtype=torch.float32)
torch.rnn_tanh_cell(torch.ones(2, 3), torch.ones(2, 2), torch.full((2, 3), 0.1), torch.full((2, 2), 0.2))
torch.rnn_relu_cell(torch.ones(2, 3), torch.ones(2, 2), torch.full((2, 3), 0.1), torch.full((2, 2), 0.2), torch.ones(2), torch.ones(2))
torch.gru_cell(torch.ones(2, 3), torch.ones(2, 2), torch.full((6, 3), 0.1), torch.full((6, 2), 0.2), torch.arange(6.), torch.ones(6))
torch.lstm_cell(torch.ones(2, 3), (torch.ones(2, 2), torch.zeros(2, 2)), torch.full((8, 3), 0.1), torch.full((8, 2), 0.2), torch.arange(8.))
torch.ones(3).map2_(torch.arange(3.), torch.ones(3), lambda a, b, c: a + 2 * b + c)
torch.gru_cell(torch.ones(2, 3), torch.ones(2, 5), torch.ones(6, 3), torch.ones(6, 2))
torch.lstm_cell(torch.ones(2, 3), [torch.ones(2, 2)], torch.ones(8, 3), torch.ones(8, 2))
torch.rnn_tanh_cell(torch.ones(2, 3), torch.ones(3, 2), torch.ones(2, 3), torch.ones(2, 2))
torch.rnn_relu_cell(torch.ones(2, 3), torch.ones(2, 2), torch.ones(2, 4), torch.ones(2, 2))
torch.Generator().manual_seed(5).clone_state().initial_seed()
torch.rand(2, generator=torch.Generator().manual_seed(5).clone_state())
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
