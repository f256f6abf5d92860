"""Muon."""

import torch
from torch.optim._elementwise import check_rate, number
from torch.optim.optimizer import Optimizer

# how the learning rate follows the shape of a matrix
_LR_FACTORS = {
    'original': lambda rows, columns: max(1, rows / columns) ** 0.5,
    'match_rms_adamw': lambda rows, columns: 0.2 * max(rows, columns) ** 0.5,
}


def _orthogonal(matrix, coefficients, steps, eps):
    """A matrix of about the same singular vectors whose singular values are near 1: the iteration of Newton and Schulz, in
    bfloat16, x to a x + (b g + c g g) x with g = x x^T."""
    if steps >= 100:
        raise ValueError('Number of steps must be less than 100 for computational efficiency')
    if matrix.ndim != 2:
        raise ValueError('Input tensor gradient must be a 2D matrix')
    if len(coefficients) != 3:
        raise ValueError('Coefficients must be a tuple of exactly 3 values')
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    x = matrix.bfloat16()
    x = x.T if tall else x
    x = x / x.norm().clamp(min=eps)
    for _ in range(steps):
        gram = x @ x.T
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


class Muon(Optimizer):
    """Momentum whose steps are made orthogonal (Jordan 2024), for weights that are matrices.

    ns_coefficients, ns_steps, eps: of the iteration that makes them so; adjust_lr_fn: 'original' (the default) or
    'match_rms_adamw', how the learning rate follows the shape; weight_decay is decoupled. ValueError for other shapes."""

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.775, 2.0315),
                 eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        check_rate(lr)
        for text, value in (('Learning rate', lr), ('momentum', momentum), ('weight decay', weight_decay)):
            if not 0.0 <= value:
                raise ValueError('%s should be >= 0 but is: %s' % (text, value))
        if adjust_lr_fn is not None and adjust_lr_fn not in list(_LR_FACTORS):
            raise ValueError('Adjust learning rate function {} is not supported'.format(adjust_lr_fn))
        super().__init__(params, {'lr': lr, 'weight_decay': weight_decay, 'momentum': momentum, 'nesterov': nesterov,
                                  'ns_coefficients': ns_coefficients, 'eps': eps, 'ns_steps': ns_steps, 'adjust_lr_fn': adjust_lr_fn})
        for group in self.param_groups:
            for param in group['params']:
                if param.ndim != 2:
                    raise ValueError('Muon only supports 2D parameters whereas we found a parameter with size: %s' % (param.size(),))

    def step(self, closure=None):
        """One step for all parameters that have a gradient; returns what closure, if one is given, returns."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                params = [param for param in group['params'] if param.grad is not None]
                for param in params:
                    if param.is_complex():
                        raise RuntimeError('Muon does not support complex parameters')
                    if param.grad.is_sparse:
                        raise RuntimeError('Muon does not support sparse gradients')
                    self.state[param].setdefault('momentum_buffer', torch.zeros_like(param.grad))
                for param in params:
                    self._update(param, param.grad, self.state[param]['momentum_buffer'], group)
        return loss

    @staticmethod
    def _update(param, grad, buffer, group):
        lr, momentum = number(group['lr']), group['momentum']
        buffer.lerp_(grad, 1 - momentum)
        change = grad.lerp(buffer, momentum) if group['nesterov'] else buffer
        change = _orthogonal(change, group['ns_coefficients'], group['ns_steps'], group['eps'])
        param.mul_(1 - lr * group['weight_decay'])
        param.add_(change, alpha=-lr * _LR_FACTORS[group['adjust_lr_fn'] or 'original'](*param.shape[:2]))


Muon.__module__ = 'torch.optim'
__all__ = ['Muon']
