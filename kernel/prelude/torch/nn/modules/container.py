"""Modules that hold modules or parameters."""

import operator
import warnings
from collections import OrderedDict

import torch
from torch.nn.modules.module import Module, _indent
from torch.nn.parameter import Parameter


def _position(index, length):
    """An index of a list, counted from its start; IndexError outside of the list."""
    index = operator.index(index)
    if not -length <= index < length:
        raise IndexError('index %d is out of range' % index)
    return index + length if index < 0 else index


def _check_iterable(kind, method, values):
    if not hasattr(values, '__iter__'):
        raise TypeError('%s.%s should be called with an iterable, but got %s' % (kind, method, type(values).__name__))


def _pairs(kind, values):
    """The keys and values that update() is given."""
    if not hasattr(values, '__iter__'):
        raise TypeError('%s.update should be called with an iterable of key/value pairs, but got %s'
                        % ('ParametersDict' if kind == 'ParameterDict' else kind, type(values).__name__))
    if isinstance(values, (dict, ModuleDict, ParameterDict)):
        pairs = list(values.items())
        return sorted(pairs) if kind == 'ParameterDict' and isinstance(values, dict) and not isinstance(values, OrderedDict) else pairs
    pairs = list(values)
    for i, pair in enumerate(pairs):
        if not hasattr(pair, '__iter__'):
            raise TypeError('%s update sequence element #%d should be Iterable; is%s' % (kind, i, type(pair).__name__))
        if len(pair) != 2:
            raise ValueError('%s update sequence element #%d has length %d; 2 is required' % (kind, i, len(pair)))
    return pairs


# ---- methods that containers share. A decorator gives them to each class, so that its bases and its error texts are its own.

def _installed(cls, *methods):
    for method in methods:
        method.__qualname__ = '%s.%s' % (cls.__name__, method.__name__)
        setattr(cls, method.__name__, method)
    return cls


def _pop():
    def pop(self, key):
        """Removes the entry of a key or position and returns it."""
        found = self[key]
        del self[key]
        return found

    return pop


def _numbered(modules):
    return {str(i): module for i, module in enumerate(modules)}


def _ordered_children(cls):
    """The class with the methods of a list of its children. Its own _key(index) is the name of the child at a position,
    _slice(index) what its constructor takes for a slice of them."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        return type(self)(self._slice(index)) if isinstance(index, slice) else self._modules[self._key(index)]

    def __setitem__(self, index, module):
        setattr(self, self._key(index), module)

    def __delitem__(self, index):
        for name in list(self._modules)[index] if isinstance(index, slice) else [self._key(index)]:
            delattr(self, name)
        rest = _numbered(self)
        self._modules.clear()
        self._modules.update(rest)

    def append(self, module):
        """Adds a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    return _installed(cls, __len__, __iter__, __getitem__, __setitem__, __delitem__, append, _pop())


def _keyed(table, entries):
    """Gives a class the methods of a mapping. table: the attribute that has the keys; entries(instance): the dict of them."""

    def decorate(cls):
        def __len__(self):
            return len(getattr(self, table))

        def __iter__(self):
            return iter(getattr(self, table))

        def __contains__(self, key):
            return key in getattr(self, table)

        def keys(self):
            """The keys, in the order in which they were added."""
            return getattr(self, table).keys()

        def values(self):
            """The entries."""
            return entries(self).values()

        def items(self):
            """The keys and entries."""
            return entries(self).items()

        def clear(self):
            """Removes all entries."""
            for key in list(self):
                del self[key]

        return _installed(cls, __len__, __iter__, __contains__, keys, values, items, clear, _pop())

    return decorate


# ---- containers of modules

@_ordered_children
class Sequential(Module):
    """Calls its modules one after the other: Sequential(a, b) or Sequential(OrderedDict(...))."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
            return
        for i, module in enumerate(args):
            self.add_module(str(i), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _key(self, index):
        return list(self._modules)[_position(index, len(self._modules))]

    def _slice(self, index):
        return OrderedDict(list(self._modules.items())[index])

    def _with(self, other):
        """Its modules and those of another one."""
        if isinstance(other, Sequential):
            return [*self, *other]
        raise ValueError('add operator supports only objects of Sequential class, but %s is given.' % str(type(other)))

    def _repeated(self, times):
        if not isinstance(times, int):
            raise TypeError('unsupported operand type(s) for *: %s and %s' % (type(self), type(times)))
        if times <= 0:
            raise ValueError('Non-positive multiplication factor %s for %s' % (times, type(self)))
        return list(self) * times

    def __add__(self, other):
        return Sequential(*self._with(other))

    def __iadd__(self, other):
        return self.extend(self._with(other)[len(self):])

    def __mul__(self, other):
        return Sequential(*self._repeated(other))

    def __rmul__(self, other):
        return self * other

    def __imul__(self, other):
        return self.extend(self._repeated(other)[len(self):])

    def insert(self, index, module):
        """Adds a module at a position; returns the container."""
        if not isinstance(module, Module):
            raise AssertionError('module should be of type: %s' % Module)
        modules = list(self)
        if not -len(modules) <= index <= len(modules):
            raise IndexError('Index out of range: %s' % index)
        modules.insert(index, module)
        self._modules.update(_numbered(modules))
        return self

    def extend(self, sequential):
        """Adds modules at the end; returns the container."""
        for module in sequential:
            self.append(module)
        return self


@_ordered_children
class ModuleList(Module):
    """A list of modules that are registered."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _key(self, index):
        return str(_position(index, len(self._modules)))

    def _slice(self, index):
        return list(self)[index]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(list(self) + list(other))

    def insert(self, index, module):
        """Adds a module at a position."""
        modules = list(self)
        modules.insert(index, module)
        self._modules.update(_numbered(modules))

    def extend(self, modules):
        """Adds modules at the end; returns the container."""
        _check_iterable('ModuleList', 'extend', modules)
        for module in modules:
            self.append(module)
        return self

    def __repr__(self):
        """Runs of equal modules are folded: (0-2): 3 x Linear(...)."""
        texts = [repr(module) for module in self]
        if not texts:
            return self._get_name() + '()'
        lines = []
        start = 0
        for i in range(1, len(texts) + 1):
            if i < len(texts) and texts[i] == texts[start]:
                continue
            count = i - start
            label = '(%d): ' % start if count == 1 else '(%d-%d): %d x ' % (start, i - 1, count)
            lines.append(_indent(label + texts[start], 2))
            start = i
        return self._get_name() + '(\n  ' + '\n  '.join(lines) + '\n)'


