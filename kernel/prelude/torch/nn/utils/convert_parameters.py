"""Parameters as one vector, and back."""

import torch


def _same_device(parameter, device):
    """The device of a parameter; TypeError if the parameters before it are on another."""
    if device is not None and parameter.device != device:
        raise TypeError('Found two parameters on different devices, this is currently not supported.')
    return parameter.device


def parameters_to_vector(parameters):
    """All parameters in one vector."""
    parts, device = [], None
    for each in parameters:
        device = _same_device(each, device)
        parts.append(each.view(-1))
    return torch.cat(parts)


def vector_to_parameters(vec, parameters):
    """A vector back into parameters."""
    if not isinstance(vec, torch.Tensor):
        raise TypeError('expected torch.Tensor, but got: ' + torch.typename(vec))
    start, device = 0, None
    for each in parameters:
        device = _same_device(each, device)
        count = each.numel()
        each.data = vec[start:start + count].view_as(each).data
        start += count
