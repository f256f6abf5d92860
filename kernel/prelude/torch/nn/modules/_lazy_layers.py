"""The lazy layers: each is the layer of that name with the number of its inputs left open (a row of _ROWS)."""

from torch import no_grad
from torch.nn.modules import batchnorm, conv, instancenorm, linear
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter


class _LazyLayer(LazyModuleMixin):
    """A layer whose attribute _open, the number of its inputs, is 0 until the first call."""

    _open = ''

    def _without_shape(self, device, dtype, **kinds):
        """Puts parameters, buffers or (None) nothing without a shape in place of those that the constructor of the base has made."""
        for name, kind in kinds.items():
            if kind is not None:
                setattr(self, name, kind(device=device, dtype=dtype))

    def reset_parameters(self):
        """New values, once there are shapes."""
        if getattr(self, self._open) and not self.has_uninitialized_params():
            super().reset_parameters()

    def initialize_parameters(self, input, *rest):
        """The shapes that the number of inputs gives, and initial values; what has been loaded stays as it is."""
        if self.has_uninitialized_params():
            with no_grad():
                setattr(self, self._open, self._inputs_of(input))
                for name, shape in self._shapes().items():
                    value = getattr(self, name)
                    if value is not None:
                        value.materialize(shape)
                self.reset_parameters()
        elif not getattr(self, self._open):
            self._infer_from_loaded()

    def _infer_from_loaded(self):
        """The number of inputs from parameters that have been loaded."""


class _LazyLinear(_LazyLayer):
    _open = 'in_features'

    def _begin(self, out_features, bias, device, dtype):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self._without_shape(device, dtype, weight=UninitializedParameter, bias=UninitializedParameter if bias else None)

    def _inputs_of(self, input):
        return input.shape[-1]

    def _shapes(self):
        return {'weight': (self.out_features, self.in_features), 'bias': (self.out_features,)}

    def _infer_from_loaded(self):
        self.in_features = self.weight.shape[-1]


class _LazyConv(_LazyLayer):
    _open = 'in_channels'

    def _begin(self, out_channels, bias, device, dtype, **options):
        super().__init__(0, 0, bias=False, **options)
        self.out_channels = out_channels
        self._without_shape(device, dtype, weight=UninitializedParameter, bias=UninitializedParameter if bias else None)

    def _inputs_of(self, input):
        n = self._dims
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError('Expected %dD (unbatched) or %dD (batched) input to %s, but got input of size: %s'
                               % (n + 1, n + 2, type(self).__name__, input.shape))
        channels = input.shape[input.dim() - n - 1]
        if channels % self.groups:
            raise ValueError('in_channels must be divisible by groups')
        return channels

    def _shapes(self):
        ends = (self.in_channels, self.out_channels) if self.transposed else (self.out_channels, self.in_channels)
        return {'weight': (ends[0], ends[1] // self.groups) + self.kernel_size, 'bias': (self.out_channels,)}


class _LazyNorm(_LazyLayer):
    _open = 'num_features'

    def _begin(self, eps, momentum, affine, track_running_stats, device, dtype, bias):
        super().__init__(0, eps, momentum, False, False)
        self.affine, self.track_running_stats = affine, track_running_stats
        parameter, buffer = UninitializedParameter if affine else None, UninitializedBuffer if track_running_stats else None
        self._without_shape(device, dtype, weight=parameter, bias=parameter if bias else None, running_mean=buffer, running_var=buffer)
        if track_running_stats:
            self.num_batches_tracked = batchnorm.torch.tensor(0, dtype=batchnorm.torch.long, device=device)

    def _inputs_of(self, input):
        return input.shape[1]

    def _shapes(self):
        return dict.fromkeys(('running_mean', 'running_var', 'weight', 'bias'), (self.num_features,))


_CONV = ('out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", device=None, dtype=None')
_TRANSPOSE = ('out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros", '
              'device=None, dtype=None')
_NORM = 'eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True'
_DIMS = ('1d', '2d', '3d')
# the base: (its module, the class that makes it lazy, the parameters of the constructor)
_ROWS = {'Linear': (linear, _LazyLinear, 'out_features, bias=True, device=None, dtype=None'),
         **{'Conv' + dim: (conv, _LazyConv, _CONV) for dim in _DIMS},
         **{'ConvTranspose' + dim: (conv, _LazyConv, _TRANSPOSE) for dim in _DIMS},
         **{'BatchNorm' + dim: (batchnorm, _LazyNorm, _NORM) for dim in _DIMS},
         **{'InstanceNorm' + dim: (instancenorm, _LazyNorm, _NORM) for dim in _DIMS}}


def __getattr__(name):
    """The class of a row, made when it is first asked for."""
    base = name.removeprefix('Lazy')
    if base == name or base not in _ROWS:
        raise AttributeError("module '%s' has no attribute '%s'" % (__name__, name))
    family, mixin, parameters = _ROWS[base]
    handed = ', '.join(['%s=%s' % (each, each) for each in [entry.partition('=')[0] for entry in parameters.split(', ')] if each != '*'])
    code = 'class %s(mixin, base):\n def __init__(self, %s):\n  self._begin(%s)' % (name, parameters, handed)
    space = {'mixin': mixin, 'base': getattr(family, base), '__name__': family.__name__}
    exec(compile(code, '<%s>' % __name__, 'exec'), space)
    made = space[name]
    made.cls_to_become = space['base']
    made.__doc__ = 'A %s whose %s is taken from the first input.' % (base, mixin._open)
    return globals().setdefault(name, made)


__all__ = ['Lazy' + name for name in _ROWS]
