"""Averages of weights while training: stochastic weight averaging (SWA, Izmailov et al. 2018) and exponential moving averages."""

import itertools
import math
import warnings
from copy import deepcopy

import torch
from torch.nn import Module
from torch.nn.modules.batchnorm import _BatchNorm
from torch.optim.lr_scheduler import LRScheduler, _for_groups


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError('Invalid decay value %s provided. Please provide a value in [0,1] range.' % decay)


def _has_floats(tensors):
    return torch.is_floating_point(tensors[0]) or torch.is_complex(tensors[0])


def get_ema_avg_fn(decay=0.999):
    """A function (average, new, count) of tensors: decay average + (1 - decay) new."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """A function (average, new, count) of tensors: the mean of all so far, with equal weights."""

    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_multi_avg_fn(decay=0.999):
    """The same as get_ema_avg_fn, in place for lists of tensors."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        floats = _has_floats(ema_param_list)
        for average, new in zip(ema_param_list, current_param_list):
            if floats:
                average.lerp_(new, 1 - decay)
            else:
                average.copy_(average * decay + new * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    """The same as get_swa_avg_fn, in place for lists of tensors."""

    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        floats, weight = _has_floats(averaged_param_list), 1 / (num_averaged + 1)
        for average, new in zip(averaged_param_list, current_param_list):
            if floats:
                average.lerp_(new, float(weight))
            else:
                average.add_((new - average) / (num_averaged + 1))

    return swa_update


class AveragedModel(Module):
    """A copy of a model whose parameters are an average of those that update_parameters() was given: of all with equal weights,
    or what avg_fn(average, new, count) returns, or multi_avg_fn makes of lists of them in place.

    use_buffers: buffers are averaged, too; otherwise they are those of the last model. update_bn() computes running
    statistics of the average."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        assert avg_fn is None or multi_avg_fn is None, 'Only one of avg_fn and multi_avg_fn should be provided'
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer('n_averaged', torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        return [item.detach() for item in itertools.chain(model.parameters(), model.buffers() if self.use_buffers else ())]

    def update_parameters(self, model):
        """Takes the parameters of the model into the average."""
        averages, news = self._averaged(self.module), self._averaged(model)
        news = [new.to(average.device) for average, new in zip(averages, news)]
        if self.n_averaged == 0:
            for average, new in zip(averages, news):
                average.copy_(new)
        elif self.multi_avg_fn is not None:
            for kind in dict.fromkeys((average.device, average.dtype) for average in averages):
                pairs = [pair for pair in zip(averages, news) if (pair[0].device, pair[0].dtype) == kind]
                self.multi_avg_fn([average for average, _ in pairs], [new for _, new in pairs], self.n_averaged.to(kind[0]))
        else:
            function = get_swa_avg_fn() if self.avg_fn is None else self.avg_fn
            for average, new in zip(averages, news):
                average.copy_(function(average, new, self.n_averaged.to(average.device)))
        if not self.use_buffers:
            for mine, other in zip(self.module.buffers(), model.buffers()):
                mine.detach().copy_(other.detach().to(mine.device))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Computes the running statistics of all batch normalisations anew from the batches of loader (of pairs the first is taken)."""
    layers = {module: module.momentum for module in model.modules() if isinstance(module, _BatchNorm)}
    for layer in layers:
        layer.reset_running_stats()
    if not layers:
        return
    training = model.training
    model.train()
    for layer in layers:  # means with equal weights
        layer.momentum = None
    for batch in loader:
        batch = batch[0] if isinstance(batch, (list, tuple)) else batch
        model(batch if device is None else batch.to(device))
    for layer, momentum in layers.items():
        layer.momentum = momentum
    model.train(training)


class SWALR(LRScheduler):
    """Goes from the rates of the groups to swa_lr (one, or one for each group) in anneal_epochs steps, and stays there.

    anneal_strategy: 'cos' or 'linear'."""

    _STRATEGIES = {'cos': lambda part: (1 - math.cos(math.pi * part)) / 2, 'linear': lambda part: part}

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy='cos', last_epoch=-1):
        for group, rate in zip(optimizer.param_groups, _for_groups('swa_lr', optimizer, swa_lr)):
            group['swa_lr'] = rate
        if anneal_strategy not in self._STRATEGIES:
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got %s" % anneal_strategy)
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError('anneal_epochs must be equal or greater than 0, got %s' % anneal_epochs)
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _weight(self, step):
        """How much of swa_lr is in the rates at a step."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        return self._STRATEGIES[self._anneal_strategy](part)

    def get_lr(self):
        if not self._get_lr_called_within_step:
            warnings.warn('To get the last learning rate computed by the scheduler, please use `get_last_lr()`.', UserWarning, stacklevel=2)
        step = self._step_count - 1
        step = max(1, step) if self.anneal_epochs == 0 else step
        before, now = self._weight(step - 1), self._weight(step)
        rates = []
        for group in self.optimizer.param_groups:
            start = group['swa_lr'] if before == 1 else (group['lr'] - before * group['swa_lr']) / (1 - before)
            rates.append(group['swa_lr'] * now + start * (1 - now))
        return rates


__all__ = ['AveragedModel', 'update_bn', 'SWALR', 'get_ema_multi_avg_fn', 'get_swa_multi_avg_fn', 'get_ema_avg_fn', 'get_swa_avg_fn']