@_keyed('_modules', lambda self: self._modules)
class ModuleDict(Module):
    """A dict of modules that are registered."""

    def __init__(self, modules=None):
        super().__init__()
        for given in () if modules is None else (modules,):  # a class derived from this one may have an update() of its own
            self.update(given)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def update(self, modules):
        """Adds or replaces the modules of a mapping or of pairs of a key and a module."""
        for key, module in _pairs('ModuleDict', modules):
            self[key] = module


# ---- containers of parameters

def _registered(value):
    """The value as it is stored: a plain tensor becomes a parameter."""
    return Parameter(value) if isinstance(value, torch.Tensor) and not isinstance(value, Parameter) else value


def _describe(parameter, legacy):
    """How ParameterList and ParameterDict show an entry."""
    if not isinstance(parameter, torch.Tensor):
        return 'Object of type: ' + type(parameter).__name__
    kind = torch.typename(parameter.data) if legacy else str(parameter.dtype)
    sizes = 'x'.join([str(n) for n in parameter.size()])
    where = ' (%s)' % parameter.device if parameter.is_cuda else ''
    name = 'Parameter' if isinstance(parameter, Parameter) else 'Tensor'
    return '%s containing: [%s of size %s%s]' % (name, kind, sizes, where)


class ParameterList(Module):
    """A list of parameters that are registered."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[i] for i in range(*index.indices(len(self)))])
        return getattr(self, str(_position(index, self._size)))

    def __setitem__(self, index, value):
        setattr(self, str(_position(index, self._size)), _registered(value))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        """Adds a parameter at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Adds parameters at the end."""
        _check_iterable('ParameterList', 'extend', values)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return '\n'.join(['  (%d): %s' % (i, _describe(value, False)) for i, value in enumerate(self)])

    def __call__(self, *args, **kwargs):
        raise RuntimeError('ParameterList should not be called.')


@_keyed('_keys', lambda self: {key: self[key] for key in self._keys})
class ParameterDict(Module):
    """A dict of parameters that are registered."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, key, _registered(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def update(self, parameters):
        """Adds or replaces the parameters of a mapping (of a plain dict by sorted keys) or of pairs of a key and a tensor."""
        for key, value in _pairs('ParameterDict', parameters):
            self[key] = value

    def get(self, key, default=None):
        """The parameter of a key, or `default` if there is none."""
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        """The parameter of a key, after `default` was registered for it if there was none."""
        if key not in self:
            self[key] = default
        return self[key]

    def popitem(self):
        """Removes the last key; a pair of it and its parameter."""
        if not self._keys:
            raise KeyError('popitem(): dictionary is empty')
        key = next(reversed(self))
        return key, self.pop(key)

    def copy(self):
        """Another ParameterDict with the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def fromkeys(self, keys, default=None):
        """A ParameterDict that has `default` for each of the keys."""
        return ParameterDict(OrderedDict.fromkeys(keys, default))

    def __reversed__(self):
        return reversed(list(self._keys))

    def __or__(self, other):
        return self.copy().__ior__(other)

    def __ior__(self, other):
        self.update(other)
        return self

    def __ror__(self, other):
        joined = other.copy()
        joined.update(self)
        return joined

    def extra_repr(self):
        return '\n'.join(['  (%s): %s' % (key, _describe(value, True)) for key, value in self.items()])

    def __call__(self, input):
        raise RuntimeError('ParameterDict should not be called.')


class Container(Module):
    """Modules by name: a former base of modules, which Module itself is."""

    def __new__(cls, /, *args, **kwargs):
        if cls is Container:
            warnings.warn('`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. Subclass that instead.',
                          FutureWarning, stacklevel=2)
        return super().__new__(cls)

    def __init__(self, **kwargs):
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


__all__ = ['Container', 'ModuleDict', 'ModuleList', 'ParameterDict', 'ParameterList', 'Sequential']
