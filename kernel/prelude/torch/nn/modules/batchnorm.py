"""Normalisation over the batch."""

import torch
from torch.nn import functional as F
from torch.nn.modules._layer_table import layers
from torch.nn.modules._parameters import create, reset_affine
from torch.nn.modules.module import Module


class _BatchNorm(Module):
    """(x - mean) / sqrt(var + eps) * weight + bias for each channel (Ioffe and Szegedy 2015).

    Mean and variance are those of the batch while training, which also move the running ones by the share `momentum` (by 1 / count
    where it is None); else the running ones, or the batch's where there are none.
    """

    _version = 2
    __constants__ = ['track_running_stats', 'momentum', 'eps', 'num_features', 'affine']

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None,
                 *, bias=True):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        create(self, device, dtype, weight=num_features if affine else None, bias=num_features if affine and bias else None)
        self.register_buffer('running_mean', torch.zeros(num_features, device=device, dtype=dtype) if track_running_stats else None)
        self.register_buffer('running_var', torch.ones(num_features, device=device, dtype=dtype) if track_running_stats else None)
        self.register_buffer('num_batches_tracked', torch.tensor(0, dtype=torch.long, device=device) if track_running_stats else None)
        self.reset_parameters()

    def reset_running_stats(self):
        """Resets the running mean to 0, the running variance to 1 and the count of batches to 0."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """Weight one, bias zero, no statistics."""
        self.reset_running_stats()
        reset_affine(self)

    _dims = ()  # how many dimensions an input may have

    def _check_input_dim(self, input):
        if not self._dims:
            raise NotImplementedError
        if input.dim() not in self._dims:
            raise ValueError('expected %s input (got %dD input)' % (' or '.join(['%dD' % n for n in self._dims]), input.dim()))

    def forward(self, input):
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        by_batch = self.training or (self.running_mean is None and self.running_var is None)
        keep = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if keep else None, self.running_var if keep else None, self.weight,
                            self.bias, by_batch, factor, self.eps)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        key = prefix + 'num_batches_tracked'
        if (local_metadata.get('version') or 0) < 2 and self.track_running_stats and key not in state_dict:  # version 1 did not count
            state_dict[key] = torch.tensor(0) if self.num_batches_tracked is None else self.num_batches_tracked
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)

    def extra_repr(self):
        return '%s, eps=%s, momentum=%s, affine=%s, bias=%s, track_running_stats=%s' % (
            self.num_features, self.eps, self.momentum, self.affine, self.bias is not None, self.track_running_stats)


class BatchNorm1d(_BatchNorm):
    """Normalises each feature of a batch of vectors or sequences."""

    _dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Normalises each channel of a batch of images."""

    _dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Normalises each channel of a batch of volumes."""

    _dims = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation over all processes of a group; in one process, as here, that of its own batch. Input of 2 dimensions or more."""

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, process_group=None, device=None,
                 dtype=None, *, bias=True):
        options = {'bias': bias, 'device': device, 'dtype': dtype}
        super().__init__(num_features, eps, momentum, affine, track_running_stats, **options)
        self.process_group = process_group

    def _check_input_dim(self, input):
        n = input.dim()
        if n < 2:
            raise ValueError('expected at least 2D input (got %dD input)' % n)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """The module with a SyncBatchNorm of the same parameters and statistics in place of each batch normalisation in it."""
        children = {name: cls.convert_sync_batchnorm(child, process_group) for name, child in module._modules.items()}
        if isinstance(module, _BatchNorm):
            module = cls._like(module, process_group)
        for name, child in children.items():
            module.add_module(name, child)
        return module

    @classmethod
    def _like(cls, other, process_group):
        """A SyncBatchNorm with everything that another normalisation has."""
        made = cls(other.num_features, other.eps, other.momentum, other.affine, other.track_running_stats, process_group)
        made.training = other.training
        made._parameters.update(other._parameters)
        made._buffers.update(other._buffers)
        return made


__getattr__, __dir__, _lazy = layers(globals(), [], dict.fromkeys(
    'LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d'.split(), 'torch.nn.modules._lazy_layers'))
__all__ = ['BatchNorm1d', 'BatchNorm2d', 'BatchNorm3d', 'SyncBatchNorm'] + _lazy
