"""What reverses max pooling, and pooling with windows of random places, for torch.nn.functional."""

import torch


def _tuple(x, n):
    if isinstance(x, (tuple, list)):
        return tuple(x) * n if len(x) == 1 else tuple(x)
    return (x,) * n


# ---- unpooling

def _whole_size(input, kernel, stride, padding, output_size):
    """The size of the image that was pooled: as asked for, if it can be, or the smallest."""
    n = len(kernel)
    size = [(input.size(i - n) - 1) * stride[i] + kernel[i] - 2 * padding[i] for i in range(n)]
    if output_size is None:
        return size
    if len(output_size) == n + 2:
        output_size = output_size[2:]
    if len(output_size) != n:
        raise ValueError("output_size should be a sequence containing %d or %d elements, but it has a length of '%d'"
                         % (n, n + 2, len(output_size)))
    for i in range(n):
        low, high = size[i] - stride[i], size[i] + stride[i]
        if not low < output_size[i] < high:
            raise ValueError('invalid output_size "%s" (dim %d must be between %d and %d)' % (output_size, i, low, high))
    return list(output_size)


def _unpooled(input, indices, size):
    """Zeros of the size with the elements of input at their indices in each channel."""
    n = len(size)
    if indices.dtype != torch.int64:
        raise RuntimeError('elements in indices should be type int64' + (
            ' but got: ' + torch.nn._borders._name(indices) if n == 2 else ''))
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('Input to max_unpooling%dd should be a %dd or %dd Tensor, but got a tensor with %d dimensions.'
                           % (n, n + 1, n + 2, input.dim()))
    if input.size() != indices.size():
        raise RuntimeError('Expected shape of indices to be same as that of the input tensor (%s) but got indices tensor with '
                           'shape: %s' % (list(input.size()), list(indices.size())))
    for i in range(input.dim() - n - 1, input.dim()):
        if input.size(i) == 0:
            raise RuntimeError('max_unpooling%dd_forward_out_cpu(): Expected input to have non-zero size for non-batch '
                               'dimensions, but got %s with dimension %d being empty.' % (n, list(input.size()), i))
    if not input.is_floating_point():
        raise NotImplementedError('"max_unpool%dd" not implemented for \'%s\'' % (n, torch.nn._borders._name(input)))
    room = 1
    for each in size:
        room *= each
    flat = indices.flatten(-n)
    if flat.numel() and input.device.type == 'cpu':
        low, high = flat.aminmax()
        if low.item() < 0 or high.item() >= room:
            wrong = flat[(flat < 0) | (flat >= room)]
            raise RuntimeError('Found an invalid max index: %d (output volumes are of size %s)'
                               % (wrong[0].item(), 'x'.join([str(each) for each in size])))
    out = torch.zeros((*input.size()[:-n], room), dtype=input.dtype, device=input.device)
    out = out.scatter_(-1, flat, input.flatten(-n)).unflatten(-1, tuple(size))
    return torch._C._name_node(out, 'MaxUnpool%dDBackward0' % n)


def _unpool(n, input, indices, kernel_size, stride, padding, output_size):
    kernel = _tuple(kernel_size, n)
    stride = kernel if stride is None else _tuple(stride, n)
    size = _whole_size(input, kernel, stride, _tuple(padding, n), output_size)
    if n > 1:
        return _unpooled(input, indices, size)
    return _unpooled(input.unsqueeze(-1), indices.unsqueeze(-1), size + [1]).squeeze(-1)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_pool1d reversed: zeros where the maxima were not."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_pool2d reversed: zeros where the maxima were not."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(2, input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_pool3d reversed: zeros where the maxima were not."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _unpool(3, input, indices, kernel_size, stride, padding, output_size)


# ---- windows of random places

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
        ratio = _tuple(output_ratio, n) if n == 3 or isinstance(output_ratio, (tuple, list)) else output_ratio
        if not isinstance(ratio, tuple):
            raise TypeError("object of type 'float' has no len()")
        if len(ratio) > n:
            raise ValueError('fractional_max_pool%dd requires output_ratio to either be a single Int or tuple of Ints.' % n)
        output_size = [int(input.size(i - n) * ratio[i]) for i in range(n)]
    batch = 1 if input.dim() == n + 1 else input.size(0)
    if samples is None:
        samples = torch.rand(batch, input.size(-n - 1), n, dtype=input.dtype, device=input.device)
    kernel, size = _tuple(kernel_size, n), _tuple(output_size, n)
    what = name + ('()' if n == 2 else '_out()')
    if input.dim() not in (n + 1, n + 2):
        raise RuntimeError('%s: Expected %dD or %dD tensor, but got: %s' % (what, n + 1, n + 2, list(input.size())))
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
        if size[i] + kernel[i] - 1 > input.size(i - n) - (n == 3): # volumes want more room
            raise RuntimeError('%s: pool %s %d too large relative to input %s %d' % (what, word, kernel[i], word, input.size(i - n)))
    x = input.unsqueeze(0) if input.dim() == n + 1 else input
    if x.dtype in (torch.float32, torch.float64) and samples.device == x.device and min(size) > 0 and min(kernel) > 0 and x.numel():
        flat = x if n == 2 else x.flatten(3)
        values, indices = torch._C._nn._fractional_max_pool(flat, samples, list(x.size()[2:]), kernel, size)
        if n == 3:
            values, indices = [t.unflatten(3, size[1:]).clone() for t in (values, indices)]
        return _alone(n, input, values, indices, return_indices)
    places = torch.zeros([1] * (2 + 2 * n), dtype=torch.int64, device=x.device)
    for i in range(n):
        # the samples of an image come with the width first
        starts = _starts(samples[:batch, :, n - 1 - i if n == 2 else i], x.size(2 + i), kernel[i], size[i])
        within = starts.unsqueeze(-1) + torch.arange(kernel[i], device=x.device)
        shape = [batch, x.size(1)] + [1] * (2 * n)
        shape[2 + i], shape[2 + n + i] = size[i], kernel[i]
        places = places * x.size(2 + i) + within.reshape(shape)
    places = places.flatten(-n)
    found = x.flatten(2).gather(2, places.flatten(2)).reshape(places.size())
    values, which = found.max(-1)
    return _alone(n, input, values, places.gather(-1, which.unsqueeze(-1)).squeeze(-1), return_indices)


def _alone(n, input, values, indices, return_indices):
    """The results, of one image where one was given."""
    if input.dim() == n + 1:
        values, indices = values.squeeze(0), indices.squeeze(0)
    torch._C._name_node(values, 'FractionalMaxPool%dDBackward0' % n)
    return (values, indices) if return_indices else values


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest element of windows of random places that give one size."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _fractional(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """The largest element of windows of random places that give one size of volumes."""
    input, = torch._C._autocast_take('pool3d', (input,))
    return _fractional(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def _with_indices(function):
    def both(*args, return_indices=False, **keywords):
        return function(*args, return_indices=True, **keywords)
    both.__name__ = both.__qualname__ = function.__name__ + '_with_indices'
    both.__doc__ = '(results, their places) of %s.' % function.__name__
    return both


fractional_max_pool2d_with_indices = _with_indices(fractional_max_pool2d)
fractional_max_pool3d_with_indices = _with_indices(fractional_max_pool3d)
