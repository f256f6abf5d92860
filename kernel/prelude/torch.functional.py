"""Functions of torch that are made of other functions."""

import torch
from torch import _C
from torch._C import _nn


def typename(obj):
    """The full name of the type of an object."""
    if isinstance(obj, torch.Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    module = getattr(kind, '__module__', '')
    name = getattr(kind, '__qualname__', kind.__name__)
    return name if module in ('', None, 'builtins', '__builtin__') else module + '.' + name


def is_storage(obj):
    """True for storages."""
    return isinstance(obj, torch.UntypedStorage)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True if all elements are close."""
    return bool(torch.isclose(input, other, rtol, atol, equal_nan).all())


def equal(input, other):
    """True if both have the same shape and the same elements."""
    return torch.equal(input, other)


def split_with_sizes(input, split_sizes, dim=0):
    """Pieces of given sizes."""
    return input.split(split_sizes, dim)


def relu_(input):
    """relu in place."""
    return input.relu_()


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements."""
    if dim is not None:
        raise NotImplementedError('unique: dim is not there in this version')
    values, inverse, counts = torch._unique2(input, sorted, return_inverse, return_counts)
    result = (values,)
    if return_inverse:
        result += (inverse,)
    if return_counts:
        result += (counts,)
    return result if len(result) > 1 else values


def nonzero(input, *, as_tuple=False):
    """The coordinates of nonzero elements, as rows or as one tensor for each dimension."""
    return torch.where(input) if as_tuple else torch.argwhere(input)


def detach(input):
    """The same elements without history."""
    return input.detach()


def _at(dim, index):
    return (slice(None),) * dim + (index,)


def index_fill_(input, dim, index, value):
    """Fills positions of a dimension with a number."""
    input[_at(dim % input.dim(), index)] = value
    return input


def index_fill(input, dim, index, value):
    """A copy with positions of a dimension filled with a number."""
    return index_fill_(input.clone(), dim, index, value)


def index_copy_(input, dim, index, source):
    """Replaces positions of a dimension."""
    input[_at(dim % input.dim(), index)] = source
    return input


def index_copy(input, dim, index, source):
    """A copy with positions of a dimension replaced."""
    return index_copy_(input.clone(), dim, index, source)


def new(input, *args):
    """A tensor of the same type: of given sizes, or of data."""
    if len(args) == 1 and isinstance(args[0], (list, tuple)) and not isinstance(args[0], torch.Size):
        return input.new_tensor(args[0])
    return input.new_empty(args[0] if len(args) == 1 and isinstance(args[0], torch.Size) else args)


def untyped_storage(input):
    """The memory behind a tensor."""
    return torch.UntypedStorage(input.device, input)


def storage(input):
    """The memory behind a tensor, as elements."""
    return torch.storage.TypedStorage(input)


def map_(input, tensor, function):
    """Replaces each element by a function of it and another tensor's."""
    flat = [function(a, b) for a, b in zip(input.flatten().tolist(), tensor.flatten().tolist())]
    return input.copy_(input.new_tensor(flat).reshape(input.shape))


def result_type(tensor1, tensor2):
    """The type of the result of an operation with both."""
    first = tensor1 if isinstance(tensor1, torch.Tensor) else torch.tensor(tensor1)
    second = tensor2 if isinstance(tensor2, torch.Tensor) else torch.tensor(tensor2)
    if isinstance(tensor1, torch.Tensor) and isinstance(tensor2, torch.Tensor):
        return (first.new_empty(first.shape[:0] + (0,) * min(first.dim(), 1))
                + second.new_empty((0,) * min(second.dim(), 1))).dtype
    tensor, number = (tensor1, tensor2) if isinstance(tensor1, torch.Tensor) else (tensor2, tensor1)
    return (tensor.new_empty((0,)) * number).dtype if tensor.dim() else (tensor.new_zeros(()) * number).dtype


def std_mean(input, dim=None, unbiased=True, keepdim=False):
    """The standard deviation and the mean."""
    if dim is None:
        return torch.std(input, unbiased), torch.mean(input)
    return torch.std(input, dim, unbiased, keepdim), torch.mean(input, dim, keepdim)


def var_mean(input, dim=None, unbiased=True, keepdim=False):
    """The variance and the mean."""
    if dim is None:
        return torch.var(input, unbiased), torch.mean(input)
    return torch.var(input, dim, unbiased, keepdim), torch.mean(input, dim, keepdim)


def broadcast_shapes(*shapes):
    """The shape that shapes are broadcast to."""
    result = torch.empty((1,)).expand(1)[0]
    for shape in shapes:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        result = result + torch.empty((), dtype=torch.bool).expand(shape)
    return result.shape


def broadcast_tensors(*tensors):
    """The tensors expanded to one shape."""
    shape = broadcast_shapes(*[tensor.shape for tensor in tensors])
    return tuple([tensor.expand(shape) for tensor in tensors])


def cdist(x1, x2, p=2.0):
    """The distances of all pairs of rows."""
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


def tensordot(a, b, dims=2):
    """Contracts dimensions of two tensors."""
    if isinstance(dims, int):
        first = list(range(a.dim() - dims, a.dim()))
        second = list(range(dims))
    else:
        first, second = [list(d) if isinstance(d, (list, tuple)) else [d] for d in dims]
    first = [d % a.dim() for d in first]
    second = [d % b.dim() for d in second]
    keep_a = [d for d in range(a.dim()) if d not in first]
    keep_b = [d for d in range(b.dim()) if d not in second]
    shape = [a.shape[d] for d in keep_a] + [b.shape[d] for d in keep_b]
    size = 1
    for d in first:
        size *= a.shape[d]
    left = a.permute(keep_a + first).reshape(-1, size)
    right = b.permute(second + keep_b).reshape(size, -1)
    return (left @ right).reshape(shape)


def einsum(equation, *operands):
    """Sums of products by Einstein's convention."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    equation = equation.replace(' ', '')
    if '...' in equation:
        raise NotImplementedError('einsum: ... is not there in this version')
    left, arrow, right = equation.partition('->')
    terms = left.split(',')
    if len(terms) != len(operands):
        raise RuntimeError('einsum(): the number of subscripts in the equation (%d) does not match the number of operands (%d)'
                           % (len(terms), len(operands)))
    if not arrow:
        right = ''.join(sorted([c for c in set(left) if c != ',' and left.count(c) == 1]))
    order = right + ''.join([c for c in dict.fromkeys(left.replace(',', '')) if c not in right])
    result = None
    for term, operand in zip(terms, operands):
        if len(term) != operand.dim():
            raise RuntimeError('einsum(): the number of subscripts in the equation (%d) does not match the number of dimensions '
                               '(%d) for operand 0 and no ellipsis was given' % (len(term), operand.dim()))
        letters = term
        while len(set(letters)) < len(letters):  # a letter twice: the diagonal
            for c in letters:
                if letters.count(c) > 1:
                    i = letters.index(c)
                    j = letters.index(c, i + 1)
                    operand = operand.diagonal(0, i, j)
                    letters = letters[:i] + letters[i + 1:j] + letters[j + 1:] + c
                    break
        present = [c for c in order if c in letters]
        operand = operand.permute([letters.index(c) for c in present])
        shape = []
        k = 0
        for c in order:
            if c in letters:
                shape.append(operand.shape[k])
                k += 1
            else:
                shape.append(1)
        operand = operand.reshape(shape)
        result = operand if result is None else result * operand
    summed = list(range(len(right), len(order)))
    return result.sum(summed) if summed else result


def cov(input, *, correction=1):
    """The covariances of the rows."""
    if input.dim() < 2:
        input = input.reshape(1, -1)
    centred = input - input.mean(1, keepdim=True)
    result = centred @ centred.t() / (input.shape[1] - correction)
    return result.squeeze()


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted: the operations here are deterministic."""


def are_deterministic_algorithms_enabled():
    return False


_precision = 'highest'


def get_float32_matmul_precision():
    """How exactly float32 matrices are multiplied."""
    return _precision


def set_float32_matmul_precision(precision):
    """Accepted: products of float32 matrices are exact to float32."""
    global _precision
    _precision = precision


def set_default_tensor_type(t):
    """Sets the type of new tensors of floats."""
    name = t if isinstance(t, str) else 'torch.' + t.__name__
    if name.startswith('torch.cuda.') and not torch.cuda.is_available():
        raise TypeError('type %s not available. Torch not compiled with CUDA enabled.' % name)
    kinds = {'FloatTensor': torch.float32, 'DoubleTensor': torch.float64, 'HalfTensor': torch.float16}
    short = name.rsplit('.', 1)[-1]
    if short not in kinds:
        raise TypeError('only floating-point types are supported as the default type')
    torch.set_default_dtype(kinds[short])
    torch.set_default_device('cuda' if name.startswith('torch.cuda.') else None)
