"""RMSprop."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, add_quotient, add_scaled, check_options, step_lists


class RMSprop(ElementwiseOptimizer):
    """Gradients divided by the root of a running mean of their squares (Hinton 2012).

    alpha: the factor of the running mean; momentum: of the steps; centered: divides by an estimate of the standard deviation."""

    _row = 'rmsprop'
    _title = 'RMSprop'
    _devices = _foreach_devices = CAPTURABLE_DEVICES
    _older = {'momentum': 0, 'centered': False, 'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        check_options(lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps, 'centered': centered,
                                  'weight_decay': weight_decay, 'capturable': capturable, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable})

    def _new_state(self, param, group):
        state = {'step': self._counter(param, group), 'square_avg': torch.zeros_like(param)}
        if group['momentum'] > 0:
            state['momentum_buffer'] = torch.zeros_like(param)
        if group['centered']:
            state['grad_avg'] = torch.zeros_like(param)
        return state

    def _update(self, param, grad, state, options):
        alpha, square = options['alpha'], state['square_avg']
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if options['centered']:
            mean = state['grad_avg']
            mean.lerp_(grad, 1 - alpha)
            square = square.addcmul(mean, mean, value=-1)
        root = square.sqrt() + options['eps']
        if options['momentum'] > 0:
            buffer = state['momentum_buffer']
            buffer.mul_(options['momentum']).addcdiv_(grad, root)
            add_scaled(param, buffer, -options['lr'])
        else:
            add_quotient(param, grad, root, -options['lr'])


def rmsprop(params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, foreach=None, maximize=False, differentiable=False,
            capturable=False, has_complex=False, *, lr, alpha, eps, weight_decay, momentum, centered):
    """One step of RMSprop for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(RMSprop, locals(), square_avgs='square_avg', grad_avgs='grad_avg', momentum_buffer_list='momentum_buffer')


__all__ = ['RMSprop', 'rmsprop']
