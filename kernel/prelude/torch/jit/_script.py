"""Scripted functions and modules: what was given, run as it is written, behind TorchScript's names. A scripted module runs a twin of the
module it was made from: the same parameters, attributes of its own."""

import functools

import torch
from torch import _C
from torch.jit._schema import NotSupportedError, Schema
from torch.nn import Module
from torch.nn.modules.container import ModuleDict, ModuleList, Sequential


class Error(Exception):
    """What TorchScript's interpreter raises; here errors come as they are."""


Error.__module__ = 'torch.jit'

# what PyTorch shows of a compiled program, none of which exists here
_OF_GRAPHS = ('code', 'code_with_constants', 'graph', 'graph_for', 'inlined_graph', 'get_debug_state')


def _without_graph(name):
    return NotImplementedError("torch.jit: '%s' is not there in this version: scripted and traced programs run as they are written, and no "
                               'graph is made of them' % name)


def qualified_name(what):
    """The name under which TorchScript knows a function or a class."""
    module = what.__module__
    return '__torch__.' + ('' if module == '__main__' else module + '.') + getattr(what, '__qualname__', what.__name__)


class ScriptFunction:
    """A function of TorchScript: checks its arguments and runs the function that it was made from."""

    def __init__(self, function, name=None, examples=None):
        self._function = function
        self.name = name or function.__name__
        self.qualified_name = '__torch__.' + self.name
        self.schema = Schema(self.name, function, examples=examples)
        self.__doc__ = function.__doc__
        if examples is None:
            self.__name__ = 'ScriptFunction'

    def __call__(self, *args, **kwargs):
        self.schema.check(args, kwargs)
        return self._function(*args, **kwargs)

    def __getattr__(self, name):
        if name in _OF_GRAPHS:
            raise _without_graph(name)
        raise AttributeError("'ScriptFunction' object has no attribute '%s'" % name)

    def __reduce__(self):
        raise TypeError('ScriptFunction cannot be pickled')

    def save(self, f, _extra_files=None):
        """Writes it to a file that torch.jit.load reads."""
        from torch.jit._archive import write
        write(self, f, _extra_files)


ScriptFunction.__module__ = 'torch.jit.torch.jit'


class ScriptMethod:
    """A method of a scripted module."""

    def __init__(self, owner, name, function, schema):
        self.owner, self.name, self._function, self.schema = owner, name, function, schema

    def __call__(self, *args, **kwargs):
        self.schema.check((self.owner, *args), kwargs)
        return self._function(*args, **kwargs)

    def __getattr__(self, name):
        if name in _OF_GRAPHS:
            raise _without_graph(name)
        raise AttributeError("'torch.ScriptMethod' object has no attribute '%s'" % name)


ScriptMethod.__module__ = 'torch'


def _unsupported(name):
    def method(self, *args, **kwargs):
        raise RuntimeError(name + ' is not supported on ScriptModules')
    method.__name__ = name
    return method


class ScriptModule(Module):
    """The base of scripted modules, and of modules whose methods are marked with script_method."""

    def __getattr__(self, name):
        if name in _OF_GRAPHS:
            raise _without_graph(name)
        return super().__getattr__(name)

    @property
    def original_name(self):
        """The name of the class it was made from."""
        return type(self).__name__

    def _source(self):
        """The module that is run, and saved."""
        return self

    def save(self, f, _extra_files=None):
        """Writes it to a file that torch.jit.load reads, where the module's class is known."""
        from torch.jit._archive import write
        write(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        """The bytes that save() writes."""
        import io
        buffer = io.BytesIO()
        self.save(buffer, _extra_files)
        return buffer.getvalue()


ScriptModule.__module__ = 'torch.jit._script'

_TABLES = ('_parameters', '_buffers', '_modules', '_non_persistent_buffers_set')


def _twin_of(module, twins):
    """A module of the same class with the same parameters and buffers, whose attributes and children are its own."""
    if isinstance(module, RecursiveScriptModule):
        module = module._source()
    if id(module) in twins:
        return twins[id(module)]
    twin = twins[id(module)] = type(module).__new__(type(module))
    for key, value in module.__dict__.items():
        object.__setattr__(twin, key, value.copy() if key in _TABLES else value)
    for name, child in module._modules.items():
        twin._modules[name] = None if child is None else _twin_of(child, twins)
    return twin


def _names_used(code):
    """All names that a function and the functions inside of it use."""
    names = set(code.co_names)
    for each in code.co_consts:
        if hasattr(each, 'co_names'):
            names |= _names_used(each)
    return names


def _compiled_methods(cls):
    """The names of the methods that TorchScript would compile: forward, exported ones, and what they call."""
    methods = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items() if hasattr(value, '__code__')}
    wanted = [name for name, value in methods.items() if getattr(value, '_torchscript_modifier', None) == 'export'] + ['forward']
    found = set()
    while wanted:
        name = wanted.pop()
        if name not in methods or name in found or getattr(methods[name], '_torchscript_modifier', None) in ('ignore', 'unused'):
            continue
        found.add(name)
        wanted += [each for each in _names_used(methods[name].__code__) if each not in vars(Module)]
    return found


