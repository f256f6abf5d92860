"""Differences that estimate derivatives, and histograms, for torch."""

import torch


def _slope_dims(input, spacing, dim):
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


def _even(x, dim, h, order):
    """Of elements that lie a step h apart."""
    n = x.size(dim)
    part = lambda i, length=1: x.narrow(dim, i if i >= 0 else n + i, length)
    times, by = torch._mul_number, torch._div_number
    middle = by(by(part(2, n - 2) - part(0, n - 2), 2), h) if n > 2 else by(part(0, 0), 2)
    if order == 1:
        return torch.cat([by(part(1) - part(0), h), middle, by(part(-1) - part(-2), h)], dim)
    return torch.cat([by(times(part(0), -1.5) + times(part(1), 2) - times(part(2), 0.5), h), middle,
                      by(times(part(-1), 1.5) - times(part(-2), 2) + times(part(-3), 0.5), h)], dim)


def _uneven(x, dim, at, order):
    """Of elements at given coordinates: parabolas through three neighbours."""
    n = x.size(dim)
    shape = [1] * x.dim()
    shape[dim] = -1
    part = lambda i, length=1: x.narrow(dim, i if i >= 0 else n + i, length)
    steps = at.diff()
    left, right = steps[:-1].reshape(shape), steps[1:].reshape(shape)
    a, b, c = -right / (left * (left + right)), (right - left) / (left * right), left / (right * (left + right))
    middle = a * part(0, n - 2) + b * part(1, n - 2) + c * part(2, n - 2)
    if order == 1:
        return torch.cat([(part(1) - part(0)) / steps[0], middle, (part(-1) - part(-2)) / steps[-1]], dim)
    p, q = steps[0], steps[1]
    first = part(0) * (-(2 * p + q) / (p * (p + q))) + part(1) * ((p + q) / (p * q)) - part(2) * (p / (q * (p + q)))
    p, q = steps[-1], steps[-2]
    last = part(-1) * ((2 * p + q) / (p * (p + q))) - part(-2) * ((p + q) / (p * q)) + part(-3) * (p / (q * (p + q)))
    return torch.cat([first, middle, last], dim)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    """The derivatives along dimensions, estimated by differences of neighbours."""
    if isinstance(spacing, torch.Tensor) and spacing.dim() == 0:
        spacing = spacing.item()
    if spacing is not None and not isinstance(spacing, (int, float, complex, tuple, list)):
        raise TypeError('gradient() received an invalid combination of arguments - got (Tensor, spacing=%s), but expected one of:'
                        % type(spacing).__name__)
    dims, steps = _slope_dims(input, spacing, dim)
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
    return tuple([_uneven(input, d, h, edge_order) if isinstance(h, torch.Tensor) and h.dim() else _even(input, d, h, edge_order)
                  for d, h in zip(seen if input.dim() else dims, steps)])


# ---- histograms

def _short(dtype):
    return {torch.float32: 'float', torch.float64: 'double'}.get(dtype, str(dtype).replace('torch.', ''))


def _bounds(rows, count, range):
    """The lowest and highest number of each coordinate."""
    if range is not None:
        if len(range) != 2 * count:
            raise RuntimeError('torch.histogramdd: for a %d-dimensional histogram range should have %d elements, but got %d'
                               % (count, 2 * count, len(range)))
        low, high = [float(v) for v in range[::2]], [float(v) for v in range[1::2]]
    elif rows.size(0) == 0:
        low, high = [0.0] * count, [1.0] * count
    else:
        low, high = rows.amin(0).tolist(), rows.amax(0).tolist()
    for i in torch.arange(count).tolist():
        if not (abs(low[i]) < float('inf') and abs(high[i]) < float('inf')):
            raise RuntimeError("torch.histogramdd: dimension %d's range [%s, %s] is not finite"
                               % (i, *['%g' % v for v in (low[i], high[i])]))
        if low[i] > high[i]:
            raise RuntimeError('torch.histogramdd: min should not exceed max, but got min %g max %g for dimension %d'
                               % (low[i], high[i], i))
        if low[i] == high[i]:
            low[i], high[i] = low[i] - 0.5, high[i] + 0.5
    return low, high


