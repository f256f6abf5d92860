"""Optimizers: how parameters follow their gradients."""

import collections

import torch
from torch._C import _import


def __getattr__(name):
    if name == 'lr_scheduler':
        module = _import('torch.optim.lr_scheduler')
        globals()[name] = module
        return module
    raise AttributeError("module 'torch.optim' has no attribute '%s'" % name)


class Optimizer:
    """The base of the optimizers: groups of parameters with their options, and a state for each parameter."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError('params argument given to the optimizer should be an iterable of Tensors or dicts, but got '
                            + torch.typename(params))
        self.defaults = defaults
        self._opt_called = False
        self.state = collections.defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError('optimizer got an empty parameter list')
        if not isinstance(groups[0], dict):
            groups = [{'params': groups}]
        for group in groups:
            self.add_param_group(group)
        if defaults.get('fused'):
            if defaults.get('differentiable'):
                raise RuntimeError('`fused` does not support `differentiable`')
            if defaults.get('foreach'):
                raise RuntimeError('`fused` and `foreach` cannot be `True` together.')

    def add_param_group(self, group):
        """Adds parameters with options of their own."""
        if not isinstance(group, dict):
            raise TypeError('param_group must be a dict, but got %s' % type(group))
        params = group['params']
        if isinstance(params, set):
            raise TypeError('optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets '
                            'will change between runs. Please use a list instead.')
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        for item in params:
            if isinstance(item, tuple):
                item = item[1]
            if not isinstance(item, torch.Tensor):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is ' + torch.typename(item))
            if not (self.defaults.get('differentiable') or item.is_leaf or item.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        made = dict(group)
        made['params'] = [item[1] if isinstance(item, tuple) else item for item in params]
        for name, value in self.defaults.items():
            made.setdefault(name, value)
        present = [id(item) for other in self.param_groups for item in other['params']]
        if any([id(item) in present for item in made['params']]):
            raise ValueError('some parameters appear in more than one parameter group')
        self.param_groups.append(made)

    def zero_grad(self, set_to_none=True):
        """Sets the gradients to None, or fills them with zeros."""
        for group in self.param_groups:
            for param in group['params']:
                if param.grad is not None:
                    if set_to_none:
                        param.grad = None
                    else:
                        param.grad.detach_() if param.grad.grad_fn is not None else param.grad.requires_grad_(False)
                        param.grad.zero_()

    def step(self, closure=None):
        """One step; a closure that computes the loss again may be given."""
        loss = None
        self._opt_called = True
        if 'capturable' in self.defaults and torch.cuda.is_current_stream_capturing():
            self._check_capture()
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.set_grad_enabled(bool(self.defaults.get('differentiable'))):
            for group in self.param_groups:
                if group.get('fused') or group.get('capturable') or group.get('differentiable'):
                    self._check_implementation(group)
                for param in group['params']:
                    if param.grad is not None:
                        grad = -param.grad if group.get('maximize') else param.grad
                        self._update(param, grad, group)
        return loss

    def _update(self, param, grad, group):
        raise NotImplementedError

    # fused and foreach select implementations that compute the same; here there is one for all
    _capturable_devices = ['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']

    def _check_implementation(self, group):
        if group.get('differentiable') and group.get('foreach'):
            raise AssertionError("_foreach ops don't support autograd")
        for param in group['params']:
            if param.grad is None:
                continue
            if group.get('fused') and not param.is_floating_point():
                raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: ['mps', 'cuda', "
                                   "'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but %s and %s" % (param.dtype, param.device.type))
            if group.get('capturable') and not param.is_cuda:
                raise AssertionError('If capturable=True, params and state_steps must be on supported devices: %s.' % self._capturable_devices)

    def _check_capture(self):
        # scalars of the host would be constants of the graph
        if not all(group['capturable'] for group in self.param_groups):
            raise RuntimeError("Attempting CUDA graph capture of step() for an instance of %s but param_groups' capturable is "
                               'False.' % type(self).__name__)

    def _state_of(self, param):
        return self.state[param]

    def state_dict(self):
        """Options and states, with parameters by their position."""
        positions = {}
        for group in self.param_groups:
            for param in group['params']:
                positions.setdefault(id(param), len(positions))
        groups = []
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != 'params'}
            packed['params'] = [positions[id(param)] for param in group['params']]
            groups.append(packed)
        return {'state': {positions[id(param)]: value for param, value in self.state.items()}, 'param_groups': groups}

    def load_state_dict(self, state_dict):
        """Takes over a state_dict of the same groups."""
        state_dict = state_dict.copy()
        groups = state_dict['param_groups']
        if len(groups) != len(self.param_groups):
            raise ValueError('loaded state dict has a different number of parameter groups')
        params = {}
        for group, saved in zip(self.param_groups, groups):
            if len(group['params']) != len(saved['params']):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
            for position, param in zip(saved['params'], group['params']):
                params[position] = param
            for name, value in saved.items():
                if name != 'params':
                    group[name] = value
        self.state = collections.defaultdict(dict)
        for position, value in state_dict['state'].items():
            param = params.get(position)
            if param is None:
                continue
            self.state[param] = {
                name: item.to(param.device, param.dtype) if isinstance(item, torch.Tensor) and name != 'step' else item
                for name, item in value.items()} if isinstance(value, dict) else value

    def __repr__(self):
        text = type(self).__name__ + ' ('
        for i, group in enumerate(self.param_groups):
            text += '\nParameter Group %d\n' % i
            for name in sorted(group):
                if name != 'params':
                    text += '    %s: %s\n' % (name, group[name])
        return text + ')'


def _check(condition, text):
    if not condition:
        raise ValueError(text)


# what a ValueError calls an option that is negative
_NAMES = {'lr': 'learning rate', 'eps': 'epsilon value', 'momentum': 'momentum value', 'weight_decay': 'weight_decay value', 'alpha': 'alpha value',
          'lr_decay': 'lr_decay value', 'initial_accumulator_value': 'initial_accumulator_value value'}


def _check_not_negative(**options):
    """ValueError for the first option below zero; a learning rate that is a tensor has one element."""
    lr = options.get('lr')
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError('Tensor lr must be 1-element')
    for name, value in options.items():
        if not 0.0 <= value:
            raise ValueError('Invalid %s: %s' % (_NAMES[name], value))


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum (Polyak 1964) or that of Nesterov (1983) if wanted."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        _check_not_negative(lr=lr, momentum=momentum, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'dampening': dampening, 'weight_decay': weight_decay,
                                  'nesterov': nesterov, 'maximize': maximize, 'foreach': foreach,
                                  'differentiable': differentiable, 'fused': fused})
        _check(not nesterov or (momentum > 0 and dampening == 0), 'Nesterov momentum requires a momentum and zero dampening')

    def _update(self, param, grad, group):
        decay, momentum = group['weight_decay'], group['momentum']
        if decay != 0:
            grad = grad.add(param, alpha=decay)
        if momentum != 0:
            state = self._state_of(param)
            buffer = state.get('momentum_buffer')
            if buffer is None:
                buffer = state['momentum_buffer'] = grad.detach().clone()
            else:
                buffer.mul_(momentum).add_(grad, alpha=1 - group['dampening'])
            grad = grad.add(buffer, alpha=momentum) if group['nesterov'] else buffer
        lr = group['lr']
        if isinstance(lr, torch.Tensor) and lr.requires_grad:
            param.addcmul_(grad, lr, value=-1)
        else:
            param.add_(grad, alpha=-lr)


class Adam(Optimizer):
    """Steps along the running mean of the gradient, divided by the root of that of its square (Kingma and Ba 2015)."""

    _decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        _check_not_negative(lr=lr)
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError('lr as a Tensor is not supported for capturable=False and foreach=True')
        _check(isinstance(betas[0], torch.Tensor) == isinstance(betas[1], torch.Tensor), 'betas must be either both floats or both Tensors')
        _check_not_negative(eps=eps)
        for i, beta in enumerate(betas[:2]):
            if not 0.0 <= beta < 1.0:
                raise ValueError('Invalid beta parameter at index %d: %s' % (i, beta))
        _check_not_negative(weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad,
                                  'maximize': maximize, 'foreach': foreach, 'capturable': capturable,
                                  'differentiable': differentiable, 'fused': fused,
                                  'decoupled_weight_decay': decoupled_weight_decay or self._decoupled})

    def _update(self, param, grad, group):
        state = self._state_of(param)
        capturable = group['capturable'] and param.is_cuda
        if not state:
            state['step'] = torch.zeros((), device=param.device) if capturable else torch.tensor(0.0)
            state['exp_avg'] = torch.zeros_like(param)
            state['exp_avg_sq'] = torch.zeros_like(param)
            if group['amsgrad']:
                state['max_exp_avg_sq'] = torch.zeros_like(param)
        beta1, beta2 = group['betas']
        lr, decay = group['lr'], group['weight_decay']
        state['step'] += 1
        on_device = capturable or group['differentiable']
        step = state['step'] if on_device else state['step'].item()
        if decay != 0:
            if group['decoupled_weight_decay']:
                param.mul_(1 - lr * decay)
            else:
                grad = grad.add(param, alpha=decay)
        mean, square = state['exp_avg'], state['exp_avg_sq']
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        size = lr / (1 - beta1 ** step)
        root = (1 - beta2 ** step) ** 0.5
        if group['amsgrad']:
            largest = state['max_exp_avg_sq']
            largest.copy_(torch.maximum(largest, square))
            square = largest
        if on_device:  # the factors are tensors
            param.addcdiv_(mean, (square.sqrt() / (root * -size)).add_(group['eps'] / -size))
        else:
            param.addcdiv_(mean, (square.sqrt() / root).add_(group['eps']), value=-size)


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters beside the step of the gradient (Loshchilov and Hutter 2019)."""

    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        implementation = {'foreach': foreach, 'capturable': capturable, 'differentiable': differentiable, 'fused': fused}
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, **implementation)


