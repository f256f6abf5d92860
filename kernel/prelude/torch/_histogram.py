"""Histograms of one and of several dimensions, for torch."""

import torch
from torch._arguments import cxx_name, scalar_type


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
    for i in torch.arange(count, device='cpu').tolist():
        if not (abs(low[i]) < float('inf') and abs(high[i]) < float('inf')):
            raise RuntimeError("torch.histogramdd: dimension %d's range [%s, %s] is not finite"
                               % (i, *['%g' % v for v in (low[i], high[i])]))
        if low[i] > high[i]:
            raise RuntimeError('torch.histogramdd: min should not exceed max, but got min %g max %g for dimension %d'
                               % (low[i], high[i], i))
        if low[i] == high[i]:
            low[i], high[i] = low[i] - 0.5, high[i] + 0.5
    return low, high


def _check_histogram(input, bins):
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
                               'dtype %s and bins for dimension %d with dtype %s' % (cxx_name(input.dtype), i, cxx_name(edges.dtype)))
        if edges.dim() != 1:
            raise RuntimeError('torch.histogramdd: bins tensor should have one dimension, but got %d dimensions in the bins tensor '
                               'for dimension %d' % (edges.dim(), i))
        if edges.numel() == 0:
            raise RuntimeError('torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor '
                               'for dimension %d' % i)


def _check_weight(input, weight):
    if weight is not None:
        if weight.dtype != input.dtype:
            raise RuntimeError('torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same '
                               'dtype, but got input(%s), and weight(%s)' % (cxx_name(input.dtype), cxx_name(weight.dtype)))
        if list(weight.size()) != list(input.size())[:-1]:
            raise RuntimeError('torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor '
                               'excluding its innermost dimension, but got input with shape %s and weight with shape %s'
                               % (list(input.size()), list(weight.size())))


def _not_differentiable(name, outs, input):
    """Marks results that have no gradient: backward raises."""
    def backward(grads):
        raise RuntimeError('derivative for aten::%s is not implemented' % name)

    if torch.is_grad_enabled() and input.requires_grad:
        torch.autograd.function.record_step('NotImplemented', backward, [input], outs)


def _histogram(input, bins, range, weight, density, name='histogramdd'):
    """(the sums of weights in the cells, the edges)."""
    _check_histogram(input, bins)
    if isinstance(bins[0], torch.Tensor):
        _check_weight(input, weight)
    if not isinstance(bins[0], torch.Tensor):
        for i, n in enumerate(bins):
            if n <= 0:
                raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension %d' % (n, i))
    else:
        for i, edges in enumerate(bins):
            if edges.numel() < 2:
                raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension %d' % (edges.numel() - 1, i))
    rows = input.detach().reshape(-1, input.size(-1))
    if input.is_meta:
        ragged = isinstance(bins[0], torch.Tensor)
        torch._C._needs_data(('histogram.bins_tensor' if ragged else 'histogram.bin_ct') if name == 'histogram_cpu'
                             else '_histogramdd_from_bin_tensors' if ragged else '_histogramdd_bin_edges')
    if range is None and not isinstance(bins[0], torch.Tensor) and rows.size(0):
        name = 'histogramdd'  # which looks for the bounds
    if input.dtype not in (torch.float32, torch.float64) and (name == 'histogramdd' or not input.is_floating_point()):
        raise NotImplementedError('"%s" not implemented for \'%s\'' % (name, scalar_type(input.dtype)))
    if isinstance(bins[0], torch.Tensor):
        edges = [e.detach().contiguous() for e in bins]
    else:
        low, high = _bounds(rows, len(bins), range)
        _check_weight(input, weight)
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
    hist, edges = _histogram(input.reshape(-1, 1), [bins], range, flat, density, 'histogram_cpu')
    _not_differentiable('histogram', [hist, edges[0]], input)
    if out is not None:
        hist, edges = out[0].resize_(hist.size()).copy_(hist), [out[1].resize_(edges[0].size()).copy_(edges[0])]
    return torch._C._named_result('histogram', ('hist', 'bin_edges'), (hist, edges[0]))


def histogramdd(input, bins, range=None, weight=None, density=False):
    """(the sums of weights in cells of several dimensions, the edges along each)."""
    if isinstance(bins, int):
        bins = [bins] * (input.size(-1) if input.dim() else 1)
    hist, edges = _histogram(input, list(bins), range, weight, density)
    return torch._C._named_result('histogramdd', ('hist', 'bin_edges'), (hist, tuple(edges)))
