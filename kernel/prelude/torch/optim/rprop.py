"""Rprop."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, check_options, step_lists


class Rprop(ElementwiseOptimizer):
    """Steps that know only the sign of the gradient: they grow while it stays, and shrink when it changes (Riedmiller 1993).

    etas: the factors for a sign that has changed and for one that has not; step_sizes: the least and the largest step."""

    _row = 'rprop'
    _pairs = {'etas': ('etaminus', 'etaplus'), 'step_sizes': ('step_size_min', 'step_size_max')}
    _title = 'Rprop'
    _devices = _foreach_devices = CAPTURABLE_DEVICES
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        check_options(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError('Invalid eta values: %s, %s' % (etas[0], etas[1]))
        super().__init__(params, {'lr': lr, 'etas': etas, 'step_sizes': step_sizes, 'foreach': foreach, 'maximize': maximize,
                                  'differentiable': differentiable, 'capturable': capturable})

    def _new_state(self, param, group):
        lr = float(group['lr'])
        return {'step': self._counter(param, group), 'prev': torch.zeros_like(param),
                'step_size': torch.full_like(param, complex(lr, lr) if param.is_complex() else lr)}

    def _update(self, param, grad, state, options):
        size, (minus, plus), (least, most) = state['step_size'], options['etas'], options['step_sizes']
        product = grad * state['prev']
        size.mul_(torch.where(product > 0, plus, torch.where(product < 0, minus, 1.0)).to(size.dtype)).clamp_(least, most)
        grad = torch.where(product < 0, 0.0, grad).to(grad.dtype)
        param.addcmul_(grad.sign(), size, value=-1)
        state['prev'].copy_(grad)


def rprop(params, grads, prevs, step_sizes, state_steps, foreach=None, capturable=False, maximize=False, differentiable=False,
          has_complex=False, *, step_size_min, step_size_max, etaminus, etaplus):
    """One step of Rprop for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(Rprop, locals(), prevs='prev', step_sizes='step_size')


__all__ = ['Rprop', 'rprop']
