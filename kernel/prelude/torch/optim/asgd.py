"""ASGD."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, check_options, step_lists


class ASGD(ElementwiseOptimizer):
    """Averaged stochastic gradient descent (Polyak and Juditsky 1992): state['ax'] is the mean of the parameters from step t0.

    lambd: a decay; alpha: the power by which the learning rate falls."""

    _row = 'asgd'
    _checks_steps = False
    _title = 'ASGD'
    _numbers = ('step', 'eta', 'mu')
    _devices = CAPTURABLE_DEVICES
    _subject = 'params, mus, etas, and state_steps'
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check_options(lr, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'lambd': lambd, 'alpha': alpha, 't0': t0, 'weight_decay': weight_decay, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable, 'capturable': capturable})

    def _new_state(self, param, group):
        return {'step': self._counter(param, group), 'eta': self._counter(param, group, float(group['lr'])),
                'mu': self._counter(param, group, 1.0), 'ax': torch.zeros_like(param)}

    def _update(self, param, grad, state, options):
        step, lr, mean = options['step'], options['lr'], state['ax']
        lr = lr.detach() if isinstance(lr, torch.Tensor) else lr
        on_device = isinstance(step, torch.Tensor)
        eta = state['eta'] if on_device else state['eta'].item()
        param.mul_(1 - options['lambd'] * eta)
        param.addcmul_(grad, eta, value=-1) if on_device else param.add_(grad, alpha=-eta)
        if on_device or state['mu'].item() != 1:
            mean.add_(param.sub(mean).mul_(state['mu']))
        else:
            mean.copy_(param)
        state['eta'].copy_(torch.as_tensor(lr / (1 + options['lambd'] * lr * step) ** options['alpha']))
        later = step - options['t0']
        state['mu'].copy_(1 / torch.clamp(later, min=1) if on_device else torch.as_tensor(1 / max(1, later)))


def asgd(params, grads, axs, mus, etas, state_steps, foreach=None, maximize=False, differentiable=False, capturable=False,
         has_complex=False, *, lambd, lr, t0, alpha, weight_decay):
    """One step of ASGD for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(ASGD, locals(), axs='ax', mus='mu', etas='eta')


__all__ = ['ASGD', 'asgd']
