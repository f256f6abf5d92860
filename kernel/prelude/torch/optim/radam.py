"""RAdam."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, check_options, number, step_lists


class RAdam(ElementwiseOptimizer):
    """Adam whose first steps have no denominator, because its variance is not known yet (Liu et al. 2020)."""

    _row = 'radam'
    _pairs = {'betas': ('beta1', 'beta2')}
    _title = 'RAdam'
    _devices = CAPTURABLE_DEVICES
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'decoupled_weight_decay': False, 'capturable': False}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'maximize': maximize,
                                  'foreach': foreach, 'capturable': capturable, 'decoupled_weight_decay': decoupled_weight_decay,
                                  'differentiable': differentiable})

    def _new_state(self, param, group):
        return {'step': self._counter(param, group), 'exp_avg': torch.zeros_like(param), 'exp_avg_sq': torch.zeros_like(param)}

    def _update(self, param, grad, state, options):
        step, (beta1, beta2) = options['step'], options['betas']
        mean, square = state['exp_avg'], state['exp_avg_sq']
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        correction = 1 - beta2 ** step
        most = 2 / (1 - beta2) - 1
        length = most - 2 * step * beta2 ** step / correction  # of the average that the denominator is

        def denominator():
            root = square.sqrt()
            return correction ** 0.5 / (root + options['eps'])

        def rectified():
            return ((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)) ** 0.5
        change = mean / (1 - beta1 ** step) * number(options['lr'])
        if not isinstance(length, torch.Tensor):
            change = change * denominator() * rectified() if length > 5 else change
        else:
            change = change * torch.where(length > 5, denominator() * rectified(), 1.0)
        param.add_(change, alpha=-1.0)


def radam(params, grads, exp_avgs, exp_avg_sqs, state_steps, decoupled_weight_decay=False, foreach=None, differentiable=False,
          capturable=False, has_complex=False, maximize=False, *, beta1, beta2, lr, weight_decay, eps):
    """One step of RAdam for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(RAdam, locals(), exp_avgs='exp_avg', exp_avg_sqs='exp_avg_sq')


__all__ = ['RAdam', 'radam']
