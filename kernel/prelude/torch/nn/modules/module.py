"""Module, the base of all layers and networks."""

import warnings
from collections import OrderedDict, namedtuple

import torch
from torch import _C
from torch.nn.parameter import Buffer, Parameter


_POSITIONAL_WARNING = (
    'Positional args are being deprecated, use kwargs instead. Refer to '
    'https://pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for details.')


class _IncompatibleKeys(namedtuple('IncompatibleKeys', ['missing_keys', 'unexpected_keys'])):
    """What load_state_dict did not find and what it did not know."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return '_IncompatibleKeys(missing_keys=%r, unexpected_keys=%r)' % (self.missing_keys, self.unexpected_keys)

    __str__ = __repr__


def _indent(text, spaces):
    """The text with all lines but the first moved to the right."""
    lines = text.split('\n')
    if len(lines) == 1:
        return text
    return lines[0] + '\n' + '\n'.join([' ' * spaces + line for line in lines[1:]])


class _Handle:
    """Takes a hook away again."""

    _next_id = 0

    def __init__(self, hooks):
        self.hooks = hooks
        self.id = _Handle._next_id
        _Handle._next_id = self.id + 1

    def remove(self):
        if self.id in self.hooks:
            del self.hooks[self.id]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()


def _add_hook(hooks, entry, prepend):
    handle = _Handle(hooks)
    others = list(hooks.items()) if prepend else []
    if prepend:
        hooks.clear()
    hooks[handle.id] = entry
    hooks.update(others)
    return handle


def _is_persistent(module, name):
    """Is this the name of a buffer that is saved?"""
    return name in module._buffers and name not in module._non_persistent_buffers_set


def _own_state(module):
    """The (name, tensor) pairs of a module itself that are saved and loaded: parameters, then persistent buffers."""
    entries = list(module._parameters.items()) + [(name, value) for name, value in module._buffers.items() if _is_persistent(module, name)]
    return [entry for entry in entries if entry[1] is not None]


class Module(_C._ModuleBase):
    """The base class of layers and networks.

    Parameters and modules that are assigned as attributes are registered: parameters(), state_dict() and to() find them.
    A subclass calls super().__init__() first and defines forward().
    """

    _version = 1
    _hooked = False  # becomes True with the first hook: calls then go through _call_with_hooks
    dump_patches = False
    call_super_init = False

    def __init__(self, *args, **kwargs):
        if kwargs:
            raise TypeError("Module.__init__() got an unexpected keyword argument '%s'" % next(iter(kwargs)))
        if args:
            raise TypeError('Module.__init__() takes 1 positional argument but %d were given' % (len(args) + 1))
        set_plain = super().__setattr__
        set_plain('training', True)
        set_plain('_parameters', {})
        set_plain('_buffers', {})
        set_plain('_non_persistent_buffers_set', set())
        set_plain('_modules', {})

    def forward(self, *args, **kwargs):
        raise NotImplementedError(
            'Module [' + type(self).__name__ + '] is missing the required "forward" function')

    # ---- attributes

    def _table(self, name):
        """An attribute of the instance (a table of it: None before __init__ made it). Unlike __dict__ this leaves the attributes where they are read fast."""
        try:
            return object.__getattribute__(self, name)
        except AttributeError:
            return None

    def _assign(self, name, value):
        """What _ModuleBase asks where a value or name may be registered: True where that is done, else it is an ordinary attribute."""
        parameters = self._table('_parameters')
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError('cannot assign parameters before Module.__init__() call')
            self._forget(name, '_parameters')
            self.register_parameter(name, value)
            return True
        if parameters is not None and name in parameters:
            if value is not None:
                raise TypeError("cannot assign '%s' as parameter '%s' (torch.nn.Parameter or None expected)"
                                % (torch.typename(value), name))
            self.register_parameter(name, value)
            return True
        modules = self._table('_modules')
        if isinstance(value, Module):
            if modules is None:
                raise AttributeError('cannot assign module before Module.__init__() call')
            self._forget(name, '_modules')
            modules[name] = value
            return True
        if modules is not None and name in modules:
            if value is not None:
                raise TypeError("cannot assign '%s' as child module '%s' (torch.nn.Module or None expected)"
                                % (torch.typename(value), name))
            modules[name] = value
            return True
        buffers = self._table('_buffers')
        if isinstance(value, Buffer) or (buffers is not None and name in buffers):
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError("cannot assign '%s' as buffer '%s' (torch.nn.Buffer, torch.Tensor or None expected)"
                                % (torch.typename(value), name))
            if buffers is None:
                raise AttributeError('cannot assign buffer before Module.__init__() call')
            if isinstance(value, Buffer):
                self._forget(name, '_buffers')
                self.register_buffer(name, value, value.persistent)
            else:
                buffers[name] = value
            return True
        return False

    def _forget(self, name, keep):
        """Takes a name out of the attributes and the other tables before it is registered in one."""
        try:
            object.__getattribute__(self, name)
        except AttributeError:
            pass
        else:
            self.__dict__.pop(name, None)
        for table in ('_parameters', '_buffers', '_modules'):
            if table != keep and self._table(table) is not None:
                self._table(table).pop(name, None)
        if self._table('_non_persistent_buffers_set') is not None:
            self._non_persistent_buffers_set.discard(name)

    def _delete(self, name):
        """What _ModuleBase asks before it deletes an ordinary attribute: True where the name was registered."""
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            return False
        return True

    def __dir__(self):
        names = list(dir(type(self))) + list(self.__dict__) + list(self._parameters) + list(self._modules) + list(self._buffers)
        return sorted([name for name in set(names) if not name[0].isdigit()])

    def register_parameter(self, name, param):
        """Adds a parameter, or None, under a name."""
        if self._table('_parameters') is None:
            raise AttributeError('cannot assign parameter before Module.__init__() call')
        if not isinstance(name, str):
            raise TypeError('parameter name should be a string. Got ' + torch.typename(name))
        if '.' in name:
            raise KeyError('parameter name can\'t contain "."')
        if name == '':
            raise KeyError('parameter name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._parameters:
            raise KeyError("attribute '" + name + "' already exists")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError("cannot assign '%s' object to parameter '%s' (torch.nn.Parameter or None required)"
                            % (torch.typename(param), name))
        if param is not None and param.grad_fn:
            raise ValueError("Cannot assign non-leaf Tensor to parameter '%s'. Model parameters must be created explicitly. To "
                             "express '%s' as a function of another Tensor, compute the value in the forward() method." % (name, name))
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that moves and is saved with the module but is not trained."""
        if self._table('_buffers') is None:
            raise AttributeError('cannot assign buffer before Module.__init__() call')
        if not isinstance(name, str):
            raise TypeError('buffer name should be a string. Got ' + torch.typename(name))
        if '.' in name:
            raise KeyError('buffer name can\'t contain "."')
        if name == '':
            raise KeyError('buffer name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError("attribute '" + name + "' already exists")
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError("cannot assign '%s' object to buffer '%s' (torch Tensor or None required)"
                            % (torch.typename(tensor), name))
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Adds a child, or None, under a name."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(torch.typename(module) + ' is not a Module subclass')
        if not isinstance(name, str):
            raise TypeError('module name should be a string. Got ' + torch.typename(name))
        if hasattr(self, name) and name not in self._modules:
            raise KeyError("attribute '" + name + "' already exists")
        if '.' in name:
            raise KeyError('module name can\'t contain ".", got: ' + name)
        if name == '':
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    def register_module(self, name, module):
        """Alias of add_module."""
        self.add_module(name, module)

    # ---- walking

    def named_modules(self, memo=None, prefix='', remove_duplicate=True):
        """All modules of the tree with their dotted names, this one first; each once unless remove_duplicate is False."""
        visited = set() if memo is None else memo
        if self not in visited:
            if remove_duplicate:
                visited.add(self)
            yield prefix, self
            for name, child in self._modules.items():
                if child is not None:
                    yield from child.named_modules(visited, prefix + '.' + name if prefix else name, remove_duplicate)

    def modules(self):
        """All modules of the tree, this one first."""
        for name, module in self.named_modules():
            yield module

    def named_children(self):
        """The direct children with their names."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """The direct children."""
        if type(self).named_children is not Module.named_children:
            for name, module in self.named_children():
                yield module
            return
        seen = set()
        for module in self._modules.values():
            if module is not None and module not in seen:
                seen.add(module)
                yield module

    def _named_members(self, table, prefix='', recurse=True, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in getattr(module, table).items():
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(value))
                yield path + '.' + name if path else name, value

    def named_parameters(self, prefix='', recurse=True, remove_duplicate=True):
        """All parameters with their dotted names."""
        return self._named_members('_parameters', prefix, recurse, remove_duplicate)

    def _members(self, table):
        """The values of _named_members without the names, which cost most of it."""
        seen, memo, stack, module = set(), {self}, [], self
        while module is not None:
            for value in getattr(module, table).values():
                if value is not None and id(value) not in seen:
                    seen.add(id(value))
                    yield value
            if module._modules:
                stack.append(iter(module._modules.values()))
            module = None
            while stack and module is None:
                for child in stack[-1]:
                    if child is None or child in memo:
                        continue
                    if type(child).named_modules is Module.named_modules:
                        memo.add(child)
                        module = child
                        break
                    for path, inner in child.named_modules(memo, '', True): # it is overridden
                        for value in getattr(inner, table).values():
                            if value is not None and id(value) not in seen:
                                seen.add(id(value))
                                yield value
                else:
                    stack.pop()

    def _is_plain_walk(self, name, recurse):
        """Whether no method that the traversal of submodules depends on is overridden."""
        return recurse and getattr(type(self), name) is getattr(Module, name) and type(self).named_modules is Module.named_modules

    def parameters(self, recurse=True):
        """All parameters."""
        if self._is_plain_walk('named_parameters', recurse):
            for value in self._members('_parameters'):
                yield value
        else:
            for name, value in self.named_parameters(recurse=recurse):
                yield value

    def named_buffers(self, prefix='', recurse=True, remove_duplicate=True):
        """All buffers with their dotted names."""
        return self._named_members('_buffers', prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers."""
        if self._is_plain_walk('named_buffers', recurse):
            for value in self._members('_buffers'):
                yield value
        else:
            for name, value in self.named_buffers(recurse=recurse):
                yield value

    def get_submodule(self, target):
        """The module with a dotted name."""
        module = self
        if target == '':
            return module
        for name in target.split('.'):
            if not hasattr(module, name):
                raise AttributeError(module._get_name() + ' has no attribute `' + name + '`')
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError('`' + name + '` is not an nn.Module')
        return module

    def get_parameter(self, target):
        """The parameter with a dotted name."""
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(module._get_name() + ' has no attribute `' + name + '`')
        value = getattr(module, name)
        if not isinstance(value, Parameter):
            raise AttributeError('`' + name + '` is not an nn.Parameter')
        return value

    def get_buffer(self, target):
        """The buffer with a dotted name."""
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if name not in module._buffers:
            raise AttributeError('`' + name + '` is not a buffer')
        return module._buffers[name]

    # ---- changing

    def apply(self, fn):
        """Calls fn with every module, children first; returns the module."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        if recurse:
            for child in self.children():
                child._apply(fn)
        with torch.no_grad():
            for param in self._parameters.values():
                if param is None:
                    continue
                param.data = fn(param)
                if param.grad is not None:
                    grad = fn(param.grad)
                    param.grad = None
                    param.grad = grad
            buffers = self._buffers
            for name in buffers:
                if buffers[name] is not None:
                    buffers[name] = fn(buffers[name])
        return self

    def to(self, *args, **kwargs):
        """Moves parameters and buffers to a device, or converts the floating ones to a type, in place."""
        device, dtype, non_blocking, memory_format = _C._parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError('nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=%s' % dtype)

        def convert(tensor):
            if memory_format is not None and tensor.dim() in (4, 5):
                kind = dtype if tensor.is_floating_point() or tensor.is_complex() else None
                return tensor.to(device, kind, non_blocking, memory_format=memory_format)
            if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
                return tensor.to(device, dtype, non_blocking)
            return tensor if device is None else tensor.to(device, None, non_blocking)

        return self._apply(convert)

    def cuda(self, device=None):
        """Moves parameters and buffers to a CUDA device, in place."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def cpu(self):
        """Moves parameters and buffers to the CPU, in place."""
        return self._apply(lambda tensor: tensor.cpu())

    def type(self, dst_type):
        """Converts parameters and buffers to a type, in place."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def float(self):
        """Converts floating parameters and buffers to float32, in place."""
        return self._apply(lambda tensor: tensor.float() if tensor.is_floating_point() else tensor)

    def double(self):
        """Converts floating parameters and buffers to float64, in place."""
        return self._apply(lambda tensor: tensor.double() if tensor.is_floating_point() else tensor)

    def half(self):
        """Converts floating parameters and buffers to float16, in place."""
        return self._apply(lambda tensor: tensor.half() if tensor.is_floating_point() else tensor)

    def bfloat16(self):
        """Converts floating parameters and buffers to bfloat16, in place."""
        return self._apply(lambda tensor: tensor.bfloat16() if tensor.is_floating_point() else tensor)

    def train(self, mode=True):
        """Switches the tree to training: dropout and batch norm behave differently."""
        if not isinstance(mode, bool):
            raise ValueError('training mode is expected to be boolean')
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Switches the tree to evaluation."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Sets requires_grad of all parameters."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Sets the gradients of all parameters to None, or fills them with zeros."""
        for param in self.parameters():
            if param.grad is not None:
                if set_to_none:
                    param.grad = None
                else:
                    if param.grad.grad_fn is not None:
                        param.grad = param.grad.detach()
                    else:
                        param.grad.requires_grad_(False)
                    param.grad.zero_()

    def share_memory(self):
        return self

    def compile(self, *args, **kwargs):
        """Checks the options of torch.compile for this module, which goes on running as it is written."""
        torch.compile(self, *args, **kwargs)

    # ---- hooks

    def _hooks(self, table):
        if self._table(table) is None:
            super().__setattr__(table, {})
        super().__setattr__('_hooked', True)
        _C._note_hooks()
        return self._table(table)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Calls hook(module, args, output) after forward; what it returns replaces the output."""
        return _add_hook(self._hooks('_forward_hooks'), (hook, with_kwargs, always_call), prepend)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Calls hook(module, args) before forward; what it returns replaces the arguments."""
        return _add_hook(self._hooks('_forward_pre_hooks'), (hook, with_kwargs), prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Calls hook(module, grad_input, grad_output) when the gradients of the outputs are computed."""
        return _add_hook(self._hooks('_backward_hooks'), hook, prepend)

    def _call_with_hooks(self, *args, **kwargs):
        if not any([entry[2] for entry in (self._table('_forward_hooks') or {}).values()]):
            return self._call_between_hooks(args, kwargs, set())
        called = set()
        try:
            return self._call_between_hooks(args, kwargs, called)
        except Exception:
            self._call_those_left(args, kwargs, called)
            raise

    def _call_those_left(self, args, kwargs, called):
        """After an error: the hooks that are always called and have not been."""
        for number, (hook, with_kwargs, always) in list((self._table('_forward_hooks') or {}).items()):
            if always and number not in called:
                try:
                    hook(self, args, kwargs, None) if with_kwargs else hook(self, args, None)
                except Exception as error:
                    warnings.warn('module forward hook with ``always_call=True`` raised an exception that was silenced as another error was '
                                  'raised in forward: ' + str(error))

    def _call_between_hooks(self, args, kwargs, called):
        for hook, with_kwargs in list((self._table('_forward_pre_hooks') or {}).values()):
            if with_kwargs:
                result = hook(self, args, kwargs)
                if result is not None:
                    args, kwargs = result
            else:
                result = hook(self, args)
                if result is not None:
                    args = result if isinstance(result, tuple) else (result,)
        output = self.forward(*args, **kwargs)
        for number, (hook, with_kwargs, _) in list((self._table('_forward_hooks') or {}).items()):
            called.add(number)
            result = hook(self, args, kwargs, output) if with_kwargs else hook(self, args, output)
            if result is not None:
                output = result
        hooks = list((self._table('_backward_hooks') or {}).values())
        if hooks and isinstance(output, torch.Tensor) and output.requires_grad:
            def run(grad):
                for hook in hooks:
                    hook(self, (None,) * len(args), (grad,))
            output.register_hook(run)
        return output

    # ---- state

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        own = dict(_own_state(self)) if self._buffers else self._parameters
        for name, value in own.items():
            if value is not None:
                destination[prefix + name] = value if keep_vars else value.detach()

    def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
        """The parameters and buffers of the tree by their dotted names."""
        if args:
            warnings.warn(_POSITIONAL_WARNING, FutureWarning, stacklevel=2)
            given = dict(zip(('destination', 'prefix', 'keep_vars'), args))
            destination = given.get('destination') if destination is None else destination
            prefix = prefix or given.get('prefix', '')
            keep_vars = given.get('keep_vars', False) if keep_vars is False else keep_vars
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        if hasattr(destination, '_metadata'):
            destination._metadata[prefix[:-1]] = {'version': self._version}
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, child in self._modules.items():
            if child is not None:
                child.state_dict(destination=destination, prefix=prefix + name + '.', keep_vars=keep_vars)
        return destination

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for name, param in _own_state(self):
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            value = state_dict[key]
            if not isinstance(value, torch.Tensor):
                error_msgs.append('While copying the parameter named "%s", expected torch.Tensor or Tensor-like object from '
                                  'checkpoint but received %s' % (key, type(value)))
                continue
            if len(param.shape) == 0 and len(value.shape) == 1:
                value = value[0]
            if value.shape != param.shape:
                error_msgs.append('size mismatch for %s: copying a param with shape %s from checkpoint, the shape in current '
                                  'model is %s.' % (key, value.shape, param.shape))
                continue
            if local_metadata.get('assign_to_params_buffers'):
                if isinstance(param, Parameter):
                    value = value.requires_grad_(param.requires_grad) if isinstance(value, Parameter) else Parameter(value, param.requires_grad)
                setattr(self, name, value)
                continue
            with torch.no_grad():
                param.copy_(value)
        if strict:
            for key in state_dict:
                if key.startswith(prefix):
                    rest = key[len(prefix):].split('.', 1)
                    if len(rest) > 1:
                        if rest[0] not in self._modules:
                            unexpected_keys.append(key)
                    elif not (rest[0] in self._parameters or rest[0] in self._modules or _is_persistent(self, rest[0])):
                        unexpected_keys.append(key)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies parameters and buffers from a state_dict, or with assign takes them over; names and shapes must agree."""
        if not isinstance(state_dict, dict):
            raise TypeError('Expected state_dict to be dict-like, got %s.' % type(state_dict))
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, '_metadata', None)

        def load(module, prefix):
            local = {} if metadata is None else metadata.get(prefix[:-1], {})
            if assign:
                local = dict(local, assign_to_params_buffers=True)
            module._load_from_state_dict(state_dict, prefix, local, True, missing, unexpected, errors)
            for name, child in module._modules.items():
                if child is not None:
                    load(child, prefix + name + '.')

        load(self, '')
        if strict:
            if missing:
                errors.insert(0, 'Missing key(s) in state_dict: ' + ', '.join(['"' + key + '"' for key in missing]) + '. ')
            if unexpected:
                errors.insert(1 if missing else 0,
                              'Unexpected key(s) in state_dict: ' + ', '.join(['"' + key + '"' for key in unexpected]) + '. ')
        if errors:
            raise RuntimeError('Error(s) in loading state_dict for %s:\n\t%s' % (type(self).__name__, '\n\t'.join(errors)))
        return _IncompatibleKeys(missing, unexpected)

    # ---- text

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """The text in the parentheses of the repr."""
        return ''

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split('\n') if extra else []
        child_lines = ['(' + name + '): ' + _indent(repr(module), 2) for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        text = self._get_name() + '('
        if lines:
            if len(extra_lines) == 1 and not child_lines:
                text += extra_lines[0]
            else:
                text += '\n  ' + '\n  '.join(lines) + '\n'
        return text + ')'


__all__ = ['Module']
