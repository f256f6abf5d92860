"""Nonlinearities as modules."""

import warnings

import torch
from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Softmax2d(Module):
    """Softmax over the channels of each position of (N, C, H, W) or (C, H, W). ValueError for other numbers of dimensions."""

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError('Softmax2d: expected input to be 3D or 4D, got %dD instead' % input.dim())
        return F.softmax(input, -3, _stacklevel=5)


class PReLU(Module):
    """x where positive, else a learned slope times x."""

    __constants__ = ['num_parameters']

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        slopes = torch.empty(num_parameters, device=device, dtype=dtype)
        self.weight = Parameter(slopes.fill_(init))
        self.num_parameters, self.init = num_parameters, init

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return 'num_parameters=%s' % self.num_parameters

    def reset_parameters(self):
        """All slopes as they began."""
        with torch.no_grad():
            self.weight.fill_(self.init)


class Hardtanh(Module):
    """Limits x to [min_val, max_val]. AssertionError where that is empty; min_value and max_value are older names of both."""

    __constants__ = ['min_val', 'max_val', 'inplace']

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        limits = {'min_val': min_val, 'max_val': max_val}
        for name, older in (('min_val', min_value), ('max_val', max_value)):
            if older is not None:
                warnings.warn('keyword argument `%sue` is deprecated and renamed to `%s`' % (name, name), FutureWarning, stacklevel=2)
                limits[name] = older
        self.min_val, self.max_val, self.inplace = limits['min_val'], limits['max_val'], inplace
        if self.max_val <= self.min_val:
            raise AssertionError('max_val ({}) must be greater than min_val ({})'.format(self.max_val, self.min_val))

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return 'min_val=%s, max_val=%s' % (self.min_val, self.max_val) + (', inplace=True' if self.inplace else '')


__getattr__, __dir__, _names = layers(globals(), [
    layer('ReLU', 'inplace=False', 'relu', shown='inplace?', doc='Rectified linear unit: max(x, 0) (Nair and Hinton 2010).'),
    layer('ReLU6', 'inplace=False', None, shown='inplace?', base='Hardtanh(inplace, min_val=0.0, max_val=6.0)',
          constants='min_val, max_val, inplace', doc='min(max(x, 0), 6) (Krizhevsky 2010).'),
    layer('LeakyReLU', 'negative_slope=0.01, inplace=False', 'leaky_relu', shown='negative_slope, inplace?', constants='inplace, negative_slope',
          doc='x where x >= 0, else negative_slope x (Maas et al. 2013).'),
    layer('ELU', 'alpha=1.0, inplace=False', 'elu', shown='alpha, inplace?',
          doc='Exponential linear unit: x where x > 0, else alpha (exp(x) - 1) (Clevert et al. 2016).'),
    layer('SELU', 'inplace=False', 'selu', shown='inplace?',
          doc='scale (x where x > 0, else alpha (exp(x) - 1)) with the constants of self-normalising networks (Klambauer et al. 2017).'),
    layer('GELU', "approximate='none'", 'gelu', arguments='approximate=', shown='approximate!r',
          doc="Gaussian error linear unit: x times the normal distribution function of x; approximate='tanh' for its approximation "
              'by tanh (Hendrycks and Gimpel 2016).'),
    layer('SiLU', 'inplace=False', 'silu', shown='inplace?', doc='x sigmoid(x), also called swish (Elfwing et al. 2017).'),
    layer('Mish', 'inplace=False', 'mish', shown='inplace?', doc='x tanh(softplus(x)) (Misra 2019).'),
    layer('CELU', 'alpha=1.0, inplace=False', 'celu', shown='alpha, inplace?',
          doc='max(x, 0) + min(alpha (exp(x / alpha) - 1), 0), continuously differentiable (Barron 2017).'),
    layer('RReLU', 'lower=1.0 / 8, upper=1.0 / 3, inplace=False', 'rrelu', arguments='lower, upper, training, inplace', shown='lower, upper, inplace?',
          doc='x where x >= 0, else a x, with a drawn from [lower, upper] for each element while training, else its mean (Xu et al. 2015).'),
    layer('GLU', 'dim=-1', 'glu', shown='dim', doc='Gated linear unit: a sigmoid(b) of the two halves a, b along a dimension (Dauphin et al. 2017).'),
    layer('Hardshrink', 'lambd=0.5', 'hardshrink', shown='*lambd', doc='x where |x| > lambd, else 0.'),
    layer('Softshrink', 'lambd=0.5', 'softshrink', shown='*lambd', doc='x moved by lambd towards 0, and 0 where |x| <= lambd.'),
    layer('Sigmoid', None, 'torch.sigmoid', doc='1 / (1 + exp(-x)).'),
    layer('LogSigmoid', None, 'logsigmoid', doc='log(1 / (1 + exp(-x))).'),
    layer('Tanh', None, 'torch.tanh', doc='The hyperbolic tangent of x.'),
    layer('Softsign', None, 'softsign', doc='x / (1 + |x|).'),
    layer('Tanhshrink', None, 'tanhshrink', doc='x - tanh(x).'),
    layer('Hardsigmoid', 'inplace=False', 'hardsigmoid', doc='min(max(x + 3, 0), 6) / 6 (Courbariaux et al. 2015).'),
    layer('Hardswish', 'inplace=False', 'hardswish', doc='x min(max(x + 3, 0), 6) / 6 (Howard et al. 2019).'),
    layer('Softplus', 'beta=1.0, threshold=20.0', 'softplus', shown='beta, threshold',
          doc='log(1 + exp(beta x)) / beta, and x itself where beta x is above the threshold.'),
    layer('Threshold', 'threshold, value, inplace=False', 'threshold', shown='threshold, value, inplace?',
          doc='x where it is above the threshold, else the value.'),
    layer('Softmax', 'dim=None', 'softmax', arguments='dim, 5', shown='dim', doc='exp(x) / sum exp(x), the sum along a dimension.'),
    layer('LogSoftmax', 'dim=None', 'log_softmax', arguments='dim, 5', shown='dim', doc='x - log sum exp(x), the sum along a dimension.'),
    layer('Softmin', 'dim=None', 'softmin', arguments='dim, 5', shown='dim', doc='exp(-x) / sum exp(-x), the sum along a dimension.'),
], {'MultiheadAttention': 'torch.nn.modules._multihead_attention'})
__all__ = sorted(_names + ['Hardtanh', 'PReLU', 'Softmax2d'])
