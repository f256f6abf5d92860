# Joining, splitting, turning and placing: an example of each.
import torch

x = torch.arange(6.).reshape(2, 3)
v = torch.tensor([1, 2, 3])
cube = torch.arange(8).reshape(2, 2, 2)


def show(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])


print(torch.atleast_1d(torch.tensor(1.)), torch.atleast_2d(v), torch.atleast_3d(v).shape, torch.atleast_2d(v, torch.tensor(2)))
print(torch.dstack((v, v)), torch.column_stack((v, v)), torch.row_stack((v, v)))
print(torch.tensor_split(torch.arange(7), 3), torch.tensor_split(x, [1], dim=1), x.tensor_split((1, 2), 1))
print(torch.hsplit(x, 3), torch.vsplit(x, 2), torch.dsplit(cube, [1]))
print(x.fliplr(), x.flipud(), torch.rot90(x), torch.rot90(x, 2), torch.rot90(x, -1), x.rot90(4))
print(torch.cartesian_prod(v, torch.tensor([4, 5])))
print(torch.combinations(v), torch.combinations(v, 3), torch.combinations(v, with_replacement=True))
print(torch.block_diag(x, torch.tensor(7), v))
print(torch.tril_indices(3, 3), torch.triu_indices(3, 4, 1))
print(torch.diagflat(v), torch.diagflat(x, 1).shape, torch.vander(v), torch.vander(v, 2, increasing=True))
print(x.select_scatter(torch.zeros(2), 1, 0), x.slice_scatter(torch.zeros(2, 2), 1, start=1), x.diagonal_scatter(torch.tensor([9., 8.])))
print(torch.index_put(x, (torch.tensor([0, 1]), torch.tensor([2, 0])), torch.tensor(5.)))
print(x.put(torch.tensor([1, 4]), torch.tensor([9., 10.])), x.masked_scatter(x > 2, torch.tensor([7., 8., 9.])))
print(torch.unravel_index(torch.tensor([4, 5]), (2, 3)), x.adjoint())
index = torch.tensor([0, 0, 1, 3])
start, source = torch.tensor([1., 2, 3, 4]), torch.tensor([5., 1, 2, 0])
for reduce in 'sum', 'prod', 'mean', 'amax', 'amin':
    print(reduce, start.scatter_reduce(0, index, source, reduce=reduce), start.long().scatter_reduce(0, index, source.long(), reduce, include_self=False))
    a, b = start.clone().requires_grad_(), source.clone().requires_grad_()
    y = a.scatter_reduce(0, index, b, reduce=reduce)
    print(y.grad_fn.name(), torch.autograd.grad((y * torch.arange(4.)).sum(), [a, b]))
print(start.scatter(0, index, source, reduce='add'), start.clone().scatter_(0, index, 2., reduce='multiply'))
print(torch.zeros(2, 3).index_reduce_(1, torch.tensor([0, 2]), torch.ones(2, 2), 'mean', include_self=False))
w = x.clone()
w.transpose_(0, 1).unsqueeze_(0).squeeze_(0).swapaxes_(0, 1)
print(w)

show(lambda: torch.hsplit(x, 2))
show(lambda: torch.vsplit(v, 2))
show(lambda: torch.tensor_split(x, 0))
show(lambda: torch.fliplr(v))
show(lambda: torch.rot90(v))
show(lambda: torch.rot90(x, 1, (0, 0)))
show(lambda: torch.cartesian_prod(x, v))
show(lambda: torch.block_diag(v, cube))
show(lambda: x.select_scatter(torch.zeros(3), 1, 0))
show(lambda: x.masked_scatter(x > 2, torch.ones(2)))
show(lambda: x.put(torch.tensor([1]), torch.ones(2)))
show(lambda: start.scatter_reduce(0, index, source, reduce='median'))
show(lambda: start.scatter_reduce(0, index, source.double(), reduce='sum'))
