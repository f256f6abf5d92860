"""A module that splits each batch over devices."""

import warnings

import torch
from torch.nn.modules.module import Module
from torch.nn.parallel.parallel_apply import parallel_apply
from torch.nn.parallel.replicate import replicate
from torch.nn.parallel.scatter_gather import gather, scatter_kwargs

__all__ = ['DataParallel', 'data_parallel']


def _resolved(device_ids, output_device):
    """(indices of the devices, index of the one for results); no indices where there is no device."""
    if device_ids is None:
        device_ids = range(torch.cuda.device_count())
    if not torch.cuda.is_available() or not len(device_ids):
        return [], output_device
    indices = [torch.cuda._get_device_index(each, True) for each in device_ids]
    return indices, torch.cuda._get_device_index(indices[0] if output_device is None else output_device, True)


def _warn_if_unequal(indices):
    """Devices of which one has less than three quarters of another's memory or processors are a poor team."""
    properties = [torch.cuda.get_device_properties(index) for index in indices]
    for feature in ('total_memory', 'multi_processor_count'):
        values = [getattr(each, feature) for each in properties]
        least, most = min(values), max(values)
        if least / most < 0.75:
            warnings.warn('\n    There is an imbalance between your GPUs. You may want to exclude GPU %d which\n    has less than 75%% of the '
                          'memory or cores of GPU %d. You can do so by setting\n    the device_ids argument to DataParallel, or by setting '
                          'the CUDA_VISIBLE_DEVICES\n    environment variable.' % (indices[values.index(least)], indices[values.index(most)]),
                          stacklevel=3)
            return


def _check_home(module, index):
    """All parameters and buffers are on the first device."""
    home = torch.device('cuda', index)
    for tensor in [*module.parameters(), *module.buffers()]:
        if tensor.device != home:
            raise RuntimeError('module must have its parameters and buffers on device %s (device_ids[0]) but found one of them on device: %s'
                               % (home, tensor.device))


def _parallel_call(module, inputs, keywords, device_ids, output_device, dim):
    """module(*inputs, **keywords) by replicas on all devices."""
    positional, named = scatter_kwargs(inputs, keywords, device_ids, dim)
    if not positional:  # no argument: one call, without any
        positional, named = ((),), ({},)
    if len(device_ids) == 1:
        return module(*positional[0], **named[0])
    used = device_ids[:len(positional)]
    replicas = replicate(module, used, not torch.is_grad_enabled())
    return gather(parallel_apply(replicas, positional, named, used), output_device, dim)


class DataParallel(Module):
    """Data parallelism on the devices of one process: each forward splits the inputs along `dim`, replicates `module` on `device_ids`
    (default: all devices), applies the replicas and joins the results on `output_device` (default: the first). Gradients of the
    replicas add up in the module's own parameters, which must be on the first device; what a replica changes in itself is lost, but
    for buffers on the first device. Without devices it calls the module."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids, output_device = _resolved(device_ids, output_device)
        if not self.device_ids:
            return
        self.dim, self.output_device = dim, output_device
        self.src_device_obj = torch.device('cuda', self.device_ids[0])
        if len(self.device_ids) > 1:
            _warn_if_unequal(self.device_ids)
        else:
            module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        _check_home(self.module, self.device_ids[0])
        return _parallel_call(self.module, inputs, kwargs, self.device_ids, self.output_device, self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """module(*inputs, **module_kwargs) once, split over devices as by DataParallel."""
    if not isinstance(inputs, tuple):
        inputs = () if inputs is None else (inputs,)
    indices, output_index = _resolved(device_ids, output_device)
    if not indices:
        raise RuntimeError('Cannot access accelerator device when none is available.')
    _check_home(module, indices[0])
    return _parallel_call(module, inputs, module_kwargs, indices, output_index, dim)
