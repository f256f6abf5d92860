"""Limits of gradients."""

import functools
import warnings

import torch


def _tensors(given):
    """A tensor, or an iterable of them, as a list."""
    return [given] if isinstance(given, torch.Tensor) else list(given)


def _without_recording(function):
    """The function under torch.no_grad()."""
    @functools.wraps(function)
    def quiet(*args, **keywords):
        with torch.no_grad():
            return function(*args, **keywords)
    return quiet


@_without_recording
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all elements of the tensors together."""
    norm_type, tensors = float(norm_type), _tensors(tensors)
    if not tensors:
        return torch.tensor(0.0)
    device = tensors[0].device
    total = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(each, norm_type).to(device) for each in tensors]), norm_type)
    if error_if_nonfinite and not bool(total.isfinite()):
        raise RuntimeError('The total norm of order %s for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this '
                           'error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`' % norm_type)
    return total


get_total_norm.__wrapped__.__qualname__ = '_get_total_norm'  # as PyTorch's errors have it


@_without_recording
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scales the gradients by max_norm / total_norm where the total norm is larger."""
    grads = [each.grad for each in _tensors(parameters) if each.grad is not None]
    max_norm = float(max_norm)
    if not grads:
        return
    scale = torch.clamp(max_norm / (total_norm + 1e-6), max=1.0)
    for grad in grads:
        grad.mul_(scale.to(grad.device))


@_without_recording
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients down to a total norm; returns the norm before."""
    lazy = not isinstance(parameters, (torch.Tensor, list, tuple))
    parameters = _tensors(parameters)
    if lazy and not parameters:
        warnings.warn('`parameters` is an empty generator, no gradient clipping will occur.', stacklevel=4)
    total = get_total_norm([each.grad for each in parameters if each.grad is not None], norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, total, foreach)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The deprecated name of clip_grad_norm_."""
    warnings.warn('`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.', FutureWarning, stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@_without_recording
def clip_grad_value_(parameters, clip_value, foreach=None):
    """Limits each element of the gradients."""
    clip_value = float(clip_value)
    for each in _tensors(parameters):
        if each.grad is not None:
            each.grad.clamp_(-clip_value, clip_value)


__all__ = ['clip_grad_norm', 'clip_grad_norm_', 'clip_grad_value_']