def exported_methods(module):
    """The names of the methods that are marked with torch.jit.export."""
    return [name for name in dir(type(module)) if getattr(getattr(type(module), name, None), '_torchscript_modifier', None) == 'export']


class RecursiveScriptModule(ScriptModule):
    """A module made by torch.jit.script, torch.jit.trace or torch.jit.load."""

    _private = ('_twin', '_examples', '_shown', 'training')

    def __init__(self, twin, wrappers=None, examples=None, visible=True):
        """A wrapper around a twin and its children; not visible (frozen): without parameters, children and attributes."""
        wrappers = {} if wrappers is None else wrappers
        wrappers[id(twin)] = self
        super().__init__()
        put = object.__setattr__
        put(self, '_twin', twin)
        put(self, '_examples', examples)
        put(self, '_shown', None if visible is True else set(visible or ()))
        put(self, 'training', twin.training)
        if visible is True:
            for table in ('_parameters', '_buffers', '_non_persistent_buffers_set'):
                put(self, table, getattr(twin, table))
            for name, child in twin._modules.items():
                if child is not None and id(child) not in wrappers:
                    type(self)._child_type()(child, wrappers)
                self._modules[name] = None if child is None else wrappers[id(child)]

    @classmethod
    def _child_type(cls):
        return cls

    @property
    def original_name(self):
        """The name of the class it was made from."""
        return type(self._twin).__name__

    def _source(self):
        return self._twin

    def extra_repr(self):
        return 'original_name=' + self.original_name

    @property
    def forward(self):
        """The method that a call runs."""
        return self._method('forward')

    def _method(self, name):
        twin = self._twin
        if isinstance(twin, FunctionModule):
            return twin.function
        function = getattr(type(twin), name)
        schema = Schema(name, function, qualified_name(type(twin)), self._examples if name == 'forward' else None)
        return ScriptMethod(self, name, twin if name == 'forward' else getattr(twin, name), schema)

    def __getattr__(self, name):
        if name in RecursiveScriptModule._private or name in _TABLES:
            raise AttributeError("'RecursiveScriptModule' object has no attribute '%s'" % name)
        if name in _OF_GRAPHS:
            raise _without_graph(name)
        for table in (self._parameters, self._buffers, self._modules):
            if name in table:
                return table[name]
        twin, cls = self._twin, type(self._twin)
        if self._reaches(name):
            if name in twin.__dict__:
                return twin.__dict__[name]
            if hasattr(getattr(cls, name, None), '__code__') and name in _compiled_methods(cls):
                return self._method(name)
            if isinstance(getattr(cls, name, None), property):
                return getattr(twin, name)
        raise AttributeError("'RecursiveScriptModule' object has no attribute '%s'" % name)

    def _reaches(self, name):
        """Are attributes of that name shown? Of frozen modules only those that were to be preserved."""
        return not name.startswith('_') and (self._shown is None or name in self._shown)

    def __setattr__(self, name, value):
        twin = self.__dict__.get('_twin')
        if twin is not None and name not in _TABLES:
            if name == 'training':
                object.__setattr__(self, name, value)
                object.__setattr__(twin, name, value)
                return
            if isinstance(value, Module) and not isinstance(value, ScriptModule):
                raise RuntimeError("Cannot re-assign modules in a ScriptModule with non-scripted module, tried to replace existing module "
                                   "'%s': %r" % (name, value))
            if isinstance(value, RecursiveScriptModule):
                twin._modules[name] = value._twin
            elif name in twin.__dict__:
                _same_type(name, twin.__dict__[name], value)
                object.__setattr__(twin, name, value)
                return
        super().__setattr__(name, value)

    def add_module(self, name, module):
        """Adds a scripted child under a name."""
        setattr(self, name, module)

    register_module = add_module

    def _items(self):
        """The container behind it, whose length and items this one shows."""
        if not isinstance(self._twin, (ModuleDict, ModuleList, Sequential)) or type(self) is not RecursiveScriptModule:
            return None
        return self._twin

    def __len__(self):
        if self._items() is None:
            raise TypeError("object of type '%s' has no len()" % type(self).__name__)
        return len(self._items())

    def __bool__(self):
        return True

    def __iter__(self):
        if self._items() is None:
            raise TypeError("'%s' object is not iterable" % type(self).__name__)
        return iter(self._items())

    def __getitem__(self, key):
        if self._items() is None:
            raise TypeError("'%s' object is not subscriptable" % type(self).__name__)
        return self._items()[key]

    def __contains__(self, key):
        return key in self._items()

    def __copy__(self):
        return RecursiveScriptModule(_twin_of(self._twin, {}), examples=self._examples, visible=True if self._shown is None else self._shown)

    def __deepcopy__(self, memo):
        import copy
        return type(self)(copy.deepcopy(self._twin, memo), examples=self._examples, visible=True if self._shown is None else self._shown)

    def __reduce__(self):
        raise RuntimeError('Tried to serialize object %s which does not have a __getstate__ method defined!' % qualified_name(type(self._twin)))


