"""TensorBoard's messages: events, and summaries of scalars, histograms, images and the plugins' data. Must not know files."""

import math
import warnings

import torch
from torch.utils.tensorboard import _png
from torch.utils.tensorboard._protobuf import block, double, integer, packed, single, varint


def as_tensor(x):
    """What PyTorch's writer takes for an array: a tensor or a number, detached and on the CPU."""
    if isinstance(x, torch.Tensor):
        return x.detach().cpu()
    if isinstance(x, (bool, int, float, complex)):
        return torch.tensor([x], dtype=torch.float64 if isinstance(x, float) else None)
    raise NotImplementedError('Got %s, but numpy array or torch tensor are expected.' % type(x))


# ---- events

def event(wall_time, step=None, summary=None, version=None, session_start=False, source=None, graph=None):
    """An Event with one of its contents."""
    out = double(1, wall_time) + integer(2, 0 if step is None else int(step))
    if version is not None:
        out += block(3, version)
    if summary is not None:
        out += block(5, summary, True)
    if session_start:
        out += block(7, integer(1, 1))
    if source is not None:
        out += block(10, block(1, source))
    if graph is not None:
        out += block(4, graph)
    return out


def _value(tag, content, plugin=None, data=b''):
    """A Summary's value: the tag, its content, and to which plugin it belongs."""
    metadata = b'' if plugin is None else block(9, block(1, block(1, plugin) + block(2, data)))
    return block(1, block(1, tag) + content + metadata)


def _tensor(dtype, content, shape=None):
    """The content of a value: a TensorProto."""
    dims = b'' if shape is None else block(2, b''.join([block(2, integer(1, size), True) for size in shape]), True)
    return block(8, integer(1, dtype) + dims + content)


_FLOAT, _DOUBLE, _STRING = 1, 2, 7


def scalar(tag, value, new_style=False, double_precision=False):
    """The summary of a number."""
    if isinstance(value, str):
        value = float(value) if _is_number(value) else _no_number(value)
    value = as_tensor(value).squeeze()
    if value.dim() != 0:
        raise AssertionError('Tensor should contain one element (0 dimensions).             Was given size: %d and %d dimensions.'
                             % (value.numel(), value.dim()))
    number = float(value.item())
    if not new_style:
        return _value(tag, single(2, number, True))
    if double_precision:
        return _value(tag, _tensor(_DOUBLE, block(6, packed([number], torch.float64))), 'scalars')
    return _value(tag, _tensor(_FLOAT, block(5, packed([number], torch.float32))), 'scalars')


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def _no_number(text):
    raise ValueError('could not convert string to float: %r' % text)


_TENSOR_TYPES = {torch.float32: (1, 5), torch.float64: (2, 6), torch.int64: (9, 10), torch.uint8: (4, 16), torch.bool: (10, 11)}


def tensor(tag, values):
    """The summary of a tensor as it is."""
    values = as_tensor(values)
    if values.dtype not in _TENSOR_TYPES:
        raise NotImplementedError('add_tensor: tensors of %s are not there in this version' % values.dtype)
    dtype, field = _TENSOR_TYPES[values.dtype]
    if values.is_floating_point():
        content = packed(values, values.dtype)
    else:
        content = b''.join([varint(int(each)) for each in values.reshape(-1).tolist()])
    return _value(tag, _tensor(dtype, block(field, content), values.shape), 'tensor')


def text(tag, what):
    """The summary of a text in Markdown."""
    return _value(tag + '/text_summary', _tensor(_STRING, block(8, what.encode(), True), [1]), 'text')


# ---- histograms

def default_edges():
    """The edges of TensorFlow's histograms: zero, and powers of 1.1 on both sides."""
    edges, edge = [], 1e-12
    while edge < 1e20:
        edges.append(edge)
        edge *= 1.1
    return [-each for each in reversed(edges)] + [0] + edges


def _quantile(ordered, q):
    return torch.quantile(ordered, q).item()


def _freedman_diaconis(values, extent):
    return 2 * (_quantile(values, 0.75) - _quantile(values, 0.25)) / values.numel() ** (1 / 3)


