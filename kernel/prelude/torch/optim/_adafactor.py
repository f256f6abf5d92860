"""Adafactor."""

import torch
from torch.optim._elementwise import check_rate, counter
from torch.optim.optimizer import Optimizer


class Adafactor(Optimizer):
    """Adam without a mean of gradients, whose mean of squares is kept as those of rows and columns (Shazeer and Stern 2018).

    lr: the largest relative step; beta2_decay: how the memory of the means grows; eps: what is added to squares (None: the
    type's), and the least size of a parameter; d: the largest root mean square of a step."""

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        check_rate(lr)
        for text, good, value in (
                ('Learning rate should be >= 0', 0.0 <= lr, lr),
                ('beta2_decay should be <= 0', 0.0 >= beta2_decay, beta2_decay),
                ('epsilon1 should be >= 0', eps[0] is None or 0.0 <= eps[0], eps[0]),
                ('epsilon2 should be >= 0', 0.0 <= eps[1], eps[1]),
                ('Clipping threshold d should be >= 1', 1.0 <= d, d),
                ('weight_decay should be >= 0', 0.0 <= weight_decay, weight_decay)):
            if not good:
                raise ValueError('%s but is: %s' % (text, value))
        super().__init__(params, {'lr': lr, 'beta2_decay': beta2_decay, 'eps': eps, 'd': d, 'weight_decay': weight_decay,
                                  'foreach': foreach, 'maximize': maximize})

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault('foreach', None)
            for param in group['params']:
                values = self.state.get(param, {})
                if 'step' in values and not isinstance(values['step'], torch.Tensor):
                    values['step'] = counter(values['step'])

    def step(self, closure=None):
        """One step for all parameters that have a gradient; returns what closure, if one is given, returns."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                params = [param for param in group['params'] if param.grad is not None]
                for param in params:
                    self._check_gradient(param)
                    if len(self.state[param]) == 0:
                        self.state[param].update(self._new_state(param))
                for param in params:
                    self._update(param, -param.grad if group['maximize'] else param.grad, self.state[param], group)
        return loss

    @staticmethod
    def _check_gradient(param):
        if param.is_complex():
            raise RuntimeError('Adafactor does not support complex parameters')
        if param.grad.is_sparse:
            raise RuntimeError('Adafactor does not support sparse gradients')

    @staticmethod
    def _new_state(param):
        grad = param.grad
        if grad.dim() < 2:
            return {'step': counter(), 'variance': torch.zeros_like(grad, memory_format=torch.preserve_format)}
        *batch, rows, columns = grad.shape
        return {'step': counter(), 'row_var': grad.new_zeros([*batch, rows, 1]), 'col_var': grad.new_zeros([*batch, 1, columns])}

    @staticmethod
    def _update(param, grad, state, group):
        state['step'] += 1
        step, lr = state['step'].item(), group['lr']
        least, smallest = group['eps']
        least = torch.finfo(param.dtype).eps if least is None else least
        weight = step ** group['beta2_decay']
        size = max(smallest, param.norm(2).item() / param.numel() ** 0.5) * min(lr, 1 / step ** 0.5)
        if group['weight_decay'] != 0:
            param.mul_(1 - lr * group['weight_decay'])
        if grad.dim() < 2:
            state['variance'].lerp_(grad.square(), weight)
            estimate = state['variance'].clone()
        else:
            for name, dim in (('row_var', -1), ('col_var', -2)):
                state[name].lerp_(torch.norm(grad, dim=dim, keepdim=True).square_().div_(grad.size(dim)), weight)
            rows = state['row_var']
            estimate = (rows @ state['col_var']).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=least))
        change = estimate.clamp_(min=least * least).rsqrt_().mul_(grad)
        size /= max(1.0, change.norm(2).item() / (change.numel() ** 0.5 * group['d']))
        param.add_(change, alpha=-size)


Adafactor.__module__ = 'torch.optim'
__all__ = ['Adafactor']
