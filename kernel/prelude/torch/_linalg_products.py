"""Functions of torch made of matrix products: tensordot, einsum, cdist, covariances, and deprecated names of torch.linalg."""

import warnings

import torch
from torch._arguments import check_tensors, cxx_name, scalar_type
from torch._warnings import once


def tensordot(a, b, dims=2, out=None):
    """Contracts dimensions of two tensors."""
    if isinstance(dims, torch.Tensor):
        count = dims.numel()
        if count > 1:
            first, second = dims[0].tolist(), dims[1].tolist()
            first = first if isinstance(first, list) else [first]
            second = second if isinstance(second, list) else [second]
        else:
            dims = int(dims.item())
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError('tensordot expects dims >= 0, but got dims=%d' % dims)
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError('tensordot expects dims < ndim_a or ndim_b, but got dims=%d' % dims)
        first, second = list(range(-dims, 0)), list(range(dims))
    elif not isinstance(dims, torch.Tensor):
        first, second = [list(d) if isinstance(d, (list, tuple)) else [d] for d in dims]
    result = torch._tensordot(a, b, first, second)
    return result if out is None else out.resize_(result.shape).copy_(result)


# ---- einsum

_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
_LABEL = {c: i for i, c in enumerate(_LETTERS)}
_ELLIPSIS = len(_LETTERS)


def _sublists(args):
    """The equation and the operands from alternating operands and lists of dimension numbers."""

    def word(numbers):
        text = []
        for one in numbers:
            if one is Ellipsis:
                text.append('...')
            elif one >= 0 and one < 52:
                text.append(_LETTERS[one])
            else:
                raise ValueError('einsum(): subscript in subscript list is not within the valid range [0, 52)')
        return ''.join(text)

    equation = ','.join([word(numbers) for numbers in args[1::2]])
    operands = args[::2]
    if len(args) % 2:
        equation = ','.join([word(numbers) for numbers in args[1:-1:2]]) + '->' + word(args[-1])
        operands = args[:-1:2]
    return equation, list(operands)


def _labels(equation):
    """The labels of each operand and of the result (None: not given)."""
    terms, current, result, ellipsis, dots = [], [], None, False, 0
    arrow = equation.find('->')
    end = arrow if arrow >= 0 else len(equation)
    which, i = 0, 0
    while i < end:
        c = equation[i]
        if c == ' ':
            pass
        elif c == '.':
            if ellipsis:
                raise RuntimeError("einsum(): found '.' for operand %d for which an ellipsis was already found" % which)
            if equation[i:i + 3] != '...' or i + 3 > end:
                raise RuntimeError("einsum(): found '.' for operand %d that is not part of any ellipsis" % which)
            current.append(_ELLIPSIS)
            ellipsis = True
            i += 2
        elif c == ',':
            terms.append(current)
            current, ellipsis = [], False
            which += 1
        elif c in _LABEL:
            current.append(_LABEL[c])
        else:
            raise RuntimeError('einsum(): invalid subscript given at index %d in the equation string, subscripts must be in '
                               '[a-zA-Z]' % i)
        i += 1
    terms.append(current)
    if arrow >= 0:
        result, ellipsis, i = [], False, arrow + 2
        while i < len(equation):
            c = equation[i]
            if c == ' ':
                pass
            elif c == '.':
                if ellipsis:
                    raise RuntimeError("einsum(): found '.' for output but an ellipsis (...) was already found")
                if equation[i:i + 3] != '...':
                    raise RuntimeError("einsum(): found '.' for output that is not part of any ellipsis (...)")
                result.append(_ELLIPSIS)
                ellipsis = True
                i += 2
            elif c in _LABEL:
                if _LABEL[c] in result:
                    raise RuntimeError('einsum(): output subscript %s appears more than once in the output' % c)
                result.append(_LABEL[c])
            else:
                raise RuntimeError('einsum(): invalid subscript given at index %d in the equation string, subscripts must be '
                                   'in [a-zA-Z]' % i)
            i += 1
    return terms, result


