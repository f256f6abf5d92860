"""AdamW."""

from torch.optim.adam import Adam


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters beside the step of the gradient (Loshchilov and Hutter 2019)."""

    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        implementation = {'foreach': foreach, 'capturable': capturable, 'differentiable': differentiable, 'fused': fused}
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, **implementation)


__all__ = ['AdamW']
