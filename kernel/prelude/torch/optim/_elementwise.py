"""What the optimizers have in common whose step changes each element by itself.

Each is a row of runtime/ops/optimizers.c, by which a group is changed in one pass and one call, and the same step op by op
(_update) for what the row does not do: half and complex numbers, other layouts, differentiable and capturable steps. Must
not know any of them."""

import torch
from torch._C import _optimizer_step
from torch.optim.optimizer import Optimizer

# what a ValueError calls an option that is negative
_TITLES = {'lr': 'learning rate', 'eps': 'epsilon value'}

GPU_DEVICES = ['cuda', 'xpu', 'hpu', 'privateuseone']
CAPTURABLE_DEVICES = GPU_DEVICES + ['xla']


def check_options(lr, **options):
    """ValueError for an option below zero or nan, for betas outside of [0, 1), and for a learning rate of several elements."""
    check_rate(lr)
    for name, value in {'lr': lr, **options}.items():
        if name == 'betas':
            for i in range(2):
                if not 0.0 <= value[i] < 1.0:
                    raise ValueError('Invalid beta parameter at index %d: %s' % (i, value[i]))
        elif not 0.0 <= value:
            raise ValueError('Invalid %s: %s' % (_TITLES.get(name, name + ' value'), value))


def check_rate(lr):
    """ValueError for a learning rate that is a tensor of several elements."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError('Tensor lr must be 1-element')


def number(value):
    """A number; of a tensor its value, but where it has a history or is on a device."""
    return value.item() if isinstance(value, torch.Tensor) and not (value.requires_grad or value.is_cuda) else value


def counter(value=0.0, device=None):
    """A number of a state: a tensor of the default type, float32 or float64."""
    dtype = torch.float64 if torch.get_default_dtype() == torch.float64 else torch.float32
    return torch.tensor(float(value), dtype=dtype, device=device)


def add_scaled(param, x, scale):
    """param += scale x, where the scale may be a tensor."""
    scale = number(scale)
    param.add_(x * scale) if isinstance(scale, torch.Tensor) else param.add_(x, alpha=scale)


def add_quotient(param, x, y, scale):
    """param += scale x / y, where the scale may be a tensor."""
    scale = number(scale)
    param.addcdiv_(x, y / scale) if isinstance(scale, torch.Tensor) else param.addcdiv_(x, y, value=scale)


class ElementwiseOptimizer(Optimizer):
    """The base of these optimizers: their step, with the checks of options that exclude each other."""

    _row = None                     # its row
    _older = {}                     # options that files of older versions lack
    _numbers = ('step',)            # numbers of the state, which older versions did not keep as tensors
    _title = None                   # its name in errors
    _subject = 'params and state_steps'
    _devices = _foreach_devices = GPU_DEVICES
    _tensor_steps = False           # differentiable steps are numbered by tensors, too
    _real_views = True              # complex parameters are changed as pairs of real numbers
    _pairs = {}                     # options that its function takes as several numbers
    _checks_steps = True            # its function wants tensors as numbers of steps

    def __init__(self, params, defaults):
        super().__init__(params, defaults)
        if defaults.get('fused'):
            if defaults['differentiable']:
                raise RuntimeError('`fused` does not support `differentiable`')
            if defaults['foreach']:
                raise RuntimeError('`fused` and `foreach` cannot be `True` together.')

    def __init_subclass__(cls):
        if '_row' in cls.__dict__:
            def step(self, closure=None):
                """One step for all parameters that have a gradient; returns what closure, if one is given, returns."""
                return self._step(closure)

            step.__qualname__ = cls.__qualname__ + '.step'
            step.__module__ = cls.__module__
            cls.step = step

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name, value in self._older.items():
                group.setdefault(name, value)
            for param in group['params']:
                values = self.state.get(param, {})
                for name in self._numbers:
                    if name in values and not isinstance(values[name], torch.Tensor):
                        values[name] = counter(values[name])

    def _step(self, closure):
        loss = None
        if 'capturable' in self.defaults and torch.cuda.is_current_stream_capturing():
            self._check_capture()
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            if not _optimizer_step(self._row, self.state, group):
                self._step_group(group)
        return loss

    def _step_group(self, group):
        """The step of a group that the row could not do at once: its states are new, or it wants another way."""
        params = [param for param in group['params'] if param.grad is not None]
        differentiable = group.get('differentiable')
        with torch.set_grad_enabled(self.defaults.get('differentiable', False)):
            for param in params:
                self._check_gradient(param, group)
                state = self.state[param] if self._numbers else self.state.get(param)
                if state is not None and len(state) == 0:
                    state.update(self._new_state(param, group))
            if not params or _optimizer_step(self._row, self.state, group):
                return
            if differentiable and group.get('foreach') and self._real_views:
                raise AssertionError("_foreach ops don't support autograd")
            if group.get('capturable'):
                self._check_devices(group, params)
            for param in params:
                self._step_param(param, group)

    def _step_listed(self, group, grads):
        """The step for gradients that are no attributes of the parameters; states are there."""
        params = group['params']
        if not any(param.requires_grad for param in params):
            for param, grad in zip(params, grads):
                param.grad = grad.detach()
            if _optimizer_step(self._row, self.state, group):
                return
        for param, grad in zip(params, grads):
            self._step_param(param, group, grad)

    def _step_param(self, param, group, grad=None):
        keeps = self._numbers or group.get('momentum')
        grad, state = param.grad if grad is None else grad, self.state[param] if keeps else {}
        if group.get('maximize'):
            grad = -grad
        if group.get('differentiable'):  # what the graph has kept of the last step must not change
            state.update({name: value.clone() for name, value in state.items()})
        for name in self._numbers[:1]:
            state[name] += 1
        decay = group.get('weight_decay', 0)
        if decay != 0:
            if group.get('decoupled_weight_decay'):
                param.mul_(1 - group['lr'] * decay)
            else:
                grad = grad.add(param, alpha=decay)
        if self._real_views and param.is_complex():
            state = {name: torch.view_as_real(value) if value.is_complex() else value for name, value in state.items()}
            param, grad = torch.view_as_real(param), torch.view_as_real(grad)
        step = state.get('step')
        if not (step is None or step.is_cuda or (group.get('differentiable') and self._tensor_steps)):
            step = step.item()
        self._update(param, grad, state, {**group, 'step': step})

    def _new_state(self, param, group):
        """The state of a parameter before its first step."""
        raise NotImplementedError

    def _update(self, param, grad, state, options):
        """One step of a parameter, op by op: options are those of the group and 'step', the number of this step."""
        raise NotImplementedError

    def _counter(self, param, group, value=0.0):
        """A number of a new state, on the parameter's device where steps are to be captured there."""
        on_device = group.get('capturable') or group.get('fused')
        return torch.full((), value, dtype=torch.float32, device=param.device) if on_device else counter(value, 'cpu')

    def _check_gradient(self, param, group):
        if param.grad.is_sparse:
            raise RuntimeError('%s does not support sparse gradients' % self._title)
        if group.get('fused') and (param.is_meta or not param.is_floating_point()):
            raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: ['mps', 'cuda', "
                               "'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but %s and %s" % (param.dtype, param.device.type))

    def _check_devices(self, group, params):
        if not all(param.is_cuda and self.state[param]['step'].is_cuda for param in params):
            devices = self._foreach_devices if group['foreach'] else self._devices
            subject = self._subject[bool(group['foreach'])] if isinstance(self._subject, tuple) else self._subject
            raise AssertionError('If capturable=True, %s must be on supported devices: %s.' % (subject, devices))

    def _check_capture(self):
        # scalars of the host would be constants of the graph
        if not all(group['capturable'] for group in self.param_groups):
            raise RuntimeError("Attempting CUDA graph capture of step() for an instance of %s but param_groups' capturable is "
                               'False.' % type(self).__name__)