def _covered(terms, operands):
    """How many dimensions the ellipsis stands for; checks the number of dimensions of each operand."""
    most = 0
    for k, (term, operand) in enumerate(zip(terms, operands)):
        letters = len(term) - (_ELLIPSIS in term)
        if _ELLIPSIS in term:
            if letters > operand.dim():
                raise RuntimeError('einsum(): the number of subscripts in the equation (%d) is more than the number of '
                                   'dimensions (%d) for operand %d' % (letters, operand.dim(), k))
            most = max(most, operand.dim() - letters)
        elif letters != operand.dim():
            raise RuntimeError('einsum(): the number of subscripts in the equation (%d) does not match the number of dimensions '
                               '(%d) for operand %d%s' % (letters, operand.dim(), k,
                                                          ' and no ellipsis was given'))
    return most


def _aligned(term, operand, k, order, covered, sizes):
    """The operand with repeated labels as diagonals and one dimension for each label of the order."""
    labels = []
    for label in term:
        if label == _ELLIPSIS:
            have = operand.dim() - len(term) + 1
            labels += [_ELLIPSIS + covered - have + j for j in range(have)]
        else:
            labels.append(label)
    d = 0
    while d < len(labels):
        label = labels[d]
        if label in labels[:d]:
            first = labels.index(label)
            if operand.shape[first] != operand.shape[d]:
                raise RuntimeError("einsum(): subscript %s is repeated for operand %d but the sizes don't match, %d != %d"
                                   % (_LETTERS[label], k, operand.shape[d], operand.shape[first]))
            operand = operand.diagonal(0, first, d).movedim(-1, first)
            del labels[d]
        else:
            d += 1
    for d, (label, size) in enumerate(zip(labels, operand.shape)):
        known = sizes.get(label, 1)
        if known != 1 and size != 1 and known != size:
            if label >= _ELLIPSIS:
                raise RuntimeError('einsum(): dimension %d covered by ellipsis in operand %dhas size %d which does not broadcast with '
                                   'previously seen ellipsis with size %d for the respective dimension' % (d, k, size, known))
            raise RuntimeError('einsum(): subscript %s has size %d for operand %d which does not broadcast with previously '
                               'seen size %d' % (_LETTERS[label], size, k, known))
        if size != 1 or known == 1:
            sizes[label] = size if known == 1 else known
    axis_of = {label: d for d, label in enumerate(labels)}
    for label in order:
        if label not in axis_of:
            axis_of[label] = operand.dim()
            operand = operand.unsqueeze(-1)
    return operand.permute([axis_of[label] for label in order])


def _pair(left, right, summed):
    """The sum of the products of two operands over the dimensions `summed`, which are kept with size 1."""
    both, ones, others, inner = [], [], [], []
    for d in range(left.dim()):
        has_left, has_right = left.shape[d] != 1, right.shape[d] != 1
        if d in summed:
            if has_left and has_right:
                inner.append(d)
            elif has_left:
                left = left.sum(d, keepdim=True)
            elif has_right:
                right = right.sum(d, keepdim=True)
        elif has_left and has_right:
            both.append(d)
        elif has_left:
            ones.append(d)
        else:
            others.append(d)
    wide = [d for d in others if right.shape[d] != 1]
    if ones and wide and max(wide) < min(ones):  # exchanged, the product has the result's order in memory
        left, right, ones, others = right, left, wide, ones + [d for d in others if d not in wide]
    count = [1, 1, 1, 1]
    shape = [left.shape[d] for d in both] + [left.shape[d] for d in ones] + [1] * len(summed) + [right.shape[d] for d in others]
    for d in both:
        count[0] *= left.shape[d]
    for d in ones:
        count[1] *= left.shape[d]
    for d in inner:
        count[2] *= left.shape[d]
    for d in others:
        count[3] *= right.shape[d]
    empty = [d for d in summed if d not in inner]
    a = left.permute(both + ones + inner + empty + others).reshape(count[0], count[1], count[2])
    b = right.permute(both + inner + empty + ones + others).reshape(count[0], count[2], count[3])
    result = torch.bmm(a, b).view(shape)
    order = both + ones + sorted(summed) + others
    back = [0] * len(order)
    for i, d in enumerate(order):
        back[d] = i
    return result.permute(back)


def einsum(*args):
    """Sums of products by Einstein's convention."""
    if 1 < len(args) < 4 and isinstance(args[0], str) and isinstance(args[1], torch.Tensor) and isinstance(args[-1], torch.Tensor):
        value = torch._einsum(args[0], args[1:])
        if value is not None:
            return value
    return _general_einsum(args)


