"""torch.gradient: derivatives estimated by finite differences, as numpy.gradient does it (Fornberg, Generation of finite difference
formulas on arbitrarily spaced grids, 1988)."""

import torch


def _dims_and_spacings(input, spacing, dim):
    """(the dimensions, a spacing for each)."""
    n = input.dim()
    dims = list(range(n)) if dim is None else list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if isinstance(spacing, (tuple, list)):
        steps = list(spacing)
        if dim is None and len(steps) != n:
            raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "
                               "'self.dim() = %d', since dim argument was not given, but got a list of length %d" % (n, len(steps)))
        if dim is not None and len(steps) != len(dims):
            raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to "
                               'have the same length, but got a spacing argument of length %d and a dim argument of length %d.'
                               % (len(steps), len(dims)))
    else:
        steps = [1 if spacing is None else spacing] * len(dims)
    return dims, steps


def _even_spacing(x, dim, h, order):
    """Differences of elements with spacing h: central ones inside, one-sided ones of the given order at the edges."""
    n = x.size(dim)
    slices = lambda i, length=1: x.narrow(dim, i if i >= 0 else n + i, length)
    times, by = torch._mul_scalar, torch._div_scalar
    middle = by(by(slices(2, n - 2) - slices(0, n - 2), 2), h) if n > 2 else by(slices(0, 0), 2)
    if order == 1:
        return torch.cat([by(slices(1) - slices(0), h), middle, by(slices(-1) - slices(-2), h)], dim)
    return torch.cat([by(times(slices(0), -1.5) + times(slices(1), 2) - times(slices(2), 0.5), h), middle,
                      by(times(slices(-1), 1.5) - times(slices(-2), 2) + times(slices(-3), 0.5), h)], dim)


def _uneven_spacing(x, dim, at, order):
    """Differences of elements at given coordinates: the slopes of parabolas through three neighbours."""
    n = x.size(dim)
    shape = [1] * x.dim()
    shape[dim] = -1
    slices = lambda i, length=1: x.narrow(dim, i if i >= 0 else n + i, length)
    steps = at.diff()
    left, right = steps[:-1].reshape(shape), steps[1:].reshape(shape)
    a, b, c = -right / (left * (left + right)), (right - left) / (left * right), left / (right * (left + right))
    middle = a * slices(0, n - 2) + b * slices(1, n - 2) + c * slices(2, n - 2)
    if order == 1:
        return torch.cat([(slices(1) - slices(0)) / steps[0], middle, (slices(-1) - slices(-2)) / steps[-1]], dim)
    p, q = steps[0], steps[1]
    first = slices(0) * (-(2 * p + q) / (p * (p + q))) + slices(1) * ((p + q) / (p * q)) - slices(2) * (p / (q * (p + q)))
    p, q = steps[-1], steps[-2]
    last = slices(-1) * ((2 * p + q) / (p * (p + q))) - slices(-2) * ((p + q) / (p * q)) + slices(-3) * (p / (q * (p + q)))
    return torch.cat([first, middle, last], dim)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """The derivatives along dimensions, estimated by differences of neighbours."""
    if isinstance(spacing, torch.Tensor) and spacing.dim() == 0:
        spacing = spacing.item()
    if spacing is not None and not isinstance(spacing, (int, float, complex, tuple, list)):
        raise TypeError('gradient() received an invalid combination of arguments - got (Tensor, spacing=%s), but expected one of:'
                        % type(spacing).__name__)
    dims, steps = _dims_and_spacings(input, spacing, dim)
    if input.dtype == torch.uint8:
        raise RuntimeError('torch.gradient does not support uint8 input.')
    if edge_order not in (1, 2):
        raise RuntimeError('torch.gradient only supports edge_order=1 and edge_order=2.')
    seen = []
    for d in dims:
        if not -max(input.dim(), 1) <= d < max(input.dim(), 1):
            raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got %d)'
                             % (-max(input.dim(), 1), max(input.dim(), 1) - 1, d))
        if input.dim() == 0:
            raise IndexError('Dimension specified as %d but tensor has no dimensions' % d)
        d = d % input.dim()
        if d in seen:
            raise RuntimeError('dim %d appears multiple times in the list of dims' % d)
        seen.append(d)
    for d in seen:
        if input.size(d) < edge_order + 1:
            raise RuntimeError('torch.gradient expected each dimension size to be at least edge_order+1')
    return tuple([_uneven_spacing(input, d, h, edge_order) if isinstance(h, torch.Tensor) and h.dim() else _even_spacing(input, d, h, edge_order)
                  for d, h in zip(seen if input.dim() else dims, steps)])
