"""SparseAdam."""

import torch
from torch.optim._elementwise import check_rate
from torch.optim.optimizer import Optimizer


class SparseAdam(Optimizer):
    """Adam for sparse gradients, as an embedding with sparse=True gives: only rows that have a gradient change, and their means.

    The parameters are dense. RuntimeError for dense gradients."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check_rate(lr)
        if not 0.0 < lr:
            raise ValueError('Invalid learning rate: %s' % lr)
        if not 0.0 < eps:
            raise ValueError('Invalid epsilon value: %s' % eps)
        for i in range(2):
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError('Invalid beta parameter at index %d: %s' % (i, betas[i]))
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'maximize': maximize})
        for text, bad in (('Sparse params at indices %s: SparseAdam requires dense parameter tensors', lambda param: param.is_sparse),
                          ('Complex params at indices %s: SparseAdam does not support complex parameters', torch.is_complex)):
            where = [[i, k] for i, group in enumerate(self.param_groups) for k, param in enumerate(group['params']) if bad(param)]
            if where:
                raise ValueError(text % where)

    def step(self, closure=None):
        """One step; returns what closure, if one is given, returns."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                params = [param for param in group['params'] if param.grad is not None]
                for param in params:
                    if not param.grad.is_sparse:
                        raise RuntimeError('SparseAdam does not support dense gradients, please consider Adam instead')
                    state = self.state[param]
                    if len(state) == 0:
                        state.update(step=0, exp_avg=torch.zeros_like(param), exp_avg_sq=torch.zeros_like(param))
                for param in params:
                    self._update(param, -param.grad if group['maximize'] else param.grad, self.state[param], group)
        return loss

    @staticmethod
    def _update(param, grad, state, group):
        state['step'] += 1
        grad = grad.coalesce()
        where, values = grad._indices(), grad._values()
        if values.numel() == 0:
            return

        def add(to, made):
            to.add_(torch._sparse_coo_tensor_with_dims_and_tensors(where, made, grad.shape, True))

        def moved(mean, target, beta):
            """The running mean at the indices, after it has gone towards the target there."""
            old = mean.sparse_mask(grad)._values()
            change = target.sub(old).mul_(1 - beta)
            add(mean, change)
            return change.add_(old)
        beta1, beta2 = group['betas']
        mean = moved(state['exp_avg'], values, beta1)
        root = moved(state['exp_avg_sq'], values.pow(2), beta2).sqrt_().add_(group['eps'])
        size = group['lr'] * (1 - beta2 ** state['step']) ** 0.5 / (1 - beta1 ** state['step'])
        add(param, -size * mean.div_(root))


__all__ = ['SparseAdam']