def _general_einsum(args):
    """The general case: ellipses, sizes that broadcast, lists of dimension numbers, one operand or more than two, errors."""
    if len(args) < 2:
        raise ValueError('einsum(): must specify the equation string and at least one operand, or at least one operand and its '
                         'subscripts list')
    if isinstance(args[0], torch.Tensor):
        equation, operands = _sublists(args)
    else:
        equation, operands = args[0], list(args[1:])
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = list(operands[0])
    if not operands:
        raise RuntimeError('einsum(): must provide at least one operand')
    terms, result = _labels(equation)
    if len(terms) > len(operands):
        raise RuntimeError('einsum(): fewer operands were provided than specified in the equation')
    if len(terms) < len(operands):
        raise RuntimeError('einsum(): more operands were provided than specified in the equation')
    covered = _covered(terms, operands)
    counts = {}
    for term in terms:
        for label in term:
            if label != _ELLIPSIS:
                counts[label] = counts.get(label, 0) + 1
    dots = [_ELLIPSIS + j for j in range(covered)]
    if result is None:
        order = dots + sorted([label for label in counts if counts[label] == 1])
    else:
        order = []
        for label in result:
            if label == _ELLIPSIS:
                order += dots
            elif label not in counts:
                raise RuntimeError('einsum(): output subscript %s does not appear in the equation for any input operand'
                                   % _LETTERS[label])
            else:
                order.append(label)
    kept = len(order)
    order += [label for label in dots if label not in order]
    order += sorted([label for label in counts if label not in order])
    sizes = {}
    operands = [_aligned(term, operand, k, order, covered, sizes) for k, (term, operand) in enumerate(zip(terms, operands))]
    summed = list(range(kept, len(order)))
    if len(operands) == 1:
        return operands[0].sum(summed) if summed else operands[0]
    value = operands[0]
    for k in range(1, len(operands)):
        other = operands[k]
        over = [d for d in summed if all([later.shape[d] == 1 for later in operands[k + 1:]])
                and (value.shape[d] != 1 or other.shape[d] != 1)]
        value = _pair(value, other, over) if over else value.mul(other)
    for d in summed:
        if value.shape[d] != 1:
            value = value.sum(d, keepdim=True)
    return value.view(value.shape[:kept]) if summed else value


# ---- distances


