"""DLPack: memory that one library of arrays hands to another, in a capsule that says what lies there."""

import enum

import torch
from torch import _C


class DLDeviceType(enum.IntEnum):
    """The types of devices that DLPack knows."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17


_TYPES = {'cpu': DLDeviceType.kDLCPU, 'cuda': DLDeviceType.kDLCUDA}
_NAMES = {int(number): name for name, number in _TYPES.items()}


def _numbers(device):
    """(type, index) of a torch.device."""
    if device.type not in _TYPES:
        raise ValueError('Unknown device type %s for Dlpack' % device.type)
    if device.type == 'cpu':
        return _TYPES['cpu'], 0
    return _TYPES['cuda'], torch.cuda.current_device() if device.index is None else device.index


def device_of(tensor):
    """Where a tensor lies, in DLPack's numbers: Tensor.__dlpack_device__."""
    return _numbers(tensor.device)


def _wait_for(tensor, stream):
    """What the consumer's stream will read has been written."""
    if stream is not None and type(stream) is not int:
        raise TypeError('stream must be ``int`` or ``none``')
    if tensor.device.type == 'cuda':
        if stream != -1:
            torch.cuda.current_stream(tensor.device).synchronize()
    else:
        assert stream is None or stream == -1, 'stream should be None on cpu.'


def export(tensor, stream, max_version, dl_device, copy):
    """The capsule of Tensor.__dlpack__."""
    if tensor.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if tensor.is_conj():
        raise BufferError("Can't export tensors with the conjugate bit set")
    if tensor.layout != torch.strided:
        raise BufferError("Can't export tensors with layout other than torch.strided")
    if tensor.is_meta:
        raise BufferError('Cannot pack tensors on meta')
    _wait_for(tensor, stream)
    versioned = max_version is not None and max_version[0] >= 1
    copied = bool(copy)
    if dl_device is not None and not isinstance(dl_device, tuple):
        raise TypeError("_to_dlpack(): argument 'dl_device' must be tuple of ints, not %s" % type(dl_device).__name__)
    if dl_device is not None and dl_device != _numbers(tensor.device):
        kind, index = dl_device
        if copy is False:
            raise ValueError('cannot move (i.e. copy) a tensor to another device with copy=False')
        if int(kind) not in _NAMES:
            raise BufferError('Unsupported device_type: %d' % kind)
        name = _NAMES[int(kind)]
        tensor, copied = tensor.to(name if name == 'cpu' else '%s:%d' % (name, index)), True
    elif copy:
        tensor = tensor.clone()
    return _C._to_dlpack(tensor, versioned, copied)


def to_dlpack(data, /):
    """A capsule on the memory of a tensor, for from_dlpack of this or another library. It can be used once."""
    return _C._to_dlpack(data)


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor on the memory of an object that has `__dlpack__`, or of a capsule. device: where it is to lie; copy: True: in memory of its
    own, False: a copy is an error."""
    if not hasattr(ext_tensor, '__dlpack__'):
        assert device is None and copy is None, 'device and copy kwargs not supported when ext_tensor is already a DLPack capsule.'
        return _C._from_dlpack(ext_tensor)
    options = {'max_version': (1, 0)}
    if copy is not None:
        options['copy'] = copy
    if device is not None:
        wanted = torch.device(device)
        if wanted.type not in _TYPES:
            raise BufferError('Cannot pack tensors on %s' % wanted.type)
        kind, index = _numbers(wanted)
        options['dl_device'] = int(kind), index
    where = ext_tensor.__dlpack_device__()
    if where[0] == DLDeviceType.kDLCUDA:
        options['stream'] = 1  # the default stream
    try:
        capsule = ext_tensor.__dlpack__(**options)
    except TypeError:  # one that knows nothing of versions
        del options['max_version']
        capsule = ext_tensor.__dlpack__(**options)
    return _C._from_dlpack(capsule)
