"""Adam."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, add_quotient, check_options, number, step_lists


class Adam(ElementwiseOptimizer):
    """Steps along the running mean of the gradient, divided by the root of that of its square (Kingma and Ba 2015).

    betas: the factors of both running means; eps: what is added to the root; amsgrad: divides by the largest mean of squares
    so far (Reddi et al. 2018); decoupled_weight_decay: AdamW."""

    _row = 'adam'
    _pairs = {'betas': ('beta1', 'beta2')}
    _title = 'Adam'
    _tensor_steps = True
    _decoupled = False
    _devices = CAPTURABLE_DEVICES
    _older = {'amsgrad': False, 'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False,
              'decoupled_weight_decay': False, 'fused': None}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        tensors = [isinstance(beta, torch.Tensor) for beta in (betas[0], betas[0 if isinstance(betas, str) else 1])]
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError('lr as a Tensor is not supported for capturable=False and foreach=True')
        if tensors[0] != tensors[1]:
            raise ValueError('betas must be either both floats or both Tensors')
        check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay)
        for i, beta in enumerate(betas[:2] if tensors[0] else ()):
            if foreach and not capturable:
                raise ValueError('betas[%d] as a Tensor is not supported for capturable=False and foreach=True' % i)
            if beta.numel() != 1:
                raise ValueError('Tensor betas[%d] must be 1-element' % i)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad,
                                  'maximize': maximize, 'foreach': foreach, 'capturable': capturable,
                                  'differentiable': differentiable, 'fused': fused,
                                  'decoupled_weight_decay': decoupled_weight_decay or self._decoupled})

    def __setstate__(self, state):
        super().__setstate__(state)
        if self._decoupled:
            for group in self.param_groups:
                group['decoupled_weight_decay'] = True

    def _check_gradient(self, param, group):
        if param.grad.is_sparse:
            raise RuntimeError('Adam does not support sparse gradients, please consider SparseAdam instead')
        super()._check_gradient(param, group)

    def _new_state(self, param, group):
        state = {'step': self._counter(param, group), 'exp_avg': torch.zeros_like(param), 'exp_avg_sq': torch.zeros_like(param)}
        if group['amsgrad']:
            state['max_exp_avg_sq'] = torch.zeros_like(param)
        return state

    def _update(self, param, grad, state, options):
        step, (beta1, beta2) = options['step'], options['betas']
        if not isinstance(step, torch.Tensor):
            beta1, beta2 = number(beta1), number(beta2)
        mean, square = state['exp_avg'], state['exp_avg_sq']
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=number(1 - beta2))
        if options['amsgrad']:
            largest = state['max_exp_avg_sq']
            largest.copy_(torch.maximum(largest, square))
            square = largest
        size, root = options['lr'] / (1 - beta1 ** step), (1 - beta2 ** step) ** 0.5
        if isinstance(step, torch.Tensor):
            param.addcdiv_(mean, (square.sqrt() / (root * -size)).add_(options['eps'] / -size))
        else:
            add_quotient(param, mean, (square.sqrt() / root).add_(options['eps']), -size)


def adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, foreach=None, capturable=False, differentiable=False, fused=None,
         grad_scale=None, found_inf=None, has_complex=False, decoupled_weight_decay=False, *, amsgrad, beta1, beta2, lr, weight_decay, eps, maximize):
    """One step of Adam for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(Adam, locals(), exp_avgs='exp_avg', exp_avg_sqs='exp_avg_sq', max_exp_avg_sqs='max_exp_avg_sq')


__all__ = ['Adam', 'adam']
