# What PyTorch says of mistakes that learners make: shapes, types, new tensors.
# ";; " divides the steps of a mistake, "|| " the lines of a step.
import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, Dataset, random_split, Subset, ConcatDataset
warnings.simplefilter('ignore')
MISTAKES = r"""
x @ x
x @ v[:2]
v @ x
x @ w
v @ w
t @ x
s @ x
x @ s
x @ 3
3 @ x
x @ [1, 2, 3]
[1, 2] @ x
x @ None
x @ n
n @ x.t()
x @ d.t()
x @ b
x @ z.t()
b @ b
torch.matmul(x)
torch.matmul(x, x, x)
torch.matmul(x, 'a')
torch.matmul(x, None)
torch.matmul(input=x)
torch.matmul(x, y, foo=3)
torch.mm(x, v)
torch.mm(v, x)
torch.mm(t, x)
torch.mm(x, x)
torch.mm(x, n.t())
torch.mm(x, 2)
torch.bmm(x, x)
torch.bmm(t, t)
torch.bmm(t, t[:1])
torch.mv(x, x)
torch.mv(x, w)
torch.mv(v, v)
torch.dot(x, x)
torch.dot(v, w)
torch.dot(v, i)
torch.dot(v, 3)
torch.outer(x, v)
torch.inner(x, w)
torch.addmm(v, x, x)
torch.addmm(w, x, y[:, :3])
torch.addmm(x, x, y)
torch.baddbmm(x, t, t)
torch.einsum('ij,jk', x, x)
torch.einsum('ij,jk->ik', x)
torch.einsum('ij->k', x)
torch.einsum('ijk', x)
torch.einsum('i1', x)
torch.einsum('ij', x, y)
torch.einsum(x, y)
torch.einsum('ii', x)
torch.einsum('ij->ii', x)
torch.einsum('')
torch.einsum('ij,jk->ik', x, n)
torch.tensordot(x, y, dims=3)
torch.tensordot(x, y, dims=([0], [0]))
torch.tensordot(x, y, dims=([1], [0, 1]))
torch.tensordot(x, y, dims=-1)
torch.kron(x, 2)
torch.cross(x, y)
torch.cross(v, w)
torch.cross(w, w)
torch.linalg.cross(w, w)
torch.cdist(x, y)
torch.cdist(v, v)
torch.cdist(n, n)
torch.linalg.inv(x)
torch.linalg.inv(v)
torch.linalg.inv(n)
torch.linalg.inv(torch.zeros(2, 2))
torch.linalg.inv(torch.zeros(3, 2, 2))
torch.linalg.det(x)
torch.linalg.det(v)
torch.det(n[:, :2])
torch.linalg.solve(x, v)
torch.linalg.solve(torch.eye(3), w)
torch.linalg.solve(torch.zeros(3, 3), v)
torch.linalg.cholesky(-torch.eye(3))
torch.linalg.cholesky(x)
torch.linalg.eigh(x)
torch.linalg.eig(x)
torch.linalg.svd(v)
torch.linalg.svd(n)
torch.linalg.qr(v)
torch.linalg.norm(n)
torch.linalg.norm(x, 'foo')
torch.linalg.norm(x, ord=3)
torch.linalg.norm(x, ord='fro', dim=0)
torch.linalg.norm(x, dim=5)
torch.linalg.norm(t, ord=2)
torch.linalg.matrix_norm(v)
torch.linalg.matrix_norm(x, 'a')
torch.linalg.vector_norm(n)
torch.norm(n)
torch.norm(x, 'a')
torch.norm(x, dim=7)
x.norm(p='fro', dim=9)
torch.linalg.matrix_power(x, 2)
torch.linalg.matrix_power(torch.eye(2), 1.5)
torch.linalg.matrix_rank(v)
torch.linalg.lstsq(x, w)
torch.linalg.pinv(v)
torch.trace(t)
torch.trace(v)
torch.linalg.eig(torch.tensor([[float('nan')]]))
torch.linalg.svd(torch.tensor([[float('nan')]]))
x.view(4)
x.view(-1, -1)
x.view(4, -1)
x.view(-2, 3)
x.view(2.0, 3)
x.view('a')
x.view()
x.view(None)
x.view([2, 'a'])
x.view(6, 0)
x.t().view(6)
x.t().view(-1)
x.reshape(4)
x.reshape(-1, -1)
x.reshape(-1, 4)
x.reshape()
x.reshape(None)
x.reshape('a')
x.reshape(2.5, 2)
x.reshape(torch.Size([7]))
x.reshape(x)
x.reshape((2, 3), 1)
torch.reshape(x, 6)
torch.reshape(x)
torch.reshape(6, x)
e.reshape(-1, 0)
x.expand(3, 3)
x.expand(3)
x.expand(-1, 4)
x.expand(-1, -1, -1)
x.expand('a')
x.expand(2.0, 3)
x.expand_as(v)
x.expand_as(3)
torch.broadcast_to(x, (4,))
torch.broadcast_to(x, 3)
torch.broadcast_tensors(x, w)
torch.broadcast_shapes((2, 3), (4,))
x.permute(0)
x.permute(0, 0)
x.permute(0, 2)
x.permute(0, 1, 2)
x.permute()
x.permute('a')
x.permute(0.0, 1)
torch.permute(x, 0, 1)
torch.permute(x, 1)
x.transpose(0)
x.transpose(0, 2)
x.transpose(0, 1, 2)
x.transpose('a', 'b')
x.transpose(0.5, 1)
x.transpose(-3, 0)
torch.transpose(x)
t.t()
x.T()
t.mT()
v.mT
v.H
v.mH
x.squeeze('a')
x.squeeze(5)
x.squeeze((0, 0))
x.unsqueeze()
x.unsqueeze(4)
x.unsqueeze(-4)
x.unsqueeze('a')
x.unsqueeze(1.0)
x.unsqueeze(None)
torch.unsqueeze(x)
torch.unsqueeze(3, 0)
x.flatten(3)
x.flatten(1, 0)
x.flatten('a')
torch.flatten([1, 2])
x.unflatten(1, (2, 2))
x.unflatten(5, (2, 2))
x.unflatten(1)
x.unflatten(1, ())
x.repeat()
x.repeat(2)
x.repeat(-1, 2)
x.repeat('a')
x.repeat(2.0, 1)
x.tile('a')
torch.tile(x, 2)
x.repeat_interleave('a')
x.repeat_interleave(-1)
x.repeat_interleave(torch.tensor([1, 2]), dim=1)
x.repeat_interleave(torch.tensor([1., 2.]), dim=0)
torch.repeat_interleave()
torch.cat()
torch.cat(x)
torch.cat(x, x)
torch.cat([])
torch.cat([x, y])
torch.cat([x, v])
torch.cat([x, 3])
torch.cat([x, None])
torch.cat([x, [1, 2, 3]])
torch.cat([x, x], 2)
torch.cat([x, x], dim='a')
torch.cat([x, x], dim=-3)
torch.cat([s, s])
torch.cat((x, y), dim=1)
torch.cat([1, 2])
torch.cat(None)
torch.cat('ab')
torch.cat({x: 1})
torch.cat([x, x], axis=5)
torch.cat([x, x], 0, 1)
torch.cat([x, x], dims=0)
torch.concat([x, y])
torch.stack()
torch.stack(x)
torch.stack(x, x)
torch.stack([])
torch.stack([x, y])
torch.stack([x, x], 4)
torch.stack([x, 3])
torch.stack([x, None])
torch.stack([x, x], dim='a')
torch.stack([1., 2.])
torch.stack(3)
torch.hstack(3)
torch.hstack([])
torch.hstack([x, y])
torch.hstack([v, x])
torch.vstack([x, y])
torch.vstack([])
torch.vstack(x)
torch.vstack(3)
torch.dstack([x, y])
torch.column_stack([x, y])
torch.split(x)
torch.split(x, 0)
torch.split(x, -1)
torch.split(x, [1, 2])
torch.split(x, [3, 3], dim=1)
torch.split(x, 'a')
torch.split(x, 2, 5)
torch.split(x, 1.5)
torch.split(x, None)
torch.split(3, 1)
x.split(0)
x.split([1, 2], dim=0)
x.split(1, dim=4)
x.split('a')
x.split()
x.split(None)
x.split(1.0)
torch.chunk(x, 0)
torch.chunk(x, -1)
torch.chunk(x)
torch.chunk(x, 'a')
torch.chunk(x, 2, 3)
torch.tensor_split(x, 0)
torch.tensor_split(x, 'a')
torch.tensor_split(s, 2)
torch.unbind(s)
torch.unbind(x, 3)
torch.unbind()
x.unfold(0, 5, 1)
x.unfold(0, 2, 0)
x.unfold(3, 2, 1)
x.unfold(0, 2)
torch.roll(x, 1, 5)
torch.roll(x, (1, 2), 0)
torch.roll(x)
torch.roll(x, ())
torch.flip(x)
torch.flip(x, (0, 0))
torch.flip(x, 5)
torch.flip(x, (5,))
torch.rot90(v)
torch.rot90(x, 1, (0, 0))
torch.rot90(x, 1, (0,))
torch.rot90(x, 1, (0, 5))
torch.meshgrid([v, 3])
torch.meshgrid(v, v, indexing='ab')
torch.meshgrid(v, i)
torch.movedim(x, 0, 5)
torch.movedim(x, (0, 0), (0, 1))
torch.movedim(x, (0,), (0, 1))
torch.swapaxes(x, 0, 3)
torch.diag(t)
torch.diag(s)
torch.diagonal(v)
torch.diagonal(x, 0, 0, 0)
torch.tril(v)
torch.triu(s)
torch.as_strided(x, (2, 2), (10, 10))
torch.as_strided(x, (2, 2), (1,))
torch.as_strided(x, (-1,), (1,))
torch.narrow(x, 0, 1, 5)
torch.narrow(x, 0, 5, 1)
torch.narrow(x, 3, 0, 1)
torch.narrow(x, 0, 0, -1)
torch.select(x, 0, 5)
torch.select(x, 5, 0)
x.select('a', 0)
x.size(5)
x.size('a')
x.size(1.0)
x.shape()
x.shape[5]
x.shape['a']
x.dim(1)
x.ndim()
x.stride(4)
x.numel(1)
len(s)
x + y
x + w
x - y
x * w
x / y
x + 'a'
'a' + x
x + None
None + x
x + [1, 2, 3]
[1, 2, 3] + x
x + (1, 2, 3)
x + {}
x + lin
x - 'a'
x * 'a'
'a' * x
x / 'a'
x / None
x // 'a'
x ** 'a'
'a' ** x
x ** y
x % y
x % 'a'
x < y
x < 'a'
x < None
x == y
x != y
x >= w
x & x
x | 1.5
b & 1.5
b & v
~x
~s
-b
+b
b - b
1 - b
b - 1
b // b
b % b
b ** b
x << 1
i << 1.5
x ^ x
i ^ x
not x
x and x
x or 1
if x: pass
while x > 1: pass
assert x == x
bool(x)
bool(e)
int(x)
float(x)
float(e)
int(e)
complex(x)
round(s)
round(x)
round(x, 'a')
abs('a' + x)
max(x)
max(x, x)
sorted(x)
divmod(v, 2)
pow(x, 2, 3)
range(s)
[1, 2, 3][s]
[1, 2, 3][x]
[0] * s
x in [v]
'a' in x
None in x
[1] in x
iter(s)
next(x)
for a in s: pass
for a in 3.0: pass
a, b, c = x
a, b = v
a, b, c, dd = v
(a, b), c = x
a, *b = s
print(*s)
list(s)
tuple(s)
dict(x)
x.item()
e.item()
x.item(0)
x.item('a')
v.item(5)
x.tolist(1)
s.item.foo
x.foo
x.foo()
x.shape = (3, 2)
x.dtype = torch.int
x.data = 3
x.data = None
x.data = [1]
x.grad = 3
x.grad = y
x.grad = d
x.grad = n
x.requires_grad = 'a'
x.requires_grad = 1
n.requires_grad = True
b.requires_grad_()
n.requires_grad_(True)
(p * 2).requires_grad = False
(p * 2).requires_grad_(False)
x.is_leaf = True
x.grad_fn = None
x.device = 'cpu'
x()
x(1)
torch.tensor()
torch.tensor('a')
torch.tensor(['a'])
torch.tensor([1, 'a'])
torch.tensor([None])
torch.tensor(None)
torch.tensor({})
torch.tensor({1: 2})
torch.tensor([1, [2]])
torch.tensor([[1, 2], [3]])
torch.tensor([[1, 2], 3])
torch.tensor([[1], [2, 3]])
torch.tensor([x, y])
torch.tensor([v, v])
torch.tensor((1, 2), 3)
torch.tensor(1, 2)
torch.tensor([1, 2], dtype='float')
torch.tensor([1, 2], dtype=3)
torch.tensor([300], dtype=torch.uint8)
torch.tensor(2**70)
torch.tensor([2**63])
torch.tensor(float('nan'), dtype=torch.int)
torch.tensor(1j, dtype=torch.float)
torch.tensor([1j], dtype=torch.int)
torch.tensor([1, 2], requires_grad=True)
torch.tensor([True], requires_grad=True)
torch.tensor([1.], requires_grad='yes')
torch.tensor([1.], device='gpu')
torch.tensor([1.], device='cuda')
torch.tensor([1.], device=3)
torch.tensor([1.], size=3)
torch.tensor(lin)
torch.tensor(print)
torch.tensor(torch)
torch.tensor({1, 2})
torch.tensor((a for a in range(3)))
torch.tensor(...)
torch.Tensor('a')
torch.Tensor([1, 'a'])
torch.Tensor(-1)
torch.Tensor(1.5)
torch.Tensor(2, 'a')
torch.Tensor([[1], [1, 2]])
torch.Tensor(None)
torch.FloatTensor(['a'])
torch.LongTensor(1.5)
torch.LongTensor(['a'])
torch.ByteTensor([300])
torch.zeros()
torch.zeros(-1)
torch.zeros(2, -3)
torch.zeros('a')
torch.zeros(2.5)
torch.zeros(2, 'a')
torch.zeros([2, 'a'])
torch.zeros(None)
torch.zeros(x)
torch.zeros(x.shape, 3)
torch.zeros((2, 3), (4,))
torch.zeros(2, 3, float)
torch.zeros(2, torch.float)
torch.zeros(2, dtype='int')
torch.zeros(2, dtypes=torch.int)
torch.zeros(2, device='cuda')
torch.zeros(2, device='foo')
torch.zeros(2, device=0)
torch.zeros(2, device=torch.float)
torch.zeros(2, layout=3)
torch.zeros(2, requires_grad=3)
torch.zeros(2, dtype=torch.int, requires_grad=True)
torch.zeros(10**12, 10**12)
torch.zeros(2**62)
torch.randn(-1)
torch.randn('a')
torch.randn(2, 3, dtype=torch.long)
torch.rand(2, dtype=torch.int)
torch.rand(2, dtype=torch.bool)
torch.rand([2], [3])
torch.rand(generator=3)
torch.randn(2, generator='a')
torch.randn(x)
torch.randint(5)
torch.randint(5, 5)
torch.randint(5, 3, (2,))
torch.randint(5, 5, (2,))
torch.randint(0, (2,))
torch.randint((2,))
torch.randint(1.5, (2,))
torch.randint(0, 10)
torch.randint(10, [2, -1])
torch.randint(0, 300, (2,), dtype=torch.uint8)
torch.randint(3, (2,), dtype='a')
torch.randperm(-1)
torch.randperm('a')
torch.randperm(2.5)
torch.randperm(3, 4)
torch.arange()
torch.arange('a')
torch.arange(0, 10, 0)
torch.arange(10, 0)
torch.arange(0, 10, -1)
torch.arange(float('nan'))
torch.arange(float('inf'))
torch.arange(1, 2, 3, 4)
torch.arange(0, 5, dtype='a')
torch.arange(x)
torch.linspace(0, 1)
torch.linspace(0, 1, -1)
torch.linspace(0, 1, 2.5)
torch.linspace(0, 1, 'a')
torch.linspace(0)
torch.logspace(0, 1)
torch.eye(-1)
torch.eye(2, -1)
torch.eye('a')
torch.eye(2.0)
torch.eye(2, 3, 4)
torch.full(2, 3)
torch.full((2,))
torch.full((2,), 'a')
torch.full((2,), None)
torch.full((2,), x)
torch.full((-1,), 1)
torch.full(3)
torch.full((2,), 1e40)
torch.full((2,), 300, dtype=torch.uint8)
torch.zeros_like(3)
torch.zeros_like([1, 2])
torch.zeros_like(x, y)
torch.zeros_like(x, 3)
torch.ones_like(None)
torch.rand_like(n)
torch.randn_like(n)
torch.randint_like(x)
torch.full_like(x)
torch.full_like(x, 'a')
torch.empty_like(2)
x.new_zeros()
x.new_zeros('a')
x.new_ones(-1)
x.new_full((2,))
x.new_tensor()
x.new_tensor('a')
torch.from_numpy(3)
torch.from_numpy([1])
torch.from_numpy(x)
torch.as_tensor('a')
torch.as_tensor()
torch.complex(x, 1)
torch.complex(n, n)
torch.complex(x, d)
torch.polar(x, y)
torch.Size(3)
torch.Size('a')
torch.Size([1.5])
torch.Size([x])
torch.device()
torch.device('gpu')
torch.device('cuda:a')
torch.device(None)
torch.device(1.5)
torch.device(type='foo')
torch.float32()
torch.float32(3)
torch.finfo(torch.int32)
torch.iinfo(torch.float32)
torch.finfo('a')
torch.Generator('gpu')
torch.Generator(3)
torch.Generator().manual_seed('a')
torch.manual_seed()
torch.manual_seed('a')
torch.manual_seed(None)
torch.manual_seed(2**70)
torch.set_rng_state(x)
torch.set_rng_state(3)
torch.foo
torch.foo(3)
torch.nn.Foo
torch.nn.functional.foo
torch.optim.Foo
F.foo(x)
import torch.foo
"""


