"""Optimizer, the base of all optimizers: groups of parameters, states, hooks, and files of them. Must not know any
optimizer."""

import functools
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy

import torch
from torch._C import _profile_enabled, _profile_enter, _profile_leave
from torch.utils.hooks import RemovableHandle


class _RequiredParameter:
    """The default of an option that each group has to give."""

    def __repr__(self):
        return '<required parameter>'


required = _RequiredParameter()
_global_pre_hooks = OrderedDict()
_global_post_hooks = OrderedDict()


def _register(hooks, hook, prepend=False):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook):
    """Calls hook(optimizer, args, kwargs) before each step of every optimizer; returns a handle with remove().

    What it returns, a pair of new args (with the optimizer) and kwargs, takes the place of the step's arguments."""
    return _register(_global_pre_hooks, hook)


def register_optimizer_step_post_hook(hook):
    """Calls hook(optimizer, args, kwargs) after each step of every optimizer; returns a handle with remove()."""
    return _register(_global_post_hooks, hook)


def _with_hooks(step):
    """The function that calls the hooks of an optimizer before and after its step."""

    @functools.wraps(step)
    def hooked_step(*args, **kwargs):
        self = args[0]
        event = _profile_enter('Optimizer.step#%s.step' % type(self).__name__) if _profile_enabled() else -1
        if _global_pre_hooks or self._optimizer_step_pre_hooks:
            for hook in [*_global_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()]:
                changed = hook(self, args, kwargs)
                if isinstance(changed, tuple) and len(changed) == 2:
                    args, kwargs = changed
                elif changed is not None:
                    raise RuntimeError('%s must return None or a tuple of (new_args, new_kwargs), but got %s.' % (step, changed))
        result = step(*args, **kwargs)
        if _global_post_hooks or self._optimizer_step_post_hooks:
            for hook in [*self._optimizer_step_post_hooks.values(), *_global_post_hooks.values()]:
                hook(self, args, kwargs)
        if event >= 0:
            _profile_leave(event)
        return result

    hooked_step.hooked = True
    return hooked_step


def _named(items):
    """Tensors, and their names where the items are pairs of name and tensor; else None."""
    names = [item[0] for item in items if isinstance(item, tuple)]
    if names and len(names) != len(items):
        raise ValueError('all optimizer params should be with/without names. Some param names are missing')
    return [item[1] if isinstance(item, tuple) else item for item in items], names or None


