"""Losses multiplied by a scale that grows as long as no gradient overflows."""

import warnings

import torch


class OptState:
    """What has been done with the gradients of an optimizer since the last update."""

    READY, UNSCALED, STEPPED = 0, 1, 2


# (what is called, the stage in which it is too late for that): the complaint
_TOO_LATE = {
    ('unscale_', OptState.UNSCALED): 'unscale_() has already been called on this optimizer since the last update().',
    ('unscale_', OptState.STEPPED): 'unscale_() is being called after step().',
    ('step', OptState.STEPPED): 'step() has already been called since the last update().',
}
# what state_dict() has beside the scale: the key, the attribute
_SAVED = {'growth_factor': '_growth_factor', 'backoff_factor': '_backoff_factor', 'growth_interval': '_growth_interval',
          '_growth_tracker': '_growth_tracker'}


class GradScaler:
    """scale(loss).backward(), step(optimizer), update(): gradients are divided by the scale, steps with infinite ones are left out."""

    def __init__(self, device='cuda', init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        if device == 'cuda' and enabled and not torch.cuda.is_available():
            warnings.warn('torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.', stacklevel=2)
            enabled = False
        self._device, self._enabled = device, enabled
        if enabled:
            assert growth_factor > 1.0, 'The growth factor must be > 1.0.'
            assert backoff_factor < 1.0, 'The backoff factor must be < 1.0.'
            self._init_scale, self._scale = init_scale, None
            self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
            self._init_growth_tracker, self._growth_tracker = 0, 0
            self._per_optimizer_states = {}

    def _current_scale(self, function):
        assert self._scale is not None, ('Attempted %s but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) '
                                         'earlier in the iteration.' % function)
        return self._scale

    def _state(self, optimizer, function):
        """What is known of an optimizer's gradients; RuntimeError where they are beyond what is to be done with them."""
        state = self._per_optimizer_states.setdefault(id(optimizer), {'stage': OptState.READY, 'overflow': None})
        complaint = _TOO_LATE.get((function, state['stage']))
        if complaint:
            raise RuntimeError(complaint)
        return state

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

    def _multiply(self, optimizer, factor):
        """Multiplies the gradients by a factor; has one of them overflowed? None: there are none."""
        grads = [param.grad for group in optimizer.param_groups for param in group['params'] if param.grad is not None]
        overflow = None
        with torch.no_grad():
            for grad in grads:
                if grad.dtype == torch.float16:
                    raise ValueError('Attempting to unscale FP16 gradients.')
                overflow = bool(overflow) or not bool(grad.isfinite().all())
                grad.mul_(factor.to(grad.dtype))
        return overflow

    def unscale_(self, optimizer):
        """Divides the gradients by the scale, so that they can be looked at or clipped before the step."""
        if self._enabled:
            scale, state = self._current_scale('unscale_'), self._state(optimizer, 'unscale_')
            overflow = self._multiply(optimizer, scale.double().reciprocal().float())
            state.update(stage=OptState.UNSCALED, overflow=overflow)

    def step(self, optimizer, *args, **kwargs):
        """The optimizer's step, unless gradients have overflowed."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if 'closure' in kwargs:
            raise RuntimeError('Closure use is not currently supported if GradScaler is enabled.')
        self._current_scale('step')
        state, result = self._state(optimizer, 'step'), None
        if state['stage'] == OptState.READY:
            self.unscale_(optimizer)
        assert state['overflow'] is not None, 'No inf checks were recorded for this optimizer.'
        if not state['overflow']:
            result = optimizer.step(*args, **kwargs)
        state['stage'] = OptState.STEPPED
        return result

    def update(self, new_scale=None):
        """The next scale: smaller after an overflow, larger after enough steps without one, or a given one."""
        if not self._enabled:
            return
        scale = self._current_scale('update')
        if new_scale is None:
            self._adapt(scale)
        elif isinstance(new_scale, float):
            scale.fill_(new_scale)
        else:
            new_scale.device
            assert new_scale.numel() == 1 and new_scale.requires_grad is False, (
                'new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with requires_grad=False.')
            scale.copy_(new_scale)
        self._per_optimizer_states = {}

    def _adapt(self, scale):
        """Changes the scale as the steps since the last update call for it."""
        overflows = [state['overflow'] for state in self._per_optimizer_states.values() if state['overflow'] is not None]
        assert overflows, 'No inf checks were recorded prior to update.'
        self._growth_tracker = 0 if any(overflows) else self._growth_tracker + 1
        if any(overflows):
            scale.mul_(self._backoff_factor)
        elif self._growth_tracker == self._growth_interval:
            self._growth_tracker = 0
            grown = scale * self._growth_factor
            if bool(grown.isfinite()):
                scale.copy_(grown)

    def get_scale(self):
        """The scale, 1 where nothing is scaled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        """What the scale is multiplied by after enough steps without an overflow."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Sets what get_growth_factor gives."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """What the scale is multiplied by after an overflow."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Sets what get_backoff_factor gives."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """After how many steps without an overflow the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Sets what get_growth_interval gives."""
        self._growth_interval = new_interval

    def is_enabled(self):
        """Whether losses are scaled."""
        return self._enabled

    def state_dict(self):
        """What load_state_dict takes; empty where nothing is scaled."""
        if not self._enabled:
            return {}
        return {'scale': self.get_scale(), **{key: getattr(self, attribute) for key, attribute in _SAVED.items()}}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() gave; RuntimeError where it is empty. Nothing happens where nothing is scaled."""
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError('The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.')
        self._init_scale = state_dict['scale']
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
        vars(self).update({attribute: state_dict[key] for key, attribute in _SAVED.items()})
        self._init_growth_tracker = self._growth_tracker


__all__ = ['GradScaler', 'OptState']