def cdist(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary'):
    """The distances of all pairs of rows."""
    modes = {'use_mm_for_euclid_dist_if_necessary': None, 'use_mm_for_euclid_dist': True,
             'donot_use_mm_for_euclid_dist': False}
    if compute_mode not in modes:
        raise ValueError('%s is not a valid value for compute_mode' % compute_mode)
    for k, x in ((1, x1), (2, x2)):
        if x.dim() < 2:
            raise RuntimeError('cdist only supports at least 2D tensors, X%d got: %dD' % (k, x.dim()))
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError('X1 and X2 must have the same number of columns. X1: %d X2: %d' % (x1.shape[-1], x2.shape[-1]))
    for k, x in ((1, x1), (2, x2)):
        if not x.is_floating_point():
            raise RuntimeError('cdist only supports floating-point dtypes, X%d got: %s'
                               % (k, scalar_type(x.dtype)))
    if p < 0:
        raise RuntimeError('cdist only supports non-negative p values')
    by_product = modes[compute_mode]
    if by_product is None:
        by_product = x1.shape[-2] > 25 or x2.shape[-2] > 25
    if x1.dtype != x2.dtype:
        if p == 2 and by_product and x1.dtype != x2.dtype:
            raise RuntimeError('expected m1 and m2 to have the same dtype, but got: %s != %s' % (cxx_name(x1.dtype), cxx_name(x2.dtype)))
        raise RuntimeError('expected scalar type %s but found %s'
                           % (scalar_type(x1.dtype), scalar_type(x2.dtype)))
    if p == 2 and by_product and x1.numel() and x2.numel():
        result = torch._euclidean_dist(x1, x2)
        return result.view(result.shape)
    return torch._cdist_forward(x1, x2, float(p))


torch._C._fast_path(cdist, 'cdist')


# ---- covariances

def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariances of the rows."""
    if input.dim() > 2:
        raise RuntimeError('cov(): expected input to have two or fewer dimensions but got an input with %d dimensions'
                           % input.dim())
    if input.dtype == torch.bool:
        raise RuntimeError('cov(): bool dtype is not supported for input')
    rows = input.unsqueeze(0) if input.dim() < 2 else input
    rows = rows.unsqueeze(1) if rows.dim() < 2 else rows
    count = rows.shape[1]
    weights = None
    for name, one, integral in (('fweights', fweights, True), ('aweights', aweights, False)):
        if one is None:
            continue
        kind = scalar_type(one.dtype)
        if one.dim() > 1:
            raise RuntimeError('cov(): expected %s to have one or fewer dimensions but got %s with %d dimensions'
                               % (name, name, one.dim()))
        if integral and (one.is_floating_point() or one.is_complex() or one.dtype == torch.bool):
            raise RuntimeError('cov(): expected fweights to have integral dtype but got fweights with %s dtype' % kind)
        if not integral and not one.is_floating_point():
            raise RuntimeError('cov(): expected aweights to have floating point dtype but got aweights with %s dtype' % kind)
        if one.numel() != count:
            raise RuntimeError('cov(): expected %s to have the same numel as there are observations in the input but got %d != %d'
                               % (name, one.numel(), count))
        if count and (one.min() < 0).item():
            raise RuntimeError('cov(): %s cannot be negative' % name)
        weights = one if weights is None else weights * one
    if weights is not None:
        total = weights.sum()
        mean = (rows * weights).sum(1) / total
    else:
        total = torch.tensor(count, dtype=torch.int64, device=rows.device)
        mean = rows.sum(1) / total
    if weights is None:
        norm = total - correction
    elif not correction:
        norm = total
    elif aweights is None:
        norm = total - correction
    else:
        norm = total - correction * (weights * aweights).sum() / total
    if (norm <= 0).item():
        warnings.warn('cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.')
        norm = norm.clamp(min=0)
    centred = rows - mean.unsqueeze(1)
    other = centred if weights is None else centred * weights
    product = centred @ (other.conj() if other.is_complex() else other).t()
    return (product / norm).squeeze()


def corrcoef(input):
    """The correlations of the rows."""
    if input.dim() > 2:
        raise RuntimeError('corrcoef(): expected input to have two or fewer dimensions but got an input with %d dimensions'
                           % input.dim())
    found = cov(input)
    if found.dim() == 0:
        return found / found
    scale = found.diagonal().sqrt()
    found = found / scale.unsqueeze(-1) / scale.unsqueeze(0)
    if found.is_complex():
        return torch.complex(found.real.clamp(-1, 1), found.imag.clamp(-1, 1))
    return found.clamp(-1, 1)


# ---- deprecated names

def matrix_power(input, n, *, out=None):
    """A product of n copies of a square matrix."""
    return torch.linalg.matrix_power(input, n, out=out)


def chain_matmul(*matrices, out=None):
    """The product of matrices in the cheapest order."""
    once('torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot '
         'instead, which accepts a list of two or more tensors rather than multiple parameters.', stacklevel=2)
    check_tensors(matrices)
    for one in matrices:
        if one.dim() != 2:
            raise RuntimeError('Tensor dimension is %d, expected 2 instead.' % one.dim())
    if not matrices:
        raise RuntimeError('chain_matmul(): Expected one or more matrices')
    return torch.linalg.multi_dot(matrices, out=out) if len(matrices) > 1 else matrices[0].clone()


def lu(A, pivot=True, get_infos=False, out=None):
    """The deprecated form of linalg.lu_factor."""
    warnings.warn('torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be removed in '
                  'a future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\n'
                  'LU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\n'
                  'LU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\n'
                  'LU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)', stacklevel=2)
    factors, pivots, info = torch.linalg.lu_factor_ex(A, pivot=pivot)
    if out is not None:
        if len(out) != 2 + bool(get_infos):
            raise TypeError('expected tuple of %d elements but got %d' % (2 + bool(get_infos), len(out)))
        for to, result in zip(out, (factors, pivots, info)):
            to.resize_as_(result).copy_(result)
        return tuple(out)
    if get_infos:
        return torch._C._named_result('_lu_with_info', ('LU', 'pivots', 'info'), (factors, pivots, info))
    return factors, pivots