def step_lists(cls, given, **lists):
    """The step of a class for lists of tensors, as its function takes them: given are the function's arguments by name, lists
    say which of them hold what in a state."""
    params, grads, steps = given['params'], given.get('grads', given.get('d_p_list')), given.get('state_steps')
    if steps is not None and cls._checks_steps and not all(isinstance(step, torch.Tensor) for step in steps):
        raise RuntimeError('API has changed, `state_steps` argument must contain a list of singleton tensors')
    if given.get('fused'):
        if given.get('differentiable'):
            raise RuntimeError('%s with fused=True does not support differentiable=True' % cls._row)
        if given.get('found_inf') is not None and given['found_inf'].item():
            return
        if given.get('grad_scale') is not None:
            for grad in grads:
                grad.div_(given['grad_scale'])
    elif given.get('grad_scale') is not None or given.get('found_inf') is not None:
        raise AssertionError('Expected grad_scale and found_inf to be None')
    if isinstance(given['lr'] if 'lr' in given else None, torch.Tensor) and given.get('foreach') and not given.get('capturable'):
        raise RuntimeError('lr as a Tensor is not supported for capturable=False and foreach=True')
    if given.get('differentiable') and given.get('foreach'):
        raise AssertionError("_foreach ops don't support autograd")
    self = object.__new__(cls)
    group = {'foreach': False, 'fused': False, **{name: value for name, value in given.items() if value is not None}}
    group.update(differentiable=bool(given.get('differentiable')), capturable=bool(given.get('capturable')))
    for name, parts in cls._pairs.items():
        group[name] = tuple([given[part] for part in parts])
    group['params'], self.state = [], {}
    names = {key: given[name] for name, key in lists.items() if given[name]}
    for i, param in enumerate(params):
        plain = group['differentiable'] or torch.is_grad_enabled() and param.requires_grad
        own = param if plain else param.detach()
        state = {key: values[i] for key, values in names.items() if values[i] is not None}
        group['params'].append(own)
        self.state[own] = state if steps is None else {'step': steps[i] if isinstance(steps[i], torch.Tensor) else counter(steps[i]), **state}
    if group['capturable'] and params:
        self._check_devices(group, group['params'])
    self._step_listed(group, [grads[i] for i in range(len(params))])
    for i, param in enumerate(group['params']):  # buffers that are new
        for key, values in names.items():
            if values[i] is None:
                values[i] = self.state[param].get(key)
