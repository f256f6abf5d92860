"""Pooling for torch.nn.functional: of sequences and volumes, adaptive, with the power mean, and with windows at random positions."""

import torch
from torch._C import _nn
from torch._arguments import accept, n_tuple, scalar_type


def _length_of(sizes):
    return len(sizes) if isinstance(sizes, (tuple, list)) else 1


def _single(name, what, x):
    if isinstance(x, (tuple, list)):
        if len(x) != 1:
            raise RuntimeError("%s() argument '%s' should contain one int (got %d)" % (name, what, len(x)))
        return x[0]
    return x


def _check_sequence(name, input):
    if input.dim() not in (2, 3):
        raise RuntimeError("Expected 2 to 3 dimensions, but got %d-dimensional tensor for argument #1 'self' (while checking "
                           'arguments for %s)' % (input.dim(), name))


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of a sequence."""
    windows = 'max_pool1d_with_indices' if return_indices else 'max_pool1d'
    accept(windows, input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)
    options = []
    for name, value in (('kernel_size', kernel_size), ('stride', kernel_size if stride is None or _length_of(stride) == 0 else stride),
                        ('padding', padding), ('dilation', dilation)):
        if isinstance(value, (tuple, list)):
            if len(value) != 1:
                among = {'stride': 'None, an int, list of ints,', 'padding': 'an int, list of ints,'}.get(name, 'an int, list of ints')
                raise RuntimeError('max_pool1d() %s must be %s or tuple of ints of size 1 but got size %d' % (name, among, len(value)))
            value = value[0]
        options.append(value)
    kernel, stride, padding, dilation = options
    if input.dim() not in (2, 3) or 0 in input.size()[-2:]:
        raise RuntimeError('max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but '
                           'got:%s' % list(input.size()))
    for name, value in (('kernel_size', kernel), ('stride', stride)):
        if value <= 0:
            raise RuntimeError('max_pool1d() %s must be greater than zero, but got %d' % (name, value))
    if padding < 0:
        raise RuntimeError('max_pool1d() padding must be non-negative, but got %d' % padding)
    if padding > kernel // 2:
        raise RuntimeError('max_pool1d() padding should be at most half of kernel size, but got padding=%d and kernel_size=%d'
                           % (padding, kernel))
    if dilation <= 0:
        raise RuntimeError('max_pool1d() dilation must be greater than zero, but got %d' % dilation)
    span = input.size(-1) + 2 * padding - dilation * (kernel - 1) - 1
    count = (span + (stride - 1 if ceil_mode else 0)) // stride + 1
    if count <= 0:
        raise RuntimeError('max_pool1d() Invalid computed output size: %d' % count)
    if not return_indices and not input.is_floating_point():
        raise NotImplementedError('"max_pool1d_impl" not implemented for \'%s\'' % scalar_type(input.dtype))
    rows, window = input.unsqueeze(-2), ((1, kernel), (1, stride), (0, padding), (1, dilation), ceil_mode)
    if not return_indices:
        return torch.max_pool2d(rows, *window).squeeze(-2)
    values, indices = torch.max_pool2d_with_indices(rows, *window)
    return values.squeeze(-2), indices.squeeze(-2)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of each window of a sequence."""
    accept('avg_pool1d', input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad)
    kernel = _single('avg_pool1d', 'kernel_size', kernel_size)
    stride = kernel if stride is None or _length_of(stride) == 0 else _single('avg_pool1d', 'stride', stride)
    padding = _single('avg_pool1d', 'padding', padding)
    _check_sequence('avg_pool1d', input)
    return _nn.avg_pool2d(input.unsqueeze(-2), (1, kernel), (1, stride), (0, padding), ceil_mode, count_include_pad).squeeze(-2)


# ---- three dimensions: windows of the last two, then of the first

def _triple(name, what, x, must='must be a single int'):
    if isinstance(x, (tuple, list)):
        if len(x) not in (1, 3):
            raise RuntimeError('%s: %s %s, or a tuple of three ints' % (name, what, must))
        return tuple(x) * 3 if len(x) == 1 else tuple(x)
    return (x, x, x)


