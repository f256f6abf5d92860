"""SGD."""

import torch
from torch.optim._elementwise import ElementwiseOptimizer, check_rate, number, step_lists


class SGD(ElementwiseOptimizer):
    """Stochastic gradient descent, with momentum (Polyak 1964) or that of Nesterov (1983) if wanted.

    lr: the size of steps; momentum: how much of the last step goes on; dampening: how much of the gradient is left out of it;
    weight_decay: a penalty for large weights; maximize: up instead of down."""

    _row = 'sgd'
    _older = {'nesterov': False, 'maximize': False, 'foreach': None, 'differentiable': False, 'fused': False}
    _numbers = ()
    _real_views = False
    _OPTIONS = 'lr momentum dampening weight_decay nesterov maximize foreach differentiable fused'.split()

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        check_rate(lr)
        for title, value in (('learning rate', lr), ('momentum value', momentum), ('weight_decay value', weight_decay)):
            if value < 0.0:
                raise ValueError('Invalid %s: %s' % (title, value))
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError('Nesterov momentum requires a momentum and zero dampening')
        values = lr, momentum, dampening, weight_decay, nesterov, maximize, foreach, differentiable, fused
        super().__init__(params, dict(zip(self._OPTIONS, values)))

    def _check_gradient(self, param, group):
        if group['fused'] and param.grad.is_sparse:
            raise RuntimeError('`_fused_sgd` does not support sparse gradients')
        if not param.grad.is_sparse:
            super()._check_gradient(param, group)

    def _update(self, param, grad, state, options):
        momentum, lr = options['momentum'], options['lr']
        if momentum != 0:
            buffer = state.get('momentum_buffer')
            if buffer is None:
                buffer = state['momentum_buffer'] = grad.detach().clone()
            else:
                buffer.mul_(momentum).add_(grad, alpha=1 - options['dampening'])
            grad = grad.add(buffer, alpha=momentum) if options['nesterov'] else buffer
        if isinstance(lr, torch.Tensor) and lr.requires_grad:
            param.addcmul_(grad, lr, value=-1)
        else:
            param.add_(grad, alpha=-number(lr))


def sgd(params, d_p_list, momentum_buffer_list, has_sparse_grad=False, foreach=None, fused=None, grad_scale=None, found_inf=None, *,
        weight_decay, momentum, lr, dampening, nesterov, maximize):
    """One step of SGD for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(SGD, locals(), momentum_buffer_list='momentum_buffer')


__all__ = ['SGD', 'sgd']
