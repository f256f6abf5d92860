"""Devices beside the CPU, whatever they are."""

import torch
from torch import _C


def is_available():
    """True if there is one."""
    return _C._cuda_getDeviceCount() > 0


def device_count():
    """How many there are."""
    return _C._cuda_getDeviceCount()


def current_accelerator(check_available=False):
    """torch.device('cuda'), or None."""
    return torch.device('cuda') if is_available() else None


def _need():
    if not is_available():
        raise RuntimeError('Cannot access accelerator device when none is available.')


def synchronize(device=None):
    """Waits for the work of a device."""
    _need()
    torch.cuda.synchronize(device)


def current_device_index():
    """The number of the current device."""
    _need()
    return torch.cuda.current_device()


def set_device_index(device):
    """Makes a device current."""
    _need()
    torch.cuda.set_device(device)


current_device_idx = current_device_index
set_device_idx = set_device_index


__all__ = '''current_accelerator current_device_idx current_device_index device_count is_available set_device_idx
set_device_index synchronize'''.split()