class Optimizer:
    """The base of the optimizers. A class of your own has a step(), and may keep a dict for each parameter in self.state.

    params: tensors, pairs of name and tensor, or dicts with such a list as 'params' and options of their own.
    defaults: the options of groups that do not give them."""

    _HOOKS = ('_optimizer_step_pre_hooks', '_optimizer_step_post_hooks', '_optimizer_state_dict_pre_hooks',
              '_optimizer_state_dict_post_hooks', '_optimizer_load_state_dict_pre_hooks', '_optimizer_load_state_dict_post_hooks')

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._prepare()
        if isinstance(params, torch.Tensor):
            raise TypeError('params argument given to the optimizer should be an iterable of Tensors or dicts, but got '
                            + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError('optimizer got an empty parameter list')
        for group in groups if isinstance(groups[0], dict) else [{'params': groups}]:
            self.add_param_group(group)

    def _prepare(self):
        """Hooks that are not there, and the step of the class as one that calls them."""
        for name in self._HOOKS:
            if name not in self.__dict__:
                self.__dict__[name] = OrderedDict()
        cls = type(self)
        if not getattr(cls.step, 'hooked', False):
            cls.step = _with_hooks(cls.step)

    def add_param_group(self, param_group):
        """Adds a dict of parameters ('params') and their options, as for layers that are to be trained from now on.

        Raises TypeError for what is no tensor, ValueError for non-leaf tensors and parameters of another group."""
        if not isinstance(param_group, dict):
            raise TypeError('param_group must be a dict, but got %s' % type(param_group))
        given = param_group['params']
        if isinstance(given, set):
            raise TypeError('optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets '
                            'will change between runs. Please use a list instead.')
        params, names = _named([given] if isinstance(given, torch.Tensor) else list(given))
        param_group['params'] = params
        if names is not None:
            param_group['param_names'] = names
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is ' + torch.typename(param))
            if not (self.defaults.get('differentiable') or param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError("parameter group didn't specify a value of required optimization parameter " + name)
            param_group.setdefault(name, default)
        self._check_members(params, names is not None)
        self.param_groups.append(param_group)

    def _check_members(self, params, named):
        """A parameter belongs to one group, and either all groups have names or none has."""
        present = set(map(id, params))
        if len(present) != len(params):
            warnings.warn('optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; '
                          'see github.com/pytorch/pytorch/issues/40967 for more information', stacklevel=3)
        for group in self.param_groups:
            if ('param_names' in group) != named:
                raise ValueError('all optimizer param groups should be with/without names. cannot add param group %s names to '
                                 'the optimizer' % ('with' if named else 'without'))
        if any(id(param) in present for group in self.param_groups for param in group['params']):
            raise ValueError('some parameters appear in more than one parameter group')

    def step(self, closure=None):
        """One step; closure computes the loss again, with gradients, and returns it."""
        raise NotImplementedError

    def zero_grad(self, set_to_none=True):
        """Sets the gradients to None, or fills them with zeros."""
        event = _profile_enter('Optimizer.zero_grad#%s.zero_grad' % type(self).__name__) if _profile_enabled() else -1
        self._clear_gradients(set_to_none)
        if event >= 0:
            _profile_leave(event)

    def _clear_gradients(self, set_to_none):
        for group in self.param_groups:
            for param in group['params']:
                grad = param.grad
                if grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                else:
                    grad.detach_() if grad.grad_fn is not None else grad.requires_grad_(False)
                    grad.zero_()

    @staticmethod
    def profile_hook_step(func):
        """The function with the hooks of its first argument, an optimizer, around it, and a range of profiles."""
        return _with_hooks(func)

    # ---- hooks

    def register_step_pre_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) before each step; a pair that it returns takes the place of (args, kwargs)."""
        return _register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) after each step."""
        return _register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """Calls hook(optimizer) before a state_dict is made."""
        return _register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """Calls hook(optimizer, state_dict) when one is made; what it returns takes its place."""
        return _register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """Calls hook(optimizer, state_dict) before it is taken over; what it returns takes its place."""
        return _register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """Calls hook(optimizer) when a state_dict has been taken over."""
        return _register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # ---- files

    def state_dict(self):
        """{'state': states by the position of their parameter, 'param_groups': options, with positions as 'params'}."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        positions, groups, count = {}, [], 0
        for group in self.param_groups:
            for i, param in enumerate(group['params'], count):
                positions.setdefault(id(param), i)
            count += len(group['params'])
            packed = {name: value for name, value in group.items() if name != 'params'}
            packed['params'] = [positions[id(param)] for param in group['params']]
            groups.append(packed)
        states = {positions[id(key)] if isinstance(key, torch.Tensor) else key: value for key, value in self.state.items()}
        made = {'state': states, 'param_groups': groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, made)
            made = made if changed is None else changed
        return made

    def load_state_dict(self, state_dict):
        """Takes over the states and options of a state_dict(); tensors are cast to the type and device of their parameter.

        Raises ValueError where groups or their sizes are others."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            state_dict = state_dict if changed is None else changed
        groups, saved = self.param_groups, deepcopy(state_dict['param_groups'])
        if len(groups) != len(saved):
            raise ValueError('loaded state dict has a different number of parameter groups')
        owners = {}
        for group, other in zip(groups, saved):
            if len(group['params']) != len(other['params']):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
            for key, param in zip(other['params'], group['params']):
                owners[key] = param, other
            other['params'] = group['params']
            if 'param_names' in group:
                other.setdefault('param_names', group['param_names'])
        states = defaultdict(dict)
        for key, value in state_dict['state'].items():
            if key in owners:
                param, group = owners[key]
                states[param] = self._cast_state(param, group, value)
            else:
                states[key] = value
        self.__setstate__({'state': states, 'param_groups': saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    @classmethod
    def _cast_state(cls, param, group, value, key=None):
        """A value of a state for a parameter: tensors get its type and device, but for the number of steps."""
        if isinstance(value, torch.Tensor):
            if key == 'step':
                on_device = group.get('capturable') or group.get('fused')
                return value.to(dtype=torch.float32, device=param.device) if on_device else value
            return value.to(dtype=param.dtype, device=param.device) if param.is_floating_point() else value.to(device=param.device)
        if isinstance(value, dict):
            return {name: cls._cast_state(param, group, each, name) for name, each in value.items()}
        if isinstance(value, (list, tuple, set)):
            return type(value)(cls._cast_state(param, group, each) for each in value)
        return value

    def __getstate__(self):
        return {'defaults': self.defaults, 'state': self.state, 'param_groups': self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._prepare()
        self.defaults.setdefault('differentiable', False)

    def __repr__(self):
        text = type(self).__name__ + ' ('
        for i, group in enumerate(self.param_groups):
            text += '\nParameter Group %d\n' % i
            for name in sorted(group):
                if name != 'params':
                    text += '    %s: %s\n' % (name, group[name])
        return text + ')'


__all__ = ['Optimizer', 'register_optimizer_step_pre_hook', 'register_optimizer_step_post_hook']
