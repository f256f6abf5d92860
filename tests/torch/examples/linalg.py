# An example of each: torch.linalg.
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
linalg.cholesky(m)
linalg.cholesky_ex(m)
linalg.cond(x)
linalg.cond(x, 2)
linalg.cross(x, y)
linalg.det(m)
linalg.diagonal(x)
linalg.eig(m)
linalg.eigh(m)
linalg.eigvals(m)
linalg.eigvalsh(m)
linalg.householder_product(m, v)
linalg.inv(m)
linalg.inv_ex(m)
linalg.ldl_factor(m)
linalg.ldl_factor_ex(m)
linalg.lu(x)
linalg.lu_factor(x)
linalg.lu_factor_ex(x)
linalg.matmul(x, m)
linalg.matrix_exp(m)
linalg.matrix_norm(x, 2)
linalg.matrix_norm(x)
linalg.matrix_power(m, 2)
linalg.matrix_rank(x)
linalg.multi_dot([v, v])
linalg.norm(x)
linalg.norm(x, 1)
linalg.pinv(x)
linalg.qr(x)
linalg.slogdet(m)
linalg.solve(s, m)
linalg.solve_ex(s, m)
linalg.solve_triangular(s, m, upper=True)
linalg.svdvals(x)
linalg.tensorsolve(m, v)
linalg.vander(x)
linalg.vecdot(x, y)
linalg.vector_norm(x)
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
