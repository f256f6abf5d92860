"""Normalisation of each channel of each example."""

import warnings

from torch.nn import functional as F
from torch.nn.modules._layer_table import layers
from torch.nn.modules.batchnorm import _BatchNorm


_STATISTICS_ERROR = (
    'Unexpected running stats buffer(s) {} for {name} with track_running_stats=False. If state_dict is a checkpoint saved before 0.4.0, this may '
    'be expected because {name} does not track running stats by default since 0.4.0. Please remove these keys from state_dict. If the running '
    'stats are actually needed, instead set track_running_stats=True in {name} to enable them. See the documentation of {name} for details.')


class _InstanceNorm(_BatchNorm):
    """(x - mean) / sqrt(var + eps) * weight + bias, mean and variance those of each channel of each example (Ulyanov et al. 2016).

    With track_running_stats they are the running ones when not training. An input may lack the batch. ValueError for other numbers of
    dimensions or channels; a warning where the number of channels is another one and not used.
    """

    _dims = 0

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None,
                 *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _check_input_dim(self, input):
        n = self._dims
        if input.dim() not in (n + 1, n + 2):
            raise ValueError('expected %dD or %dD input (got %dD input)' % (n + 1, n + 2, input.dim()))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        if local_metadata.get('version') is None and not self.track_running_stats:  # before there was the option, statistics were saved
            found = [prefix + name for name in ('running_mean', 'running_var') if prefix + name in state_dict]
            if found:
                error_msgs.append(_STATISTICS_ERROR.format(' and '.join(['"%s"' % key for key in found]), name=type(self).__name__))
            for key in found:
                del state_dict[key]
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def forward(self, input):
        self._check_input_dim(input)
        channels = input.dim() - self._dims - 1
        if input.shape[channels] != self.num_features:
            if self.affine:
                raise ValueError("expected input's size at dim=%s to match num_features (%s), but got: %s."
                                 % (channels, self.num_features, input.shape[channels]))
            warnings.warn("input's size at dim=%s does not match num_features. You can silence this warning by not passing in "
                          'num_features, which is not used because affine=False' % channels, stacklevel=2)
        batch = input if channels else input.unsqueeze(0)
        out = F.instance_norm(batch, self.running_mean, self.running_var, self.weight, self.bias,
                              self.training or not self.track_running_stats, 0.0 if self.momentum is None else self.momentum, self.eps)
        return out if channels else out.squeeze(0)


class InstanceNorm1d(_InstanceNorm):
    """Normalises each channel of sequences (N, C, L) or (C, L)."""

    _dims = 1


class InstanceNorm2d(_InstanceNorm):
    """Normalises each channel of images (N, C, H, W) or (C, H, W)."""

    _dims = 2


class InstanceNorm3d(_InstanceNorm):
    """Normalises each channel of volumes (N, C, D, H, W) or (C, D, H, W)."""

    _dims = 3


__getattr__, __dir__, _lazy = layers(globals(), [], dict.fromkeys(
    'LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d'.split(), 'torch.nn.modules._lazy_layers'))
__all__ = ['InstanceNorm1d', 'InstanceNorm2d', 'InstanceNorm3d'] + _lazy
