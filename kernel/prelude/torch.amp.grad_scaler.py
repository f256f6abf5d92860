"""Losses multiplied by a scale that grows as long as no gradient overflows."""

import warnings

import torch


class OptState:
    """What has been done with the gradients of an optimizer since the last update."""

    READY, UNSCALED, STEPPED = 0, 1, 2


class GradScaler:
    """scale(loss).backward(), step(optimizer), update(): gradients are divided by the scale, steps with infinite ones are left out."""

    def __init__(self, device='cuda', init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._device, self._enabled = device, enabled
        if device == 'cuda' and enabled and not torch.cuda.is_available():
            warnings.warn('torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.', stacklevel=2)
            self._enabled = False
        if self._enabled:
            assert growth_factor > 1.0, 'The growth factor must be > 1.0.'
            assert backoff_factor < 1.0, 'The backoff factor must be < 1.0.'
            self._init_scale, self._scale = init_scale, None
            self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
            self._init_growth_tracker, self._growth_tracker = 0, 0
            self._per_optimizer_states = {}

    def _known_scale(self, function):
        assert self._scale is not None, ('Attempted %s but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) '
                                         'earlier in the iteration.' % function)
        return self._scale

    def _state(self, optimizer):
        return self._per_optimizer_states.setdefault(id(optimizer), {'stage': OptState.READY, 'overflow': None})

    def scale(self, outputs):
        """A tensor, or tensors in lists and tuples, multiplied by the scale."""
        if not self._enabled:
            return outputs

        def scaled(value):
            if isinstance(value, torch.Tensor):
                if self._scale is None:
                    self._scale = torch.full((), self._init_scale, dtype=torch.float32, device=value.device)
                return value * self._scale.to(value.device)
            if isinstance(value, (list, tuple)):
                return type(value)([scaled(each) for each in value])
            if hasattr(value, '__iter__'):
                return map(scaled, value)
            raise ValueError('outputs must be a Tensor or an iterable of Tensors')
        return scaled(outputs)

    def _divide(self, optimizer, factor, halves):
        """Multiplies the gradients by a factor; has one of them overflowed? None: there are none."""
        found = None
        with torch.no_grad():
            for group in optimizer.param_groups:
                for param in group['params']:
                    if param.grad is None:
                        continue
                    if not halves and param.grad.dtype == torch.float16:
                        raise ValueError('Attempting to unscale FP16 gradients.')
                    found = bool(found) or not bool(param.grad.isfinite().all())
                    param.grad.mul_(factor.to(param.grad.dtype))
        return found

    def unscale_(self, optimizer):
        """Divides the gradients by the scale, so that they can be looked at or clipped before the step."""
        if not self._enabled:
            return
        scale, state = self._known_scale('unscale_'), self._state(optimizer)
        if state['stage'] == OptState.UNSCALED:
            raise RuntimeError('unscale_() has already been called on this optimizer since the last update().')
        if state['stage'] == OptState.STEPPED:
            raise RuntimeError('unscale_() is being called after step().')
        state['overflow'] = self._divide(optimizer, scale.double().reciprocal().float(), False)
        state['stage'] = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """The optimizer's step, unless gradients have overflowed."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if 'closure' in kwargs:
            raise RuntimeError('Closure use is not currently supported if GradScaler is enabled.')
        self._known_scale('step')
        state = self._state(optimizer)
        if state['stage'] == OptState.STEPPED:
            raise RuntimeError('step() has already been called since the last update().')
        if state['stage'] == OptState.READY:
            self.unscale_(optimizer)
        assert state['overflow'] is not None, 'No inf checks were recorded for this optimizer.'
        value = None if state['overflow'] else optimizer.step(*args, **kwargs)
        state['stage'] = OptState.STEPPED
        return value

    def update(self, new_scale=None):
        """The next scale: smaller after an overflow, larger after enough steps without one, or a given one."""
        if not self._enabled:
            return
        scale = self._known_scale('update')
        if new_scale is not None:
            if isinstance(new_scale, float):
                scale.fill_(new_scale)
            else:
                reason = ('new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with '
                          'requires_grad=False.')
                new_scale.device
                assert new_scale.numel() == 1, reason
                assert new_scale.requires_grad is False, reason
                scale.copy_(new_scale)
        else:
            found = [state['overflow'] for state in self._per_optimizer_states.values() if state['overflow'] is not None]
            assert found, 'No inf checks were recorded prior to update.'
            if any(found):
                scale.mul_(self._backoff_factor)
                self._growth_tracker = 0
            else:
                self._growth_tracker += 1
                if self._growth_tracker == self._growth_interval:
                    grown = scale * self._growth_factor
                    if bool(grown.isfinite()):
                        scale.copy_(grown)
                    self._growth_tracker = 0
        self._per_optimizer_states = {}

    def get_scale(self):
        """The scale, 1 where nothing is scaled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        self._growth_interval = new_interval

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        """What load_state_dict takes; empty where nothing is scaled."""
        if not self._enabled:
            return {}
        return {'scale': self.get_scale(), 'growth_factor': self._growth_factor, 'backoff_factor': self._backoff_factor,
                'growth_interval': self._growth_interval, '_growth_tracker': self._growth_tracker}

    def load_state_dict(self, state_dict):
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError('The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.')
        self._init_scale = state_dict['scale']
        if self._scale is not None:
            self._scale.fill_(state_dict['scale'])
        self._growth_factor, self._backoff_factor = state_dict['growth_factor'], state_dict['backoff_factor']
        self._growth_interval = state_dict['growth_interval']
        self._growth_tracker = self._init_growth_tracker = state_dict['_growth_tracker']


__all__ = ['GradScaler', 'OptState']
