"""Adagrad."""

import torch
from torch.optim._elementwise import ElementwiseOptimizer, add_quotient, check_options, step_lists


class Adagrad(ElementwiseOptimizer):
    """Gradients divided by the root of the sum of their squares so far (Duchi et al. 2011).

    lr_decay: how the learning rate falls with the steps; initial_accumulator_value: what the sums begin with."""

    _row = 'adagrad'
    _title = 'Adagrad'
    _older = {'foreach': None, 'maximize': False, 'differentiable': False, 'fused': None}

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        check_options(lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value, eps=eps)
        super().__init__(params, {'lr': lr, 'lr_decay': lr_decay, 'eps': eps, 'weight_decay': weight_decay,
                                  'initial_accumulator_value': initial_accumulator_value, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable, 'fused': fused})
        for group in self.param_groups:
            for param in group['params']:
                self.state[param] = self._new_state(param, group)

    def share_memory(self):
        """Moves the states to shared memory."""
        for group in self.param_groups:
            for param in group['params']:
                for value in self.state[param].values():
                    value.share_memory_()

    def _check_gradient(self, param, group):
        if param.grad.is_sparse:
            if group['fused']:
                raise RuntimeError('`fused` does not support sparse grad or complex param')
            if group['weight_decay'] != 0:
                raise RuntimeError('weight_decay option is not compatible with sparse gradients')
        else:
            super()._check_gradient(param, group)

    def _new_state(self, param, group):
        start = self.defaults['initial_accumulator_value']
        return {'step': self._counter(param, group),
                'sum': torch.full_like(param, complex(start, start) if param.is_complex() else start)}

    def _update(self, param, grad, state, options):
        size = options['lr'] / (1 + (options['step'] - 1) * options['lr_decay'])
        if grad.is_sparse:
            grad = grad.coalesce()
            values, where = grad._values(), grad._indices()

            def sparse(made):
                return torch.sparse_coo_tensor(where, made, grad.shape)
            state['sum'].add_(sparse(values.pow(2)))
            root = state['sum'].sparse_mask(grad)._values().sqrt_().add_(options['eps'])
            param.add_(sparse(values / root), alpha=-size)
            return
        state['sum'].addcmul_(grad, grad, value=1)
        root = state['sum'].sqrt()
        root = root + options['eps'] if options['differentiable'] else root.add_(options['eps'])
        add_quotient(param, grad, root, -size)


def adagrad(params, grads, state_sums, state_steps, fused=None, grad_scale=None, found_inf=None, has_sparse_grad=False, foreach=None,
            differentiable=False, has_complex=False, *, lr, weight_decay, lr_decay, eps, maximize):
    """One step of Adagrad for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(Adagrad, locals(), state_sums='sum')


__all__ = ['Adagrad', 'adagrad']