def _check_volume(name, input, kernel, stride, padding, dilation, ceil_mode):
    if input.dim() not in (4, 5):
        raise RuntimeError('non-empty 4D or 5D (batch mode) tensor expected for input')
    for i in range(input.dim() - 4, input.dim()):
        if i != 0 and input.size(i) == 0 or input.dim() == 4 and input.size(i) == 0:
            raise RuntimeError("%s(): Expected input's non-batch dimensions to have positive length, but input has a shape of %s "
                               'and non-batch dimension %d has length zero!'
                               % (name, list(input.size()), 0 if name == 'avg_pool3d' else i - (input.dim() - 4)))
    if min(stride) == 0:
        raise RuntimeError('stride should not be zero')
    if min(stride) < 0 and min(kernel) > 0:
        raise RuntimeError('stride should be greater than zero, but got dT: %d dH: %d dW: %d' % stride)
    if min(kernel) <= 0:
        raise RuntimeError('kernel size should be greater than zero, but got kT: %d kH: %d kW: %d' % kernel)
    if min(dilation) <= 0:
        raise RuntimeError('dilation should be greater than zero, but got dilationT: %d dilationH: %d dilationW: %d' % dilation)
    for i in range(3):
        if padding[i] < 0:
            raise RuntimeError('pad must be non-negative, but got pad: %d' % padding[i])
        if padding[i] > ((kernel[i] - 1) * dilation[i] + 1) // 2:
            raise RuntimeError('pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d and '
                               'dilation=%d' % (padding[i], kernel[i], dilation[i]))
    sizes = list(input.size()[-3:])
    counts = [(sizes[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1 + (stride[i] - 1 if ceil_mode else 0)) // stride[i] + 1
              for i in range(3)]
    if min(counts) < 1:
        if name == 'avg_pool3d':
            raise RuntimeError('input image (T: %d H: %d W: %d) smaller than kernel size (kT: %d kH: %d kW: %d)'
                               % (*sizes, *kernel))
        c = input.size(-4)
        raise RuntimeError('Given input size: (%dx%dx%dx%d). Calculated output size: (%dx%dx%dx%d). Output size is too small'
                           % (c, *sizes, c, *[max(n, 0) for n in counts]))


def _unbatched(input, dims):
    return input.unsqueeze(0) if input.dim() == dims else input


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window of a volume."""
    accept('max_pool3d_with_indices' if return_indices else 'max_pool3d', input, kernel_size, [] if stride is None else stride, padding,
           dilation, ceil_mode)
    either = 'must either be a single int'
    kernel = _triple('max_pool3d', 'kernel_size', kernel_size, either)
    stride = kernel if stride is None or _length_of(stride) == 0 else \
        _triple('max_pool3d', 'stride', stride, 'must either be omitted, a single int')
    padding = _triple('max_pool3d', 'padding', padding, either)
    dilation = _triple('max_pool3d', 'dilation', dilation, 'must be either a single int')
    _check_volume('max_pool3d_with_indices_out_cpu_template', input, kernel, stride, padding, dilation, ceil_mode)
    x = _unbatched(input, 4)
    n, c, d, h, w = x.size()
    if input.is_complex() or input.dtype is torch.bool:
        raise NotImplementedError('"max_pool3d" not implemented for \'%s\'' % scalar_type(input.dtype))
    flat, indices_of_slices = torch.max_pool2d_with_indices(x.reshape(n, c * d, h, w), kernel[1:], stride[1:], padding[1:], dilation[1:],
                                                 ceil_mode)
    h2, w2 = flat.size(2), flat.size(3)
    out, slices = torch.max_pool2d_with_indices(flat.reshape(n, c, d, h2 * w2), (kernel[0], 1), (stride[0], 1), (padding[0], 0),
                                                (dilation[0], 1), ceil_mode)
    shape = [n, c, out.size(2), h2, w2]
    out = out.reshape(shape)
    if input.dim() == 4:
        out = out.squeeze(0)
    torch._C._name_node(out, 'MaxPool3DWithIndicesBackward0')
    if not return_indices:
        return out
    within = indices_of_slices.reshape(n, c, d * h2 * w2).gather(2, slices.flatten(2)).reshape(shape)
    indices = slices.reshape(shape) // (h2 * w2) * (h * w) + within
    return out, indices.squeeze(0) if input.dim() == 4 else indices


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """The mean of each window of a volume."""
    input, = torch._C._autocast_take('pool3d', (input,))
    accept('avg_pool3d', input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad, divisor_override)
    kernel = _triple('avg_pool3d', 'kernel_size', kernel_size)
    stride = kernel if stride is None or _length_of(stride) == 0 else \
        _triple('avg_pool3d', 'stride', stride, 'must be omitted, a single int')
    padding = _triple('avg_pool3d', 'padding', padding)
    _check_volume('avg_pool3d', input, kernel, stride, padding, (1, 1, 1), ceil_mode)
    if divisor_override == 0:
        raise RuntimeError('divisor must be not zero')
    x = _unbatched(input, 4)
    n, c, d, h, w = x.size()
    if x.dtype not in (torch.float32, torch.float64, torch.int64):
        raise NotImplementedError('"avg_pool3d_out_frame" not implemented for \'%s\'' % scalar_type(x.dtype))
    if x.dtype is torch.int64:  # the mean is rounded once, towards zero
        return avg_pool3d(input.double(), kernel, stride, padding, ceil_mode, count_include_pad, divisor_override).long()
    divisor = None if divisor_override is None else 1
    flat = _nn.avg_pool2d(x.reshape(n, c * d, h, w), kernel[1:], stride[1:], padding[1:], ceil_mode, count_include_pad, divisor)
    h2, w2 = flat.size(2), flat.size(3)
    out = _nn.avg_pool2d(flat.reshape(n, c, d, h2 * w2), (kernel[0], 1), (stride[0], 1), (padding[0], 0), ceil_mode,
                         count_include_pad, divisor)
    if divisor_override is not None:
        out = out / divisor_override
    out = out.reshape(n, c, out.size(2), h2, w2)
    return torch._C._name_node(out.squeeze(0) if input.dim() == 4 else out, 'AvgPool3DBackward0')


# ---- adaptive pooling: windows divide the input into parts so that the output has a given size

def _check_adaptive(name, input, n, comma=':'):
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('%s(): Expected %dD or %dD tensor, but got%s %s' % (name, n + 1, n + 2, comma, list(input.size())))
    for i in range(input.dim() - n if n < 3 and not comma else 1, input.dim()):
        if input.size(i) == 0:
            raise RuntimeError('%s(): Expected input to have non-zero size for non-batch dimensions, but input has sizes %s with '
                               'dimension %d being empty' % (name, list(input.size()), i))


def _output_sizes(name, input, output_size, n):
    given = input.size()
    sizes = output_size
    if not isinstance(output_size, int):
        sizes = [output_size[i] for i in range(len(output_size))]
        if len(sizes) >= len(given):
            raise ValueError('Input dimension should be at least %d' % (len(sizes) + 1))
        sizes = [given[i - len(sizes)] if s is None else s for i, s in enumerate(sizes)]
    accept(name, input, sizes)
    return [sizes] * n if isinstance(sizes, int) else sizes


def _length(name, output_size):
    if isinstance(output_size, (tuple, list)):
        if len(output_size) != 1:
            raise RuntimeError("%s() argument 'output_size' should contain one int (got %d)" % (name, len(output_size)))
        return int(output_size[0])
    return int(output_size)


def adaptive_avg_pool1d(input, output_size):
    """Means of windows so that the output has the length output_size."""
    accept('adaptive_avg_pool1d', input, output_size)
    size = _length('adaptive_avg_pool1d', output_size)
    _check_sequence('adaptive_avg_pool1d', input)
    return _adaptive_avg(input.unsqueeze(-2), (1, size)).squeeze(-2)


def _adaptive_avg(input, size):
    """Means of a batch of images, or of one image; also of images without pixels."""
    if min(size) < 0:
        raise RuntimeError('adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {%d, %d}'
                           % tuple(size))
    _check_adaptive('adaptive_avg_pool2d', input, 2, '')
    if not input.is_floating_point():
        raise NotImplementedError('"adaptive_avg_pool2d" not implemented for \'%s\'' % scalar_type(input.dtype))
    if 0 in size:
        return input.new_zeros(*input.size()[:-2], *size)
    return _nn.adaptive_avg_pool2d(input, size)


def adaptive_avg_pool2d(input, output_size):
    """Means of windows so that the output has the size output_size."""
    size = _output_sizes('adaptive_avg_pool2d', input, output_size, 2)
    if len(size) != 2:
        raise RuntimeError('adaptive_avg_pool2d: output_size must be 2')
    return _adaptive_avg(input, size)


def adaptive_avg_pool3d(input, output_size):
    """Means of windows of volumes so that the output has the size output_size."""
    input, = torch._C._autocast_take('pool3d', (input,))
    size = _output_sizes('adaptive_avg_pool3d', input, output_size, 3)
    if len(size) != 3:
        raise RuntimeError('adaptive_avg_pool3d: output_size must be 3')
    if min(size) < 0:
        raise RuntimeError('adaptive_avg_pool3d: elements of output_size must be greater than or equal to 0 but received '
                           '{%d, %d,%d}' % tuple(size))
    _check_adaptive('adaptive_avg_pool3d', input, 3, '')
    if list(size) == [1, 1, 1] and not input.is_floating_point():
        return input.mean((-1, -2, -3), keepdim=True)
    if not input.is_floating_point():
        raise NotImplementedError('"adaptive_avg_pool3d_cpu" not implemented for \'%s\'' % scalar_type(input.dtype))
    x = _unbatched(input, 4)
    n, c, d, h, w = x.size()
    if n == 0 or 0 in size:
        out = x.new_zeros(n, c, *size)
    else:
        out = _nn.adaptive_avg_pool2d(x.reshape(n, c * d, h, w), size[1:]).reshape(n, c, d, size[1] * size[2])
        out = _nn.adaptive_avg_pool2d(out, (size[0], size[1] * size[2])).reshape(n, c, *size)
    return torch._C._name_node(out.squeeze(0) if input.dim() == 4 else out,
                               'MeanBackward1' if list(size) == [1, 1, 1] else 'AdaptiveAvgPool3DBackward0')


def _adaptive_max(name, input, size, n, return_indices):
    if len(size) != n:
        raise RuntimeError('%s(): internal error: output_size.size() must be %d' % (name, n))
    _check_adaptive(name, input, n)
    if min(size) < 0:
        raise RuntimeError('Trying to create tensor with negative dimension %d: %s'
                           % (min(size), list(input.size()[:-n]) + (size if n > 1 else [1] + size)))
    if not input.is_floating_point():
        raise NotImplementedError('"%s" not implemented for \'%s\''
                                  % ('adaptive_max_pool3d_cpu' if n == 3 else 'adaptive_max_pool2d',
                                     scalar_type(input.dtype)))
    if 0 in size:
        out = input.new_zeros(*input.size()[:-n], *size)
        return (out, out.to(torch.int64)) if return_indices else out
    if n == 1:
        out, indices = _nn.adaptive_max_pool2d(input.unsqueeze(-2), (1, size[0]))
        out, indices = out.squeeze(-2), indices.squeeze(-2)
    elif n == 2:
        out, indices = _nn.adaptive_max_pool2d(input, size)
    else:
        out, indices = _adaptive_max_volumes(_unbatched(input, 4), size, return_indices)
        if input.dim() == 4:
            out, indices = out.squeeze(0).clone(), indices.squeeze(0).clone() if return_indices else None
        torch._C._name_node(out, 'AdaptiveMaxPool3DBackward0')
    return (out, indices) if return_indices else out


def _adaptive_max_volumes(x, size, with_indices):
    """(values, indices): slices first, then windows of slices."""
    n, c, d, h, w = x.size()
    flat, indices_of_slices = _nn.adaptive_max_pool2d(x.reshape(n, c * d, h, w), size[1:])
    plane = size[1] * size[2]
    out, slices = _nn.adaptive_max_pool2d(flat.reshape(n, c, d, plane), (size[0], plane))
    if not with_indices:
        return out.reshape(n, c, *size).clone(), None
    within = indices_of_slices.reshape(n, c, d * plane).gather(2, slices.flatten(2)).reshape(slices.size())
    return out.reshape(n, c, *size).clone(), (slices // plane * (h * w) + within).reshape(n, c, *size).clone()


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest elements of windows so that the output has the length output_size."""
    accept('adaptive_max_pool1d', input, output_size)
    size = _length('adaptive_max_pool1d', output_size)
    _check_sequence('adaptive_max_pool1d', input)
    return _adaptive_max('adaptive_max_pool1d', input, [size], 1, return_indices)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest elements of windows so that the output has the size output_size."""
    return _adaptive_max('adaptive_max_pool2d', input, _output_sizes('adaptive_max_pool2d', input, output_size, 2), 2, return_indices)


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest elements of windows of volumes so that the output has the size output_size."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _adaptive_max('adaptive_max_pool3d', input, _output_sizes('adaptive_max_pool3d', input, output_size, 3), 3, return_indices)


# ---- power means of windows

def _power_mean(means, count, norm_type):
    return (means.sign() * means.abs().relu()).mul(count).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum x^p)^(1/p) of each window of a sequence."""
    powers = input.pow(norm_type)
    if stride is None:
        accept('avg_pool1d', powers, kernel_size, padding=0, ceil_mode=ceil_mode)
    return _power_mean(avg_pool1d(powers, kernel_size, stride, 0, ceil_mode), kernel_size, norm_type)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum x^p)^(1/p) of each window."""
    h, w = kernel_size if hasattr(kernel_size, '__iter__') else (kernel_size, kernel_size)
    powers = input.pow(norm_type)
    if stride is None:
        accept('avg_pool2d', powers, kernel_size, padding=0, ceil_mode=ceil_mode)
    means = _nn.avg_pool2d(powers, kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return _power_mean(means, h * w, norm_type)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """(sum x^p)^(1/p) of each window of a volume."""
    d, h, w = kernel_size if hasattr(kernel_size, '__iter__') else (kernel_size,) * 3
    powers = input.pow(norm_type)
    if stride is None:
        accept('avg_pool3d', powers, kernel_size, padding=0, ceil_mode=ceil_mode)
    means = avg_pool3d(powers, kernel_size, stride, 0, ceil_mode)
    return _power_mean(means, d * h * w, norm_type)


# ---- windows at random positions (Graham 2014, Fractional Max-Pooling)

def _starts(samples, size, kernel, count):
    """Where the windows begin, for each channel: evenly, moved by a random part of a step, the last at the end."""
    last = torch.full((*samples.size(), 1), size - kernel, dtype=torch.int64, device=samples.device)
    if count == 1:
        return last
    step = torch.tensor(size - kernel, dtype=samples.dtype, device=samples.device) / (count - 1)
    moved = ((torch.arange(count - 1, dtype=samples.dtype, device=samples.device) + samples.unsqueeze(-1)) * step).long()
    return torch.cat([moved - (samples * step).long().unsqueeze(-1), last], -1)


def _fractional(n, input, kernel_size, output_size, output_ratio, return_indices, samples):
    name = 'fractional_max_pool%dd' % n
    if output_size is None and output_ratio is None:
        raise ValueError(name + ' requires specifying either an output_size or an output_ratio')
    if output_size is None:
        ratio = n_tuple(output_ratio, n) if n == 3 or isinstance(output_ratio, (tuple, list)) else output_ratio
        if not isinstance(ratio, tuple):
            raise TypeError("object of type 'float' has no len()")
        if len(ratio) > n:
            raise ValueError('fractional_max_pool%dd requires output_ratio to either be a single Int or tuple of Ints.' % n)
        output_size = [int(input.size(i - n) * ratio[i]) for i in range(n)]
    batch = 1 if input.dim() == n + 1 else input.size(0)
    if samples is None:
        samples = torch.rand(batch, input.size(-n - 1), n, dtype=input.dtype, device=input.device)
    accept(name, input, kernel_size, output_size, samples)
    for option, value in (('output_size', output_size), ('kernel_size', kernel_size)):
        if _length_of(value) not in (n, 1 if isinstance(value, int) else n):
            raise RuntimeError('%s: %s must either be a single Int or tuple of %sInts' % (name, option, 'three ' if n == 3 else ''))
    kernel, size = n_tuple(kernel_size, n), n_tuple(output_size, n)
    what = name + ('()' if n == 2 else '_out()')
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('%s: Expected %dD or %dD tensor, but got: %s' % (what, n + 1, n + 2, list(input.size())))
    for i in range(input.dim() - n - 1, input.dim()):
        if input.size(i) == 0:
            raise RuntimeError('%s: Expected input to have non-zero size for non-batch dimensions, but got%s with dimension %d being empty.'
                               % (what, list(input.size()), i))
    if samples.dtype != input.dtype:
        raise RuntimeError('Expect _random_samples to have the same dtype as input')
    if samples.dim() != 3:
        raise RuntimeError('Expect _random_samples to have 3 dimensions, got %d' % samples.dim())
    if samples.size(0) < batch:
        raise RuntimeError('Expect _random_samples.size(0) no less then input batch size.')
    if samples.size(1) != input.size(-n - 1):
        raise RuntimeError('Expect _random_samples.size(1) equals to input channel size.')
    if samples.size(2) != n:
        raise RuntimeError('Expect _random_samples.size(2) equals to %d; got %d.' % (n, samples.size(2)))
    for i, word in enumerate(('time', 'height', 'width')[3 - n:]):
        if size[i] + kernel[i] - 1 > input.size(i - n) - (n == 3): # volumes need one more
            raise RuntimeError('%s: pool %s %d too large relative to input %s %d' % (what, word, kernel[i], word, input.size(i - n)))
    x = input.unsqueeze(0) if input.dim() == n + 1 else input
    if min(size) < 0:
        raise RuntimeError('Trying to create tensor with negative dimension %d: %s' % (min(size), list(input.size()[:-n]) + list(size)))
    if not input.is_floating_point():
        raise NotImplementedError('"%s_out_frame" not implemented for \'%s\'' % (name, scalar_type(input.dtype)))
    if 0 in size:
        empty = input.new_zeros(*input.size()[:-n], *size)
        return (empty, empty.to(torch.int64)) if return_indices else empty
    if x.dtype in (torch.float32, torch.float64) and samples.device == x.device and min(size) > 0 and min(kernel) > 0 and x.numel():
        values, indices = torch._C._nn._fractional_max_pool(x if n == 2 else x.flatten(3), samples, list(x.size()[2:]), kernel, size)
        if n == 3:
            values, indices = [t.unflatten(3, size[1:]).clone() for t in (values, indices)]
        return _without_batch(n, input, values, indices, return_indices)
    indices = torch.zeros([1] * (2 + 2 * n), dtype=torch.int64, device=x.device)
    for i in range(n):
        # the samples of an image come with the width first
        starts = _starts(samples[:batch, :, n - 1 - i if n == 2 else i], x.size(2 + i), kernel[i], size[i])
        offsets = starts.unsqueeze(-1) + torch.arange(kernel[i], device=x.device)
        shape = [batch, x.size(1)] + [1] * (2 * n)
        shape[2 + i], shape[2 + n + i] = size[i], kernel[i]
        indices = indices * x.size(2 + i) + offsets.reshape(shape)
    indices = indices.flatten(-n)
    found = x.flatten(2).gather(2, indices.flatten(2)).reshape(indices.size())
    values, which = found.max(-1)
    return _without_batch(n, input, values, indices.gather(-1, which.unsqueeze(-1)).squeeze(-1), return_indices)


def _without_batch(n, input, values, indices, return_indices):
    """The results, of one image where one was given."""
    if input.dim() == n + 1:
        values, indices = values.squeeze(0), indices.squeeze(0)
    torch._C._name_node(values, 'FractionalMaxPool%dDBackward0' % n)
    return (values, indices) if return_indices else values


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest elements of windows at random positions so that the output has the size output_size."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _fractional(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest elements of windows of volumes at random positions so that the output has the size output_size."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _fractional(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def _with_indices(function):
    def both(*args, return_indices=False, **keywords):
        return function(*args, return_indices=True, **keywords)
    both.__name__ = both.__qualname__ = function.__name__ + '_with_indices'
    both.__doc__ = '(values, their indices) of %s.' % function.__name__
    return both


fractional_max_pool2d_with_indices = _with_indices(fractional_max_pool2d)
fractional_max_pool3d_with_indices = _with_indices(fractional_max_pool3d)
