"""NAdam."""

import torch
from torch.optim._elementwise import CAPTURABLE_DEVICES, ElementwiseOptimizer, add_quotient, check_options, step_lists


class NAdam(ElementwiseOptimizer):
    """Adam with Nesterov's momentum (Dozat 2016); momentum_decay is how fast the momentum reaches betas[0]."""

    _row = 'nadam'
    _pairs = {'betas': ('beta1', 'beta2')}
    _title = 'NAdam'
    _numbers = ('step', 'mu_product')
    _devices = CAPTURABLE_DEVICES
    _subject = 'params, mu_products and state_steps', 'params, mu_products, and state_steps'
    _older = {'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False, 'decoupled_weight_decay': False}

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, decoupled_weight_decay=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check_options(lr, eps=eps, betas=betas, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'momentum_decay': momentum_decay,
                                  'decoupled_weight_decay': decoupled_weight_decay, 'maximize': maximize, 'foreach': foreach,
                                  'capturable': capturable, 'differentiable': differentiable})

    def _new_state(self, param, group):
        return {'step': self._counter(param, group), 'mu_product': self._counter(param, group, 1.0),
                'exp_avg': torch.zeros_like(param), 'exp_avg_sq': torch.zeros_like(param)}

    def _update(self, param, grad, state, options):
        step, lr, (beta1, beta2) = options['step'], options['lr'], options['betas']
        mu, following = [beta1 * (1 - 0.5 * 0.96 ** (at * options['momentum_decay'])) for at in (step, step + 1)]
        mean, square, product = state['exp_avg'], state['exp_avg_sq'], state['mu_product']
        product *= mu
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        root = square.div(1 - beta2 ** step).sqrt()
        root = root + options['eps']
        if not isinstance(step, torch.Tensor):
            product = product.item()
        add_quotient(param, grad, root, -lr * (1 - mu) / (1 - product))
        add_quotient(param, mean, root, -lr * following / (1 - product * following))


def nadam(params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, decoupled_weight_decay=False, foreach=None, capturable=False,
          differentiable=False, has_complex=False, maximize=False, *, beta1, beta2, lr, weight_decay, momentum_decay, eps):
    """One step of NAdam for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(NAdam, locals(), exp_avgs='exp_avg', exp_avg_sqs='exp_avg_sq', mu_products='mu_product')


__all__ = ['NAdam', 'nadam']
