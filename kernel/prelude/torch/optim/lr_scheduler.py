"""Learning rates that change while training."""

import warnings
from bisect import bisect_right

from torch.optim import Optimizer

_EPOCH_WARNING = (
    'The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use `scheduler.step()` to '
    'step the scheduler. During the deprecation, if epoch is different from None, the closed form is used instead of the new chainable form, '
    'where available. Please open an issue if you are unable to replicate your use case: '
    'https://github.com/pytorch/pytorch/issues/new/choose.')
_ORDER_WARNING = (
    'Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite '
    'order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the '
    'learning rate schedule. See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate')


class LRScheduler:
    """The base of the schedulers: get_lr() returns the learning rates of the groups at last_epoch."""

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError('%s is not an Optimizer' % type(optimizer).__name__)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault('initial_lr', group['lr'])
            elif 'initial_lr' not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups[%d] when resuming scheduler with last_epoch >= 0.\n"
                               "This typically happens when:\n1. You're trying to resume training from a checkpoint but haven't properly "
                               "loaded the optimizer state\n2. You're using last_epoch >= 0 for a fresh training run (not recommended)" % i)
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._last_lr = [group['lr'] for group in optimizer.param_groups]
        self._step_count = 0
        self._advance()

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        """The rates set last."""
        return self._last_lr

    def step(self, epoch=None):
        """Advances to the next epoch, or to the given one, and sets the rates."""
        if self._step_count == 1 and not self.optimizer._opt_called and type(self.optimizer).step is Optimizer.step:
            warnings.warn(_ORDER_WARNING, UserWarning, stacklevel=2)
        if epoch is not None:
            warnings.warn(_EPOCH_WARNING, UserWarning, stacklevel=2)
        self._advance(epoch)

    def _advance(self, epoch=None):
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        rates = self.get_lr() if epoch is None or not hasattr(self, '_get_closed_form_lr') else self._get_closed_form_lr()
        for group, lr in zip(self.optimizer.param_groups, rates):
            group['lr'] = lr
        self._last_lr = [group['lr'] for group in self.optimizer.param_groups]

    def _decayed(self, times):
        """The present rates times gamma to the power of `times`, untouched where that is 0."""
        rates = [group['lr'] for group in self.optimizer.param_groups]
        return [lr * self.gamma ** times for lr in rates] if times else rates

    def _decayed_from_start(self, times):
        return [lr * self.gamma ** times for lr in self.base_lrs]


class LambdaLR(LRScheduler):
    """The first rate times a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        n = len(optimizer.param_groups)
        if isinstance(lr_lambda, (list, tuple)) and len(lr_lambda) != n:
            raise ValueError('Expected %d lr_lambdas, but got %d' % (n, len(lr_lambda)))
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * n
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [lr * function(self.last_epoch) for lr, function in zip(self.base_lrs, self.lr_lambdas)]


class StepLR(LRScheduler):
    """The rate times gamma every step_size epochs: lr gamma^floor(epoch / step_size)."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        epoch = self.last_epoch
        return self._decayed(int(epoch != 0 and epoch % self.step_size == 0))

    def _get_closed_form_lr(self):
        return self._decayed_from_start(self.last_epoch // self.step_size)


class MultiStepLR(LRScheduler):
    """The rate times gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self._decayed(self.milestones.count(self.last_epoch))

    def _get_closed_form_lr(self):
        return self._decayed_from_start(bisect_right(sorted(self.milestones), self.last_epoch))


class ExponentialLR(LRScheduler):
    """The rate times gamma every epoch: lr gamma^epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self._decayed(int(self.last_epoch != 0))

    def _get_closed_form_lr(self):
        return self._decayed_from_start(self.last_epoch)


__all__ = ['ExponentialLR', 'LRScheduler', 'LambdaLR', 'MultiStepLR', 'StepLR']