class RMSprop(Optimizer):
    """Gradients divided by the root of a running mean of their squares (Hinton 2012)."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        _check_not_negative(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps, 'centered': centered,
                                  'weight_decay': weight_decay, 'capturable': capturable, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable})

    def _update(self, param, grad, group):
        state = self._state_of(param)
        if not state:
            state['step'] = torch.tensor(0.0)
            state['square_avg'] = torch.zeros_like(param)
            if group['momentum'] > 0:
                state['momentum_buffer'] = torch.zeros_like(param)
            if group['centered']:
                state['grad_avg'] = torch.zeros_like(param)
        state['step'] += 1
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        alpha = group['alpha']
        square = state['square_avg']
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg']
            mean.lerp_(grad, 1 - alpha)
            square = square.addcmul(mean, mean, value=-1)
        root = square.sqrt().add_(group['eps'])
        if group['momentum'] > 0:
            buffer = state['momentum_buffer']
            buffer.mul_(group['momentum']).addcdiv_(grad, root)
            param.add_(buffer, alpha=-group['lr'])
        else:
            param.addcdiv_(grad, root, value=-group['lr'])


class Adagrad(Optimizer):
    """Gradients divided by the root of the sum of their squares so far (Duchi et al. 2011)."""

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        _check_not_negative(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value, eps=eps)
        super().__init__(params, {'lr': lr, 'lr_decay': lr_decay, 'eps': eps, 'weight_decay': weight_decay,
                                  'initial_accumulator_value': initial_accumulator_value, 'foreach': foreach,
                                  'maximize': maximize, 'differentiable': differentiable, 'fused': fused})
        for group in self.param_groups:
            for param in group['params']:
                self.state[param] = {'step': torch.tensor(0.0), 'sum': torch.full_like(param, initial_accumulator_value)}

    def _update(self, param, grad, group):
        state = self.state[param]
        state['step'] += 1
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        size = group['lr'] / (1 + (state['step'].item() - 1) * group['lr_decay'])
        state['sum'].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, state['sum'].sqrt().add_(group['eps']), value=-size)


class Adadelta(Optimizer):
    """Steps scaled by running means of squared gradients and squared steps (Zeiler 2012)."""

    _capturable_devices = ['cuda', 'xpu', 'hpu', 'privateuseone']

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
                 differentiable=False):
        _check_not_negative(lr=lr)
        _check(0.0 <= rho <= 1.0, 'Invalid rho value: %s' % rho)
        _check_not_negative(eps=eps, weight_decay=weight_decay)
        super().__init__(params, {'lr': lr, 'rho': rho, 'eps': eps, 'weight_decay': weight_decay, 'maximize': maximize,
                                  'capturable': capturable, 'foreach': foreach, 'differentiable': differentiable})

    def _update(self, param, grad, group):
        state = self._state_of(param)
        if not state:
            state['step'] = torch.tensor(0.0)
            state['square_avg'] = torch.zeros_like(param)
            state['acc_delta'] = torch.zeros_like(param)
        state['step'] += 1
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        rho, eps = group['rho'], group['eps']
        state['square_avg'].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        root = state['square_avg'].add(eps).sqrt_()
        delta = state['acc_delta'].add(eps).sqrt_().div_(root).mul_(grad)
        state['acc_delta'].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-group['lr'])


__all__ = ['Adadelta', 'Adagrad', 'Adam', 'AdamW', 'Optimizer', 'RMSprop', 'SGD', 'lr_scheduler']
