"""Adadelta."""

import torch
from torch.optim._elementwise import ElementwiseOptimizer, add_scaled, check_options, step_lists


class Adadelta(ElementwiseOptimizer):
    """Steps scaled by running means of squared gradients and squared steps (Zeiler 2012); rho is the factor of both means."""

    _row = 'adadelta'
    _title = 'Adadelta'
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
                 differentiable=False):
        check_options(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError('Invalid rho value: %s' % rho)
        check_options(lr, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'rho': rho, 'eps': eps, 'weight_decay': weight_decay, 'maximize': maximize,
                                  'capturable': capturable, 'foreach': foreach, 'differentiable': differentiable})

    def _new_state(self, param, group):
        return {'step': self._counter(param, group), 'square_avg': torch.zeros_like(param), 'acc_delta': torch.zeros_like(param)}

    def _update(self, param, grad, state, options):
        rho, eps = options['rho'], options['eps']
        state['square_avg'].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = state['acc_delta'].add(eps).sqrt_() / state['square_avg'].add(eps).sqrt_() * grad
        state['acc_delta'].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        add_scaled(param, delta, -options['lr'])


def adadelta(params, grads, square_avgs, acc_deltas, state_steps, capturable=False, foreach=None, differentiable=False,
             has_complex=False, *, lr, rho, eps, weight_decay, maximize):
    """One step of Adadelta for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(Adadelta, locals(), square_avgs='square_avg', acc_deltas='acc_delta')


__all__ = ['Adadelta', 'adadelta']
