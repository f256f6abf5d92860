"""Initial values of parameters, equal to PyTorch's for the same seed."""

import math

import torch


def calculate_gain(nonlinearity, param=None):
    """The factor by which weights in front of a nonlinearity are scaled."""
    if nonlinearity in ('linear', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d',
                        'sigmoid'):
        return 1
    if nonlinearity == 'tanh':
        return 5.0 / 3
    if nonlinearity == 'relu':
        return math.sqrt(2.0)
    if nonlinearity == 'leaky_relu':
        if param is None:
            slope = 0.01
        elif not isinstance(param, bool) and isinstance(param, (int, float)):
            slope = param
        else:
            raise ValueError('negative_slope %s not a valid number' % param)
        return math.sqrt(2.0 / (1 + slope ** 2))
    if nonlinearity == 'selu':
        return 3.0 / 4
    raise ValueError('Unsupported nonlinearity ' + nonlinearity)


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError('Fan in and fan out can not be computed for tensor with fewer than 2 dimensions')
    field = 1
    for size in tensor.shape[2:]:
        field *= size
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ('fan_in', 'fan_out'):
        raise ValueError("Mode %s not supported, please use one of ['fan_in', 'fan_out']" % mode)
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == 'fan_in' else fan_out


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fills the tensor from the uniform distribution on [a, b)."""
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fills the tensor from a normal distribution."""
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor, val):
    """Fills the tensor with a value."""
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Fills the tensor with ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Fills the tensor with zeros."""
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    """Fills a matrix with the identity."""
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    with torch.no_grad():
        return tensor.copy_(torch.eye(tensor.size(0), tensor.size(1), device=tensor.device))


def dirac_(tensor, groups=1):
    """Fills the weights of a convolution so that it keeps its input."""
    if tensor.ndimension() not in (3, 4, 5):
        raise ValueError('Only tensors with 3, 4, or 5 dimensions are supported')
    if tensor.size(0) % groups != 0:
        raise ValueError('dim 0 must be divisible by groups')
    out = tensor.size(0) // groups
    middle = tuple([size // 2 for size in tensor.shape[2:]])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(out, tensor.size(1))):
                tensor[(group * out + channel, channel) + middle] = 1
    return tensor


def _fill(tensor, std, uniform, generator):
    """Values of mean 0 and standard deviation std: uniform ones on [-sqrt(3) std, sqrt(3) std), or normal ones."""
    if uniform:
        bound = math.sqrt(3.0) * std
        return uniform_(tensor, -bound, bound, generator)
    return normal_(tensor, 0.0, std, generator)


def _glorot(tensor, gain, uniform, generator):
    """Glorot and Bengio (2010): the variance 2 / (fan_in + fan_out) keeps that of values and gradients."""
    fans = _calculate_fan_in_and_fan_out(tensor)
    return _fill(tensor, gain * math.sqrt(2.0 / float(sum(fans))), uniform, generator)


def _he(tensor, slope, mode, nonlinearity, uniform, generator):
    """He et al. (2015): the variance gain^2 / fan keeps that of values, or of gradients, behind a rectifier."""
    if 0 in tensor.shape:
        import warnings
        warnings.warn('Initializing zero-element tensors is a no-op')
        return tensor
    return _fill(tensor, calculate_gain(nonlinearity, slope) / math.sqrt(_calculate_correct_fan(tensor, mode)), uniform, generator)


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Uniform values of the variance gain^2 2 / (fan_in + fan_out) (Glorot and Bengio 2010)."""
    return _glorot(tensor, gain, True, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal values of the variance gain^2 2 / (fan_in + fan_out) (Glorot and Bengio 2010)."""
    return _glorot(tensor, gain, False, generator)


def kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    """Uniform values of the variance gain^2 / fan, the gain that of the nonlinearity with slope a (He et al. 2015)."""
    return _he(tensor, a, mode, nonlinearity, True, generator)


def kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    """Normal values of the variance gain^2 / fan, the gain that of the nonlinearity with slope a (He et al. 2015)."""
    return _he(tensor, a, mode, nonlinearity, False, generator)


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal values, with a share of each column set to zero (Martens 2010)."""
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    rows, columns = tensor.shape
    zeros = int(math.ceil(sparsity * rows))
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Values of a normal distribution truncated to [a, b], by rejection sampling."""
    import warnings

    def below(x):
        return (1.0 + math.erf((x - mean) / std / math.sqrt(2.0))) / 2.0

    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn('mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.', stacklevel=3)
    likely = below(b) - below(a) > 0.3
    nearest = 0.0 if a <= mean <= b else min(abs(a - mean), abs(b - mean)) / std

    def sample():
        """Samples, and a mask of those that are rejected: of the normal distribution where most are inside, else of the uniform one,
        accepted with a probability proportional to the density."""
        if likely:
            fresh = torch.empty_like(tensor).normal_(mean, std, generator=generator)
            return fresh, (fresh < a) | (fresh > b)
        fresh = torch.empty_like(tensor).uniform_(a, b, generator=generator)
        chance = torch.exp(-0.5 * (((fresh - mean) / std) ** 2 - nearest * nearest))
        return fresh, torch.empty_like(tensor).uniform_(generator=generator) > chance

    with torch.no_grad():
        values, rejected = sample()
        while not tensor.is_meta and bool(rejected.any()):
            fresh, again = sample()
            values, rejected = torch.where(rejected & ~again, fresh, values), rejected & again
        return tensor.copy_(values)


def orthogonal_(tensor, gain=1, generator=None):
    """A random matrix whose rows or columns are orthogonal and of length gain (Saxe et al. 2013), by QR (Mezzadri 2007)."""
    if tensor.ndimension() < 2:
        raise ValueError('Only tensors with 2 or more dimensions are supported')
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    transposed = rows < columns
    with torch.no_grad():
        drawn = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
        q, r = torch.linalg.qr(drawn.t_() if transposed else drawn)
        q *= r.diagonal().sign()  # so that every direction is as likely as any other
        return tensor.copy_((q.t_() if transposed else q).view_as(tensor)).mul_(gain)


def _deprecated(function):
    """A function under its deprecated name, which is without the underscore."""
    import functools
    import warnings
    old, new = function.__name__[:-1], function.__name__

    @functools.wraps(function)
    def deprecated(*args, **keywords):
        warnings.warn('`nn.init.%s` is now deprecated in favor of `nn.init.%s`.' % (old, new), FutureWarning, stacklevel=2)
        return function(*args, **keywords)
    deprecated.__name__ = old
    return deprecated


uniform, normal, constant, eye, dirac = [_deprecated(each) for each in (uniform_, normal_, constant_, eye_, dirac_)]
xavier_uniform, xavier_normal, kaiming_uniform, kaiming_normal, orthogonal, sparse = [
    _deprecated(each) for each in (xavier_uniform_, xavier_normal_, kaiming_uniform_, kaiming_normal_, orthogonal_, sparse_)]


__all__ = '''calculate_gain constant constant_ dirac dirac_ eye eye_ kaiming_normal kaiming_normal_ kaiming_uniform
kaiming_uniform_ normal normal_ ones_ orthogonal orthogonal_ sparse sparse_ trunc_normal_ uniform uniform_
xavier_normal xavier_normal_ xavier_uniform xavier_uniform_ zeros_'''.split()
