"""AdamW."""

from torch.optim._elementwise import step_lists
from torch.optim.adam import Adam


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters beside the step of the gradient (Loshchilov and Hutter 2019)."""

    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        implementation = {'foreach': foreach, 'capturable': capturable, 'differentiable': differentiable, 'fused': fused}
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, **implementation)


def adamw(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, foreach=None, capturable=False, differentiable=False, fused=None,
          grad_scale=None, found_inf=None, has_complex=False, *, amsgrad, beta1, beta2, lr, weight_decay, eps, maximize):
    """One step of AdamW for tensors, their gradients and lists of what it keeps, which are changed in place."""
    step_lists(AdamW, {**locals(), 'decoupled_weight_decay': True}, exp_avgs='exp_avg', exp_avg_sqs='exp_avg_sq', max_exp_avg_sqs='max_exp_avg_sq')


__all__ = ['AdamW', 'adamw']