def scope():
    torch.manual_seed(0)
    g = dict(torch=torch, nn=nn, F=F, DataLoader=DataLoader, TensorDataset=TensorDataset, Dataset=Dataset, random_split=random_split,
             Subset=Subset, ConcatDataset=ConcatDataset)
    g.update(x=torch.arange(6.).reshape(2, 3), y=torch.arange(12.).reshape(3, 4), v=torch.arange(3.), w=torch.arange(4.),
             i=torch.arange(3), b=torch.tensor([True, False, True]), t=torch.arange(24.).reshape(2, 3, 4),
             img=torch.arange(32.).reshape(1, 2, 4, 4), s=torch.tensor(2.5), e=torch.zeros(0),
             z=torch.ones(2, 3, dtype=torch.complex64), h=torch.ones(2, 3).half(), d=torch.ones(2, 3).double(),
             p=torch.ones(3, requires_grad=True), lin=nn.Linear(3, 2), conv=nn.Conv2d(2, 3, 3),
             n=torch.arange(6).reshape(2, 3), k=torch.tensor([0, 1]))
    return g


def said(line):
    g = scope()
    head, _, tail = line.rpartition(';; ')
    try:
        for part in head.split(';; ') if head else ():
            exec(part.replace('|| ', '\n'), g)
        try:
            eval(tail, g)
        except SyntaxError:
            exec(tail.replace('|| ', '\n'), g)
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    return 'nothing'


for line in MISTAKES.strip().split('\n'):
    print('>>>', line)
    print(said(line))
