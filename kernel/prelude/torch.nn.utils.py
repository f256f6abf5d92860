"""Helpers for parameters."""

import torch


def parameters_to_vector(parameters):
    """All parameters in one vector."""
    return torch.cat([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """A vector back into parameters."""
    start = 0
    for param in parameters:
        count = param.numel()
        param.data = vec[start:start + count].view_as(param).data
        start += count


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients down to a total norm; returns the norm before."""
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    grads = [param.grad for param in parameters if param.grad is not None]
    if not grads:
        return torch.tensor(0.0)
    total = torch.norm(torch.stack([torch.norm(grad.detach(), norm_type) for grad in grads]), norm_type)
    scale = torch.clamp(max_norm / (total + 1e-6), max=1.0)
    for grad in grads:
        grad.detach().mul_(scale)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Limits each element of the gradients."""
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    for param in parameters:
        if param.grad is not None:
            param.grad.detach().clamp_(-clip_value, clip_value)
