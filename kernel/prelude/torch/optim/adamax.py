"""Adamax."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, add_quotient, check_options, step_lists


class Adamax(ElementwiseOptimizer):
    """Adam with the largest gradient so far, which fades, in place of the root of the mean square (Kingma and Ba 2015)."""

    _row = 'adamax'
    _pairs = {'betas': ('beta1', 'beta2')}
    _title = 'Adamax'
    _devices = CAPTURABLE_DEVICES
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable, 'capturable': capturable})

    def _new_state(self, param, group):
        return {'step': self._counter(param, group), 'exp_avg': torch.zeros_like(param), 'exp_inf': torch.zeros_like(param)}

    def _update(self, param, grad, state, options):
        (beta1, beta2), mean, largest = options['betas'], state['exp_avg'], state['exp_inf']
        mean.lerp_(grad, 1 - beta1)
        largest.copy_(torch.maximum(largest * beta2, grad.abs().add(options['eps'])))
        add_quotient(param, mean, largest, -(options['lr'] / (1 - beta1 ** options['step'])))


def adamax(params, grads, exp_avgs, exp_infs, state_steps, foreach=None, maximize=False, differentiable=False, capturable=False,
           has_complex=False, *, eps, beta1, beta2, lr, weight_decay):
    """One step of Adamax for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(Adamax, locals(), exp_avgs='exp_avg', exp_infs='exp_inf')


__all__ = ['Adamax', 'adamax']
