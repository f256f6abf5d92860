"""Learning rates that change while training. Most schedulers are two formulas over the number of the epoch (_FactorLR)."""

import functools
import math
import types
import warnings
import weakref
from bisect import bisect_right
from collections import Counter

from torch import Tensor
from torch.optim.optimizer import Optimizer

_EPOCH_WARNING = (
    'The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use `scheduler.step()` to '
    'step the scheduler. During the deprecation, if epoch is different from None, the closed form is used instead of the new chainable form, '
    'where available. Please open an issue if you are unable to replicate your use case: '
    'https://github.com/pytorch/pytorch/issues/new/choose.')
_ORDER_WARNING = (
    'Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite '
    'order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the '
    'learning rate schedule. See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate')
_OVERRIDDEN_WARNING = (
    'Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make sure to call '
    '`optimizer.step()` before `lr_scheduler.step()`. See more details at '
    'https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate')
_LAST_LR_WARNING = 'To get the last learning rate computed by the scheduler, please use `get_last_lr()`.'
_RESUME_ERROR = (
    "param 'initial_lr' is not specified in param_groups[%d] when resuming scheduler with last_epoch >= 0.\n"
    "This typically happens when:\n1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\n"
    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)")


def _check_optimizer(optimizer):
    if not isinstance(optimizer, Optimizer):
        raise TypeError('%s is not an Optimizer' % type(optimizer).__name__)


def _values(optimizer, key='lr'):
    """That option of all groups; tensors as copies."""
    return [group[key].clone() if isinstance(group[key], Tensor) else group[key] for group in optimizer.param_groups]


def _set(group, key, value):
    """An option of a group; a tensor stays the same tensor."""
    if isinstance(group[key], Tensor):
        group[key].fill_(value)
    else:
        group[key] = value.clone() if isinstance(value, Tensor) else value


