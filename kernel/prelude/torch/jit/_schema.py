"""Types of arguments as TorchScript writes them, and the check of a call against them. Must not know modules and files."""

import typing

import torch
from torch import Tensor


class Type:
    """A type of TorchScript: a name with the types inside; written one way in declarations and another in errors."""

    def __init__(self, name, *inside):
        self.name, self.inside = name, inside

    def declared(self):
        """The type in a declaration: int[], float?, Dict(str, Tensor)."""
        inside = [each.declared() for each in self.inside]
        forms = {'List': '%s[]', 'Optional': '%s?', 'Dict': 'Dict(%s)', 'Tuple': '(%s)'}
        return forms[self.name] % ', '.join(inside) if self.name in forms else self.name

    def __str__(self):
        if self.inside or self.name == 'Tuple':
            return '%s[%s]' % (self.name, ', '.join([str(each) for each in self.inside]))
        return self.name

    def takes(self, value):
        """Is the value one of this type, with TorchScript's conversions of numbers?"""
        return _TAKES.get(self.name, lambda value, *inside: True)(value, *self.inside)


def _takes_list(value, item):
    return isinstance(value, (list, tuple)) and all([item.takes(each) for each in value])


def _takes_dict(value, key, item):
    return isinstance(value, dict) and all([key.takes(k) and item.takes(v) for k, v in value.items()])


def _takes_tuple(value, *items):
    return isinstance(value, tuple) and len(value) == len(items) and all([item.takes(each) for item, each in zip(items, value)])


_TAKES = {
    'Tensor': lambda value: isinstance(value, Tensor),
    'int': lambda value: isinstance(value, (int, torch.dtype, torch.layout)) and not isinstance(value, bool) or _is_number(value, False),
    'float': lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) or _is_number(value, True),
    'bool': lambda value: isinstance(value, bool),
    'str': lambda value: isinstance(value, str),
    'complex': lambda value: isinstance(value, (int, float, complex)),
    'NoneType': lambda value: value is None,
    'Device': lambda value: isinstance(value, (str, torch.device)),
    'Optional': lambda value, inside: value is None or inside.takes(value),
    'List': _takes_list,
    'Dict': _takes_dict,
    'Tuple': _takes_tuple,
}


def _is_number(value, floating):
    return isinstance(value, Tensor) and value.dim() == 0 and not value.requires_grad and (floating or not value.is_floating_point())


TENSOR, ANY = Type('Tensor'), Type('Any')
_SIMPLE = {Tensor: TENSOR, int: Type('int'), float: Type('float'), bool: Type('bool'), str: Type('str'), complex: Type('complex'),
           None: Type('NoneType'), type(None): Type('NoneType'), torch.device: Type('Device'), torch.dtype: Type('int'),
           list: Type('List', TENSOR), dict: Type('Dict', Type('str'), TENSOR)}


def type_of_annotation(annotation):
    """The type that an annotation stands for; of classes and text that it does not know: any."""
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    inside = [type_of_annotation(each) for each in args]
    if origin is list and len(args) == 1:
        return Type('List', *inside)
    if origin is dict and len(args) == 2:
        return Type('Dict', *inside)
    if origin is tuple:
        return Type('Tuple', *[] if args == ((),) else inside)
    if len(args) == 2 and type(None) in args:
        return Type('Optional', inside[args[0] is type(None)])
    return ANY


def type_of_example(value):
    """The type of a value that a function was traced with."""
    if isinstance(value, tuple):
        return Type('Tuple', *[type_of_example(each) for each in value])
    if isinstance(value, list):
        return Type('List', type_of_example(value[0]) if value else TENSOR)
    if isinstance(value, dict):
        return Type('Dict', Type('str'), type_of_example(next(iter(value.values()))) if value else TENSOR)
    return _SIMPLE.get(type(value), TENSOR)


class NotSupportedError(RuntimeError):
    """What TorchScript has no form for."""


NotSupportedError.__module__ = 'torch.jit.frontend'


def _text_of_default(value):
    return '"%s"' % value if isinstance(value, str) else str(value)


class Schema:
    """What a function takes: names, types and default values of its parameters, and the type of its result."""

    def __init__(self, name, function, self_name=None, examples=None):
        code = getattr(function, '__code__', None)
        annotations = getattr(function, '__annotations__', {})
        self.name, self.self_name = name, self_name
        if code is None:
            raise NotSupportedError("Could not get name of python class object")
        if examples is None and (code.co_flags & 12 or code.co_kwonlyargcount):
            raise NotSupportedError("Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults")
        self.names = list(code.co_varnames[:code.co_argcount])
        values = function.__defaults__ or ()
        self.defaults = dict(zip(self.names[len(self.names) - len(values):], values))
        self.types = [type_of_annotation(annotations[each]) if each in annotations else TENSOR for each in self.names]
        self.inferred = [each not in annotations and examples is None for each in self.names]
        self.result = type_of_annotation(annotations['return']) if 'return' in annotations else TENSOR
        if examples is not None:
            self._from_examples(examples)

    def _from_examples(self, examples):
        """A traced function takes tensors, in the structure it was traced with, and nothing is optional."""
        offset = self.self_name is not None
        count = min(len(self.names), offset + len(examples))
        self.names = self.names[:count] + ['argument_%d' % i for i in range(count, offset + len(examples))]
        self.types = [ANY] * offset + [type_of_example(each) for each in examples]
        self.inferred, self.defaults = [False] * len(self.names), {}

    def __str__(self):
        parts = []
        for i, (name, kind) in enumerate(zip(self.names, self.types)):
            text = '%s %s' % (self.self_name if i == 0 and self.self_name else kind.declared(), name)
            parts.append(text + '=' + _text_of_default(self.defaults[name]) if name in self.defaults else text)
        return '%s(%s) -> %s' % (self.name, ', '.join(parts), self.result.declared())

    def _refuse(self, position, value):
        kind, name = self.types[position], self.names[position]
        inferred = ("\nInferred '%s' to be of type 'Tensor' because it was not annotated with an explicit type." % name
                    if self.inferred[position] else '')
        what = str(value) if kind.name == 'Tensor' else ("Python instance of type %s to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES "
                                                         "or compile in debug mode for details)" % type(value))
        raise RuntimeError("%s() Expected a value of type '%s%s' for argument '%s' but instead found type '%s'.%s\nPosition: %d\nValue: %r\n"
                           'Declaration: %s\nCast error details: Unable to cast %s' % (
                               self.name, kind, ' (inferred)' if inferred else '', name, type(value).__name__, inferred, position, value, self,
                               what + ' to Tensor' if kind.name == 'Tensor' else what))

    def check(self, args, kwargs):
        """Raises TorchScript's error for a call that does not fit; args begins with self for methods."""
        if len(args) > len(self.names):
            raise RuntimeError('%s() expected at most %d argument(s) but received %d argument(s). Declaration: %s'
                               % (self.name, len(self.names), len(args), self))
        used = 0
        for i, name in enumerate(self.names):
            if i < len(args):
                value = args[i]
            elif name in kwargs:
                value = kwargs[name]
                used += 1
            elif name in self.defaults:
                continue
            else:
                raise RuntimeError("%s() is missing value for argument '%s'. Declaration: %s" % (self.name, name, self))
            if not (i == 0 and self.self_name) and not self.types[i].takes(value):
                self._refuse(i, value)
        if used < len(kwargs):
            unknown = [key for key in kwargs if key not in self.names[len(args):]]
            raise RuntimeError("Unknown keyword argument '%s' for operator '%s'. Schema: %s" % (unknown[0], self.name, self))
