# An example of each: tensors of sparse layouts.
import torch
import torch.nn.functional as F
from torch import linalg, special

x = torch.tensor([[0., 2., 0.], [3., 0., 4.]])
c = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 2]], [2., 3., 4.], (2, 3), is_coalesced=True)
u = torch.sparse_coo_tensor([[1, 0, 1], [0, 2, 0]], [1., 2., 3.], (2, 3))
r, q = x.to_sparse_csr(), x.to_sparse_csc()
y = torch.ones(3, 2)

GRADIENTS = False
EXAMPLES = r"""
torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3., 4., 5.], (2, 3))
torch.sparse_csr_tensor([0, 1, 3], [2, 0, 2], [3., 4., 5.], (2, 3))
torch.sparse_csc_tensor([0, 1, 1, 3], [1, 0, 1], [4., 3., 5.], (2, 3))
torch.sparse_compressed_tensor([0, 1, 3], [2, 0, 2], [3., 4., 5.], (2, 3), layout=torch.sparse_csr)
c.indices()
c.values() * 1
r.crow_indices()
r.col_indices()
q.ccol_indices()
q.row_indices()
u.coalesce()
u.is_coalesced()
x.to_sparse()
x.to_sparse(1)
x.to_sparse_coo()
x.to_sparse_csr()
x.to_sparse_csc()
x.sparse_mask(u)
u.clone().sparse_resize_((3, 3), 2, 0)
u.clone().sparse_resize_and_clear_((3, 3), 2, 0)
u.clone().resize_as_sparse_(c)
torch.resize_as_sparse_(u.clone(), c)
torch.hspmm(c, y)
torch.smm(c, y)
c.smm(y)
torch.sspaddmm(c, c, torch.ones(3, 3))
c.sspaddmm(c, torch.ones(3, 3))
torch.spmm(c, y)
torch.dsmm(c, y)
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