def _for_groups(name, optimizer, value):
    """One value for each group, given as a list or once for all."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError('%s must have the same length as optimizer.param_groups. %s has %d values, param_groups has %d.'
                         % (name, name, len(value), count))
    return value


def _watch_steps(optimizer):
    """Lets the optimizer note that it has made a step, for the warning about the order of both steps."""
    if hasattr(optimizer.step, '_wrapped_by_lr_sched'):
        return
    original, owner = optimizer.step.__func__, weakref.ref(optimizer)  # it does not keep itself alive

    @functools.wraps(original)
    def step(*args, **kwargs):
        self = owner()
        self._opt_called = True
        return original(self, *args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step


def _own_state(scheduler, *without):
    return {name: value for name, value in scheduler.__dict__.items() if name != 'optimizer' and name not in without}


def _function_states(functions):
    """What objects that are called as functions hold; None for functions."""
    return [None if isinstance(function, types.FunctionType) else function.__dict__.copy() for function in functions]


class LRScheduler:
    """The base of the schedulers: get_lr() returns the learning rates of the groups at last_epoch.

    last_epoch: -1, or the epoch after which a run goes on; then the groups need their 'initial_lr'."""

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault('initial_lr', group['lr'].clone() if isinstance(group['lr'], Tensor) else group['lr'])
            elif 'initial_lr' not in group:
                raise KeyError(_RESUME_ERROR % i)
        self.base_lrs = _values(optimizer, 'initial_lr')
        self.last_epoch = last_epoch
        _watch_steps(optimizer)
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self):
        """All that the scheduler knows but for its optimizer."""
        return _own_state(self)

    def load_state_dict(self, state_dict):
        """Takes over a state_dict()."""
        self.__dict__.update(state_dict)

    def get_last_lr(self):
        """The rates set last, one for each group."""
        return self._last_lr

    def get_lr(self):
        """The rates at last_epoch, one for each group."""
        raise NotImplementedError

    def step(self, epoch=None):
        """Advances to the next epoch, or (deprecated) to the given one, and sets the rates. After optimizer.step()."""
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, '_wrapped_by_lr_sched'):
                warnings.warn(_OVERRIDDEN_WARNING, UserWarning, stacklevel=2)
            elif not getattr(self.optimizer, '_opt_called', False):
                warnings.warn(_ORDER_WARNING, UserWarning, stacklevel=2)
        self._step_count += 1
        if epoch is not None:
            warnings.warn(_EPOCH_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch=None):
        closed = None
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
            else:
                self.last_epoch = epoch
                closed = getattr(self, '_get_closed_form_lr', None)
            rates = closed() if closed is not None else self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates):
            _set(group, 'lr', lr)
        self._last_lr = _values(self.optimizer)

    def _warn_outside_of_step(self):
        if not self._get_lr_called_within_step:
            warnings.warn(_LAST_LR_WARNING, UserWarning, stacklevel=3)


class _LRScheduler(LRScheduler):
    """The name of older versions."""


class _LambdaLRBase(LRScheduler):
    """Schedulers with a function for each group."""

    _only_functions = False

    def _init(self, optimizer, lr_lambda, last_epoch):
        self.optimizer = optimizer
        if isinstance(lr_lambda, (list, tuple)):
            if len(lr_lambda) != len(optimizer.param_groups):
                raise ValueError('Expected %d lr_lambdas, but got %d' % (len(optimizer.param_groups), len(lr_lambda)))
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * len(optimizer.param_groups)
        for function in self.lr_lambdas if self._only_functions else ():
            if not callable(function):
                raise TypeError('lr_lambda should be a function, but got %s' % type(function).__name__)
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        """As of every scheduler; of functions nothing is kept, of objects that are called what they hold."""
        state = _own_state(self, 'lr_lambdas')
        state['lr_lambdas'] = _function_states(self.lr_lambdas)
        return state

    def load_state_dict(self, state_dict):
        """Takes over a state_dict(); functions stay, objects that are called get what theirs held."""
        states = state_dict.pop('lr_lambdas')
        self.__dict__.update(state_dict)
        state_dict['lr_lambdas'] = states
        for function, held in zip(self.lr_lambdas, states):
            if held is not None:
                function.__dict__.update(held)


class LambdaLR(_LambdaLRBase):
    """The first rate times a function of the epoch."""

    def get_lr(self):
        self._warn_outside_of_step()
        return [base * function(self.last_epoch) for function, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(_LambdaLRBase):
    """The last rate times a function of the epoch. TypeError for what cannot be called."""

    _only_functions = True

    def get_lr(self):
        self._warn_outside_of_step()
        rates = _values(self.optimizer)
        return rates if self._is_initial else [lr * function(self.last_epoch) for function, lr in zip(self.lr_lambdas, rates)]


def _constructor_of(scheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self._init(optimizer, lr_lambda, last_epoch)

    __init__.__qualname__ = scheduler.__name__ + '.__init__'
    return __init__


LambdaLR.__init__, MultiplicativeLR.__init__ = _constructor_of(LambdaLR), _constructor_of(MultiplicativeLR)


_STAYS = object()  # a ratio that changes nothing


class _FactorLR(LRScheduler):
    """Schedulers that are two formulas: what the last rate is multiplied with at an epoch (_STAYS: nothing), so that others
    may change it, too; and what the first rate is multiplied with."""

    def _ratio(self, epoch):
        raise NotImplementedError

    def _factor(self, epoch):
        raise NotImplementedError

    def get_lr(self):
        self._warn_outside_of_step()
        rates, ratio = _values(self.optimizer), self._ratio(self.last_epoch)
        return rates if ratio is _STAYS else [lr * ratio for lr in rates]

    def _get_closed_form_lr(self):
        factor = self._factor(self.last_epoch)
        return [base * factor for base in self.base_lrs]


class StepLR(_FactorLR):
    """The rate times gamma every step_size epochs: lr gamma^floor(epoch / step_size)."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        return _STAYS if epoch == 0 or epoch % self.step_size != 0 else self.gamma

    def _factor(self, epoch):
        return self.gamma ** (epoch // self.step_size)


class MultiStepLR(_FactorLR):
    """The rate times gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        return self.gamma ** self.milestones[epoch] if epoch in self.milestones else _STAYS

    def _factor(self, epoch):
        return self.gamma ** bisect_right(sorted(self.milestones.elements()), epoch)


class ConstantLR(_FactorLR):
    """The rate times factor for total_iters epochs, then without it."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError('Constant multiplicative factor expected to be between 0 and 1.')
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        return self.factor if epoch == 0 else 1.0 / self.factor if epoch == self.total_iters else _STAYS

    def _factor(self, epoch):
        return self.factor + (epoch >= self.total_iters) * (1 - self.factor)


class LinearLR(_FactorLR):
    """The rate times a factor that goes from start_factor to end_factor in total_iters epochs."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError('Starting multiplicative factor expected to be greater than 0 and less or equal to 1.')
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError('Ending multiplicative factor expected to be between 0 and 1.')
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        if epoch == 0:
            return self.start_factor
        if self._is_initial or epoch > self.total_iters:
            return _STAYS
        way = self.end_factor - self.start_factor
        return 1.0 + way / (self.total_iters * self.start_factor + (epoch - 1) * way)

    def _factor(self, epoch):
        return self.start_factor + (self.end_factor - self.start_factor) * min(self.total_iters, epoch) / self.total_iters


class ExponentialLR(_FactorLR):
    """The rate times gamma every epoch: lr gamma^epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        return _STAYS if self._is_initial else self.gamma

    def _factor(self, epoch):
        return self.gamma ** epoch


class PolynomialLR(_FactorLR):
    """The rate falls to zero in total_iters epochs: lr (1 - epoch / total_iters)^power."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _ratio(self, epoch):
        if self._is_initial or epoch > self.total_iters:
            return _STAYS
        return ((1.0 - epoch / self.total_iters) / (1.0 - (epoch - 1) / self.total_iters)) ** self.power

    def _factor(self, epoch):
        return (1.0 - min(self.total_iters, epoch) / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    """The rate falls along half a cosine to eta_min in T_max epochs, and rises again (Loshchilov and Hutter 2017)."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _height(self, epoch):
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def get_lr(self):
        self._warn_outside_of_step()
        epoch, rates = self.last_epoch, _values(self.optimizer)
        if self._is_initial:
            return rates
        if self._step_count == 1 and epoch > 0:
            return [self.eta_min + (base - self.eta_min) * (1 + math.cos(epoch * math.pi / self.T_max)) / 2 for base in self.base_lrs]
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # from the lowest point, where the ratio below has no value
            return [lr + (base - self.eta_min) * (1 - math.cos(math.pi / self.T_max)) / 2 for lr, base in zip(rates, self.base_lrs)]
        ratio = self._height(epoch) / self._height(epoch - 1)
        return [ratio * (lr - self.eta_min) + self.eta_min for lr in rates]

    def _get_closed_form_lr(self):
        return [self.eta_min + (base - self.eta_min) * self._height(self.last_epoch) / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine from the first rate to eta_min in T_0 epochs, again and again, each T_mult times as long (SGDR, 2017).

    step(epoch) takes fractions of epochs."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError('Expected positive integer T_0, but got %s' % T_0)
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError('Expected integer T_mult >= 1, but got %s' % T_mult)
        if not isinstance(eta_min, (float, int)):
            raise ValueError('Expected float or int eta_min, but got %s of type %s' % (eta_min, type(eta_min)))
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self._warn_outside_of_step()
        height = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]

    def _position(self, epoch):
        """T_cur and T_i at an epoch."""
        if epoch < self.T_0:
            return epoch, self.T_0
        if self.T_mult == 1:
            return epoch % self.T_0, self.T_0
        turn = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
        return epoch - self.T_0 * (self.T_mult ** turn - 1) / (self.T_mult - 1), self.T_0 * self.T_mult ** turn

    def step(self, epoch=None):
        """Advances by one epoch, or to the given one, which may be a fraction: epoch + batch / batches."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError('Expected non-negative epoch, but got %s' % epoch)
        else:
            self.T_cur, self.T_i = self._position(epoch)
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            rates = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates):
            _set(group, 'lr', lr)
        self._last_lr = _values(self.optimizer)


def _check_schedulers(kind, wish, schedulers, optimizer=None):
    """Schedulers that are used together have one optimizer, which is returned, and a step() without arguments."""
    if not len(schedulers):
        raise ValueError('%s expects at least one scheduler%s, but got no scheduler.' % (kind, wish))
    optimizer = optimizer or schedulers[0].optimizer
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, 'optimizer'):
            raise TypeError('%s at index %d should have `optimizer` as its attribute.' % (kind, i))
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError('%s does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified when calling '
                             '`step`, but got one at index %d in the given schedulers sequence.' % (kind, i))
        if scheduler.optimizer != optimizer:
            raise ValueError('%s expects all schedulers to belong to the same optimizer, but got scheduler %s at index %d has %s, which is '
                             'different from %s.' % (kind, type(scheduler).__name__, i, scheduler.optimizer, type(optimizer).__name__))
    return optimizer


class _SchedulerGroup(LRScheduler):
    """Schedulers that hold others: their states are lists of states."""

    def state_dict(self):
        """The own state, and those of the schedulers."""
        state = _own_state(self, '_schedulers')
        state['_schedulers'] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        """Takes over a state_dict() of such schedulers in that order."""
        states = state_dict['_schedulers']
        self.__dict__.update({name: value for name, value in state_dict.items() if name != '_schedulers'})
        for scheduler, state in zip(self._schedulers, states):
            scheduler.load_state_dict(state)


class SequentialLR(_SchedulerGroup):
    """One scheduler after the other: the next begins at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        _check_schedulers('SequentialLR', '', schedulers, optimizer)
        if len(milestones) + 1 != len(schedulers):
            raise ValueError('Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone '
                             'points, but got number of schedulers %d and the number of milestones to be equal to %d'
                             % (len(schedulers), len(milestones)))
        self.__dict__.update(_schedulers=schedulers, _milestones=milestones, last_epoch=last_epoch + 1, optimizer=optimizer)
        for group in optimizer.param_groups:  # each scheduler has made its first step already
            _set(group, 'lr', group['initial_lr'])
        self._undo_first_step(self)
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    @classmethod
    def _undo_first_step(cls, scheduler):
        inner = getattr(scheduler, '_schedulers', None)
        if inner is None:
            scheduler.last_epoch -= 1
        else:
            for each in inner:
                cls._undo_first_step(each)

    def step(self):
        """The step of the scheduler whose time it is."""
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        if i > 0 and self._milestones[i - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_SchedulerGroup):
    """All schedulers at every step, each on what the one before has made of the rates."""

    def __init__(self, schedulers, optimizer=None):
        optimizer = _check_schedulers('ChainedScheduler', ' to be chained', schedulers, optimizer)
        self.__dict__.update(_schedulers=schedulers, optimizer=optimizer, _last_lr=_values(optimizer))

    def step(self):
        """The step of every scheduler, on what those before it have made of the rates."""
        for each in self._schedulers:
            each.step()
        self._last_lr = _values(self.optimizer)


class ReduceLROnPlateau(LRScheduler):
    """The rate times factor when what step(metrics) is given has not got better for more than patience epochs.

    mode: 'min' or 'max', what is better; threshold, threshold_mode ('rel', 'abs'): by how much at least; cooldown: epochs after
    a change that do not count; min_lr: the least rate, or one for each group; eps: changes below it are not made."""

    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=1e-4, threshold_mode='rel', cooldown=0, min_lr=0, eps=1e-8):
        if factor >= 1.0:
            raise ValueError('Factor should be < 1.0.')
        self.factor = factor
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != count:
                raise ValueError('expected %d min_lrs, got %d' % (count, len(min_lr)))
            self.default_min_lr, self.min_lrs = None, list(min_lr)
        else:
            self.default_min_lr, self.min_lrs = min_lr, [min_lr] * count
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch = 0
        self._last_lr = _values(optimizer)
        if mode not in {'min', 'max'}:
            raise ValueError('mode ' + mode + ' is unknown!')
        if threshold_mode not in {'rel', 'abs'}:
            raise ValueError('threshold mode ' + threshold_mode + ' is unknown!')
        self.mode_worse = float('inf') if mode == 'min' else float('-inf')
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self._reset()

    def _reset(self):
        self.best = self.mode_worse
        self.cooldown_counter = self.num_bad_epochs = 0

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def is_better(self, a, best):
        """Is a better than the best so far, by the threshold?"""
        if self.mode == 'min':
            return a < (best * (1.0 - self.threshold) if self.threshold_mode == 'rel' else best - self.threshold)
        return a > (best * (self.threshold + 1.0) if self.threshold_mode == 'rel' else best + self.threshold)

    def step(self, metrics, epoch=None):
        """Looks at what is to become better, a loss or an accuracy, and reduces the rates when it does not."""
        current = float(metrics)
        if epoch is not None:
            warnings.warn(_EPOCH_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = _values(self.optimizer)

    def _reduce_lr(self, epoch):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError('The number of param groups in the `optimizer` (%d) differs from when `ReduceLROnPlateau` was initialized '
                                   '(%d), usually due to a new param group being added to the optimizer. Please modify the `min_lrs` field '
                                   'to match the length of the `optimizer` param groups.' % (len(groups), len(self.min_lrs)))
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs):
            old = float(group['lr'])
            new = max(old * self.factor, least)
            if old - new > self.eps:
                _set(group, 'lr', new)


