"""Modules on their own devices with inputs of their own."""

import torch
from torch._utils import ExceptionWrapper

__all__ = ['get_a_var', 'parallel_apply']


def get_a_var(obj):
    """A tensor out of tuples, lists and dicts; None if there is none."""
    if isinstance(obj, torch.Tensor):
        return obj
    members = obj.items() if isinstance(obj, dict) else obj if isinstance(obj, (list, tuple)) else ()
    return next((found for found in map(get_a_var, members) if found is not None), None)


def _device_of(given, inputs):
    if given is not None:
        return torch.device('cuda', torch.cuda._get_device_index(given, optional=True))
    tensor = get_a_var(inputs)
    if tensor is None:
        raise RuntimeError('device type could not be determined')
    return tensor.device


def _call(i, module, inputs, keywords, device):
    """The module's result, or an ExceptionWrapper."""
    try:
        where = _device_of(device, inputs)
    except Exception:
        return ExceptionWrapper(where='in replica %d, no device was provided and no tensor input was found; '
                                      'device cannot be resolved' % i)
    try:
        with torch.cuda.device(where.index if where.type == 'cuda' else -1):
            return module(*(inputs if isinstance(inputs, (list, tuple)) else (inputs,)), **keywords)
    except Exception:
        return ExceptionWrapper(where='in replica %d on device %s' % (i, where.index if where.type == 'cuda' else where))


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """[module(*input, **kwargs)] with the i-th device current for the i-th module: devices work asynchronously, so that one computes
    while the next one is given its work. An exception is raised again with the replica it came from."""
    count = len(modules)
    if count != len(inputs):
        raise AssertionError('The number of modules %d is not equal to the number of inputs %d' % (count, len(inputs)))
    keywords = [{}] * count if kwargs_tup is None else kwargs_tup
    if len(keywords) != count:
        raise AssertionError('The number of modules %d is not equal to the number of kwargs_tup %d' % (count, len(keywords)))
    given_devices = [None] * count if devices is None else devices
    if len(given_devices) != count:
        raise AssertionError('The number of modules %d is not equal to the number of devices %d' % (count, len(given_devices)))
    results = [_call(i, *each) for i, each in enumerate(zip(modules, inputs, keywords, given_devices))]
    for result in results:
        if isinstance(result, ExceptionWrapper):
            result.reraise()
    return results
