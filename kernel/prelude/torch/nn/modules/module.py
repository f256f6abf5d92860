"""Module, the base of all layers and networks."""

import warnings
from _weakref import ref as _weak_reference
from collections import OrderedDict, namedtuple

import torch
from torch import _C
from torch.nn.parameter import Parameter, is_lazy


_POSITIONAL_WARNING = (
    'Positional args are being deprecated, use kwargs instead. Refer to '
    'https://pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for details.')


_EXTRA_STATE_ERROR = ('Reached a code path in Module.%s_extra_state() that should never be called. Please file an issue at '
                      'https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report this bug.')


_COMPLEX_WARNING = (
    'Complex modules are a new feature under active development whose design may change, and some modules might not work as expected when '
    'using complex tensors as parameters or buffers. Please file an issue at https://github.com/pytorch/pytorch/issues/new?'
    'template=bug-report.yml if a complex module does not work as expected.')


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


# in the order in which PyTorch makes them
_STATE_TABLES = '''_backward_pre_hooks _backward_hooks _forward_hooks _forward_hooks_with_kwargs _forward_hooks_always_called _forward_pre_hooks
_forward_pre_hooks_with_kwargs _state_dict_hooks _state_dict_pre_hooks _load_state_dict_pre_hooks _load_state_dict_post_hooks'''.split()
_HOOK_TABLES = frozenset(_STATE_TABLES)
_TABLES = ('_parameters', dict), ('_buffers', dict), ('_modules', dict), ('_non_persistent_buffers_set', set)
_EXTRA_STATE_KEY_SUFFIX = '_extra_state'

# Hooks of registrations, of all modules: kind -> table. Empty until there is one, which is what registering looks at.
_registration_hooks = {}


def _registered(kind, module, name, value):
    """What is registered after the hooks of its kind have seen it."""
    for hook in list(_registration_hooks[kind].values()):
        result = hook(module, name, value)
        if result is not None:
            value = result
    return value


def _add_registration_hook(kind, hook):
    from torch.utils.hooks import RemovableHandle
    handle = RemovableHandle(_registration_hooks.setdefault(kind, OrderedDict()))
    _registration_hooks[kind][handle.id] = hook
    return handle


def register_module_parameter_registration_hook(hook):
    """Calls hook(module, name, parameter) for every parameter that a module registers; what it returns is registered instead. The handle."""
    return _add_registration_hook('parameter', hook)


def register_module_buffer_registration_hook(hook):
    """Calls hook(module, name, buffer) for every buffer that a module registers; what it returns is registered instead. The handle."""
    return _add_registration_hook('buffer', hook)


def register_module_module_registration_hook(hook):
    """Calls hook(module, name, child) for every child that a module registers; what it returns is registered instead. The handle."""
    return _add_registration_hook('module', hook)


def _with_module(hook, module):
    """A hook that gets a module before its other arguments, and does not keep it alive."""
    from functools import wraps
    reference = _weak_reference(module)

    @wraps(hook)
    def call(*args):
        if reference() is None:
            raise RuntimeError('You are trying to call the hook of a dead Module!')
        return hook(reference(), *args)

    return call