for _name in ('register_backward_hook', 'register_forward_hook', 'register_forward_pre_hook', 'register_full_backward_hook'):
    setattr(RecursiveScriptModule, _name, _unsupported(_name))


def _same_type(name, before, value):
    """An attribute of a scripted module keeps its type."""
    kinds = (bool, int, float, str)
    if type(before) in kinds and type(value) is not type(before) and not (type(before) is float and type(value) is int):
        raise RuntimeError("Could not cast attribute '%s' to type %s: Unable to cast Python instance of type %s to C++ type '?' (#define "
                           'PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)' % (name, type(before).__name__, type(value)))


class FunctionModule(Module):
    """The module that a saved function becomes when it is loaded."""

    def __init__(self, function):
        super().__init__()
        self.__dict__['function'] = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


FunctionModule.__name__ = FunctionModule.__qualname__ = 'PlaceholderModule'


def scripted(module):
    """A module behind TorchScript's names."""
    return module if isinstance(module, ScriptModule) else RecursiveScriptModule(_twin_of(module, {}))


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """A module, function or class as TorchScript's: it runs as it is written, and its arguments are checked against their annotations."""
    if isinstance(obj, (ScriptFunction, ScriptModule)):
        return obj
    if isinstance(obj, Module):
        return scripted(obj)
    if isinstance(obj, (list, dict)):
        return obj.copy()
    if isinstance(obj, type):
        if issubclass(obj, Module):
            raise RuntimeError("Type '%s' cannot be compiled since it inherits from nn.Module, pass an instance instead" % obj)
        return obj
    if not hasattr(obj, '__code__'):
        raise TypeError('%s is a built-in class' % type(obj))
    if obj.__name__ == '<lambda>':
        raise RuntimeError('Expected a single top-level function: %s:%d' % (obj.__code__.co_filename, obj.__code__.co_firstlineno))
    if hasattr(obj, '__self__'):
        raise RuntimeError("Compiled methods are those of scripted modules: pass the module of '%s'" % obj.__name__)
    return ScriptFunction(obj)


def script_method(fn):
    """A method of a ScriptModule as it is."""
    return fn


def _marked(modifier):
    def mark(fn):
        fn._torchscript_modifier = modifier
        return fn
    return mark


def export(fn):
    """Marks a method that scripted modules have although forward does not call it."""
    return _marked('export')(fn)


def unused(fn):
    """Marks a method that scripted modules do not have."""
    return _marked('unused')(fn)


def ignore(drop=False, **kwargs):
    """Marks a method that TorchScript leaves to Python; with or without arguments."""
    if callable(drop):
        return _marked('ignore')(drop)
    if not isinstance(drop, bool):
        raise RuntimeError('Argument to @torch.jit.ignore must be a bool or a function but got %s' % drop)
    return _marked('unused' if drop else 'ignore')


def interface(obj):
    """A class that says what methods a module has, as it is."""
    if not isinstance(obj, type):
        raise RuntimeError('interface must be applied to a class')
    return obj


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """A scripted module in eval mode without attributes but those to be preserved: its parameters are constants of it."""
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError('Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.')
    for name in preserved_attrs or ():
        if not hasattr(mod, name):
            raise RuntimeError('Unknown name: ' + name)
    twin = _twin_of(mod._source(), {})
    return RecursiveScriptModule(twin, examples=getattr(mod, '_examples', None), visible=preserved_attrs or ())


def optimize_for_inference(mod, other_methods=None):
    """The frozen module; nothing else is to be optimised."""
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("optimize_for_inference expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your "
                           "'nn.Module'.")
    return freeze(mod.eval() if mod.training else mod, other_methods)