def _check_histogram(input, bins, weight):
    if input.dim() < 2:
        raise RuntimeError('torch.histogramdd: input tensor should have at least 2 dimensions')
    count = input.size(-1)
    if len(bins) != count:
        raise RuntimeError('torch.histogramdd: expected %d sequences of bin edges for a %d-dimensional histogram but got %d'
                           % (count, count, len(bins)) if bins and isinstance(bins[0], torch.Tensor) else
                           'histogramdd: The size of bins must be equal to the innermost dimension of the input.')
    for i, edges in enumerate(bins):
        if not isinstance(edges, torch.Tensor):
            continue
        if edges.dtype != input.dtype:
            raise RuntimeError('torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with '
                               'dtype %s and bins for dimension %d with dtype %s' % (_short(input.dtype), i, _short(edges.dtype)))
        if edges.dim() != 1:
            raise RuntimeError('torch.histogramdd: bins tensor should have one dimension, but got %d dimensions in the bins tensor '
                               'for dimension %d' % (edges.dim(), i))
        if edges.numel() == 0:
            raise RuntimeError('torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor '
                               'for dimension %d' % i)
    if weight is not None:
        if weight.dtype != input.dtype:
            raise RuntimeError('torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same '
                               'dtype, but got input(%s), and weight(%s)' % (_short(input.dtype), _short(weight.dtype)))
        if list(weight.size()) != list(input.size())[:-1]:
            raise RuntimeError('torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor '
                               'excluding its innermost dimension, but got input with shape %s and weight with shape %s'
                               % (list(input.size()), list(weight.size())))


def _blocked(name, outs, input):
    """Results whose gradient does not exist: who asks for it is told so."""
    def backward(grads):
        raise RuntimeError('derivative for aten::%s is not implemented' % name)

    if torch.is_grad_enabled() and input.requires_grad:
        torch.autograd.function.record_step('NotImplemented', backward, [input], outs)


def _counted(input, bins, range, weight, density, name='histogramdd'):
    """(the sums of weights in the cells, the edges)."""
    _check_histogram(input, bins, weight)
    if not isinstance(bins[0], torch.Tensor):
        for i, n in enumerate(bins):
            if n <= 0:
                raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension %d' % (n, i))
    else:
        for i, edges in enumerate(bins):
            if edges.numel() < 2:
                raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension %d' % (edges.numel() - 1, i))
    rows = input.detach().reshape(-1, input.size(-1))
    if range is None and not isinstance(bins[0], torch.Tensor) and rows.size(0):
        name = 'histogramdd'  # which looks for the bounds
    if input.dtype not in (torch.float32, torch.float64) and (name == 'histogramdd' or not input.is_floating_point()):
        raise NotImplementedError('"%s" not implemented for \'%s\'' % (name, input.type().rpartition('.')[2][:-6]))
    if isinstance(bins[0], torch.Tensor):
        edges = [e.detach().contiguous() for e in bins]
    else:
        low, high = _bounds(rows, len(bins), range)
        edges = [torch.linspace(a, b, n + 1, dtype=input.dtype, device=input.device) for a, b, n in zip(low, high, bins)]
    cell = torch.zeros(rows.size(0), dtype=torch.int64, device=input.device)
    inside = torch.ones(rows.size(0), dtype=torch.bool, device=input.device)
    for i, e in enumerate(edges):
        x, n = rows[:, i].contiguous(), e.numel() - 1
        at = (torch.searchsorted(e, x, right=True) - 1).clamp(0, n - 1)  # the last edge belongs to the last cell
        inside &= (x >= e[0]) & (x <= e[-1])
        cell = cell * n + at
    sizes = [e.numel() - 1 for e in edges]
    total = 1
    for n in sizes:
        total *= n
    share = torch.ones_like(rows[:, 0]) if weight is None else weight.detach().reshape(-1)
    hist = torch.zeros(total, dtype=input.dtype, device=input.device)
    hist.index_add_(0, cell[inside], share[inside])
    hist = hist.reshape(sizes)
    if density:
        hist = hist / hist.sum()
        for i, e in enumerate(edges):
            shape = [1] * len(sizes)
            shape[i] = -1
            hist = hist / e.diff().reshape(shape)
    return hist, edges


def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    """(the sums of weights in bins, the edges of the bins)."""
    flat = None if weight is None else weight.reshape(-1)
    hist, edges = _counted(input.reshape(-1, 1), [bins], range, flat, density, 'histogram_cpu')
    _blocked('histogram', [hist, edges[0]], input)
    if out is not None:
        hist, edges = out[0].resize_(hist.size()).copy_(hist), [out[1].resize_(edges[0].size()).copy_(edges[0])]
    return torch._C._named_result('histogram', ('hist', 'bin_edges'), (hist, edges[0]))


def histogramdd(input, bins, range=None, weight=None, density=False):
    """(the sums of weights in cells of several dimensions, the edges along each)."""
    if isinstance(bins, int):
        bins = [bins] * (input.size(-1) if input.dim() else 1)
    hist, edges = _counted(input, list(bins), range, weight, density)
    return torch._C._named_result('histogramdd', ('hist', 'bin_edges'), (hist, tuple(edges)))