class _MomentumLR(LRScheduler):
    """Schedulers that move the momentum against the rate: 'momentum', or the first of 'betas'."""

    def _begin_momentum(self, base_momentum, max_momentum, last_epoch):
        defaults, groups = self.optimizer.defaults, self.optimizer.param_groups
        if 'momentum' not in defaults and 'betas' not in defaults:
            raise ValueError('optimizer must support momentum or beta1 with `cycle_momentum` option enabled')
        self.use_beta1 = 'betas' in defaults
        bases = _for_groups('base_momentum', self.optimizer, base_momentum)
        mosts = _for_groups('max_momentum', self.optimizer, max_momentum)
        if last_epoch != -1 and 'initial_lr' not in groups[0]:
            raise KeyError(_RESUME_ERROR % 0)
        if last_epoch == -1:
            for base, most, group in zip(bases, mosts, groups):
                self._set_momentum(group, most)
                group['max_momentum'], group['base_momentum'] = most, base

    def _set_momentum(self, group, momentum):
        if self.use_beta1:
            group['betas'] = (momentum, *group['betas'][1:])
        else:
            group['momentum'] = momentum


class CyclicLR(_MomentumLR):
    """The rate goes from base_lr to max_lr in step_size_up steps and back in step_size_down (Smith 2017).

    mode: 'triangular', 'triangular2' (each cycle half as high), 'exp_range' (gamma^step as high), or scale_fn of the cycle or
    the step (scale_mode 'cycle' or 'iterations'). cycle_momentum: the momentum goes from max_momentum to base_momentum."""

    _SCALES = {
        'triangular': ('cycle', lambda self, x: 1.0),
        'triangular2': ('cycle', lambda self, x: 1 / (2.0 ** (x - 1))),
        'exp_range': ('iterations', lambda self, x: self.gamma ** x),
    }

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode='triangular', gamma=1.0, scale_fn=None,
                 scale_mode='cycle', cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        bases = _for_groups('base_lr', optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(bases, optimizer.param_groups):
                _set(group, 'lr', lr)
        self.max_lrs = _for_groups('max_lr', optimizer, max_lr)
        up, down = float(step_size_up), float(step_size_up if step_size_down is None else step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in list(self._SCALES) and scale_fn is None:
            raise ValueError('mode is invalid and scale_fn is None')
        self.mode, self.gamma = mode, gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else self._SCALES[mode][0]
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
            self.base_momentums = [group['base_momentum'] for group in optimizer.param_groups]
            self.max_momentums = [group['max_momentum'] for group in optimizer.param_groups]
        super().__init__(optimizer, last_epoch)
        self.base_lrs = bases

    def scale_fn(self, x):
        """How high a cycle is, by its number or that of the step."""
        return self._scale_fn_custom(x) if self._scale_fn_custom is not None else self._SCALES[self.mode][1](self, x)

    def get_lr(self):
        self._warn_outside_of_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)

        def heights(lows, highs):
            return [(high - low) * part * self.scale_fn(cycle if self.scale_mode == 'cycle' else self.last_epoch)
                    for low, high in zip(lows, highs)]
        if self.cycle_momentum:
            falls = heights(self.base_momentums, self.max_momentums)
            for group, most, fall in zip(self.optimizer.param_groups, self.max_momentums, falls):
                self._set_momentum(group, most - fall)
        return [base + height for base, height in zip(self.base_lrs, heights(self.base_lrs, self.max_lrs))]

    def state_dict(self):
        """As of every scheduler; of a scale_fn that is an object what it holds."""
        state = _own_state(self, '_scale_fn_custom')
        custom = self._scale_fn_custom
        state['_scale_fn_custom'] = None if custom is None else _function_states([custom])[0]
        return state

    def load_state_dict(self, state_dict):
        """Takes over a state_dict(); a scale_fn that is an object gets what its held."""
        held = state_dict.pop('_scale_fn_custom')
        self.__dict__.update(state_dict)
        state_dict['_scale_fn_custom'] = held
        if held is not None:
            self._scale_fn_custom.__dict__.update(held)


def _positive_integer(name, value):
    if value <= 0 or not isinstance(value, int):
        raise ValueError('Expected positive integer %s, but got %s' % (name, value))
    return value


class OneCycleLR(_MomentumLR):
    """One cycle for the whole training: from max_lr / div_factor up to max_lr, and down to its final_div_factor-th part (Smith 2018).

    total_steps, or epochs and steps_per_epoch: how many steps; pct_start: the part of them that goes up; anneal_strategy: 'cos'
    or 'linear'; three_phase: back to the first rate before the last fall; cycle_momentum: the momentum moves against the rate."""

    _ANNEALS = {
        'cos': lambda start, end, part: end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1),
        'linear': lambda start, end, part: (end - start) * part + start,
    }

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy='cos',
                 cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False,
                 last_epoch=-1):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        if total_steps is not None:
            self.total_steps = _positive_integer('total_steps', total_steps)
        elif epochs is not None and steps_per_epoch is not None:
            self.total_steps = _positive_integer('epochs', epochs) * _positive_integer('steps_per_epoch', steps_per_epoch)
        else:
            raise ValueError('You must define either total_steps OR (epochs AND steps_per_epoch)')
        ends = [float(pct_start * self.total_steps) - 1, self.total_steps - 1]
        ways = [('initial_lr', 'max_lr', 'max_momentum', 'base_momentum'), ('max_lr', 'min_lr', 'base_momentum', 'max_momentum')]
        if three_phase:
            ends.insert(1, float(2 * pct_start * self.total_steps) - 2)
            ways[1:] = [('max_lr', 'initial_lr', 'base_momentum', 'max_momentum'), ('initial_lr', 'min_lr', 'max_momentum', 'max_momentum')]
        self._schedule_phases = [{'end_step': end, 'start_lr': a, 'end_lr': b, 'start_momentum': c, 'end_momentum': d}
                                 for end, (a, b, c, d) in zip(ends, ways)]
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError('Expected float between 0 and 1 pct_start, but got %s' % pct_start)
        if anneal_strategy not in list(self._ANNEALS):
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got {}".format(anneal_strategy))
        self._anneal_func_type = anneal_strategy
        mosts = _for_groups('max_lr', optimizer, max_lr)
        if last_epoch == -1:
            for most, group in zip(mosts, optimizer.param_groups):
                group['initial_lr'] = most / div_factor
                group['max_lr'] = most
                group['min_lr'] = group['initial_lr'] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _phase(self, step):
        """The phase of a step, and how far it is in it."""
        begin = 0.0
        for phase in self._schedule_phases:
            end = phase['end_step']
            if step <= end or phase is self._schedule_phases[-1]:
                return phase, (step - begin) / (end - begin)
            begin = end

    def get_lr(self):
        self._warn_outside_of_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError('Tried to step %s times. The specified number of total steps is %s' % (step, self.total_steps))
        phase, part = self._phase(step)
        anneal = self._ANNEALS[self._anneal_func_type]
        if self.cycle_momentum:
            for group in self.optimizer.param_groups:
                self._set_momentum(group, anneal(group[phase['start_momentum']], group[phase['end_momentum']], part))
        return [anneal(group[phase['start_lr']], group[phase['end_lr']], part) for group in self.optimizer.param_groups]


__all__ = ['LambdaLR', 'MultiplicativeLR', 'StepLR', 'MultiStepLR', 'ConstantLR', 'LinearLR', 'ExponentialLR', 'SequentialLR',
           'CosineAnnealingLR', 'ChainedScheduler', 'ReduceLROnPlateau', 'CyclicLR', 'CosineAnnealingWarmRestarts', 'OneCycleLR',
           'PolynomialLR', 'LRScheduler']