def _doane(values, extent):
    n, deviation = values.numel(), values.std(correction=0).item()
    if n <= 2 or not deviation:
        return 0
    skewness = abs((((values - values.mean()) / deviation) ** 3).mean().item())
    return extent / (1 + math.log2(n) + math.log2(1 + skewness / math.sqrt(6 * (n - 2) / ((n + 1) * (n + 3)))))


def _stone(values, extent):
    """The width of the number of bins, up to 100 or the root of the number of values, with the least estimated loss of cross-validation."""
    n, low = values.numel(), values.min().item()
    most, best = max(100, int(math.sqrt(n))), None
    for bins in range(1, most + 1):
        step = extent / bins
        counts = torch.tensor(_counts(values, [low + i * step for i in range(bins)] + [low + extent]), dtype=torch.float64)
        loss = (2 - (n + 1) * (counts / n).square().sum().item()) / step
        if best is None or loss < best[0]:
            best = loss, bins
    if best[1] == most:
        warnings.warn('The number of bins estimated may be suboptimal.', RuntimeWarning, stacklevel=2)
    return extent / best[1]


# numpy's rules: the width of a bin from values and the distance of the largest from the smallest; 0: one bin
_WIDTHS = {'sqrt': lambda values, extent: extent / math.sqrt(values.numel()), 'rice': lambda values, extent: extent / (2 * values.numel() ** (1 / 3)),
           'sturges': lambda values, extent: extent / (math.log2(values.numel()) + 1),
           'scott': lambda values, extent: (24 * math.sqrt(math.pi) / values.numel()) ** (1 / 3) * values.std(correction=0).item(),
           'fd': _freedman_diaconis, 'doane': _doane, 'stone': _stone}
_WIDTHS['auto'] = lambda values, extent: min(max(_WIDTHS['fd'](values, extent), _WIDTHS['sqrt'](values, extent) / 2),
                                             _WIDTHS['sturges'](values, extent))


def _count_by_rule(rule, values):
    """How many bins one of numpy's rules makes."""
    extent = (values.max() - values.min()).item()
    width = _WIDTHS[rule](values, extent) if extent else 0
    return int(math.ceil(extent / width)) if width else 1


def _edges(values, bins):
    """The edges of bins, of which there are a number or a rule or which are listed."""
    if not isinstance(bins, (int, str)):
        return [float(each) for each in (bins.tolist() if isinstance(bins, torch.Tensor) else bins)]
    if bins == 'tensorflow':
        return default_edges()
    if isinstance(bins, str):
        if bins not in _WIDTHS:
            raise ValueError("'%s' is not a valid estimator for `bins`" % bins)
        bins = _count_by_rule(bins, values)
    low, high = values.min().item(), values.max().item()
    if low == high:
        low, high = low - 0.5, high + 0.5
    step = (high - low) / bins
    return [low + i * step for i in range(bins)] + [high]


def _counts(values, edges):
    """How many values are in each bin; the last bin has its upper edge."""
    limits, ordered = torch.tensor(edges, dtype=torch.float64), values.sort()[0]
    positions = torch.searchsorted(ordered, limits)
    positions[-1] = torch.searchsorted(ordered, limits[-1:], right=True)[0]
    return (positions[1:] - positions[:-1]).tolist()


def histogram(tag, values, bins, max_bins=None):
    """The summary of how values are distributed."""
    values = as_tensor(values)
    if values.numel() == 0:
        raise ValueError('The input has no element.')
    values = values.reshape(-1).to(torch.float64)
    edges = _edges(values, bins)
    counts = _counts(values, edges)
    if max_bins is not None and len(counts) > max_bins:
        group = len(counts) // max_bins
        edges = edges[:-1][::group] + edges[-1:]
        counts = [sum(counts[i:i + group]) for i in range(0, len(counts), group)]
    full = [i for i, count in enumerate(counts) if count]
    if not full:
        raise ValueError('The histogram is empty, please file a bug report.')
    first, last = full[0], full[-1] + 1
    counts = counts[first - 1:last] if first else [0] + counts[:last]
    return histogram_raw(tag, values.min().item(), values.max().item(), values.numel(), values.sum().item(), values.dot(values).item(),
                         edges[first:last + 1], counts)


def histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    """The summary of a histogram that was made elsewhere."""
    parts = [double(1 + i, float(each)) for i, each in enumerate((min, max, num, sum, sum_squares))]
    lists = [block(6 + i, packed(each, torch.float64)) for i, each in enumerate((bucket_limits, bucket_counts))]
    return _value(tag, block(5, b''.join(parts + lists)))


# ---- images and sounds

def _three_colors(picture):
    """Rows, columns and colors; a single channel three times."""
    return picture.expand(*picture.shape[:2], 3) if picture.shape[2] == 1 else picture


def _tiled(pictures):
    """Many pictures (number, rows, columns, colors) as one, eight side by side."""
    count, rows, columns, colors = pictures.shape
    across = min(count, 8)
    down = -(-count // across)
    grid = pictures.new_zeros(down * across, rows, columns, colors)
    grid[:count] = pictures
    return grid.reshape(down, across, rows, columns, colors).permute(0, 2, 1, 3, 4).reshape(down * rows, across * columns, colors)


def _in_rows(picture, format):
    """A picture, or many, as rows, columns and colors."""
    if len(set(format)) != len(format):
        raise AssertionError('You can not use the same dimension shorthand twice.             input_format: ' + format)
    if picture.dim() != len(format):
        raise AssertionError('size of input tensor and input format are different.         tensor shape: %s, input_format: %s'
                             % (tuple(picture.shape), format))
    format = format.upper()
    order = lambda names: picture.permute([format.index(name) for name in names])
    if len(format) == 4:
        many = order('NHWC')
        return _tiled(many if many.shape[3] != 1 else many.expand(*many.shape[:3], 3))
    if len(format) == 3:
        return _three_colors(order('HWC'))
    return _three_colors(order('HW').unsqueeze(2))


def picture_bytes(picture, format):
    """A picture as bytes, rows, columns and colors; floats are of 0 to 1."""
    picture = as_tensor(picture)
    scale = 1 if picture.dtype == torch.uint8 else 255
    return (_in_rows(picture, format).to(torch.float32) * scale).clamp(0, 255).to(torch.uint8)


def image(tag, picture, format):
    """The summary of a picture, or of many in one."""
    pixels = picture_bytes(picture, format)
    rows, columns, colors = pixels.shape
    return _value(tag, block(4, integer(1, rows) + integer(2, columns) + integer(3, colors) + block(4, _png.encode(pixels))))


def audio(tag, sound, sample_rate):
    """The summary of a sound of one channel, as a WAV file of 16 bits."""
    sound = as_tensor(sound).squeeze()
    if sound.abs().max() > 1:
        print('warning: audio amplitude out of range, auto clipped.')
        sound = sound.clamp(-1, 1)
    if sound.dim() != 1:
        raise AssertionError('input tensor should be 1 dimensional.')
    samples = packed((sound * 32767).to(torch.int16), torch.int16)
    small = lambda value: value.to_bytes(2, 'little')
    large = lambda value: value.to_bytes(4, 'little')
    form = small(1) + small(1) + large(sample_rate) + large(sample_rate * 2) + small(2) + small(16)
    body = b'WAVEfmt ' + large(len(form)) + form + b'data' + large(len(samples)) + samples
    wav = b'RIFF' + large(len(body)) + body
    return _value(tag, block(6, single(1, sample_rate) + integer(2, 1) + integer(3, sound.numel()) + block(4, wav) + block(5, 'audio/wav')))


# ---- plugins

_LEAST = 1e-7


def pr_curve(tag, labels, predictions, num_thresholds=127, weights=None):
    """The summary of precision and recall at thresholds."""
    if weights is not None:
        raise NotImplementedError('add_pr_curve: weights are not there in this version')
    n = min(num_thresholds, 127)
    labels, predictions = as_tensor(labels).reshape(-1).to(torch.float64), as_tensor(predictions).reshape(-1).to(torch.float32)
    positions = (predictions * (n - 1)).floor().to(torch.int64).clamp(0, n - 1)
    above = lambda which: torch.zeros(n, dtype=torch.float64).index_add_(0, positions, which).flip(0).cumsum(0).flip(0)
    true_positive, false_positive = above(labels), above(1 - labels)
    true_negative, false_negative = false_positive[0] - false_positive, true_positive[0] - true_positive
    precision = true_positive / (true_positive + false_positive).clamp(min=_LEAST)
    recall = true_positive / (true_positive + false_negative).clamp(min=_LEAST)
    return pr_curve_raw(tag, true_positive, false_positive, true_negative, false_negative, precision, recall, n)


def pr_curve_raw(tag, tp, fp, tn, fn, precision, recall, num_thresholds=127, weights=None):
    """The summary of a curve that was made elsewhere."""
    if weights is not None:
        raise NotImplementedError('add_pr_curve_raw: weights are not there in this version')
    n = min(num_thresholds, 127)
    rows = b''.join([packed(each, torch.float32) for each in (tp, fp, tn, fn, precision, recall)])
    return _value(tag, _tensor(_FLOAT, block(5, rows), [6, len(rows) // 24]), 'pr_curves', integer(2, n))


def mesh(tag, vertices, colors, faces, config):
    """The summary of a mesh: its points, colors and triangles."""
    from torch.profiler._trace import text as json
    parts = [(name, kind, as_tensor(each)) for name, kind, each in (('VERTEX', 1, vertices), ('FACE', 2, faces), ('COLOR', 3, colors))
             if each is not None]
    there, out = sum([1 << kind for _, kind, _ in parts]), b''
    for name, kind, values in parts:
        if values.dim() != 3 or values.shape[2] != 3:
            raise ValueError('Tensor shape should be of shape BxNx3, but got %s.' % (values.shape,))
        data = (block(2, tag) + integer(3, kind) + block(5, json(config or {})) + block(6, b''.join([varint(size) for size in values.shape]))
                + integer(7, there))
        out += _value('%s_%s' % (tag, name), _tensor(_FLOAT, block(5, packed(values, torch.float32)), values.shape), 'mesh', data)
    return out


def custom_scalars(layout):
    """The summary that says how scalars are shown together."""
    categories = b''
    for category, charts in layout.items():
        rows = b''
        for title, (kind, tags) in charts.items():
            if kind == 'Margin':
                if len(tags) != 3:
                    raise AssertionError('len(tags) != 3')
                content = block(3, block(1, b''.join([block(1 + i, tag) for i, tag in enumerate(tags)])))
            else:
                content = block(2, b''.join([block(1, tag) for tag in tags]))
            rows += block(2, block(1, title) + content)
        categories += block(2, block(1, category) + rows)
    return _value('custom_scalars__config__', _tensor(_STRING, block(8, categories, True), []), 'custom_scalars')


_TEXT_TYPE, _NUMBER_TYPE = 1, 3


def _hparam_value(value):
    """(the type of a hyperparameter, its Value); None for one that is left out."""
    if isinstance(value, str):
        return _TEXT_TYPE, varint(3 << 3 | 2) + varint(len(value.encode())) + value.encode()
    if isinstance(value, torch.Tensor):
        value = value.item()
    if isinstance(value, (bool, int, float)):
        return _NUMBER_TYPE, varint(2 << 3 | 1) + packed([float(value)], torch.float64)
    if value is None:
        return None
    raise ValueError('value should be one of int, float, str, bool, or torch.Tensor')


def hparams(hparam_dict, metric_dict, domain):
    """The three summaries of a run of an experiment: what there is, its begin with the values, its end."""
    if not isinstance(hparam_dict, dict) or not isinstance(metric_dict, dict):
        raise TypeError('hparam_dict and metric_dict should be dictionary.')
    infos = start = b''
    for name, value in hparam_dict.items():
        found = _hparam_value(value)
        if found is None:
            continue
        choices = b''.join([block(1, _hparam_value(each)[1]) for each in (domain or {}).get(name, ())])
        infos += block(4, block(1, name) + integer(4, found[0]) + block(5, choices))
        start += block(1, block(1, name) + block(2, found[1]))
    metrics = b''.join([block(5, block(1, block(2, tag))) for tag in metric_dict])
    plugin = lambda tag, field, data: _value('_hparams_/' + tag, b'', 'hparams', block(field, data, True))
    return plugin('experiment', 2, infos + metrics), plugin('session_start_info', 3, start), plugin('session_end_info', 4, integer(1, 1))