def _is_mapping(value):
    from collections.abc import Mapping
    return isinstance(value, Mapping)


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

    def __getstate__(self):
        """The attributes, and the tables of hooks that a module of PyTorch has from its birth on: it runs with what is written of this one."""
        state, own = {}, self.__dict__
        for name, value in own.items():
            if name == '_modules':
                state.update((table, own[table] if table in own else OrderedDict()) for table in _STATE_TABLES)
                state['_is_full_backward_hook'] = own.get('_is_full_backward_hook')
            state[name] = value
        return state

    def __setstate__(self, state):
        """Takes the attributes of a copy, or of a file."""
        tables = {name: kind(state[name]) for name, kind in _TABLES if name in state and type(state[name]) is not kind}
        empty = [name for name in _STATE_TABLES if name in state and not state[name]]
        self.__dict__.update(state if not empty else {name: value for name, value in state.items() if name not in empty}, **tables)

    def __init__(self, *args, **kwargs):
        if kwargs and not self.call_super_init:
            raise TypeError("%s.__init__() got an unexpected keyword argument '%s'" % (type(self).__name__, next(iter(kwargs))))
        if args and not self.call_super_init:
            raise TypeError('%s.__init__() takes 1 positional argument but %d were given' % (type(self).__name__, len(args) + 1))
        set_plain = super().__setattr__
        set_plain('training', True)
        set_plain('_parameters', {})
        set_plain('_buffers', {})
        set_plain('_non_persistent_buffers_set', set())
        set_plain('_modules', {})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

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
        if isinstance(value, torch.Tensor) and isinstance(value, Parameter):
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
            modules[name] = _registered('module', self, name, value) if 'module' in _registration_hooks else value
            return True
        if modules is not None and name in modules:
            if value is not None:
                raise TypeError("cannot assign '%s' as child module '%s' (torch.nn.Module or None expected)"
                                % (torch.typename(value), name))
            modules[name] = _registered('module', self, name, value) if 'module' in _registration_hooks else value
            return True
        buffers = self._table('_buffers')
        if getattr(value, '_is_buffer', False) or (buffers is not None and name in buffers):
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError("cannot assign '%s' as buffer '%s' (torch.nn.Buffer, torch.Tensor or None expected)"
                                % (torch.typename(value), name))
            if buffers is None:
                raise AttributeError('cannot assign buffer before Module.__init__() call')
            if getattr(value, '_is_buffer', False):
                self._forget(name, '_buffers')
                self.register_buffer(name, value, value.persistent)
            else:
                buffers[name] = _registered('buffer', self, name, value) if 'buffer' in _registration_hooks else value
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
        if param is not None and 'parameter' in _registration_hooks:
            param = _registered('parameter', self, name, param)
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
        self._buffers[name] = _registered('buffer', self, name, tensor) if 'buffer' in _registration_hooks else tensor
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
        self._modules[name] = _registered('module', self, name, module) if 'module' in _registration_hooks else module

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

    def modules(self, remove_duplicate=True):
        """All modules of the tree, this one first; each once unless remove_duplicate is False."""
        for name, module in self.named_modules(remove_duplicate=remove_duplicate):
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
        if not hasattr(module, name):
            raise AttributeError(module._get_name() + ' has no attribute `' + name + '`')
        if name not in module._buffers:
            raise AttributeError('`' + name + '` is not a buffer')
        return module._buffers[name]

    def set_submodule(self, target, module, strict=False):
        """Puts a module at a dotted name; strict: only where there is one."""
        if target == '':
            raise ValueError('Cannot set the submodule without a target name!')
        if not isinstance(module, Module):
            raise ValueError('`module` is not an nn.Module, found %s' % type(module))
        path, _, name = target.rpartition('.')
        parent = self.get_submodule(path)
        if strict or hasattr(parent, name):
            parent.get_submodule(name)
        setattr(parent, name, module)

    # ---- changing

    def apply(self, fn):
        """Calls fn with every module, children first; returns the module."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        """Replaces the data of all parameters and buffers by what fn gives for them."""
        if recurse:
            for child in self.children():
                child._apply(fn)
        with torch.no_grad():
            for name, param in self._parameters.items():
                if param is None:
                    continue
                data, grad = fn(param), None if param.grad is None else fn(param.grad)
                if data.is_meta == param.is_meta:
                    param.data = data
                else:  # no tensor can take the memory of the other: another parameter takes its place
                    self._parameters[name] = param = Parameter(data, param.requires_grad)
                if grad is not None:
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
        if dtype is not None and dtype.is_complex:
            warnings.warn(_COMPLEX_WARNING, stacklevel=2)

        def convert(tensor):
            if memory_format is not None and tensor.dim() in (4, 5):
                kind = dtype if tensor.is_floating_point() or tensor.is_complex() else None
                return tensor.to(device, kind, non_blocking, memory_format=memory_format)
            if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
                return tensor.to(device, dtype, non_blocking)
            return tensor if device is None else tensor.to(device, None, non_blocking)

        def moved(tensor):
            try:
                return convert(tensor)
            except NotImplementedError as error:
                if not tensor.is_meta:
                    raise
                raise NotImplementedError('%s Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from '
                                          'meta to a different device.' % error) from None

        return self._apply(moved)

    def cuda(self, device=None):
        """Moves parameters and buffers to a CUDA device, in place."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def _without_device(self, error):
        """Raises the error of a device type that is not there, where there is something to move."""
        def refuse(tensor):
            raise error
        return self._apply(refuse)

    def xpu(self, device=None):
        """There are no Intel GPUs here: raises where the module has parameters or buffers."""
        return self._without_device(AssertionError('Torch not compiled with XPU enabled'))

    def ipu(self, device=None):
        """There are no Graphcore devices here: raises where the module has parameters or buffers."""
        return self._without_device(RuntimeError('PyTorch is not linked with support for ipu devices'))

    def mtia(self, device=None):
        """There are no Meta accelerators here: raises where the module has parameters or buffers."""
        return self._without_device(AssertionError(
            'Torch not compiled with MTIA enabled. Ensure you have `import mtia.host_runtime.torch_mtia.dynamic_library` in your python src '
            'file and include `//mtia/host_runtime/torch_mtia:torch_mtia` as your target dependency!'))

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

    def to_empty(self, *, device, recurse=True):
        """Moves parameters and buffers to a device without their values, in place."""
        return self._apply(lambda tensor: torch.empty_like(tensor, device=device), recurse=recurse)

    def share_memory(self):
        """Moves parameters and buffers to memory that forked processes share, in place."""
        return self._apply(lambda tensor: tensor.share_memory_())

    def compile(self, *args, **kwargs):
        """Asks for a compiled call; this implementation runs the module as it is, with the same result."""
        torch.compile(self, *args, **kwargs)

    def compile(self, *args, **kwargs):
        """Checks the options of torch.compile for this module, which goes on running as it is written."""
        torch.compile(self, *args, **kwargs)

    # ---- hooks

    _is_full_backward_hook = None  # True, False: the kind of the backward hooks of this module

    def _missing(self, name):
        """What _ModuleBase asks for a name with an underscore that is not there: tables of hooks are made now."""
        if name not in _HOOK_TABLES or self._table('_modules') is None:
            raise AttributeError("'%s' object has no attribute '%s'" % (type(self).__name__, name))
        super().__setattr__(name, OrderedDict())
        return self._table(name)

    def _add_hook(self, name, hook, prepend=False, with_kwargs=False, always_call=False):
        """Adds a hook that calls run through; the handle that takes it away."""
        from torch.nn.modules import _hooks
        flags = [flag for flag, wanted in ((_hooks.WITH_KWARGS, with_kwargs), (_hooks.ALWAYS_CALLED, always_call)) if wanted]
        handle = _hooks.add(lambda table: getattr(self, table), name, hook, prepend, *flags)
        super().__setattr__('_hooked', True)
        _C._note_hooks()
        return handle

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Calls hook(module, args, output) after forward; what it returns replaces the output.

        prepend: before the hooks that are there; with_kwargs: hook(module, args, kwargs, output); always_call: also after an error, with None.
        """
        return self._add_hook('_forward_hooks', hook, prepend, with_kwargs, always_call)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Calls hook(module, args) before forward; what it returns replaces the arguments.

        with_kwargs: hook(module, args, kwargs), which returns None or new (args, kwargs).
        """
        return self._add_hook('_forward_pre_hooks', hook, prepend, with_kwargs)

    def _add_backward_hook(self, hook, full, prepend=False):
        if self._is_full_backward_hook is (not full):
            raise RuntimeError('Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them.')
        self._is_full_backward_hook = full
        return self._add_hook('_backward_hooks', hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Calls hook(module, grad_input, grad_output) when the gradients of the inputs are there; what it returns replaces grad_input."""
        return self._add_backward_hook(hook, True, prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Calls hook(module, grad_output) when the gradients of the outputs are there; what it returns replaces grad_output."""
        return self._add_hook('_backward_pre_hooks', hook, prepend)

    def register_backward_hook(self, hook):
        """The deprecated form of register_full_backward_hook, which sees the gradients of the last node of forward only."""
        return self._add_backward_hook(hook, False)

    def _call_with_hooks(self, *args, **kwargs):
        from torch.nn.modules import _hooks
        return _hooks.call(self, args, kwargs)

    def _add_state_hook(self, name, hook):
        from torch.utils.hooks import RemovableHandle
        handle = RemovableHandle(getattr(self, name))
        self._table(name)[handle.id] = hook
        return handle

    def register_state_dict_pre_hook(self, hook):
        """Calls hook(module, prefix, keep_vars) before state_dict() collects."""
        return self._add_state_hook('_state_dict_pre_hooks', hook)

    def register_state_dict_post_hook(self, hook):
        """Calls hook(module, state_dict, prefix, local_metadata) after state_dict() has collected; it changes the dict in place."""
        hook._from_public_api = True
        return self._add_state_hook('_state_dict_hooks', hook)

    def _register_state_dict_hook(self, hook):
        """As register_state_dict_post_hook; a dict that the hook returns takes the place of the collected one."""
        if getattr(hook, '_from_public_api', False):
            raise RuntimeError('Cannot register the same function as the state dict post hook that was previously registered via '
                               'register_state_dict_post_hook')
        return self._add_state_hook('_state_dict_hooks', hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        """As register_load_state_dict_pre_hook, but the hook gets the module only with with_module."""
        return self._add_state_hook('_load_state_dict_pre_hooks', _with_module(hook, self) if with_module else hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Calls hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs) before loading."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook):
        """Calls hook(module, incompatible_keys) after loading; it may change the two lists in place."""
        return self._add_state_hook('_load_state_dict_post_hooks', hook)

    # ---- state

    def get_extra_state(self):
        """What state_dict() keeps of this module beside tensors; a subclass that defines it defines set_extra_state, too."""
        raise RuntimeError(_EXTRA_STATE_ERROR % 'get')

    def set_extra_state(self, state):
        """Takes back what get_extra_state gave."""
        raise RuntimeError(_EXTRA_STATE_ERROR % 'set')

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        own = dict(_own_state(self)) if self._buffers else self._parameters
        for name, value in own.items():
            if value is not None:
                destination[prefix + name] = value if keep_vars else value.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + _EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

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
        metadata = {'version': self._version}
        if hasattr(destination, '_metadata'):
            destination._metadata[prefix[:-1]] = metadata
        for hook in (self._table('_state_dict_pre_hooks') or {}).values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, child in self._modules.items():
            if child is not None:
                child.state_dict(destination=destination, prefix=prefix + name + '.', keep_vars=keep_vars)
        for hook in (self._table('_state_dict_hooks') or {}).values():
            result = hook(self, destination, prefix, metadata)
            if getattr(hook, '_from_public_api', False):
                if result is not None:
                    raise RuntimeError('state_dict post-hook must return None')
            elif result is not None:
                destination = result
        return destination

    def _load_own(self, name, param, value, key, assign, error_msgs):
        """Copies one entry of a state dict into a parameter or buffer, or puts it there; texts of what does not fit go to error_msgs."""
        if not isinstance(value, torch.Tensor):
            error_msgs.append('While copying the parameter named "%s", expected torch.Tensor or Tensor-like object from '
                              'checkpoint but received %s' % (key, type(value)))
            return
        lazy = is_lazy(param)
        if not lazy and len(param.shape) == 0 and len(value.shape) == 1:
            value = value[0]
        if not lazy and value.shape != param.shape:
            error_msgs.append('size mismatch for %s: copying a param with shape %s from checkpoint, the shape in current '
                              'model is %s.' % (key, value.shape, param.shape))
            return
        if param.is_meta and not value.is_meta and not assign:
            warnings.warn('for %s: copying from a non-meta parameter in the checkpoint to a meta parameter in the current model, which is a '
                          'no-op. (Did you mean to pass `assign=True` to assign items in the state dictionary to their corresponding key in '
                          'the module instead of copying them in place?)' % key, stacklevel=3)
        try:
            if assign:
                if isinstance(param, Parameter):
                    value = value.requires_grad_(param.requires_grad) if isinstance(value, Parameter) else Parameter(value, param.requires_grad)
                setattr(self, name, value)
            else:
                with torch.no_grad():
                    param.copy_(value)
        except Exception as error:
            error_msgs.append('While copying the parameter named "%s", whose dimensions in the model are %s and whose dimensions in the '
                              'checkpoint are %s, an exception occurred : %s.' % (key, param.size(), value.size(), error.args))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        """Takes the entries of this module out of a state dict; children do it for themselves."""
        for hook in (self._table('_load_state_dict_pre_hooks') or {}).values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        assign = local_metadata.get('assign_to_params_buffers', False)
        for name, param in _own_state(self):
            key = prefix + name
            if key in state_dict:
                self._load_own(name, param, state_dict[key], key, assign, error_msgs)
            elif strict:
                missing_keys.append(key)
        key = prefix + _EXTRA_STATE_KEY_SUFFIX
        has_extra = type(self).set_extra_state is not Module.set_extra_state
        if has_extra and key in state_dict:
            self.set_extra_state(state_dict[key])
        elif has_extra != (key in state_dict) and strict:
            (missing_keys if has_extra else unexpected_keys).append(key)
        if strict:
            for other in state_dict:
                if other.startswith(prefix) and other != key:
                    first, *rest = other[len(prefix):].split('.', 1)
                    if not (first in self._modules or not rest and (first in self._parameters or _is_persistent(self, first))):
                        unexpected_keys.append(other)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies parameters and buffers from a state_dict, or with assign takes them over; names and shapes must agree."""
        if not isinstance(state_dict, dict) and not _is_mapping(state_dict):
            raise TypeError('Expected state_dict to be dict-like, got %s.' % type(state_dict))
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, '_metadata', None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata

        def load(module, state, prefix):
            local = {} if metadata is None else metadata.get(prefix[:-1], {})
            if assign:
                local['assign_to_params_buffers'] = assign
            module._load_from_state_dict(state, prefix, local, True, missing, unexpected, errors)
            for name, child in module._modules.items():
                if child is not None:
                    inner = prefix + name + '.'
                    load(child, {key: value for key, value in state.items() if key.startswith(inner)}, inner)
            keys = _IncompatibleKeys(missing, unexpected)
            for hook in (module._table('_load_state_dict_post_hooks') or {}).values():
                if hook(module, keys) is not None:
                    raise AssertionError('Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, '
                                         'if incompatible_keys need to be modified, it should be done inplace.')

        load(self, state_dict, '')
        if strict:
            texts = [(unexpected, 'Unexpected'), (missing, 'Missing')]
            for keys, what in texts:
                if keys:
                    errors.insert(0, what + ' key(s) in state_dict: ' + ', '.join(['"' + key + '"' for key in keys]) + '. ')
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


def __getattr__(name):
    """The hooks of all modules, which few programs need."""
    if name.startswith('register_module_'):
        from torch.nn.modules import _hooks
        if name in _hooks.__all__:
            return getattr(_hooks, name)
    raise AttributeError("module '%s' has no attribute '%s'" % (__name__, name))


__all__ = ['Module']
