"""Proxies: the values of a program while it is traced. What is done with one becomes a node."""

import operator
import sys
import types
from collections import OrderedDict

import torch
from torch.fx._codegen import magic_methods, reflectable_magic_methods
from torch.fx.node import BaseArgumentTypes, Node, map_aggregate


class TraceError(ValueError):
    """What the program does with a value cannot be traced."""


class Scope:
    """Where in the tree of modules the program is: path and type of the module."""

    def __init__(self, module_path, module_type):
        self.module_path, self.module_type = module_path, module_type


class ScopeContextManager:
    """Another scope for the time of a with block."""

    def __init__(self, scope, current_scope):
        self._scope, self._before = scope, (scope.module_path, scope.module_type)
        scope.module_path, scope.module_type = current_scope.module_path, current_scope.module_type

    def __enter__(self):
        return self._scope

    def __exit__(self, *exc):
        self._scope.module_path, self._scope.module_type = self._before


def _unpacks(value):
    a, = value


_UNPACK = _unpacks.__code__.co_code[0]  # the instruction of a, b = x


def _expected_items(frame):
    """How many values the frame is about to unpack; None where it does something else."""
    code, at = frame.f_code.co_code, (frame.f_lasti // 2 - 1) * 8
    return int.from_bytes(code[at + 5:at + 7], 'little') if at >= 0 and code[at] == _UNPACK else None


def _dataclass_fields(value):
    return getattr(type(value), '__dataclass_fields__', None)


class TracerBase:
    """What makes nodes of what is done with proxies. Derive from it to say what is done with branches, loops and arguments."""

    record_stack_traces = False  # whether nodes know the line of the program that made them
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = 'forward'
    _record_forward_stack_traces_only = False

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        """Makes a node of arguments that are nodes already."""
        if self.check_mutable_operations and kind == 'call_function':
            _check_mutation(target, args, kwargs)
        made = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        if getattr(self, 'module_stack', None):
            made.meta.update(nn_module_stack=OrderedDict(self.module_stack))
        return made

    def proxy(self, node):
        """The proxy for a node."""
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """Makes a node of arguments that may hold proxies. Returns its proxy."""
        args, kwargs = self.create_arg(args), self.create_arg(kwargs)
        if not isinstance(args, tuple):
            raise AssertionError('Expected args to be tuple, got %s' % type(args))
        if not isinstance(kwargs, dict):
            raise AssertionError('Expected kwargs to be dict, got %s' % type(kwargs))
        node = self.create_node(kind, target, args, kwargs, name, type_expr)
        proxy = proxy_factory_fn(node) if proxy_factory_fn else self.proxy(node)
        if self.record_stack_traces and not proxy.node.stack_trace:
            proxy.node.stack_trace = _stack_text(sys._getframe(1))
        return proxy

    def create_arg(self, a):
        """A value as it stands in the arguments of a node."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, '__fx_create_arg__'):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple):
            items = [self.create_arg(item) for item in a]
            return type(a)(*items) if hasattr(a, '_fields') else tuple(items)
        if isinstance(a, list):
            return [self.create_arg(item) for item in a]
        if isinstance(a, dict):
            return self._dict_arg(a)
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, range):
            return range(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, BaseArgumentTypes) or a is None or a is Ellipsis or isinstance(a, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
            return a
        fields = _dataclass_fields(a)
        if fields and not isinstance(a, type):
            return self.create_node('call_function', type(a), (), {name: self.create_arg(getattr(a, name)) for name in fields})
        raise NotImplementedError('argument of type: %s' % type(a))

    def _dict_arg(self, a):
        def refused(node):
            raise RuntimeError('Keys for dictionaries used as an argument cannot contain a Node. Got key: %s' % (key,))
        result = {}
        for k, value in a.items():
            key = self.create_arg(k)
            map_aggregate(key, lambda x: refused(x) if isinstance(x, Node) else x)
            result[key] = self.create_arg(value)
        return result

    # ---- what a program may not do with a value it does not have yet

    def to_bool(self, obj):
        """Called where the program branches on a proxy."""
        raise TraceError('symbolically traced variables cannot be used as inputs to control flow')

    def iter(self, obj):
        """Called where the program iterates over a proxy."""
        raise TraceError('Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs '
                         'function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control '
                         'flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors')

    def keys(self, obj):
        """Called for the keys of a proxy, as of **proxy in a call."""
        return Attribute(obj, 'keys')()


def _stack_text(frame):
    """The frames of the program as a traceback prints them, innermost last."""
    rows = []
    while frame is not None:
        code = frame.f_code
        if not (frame.f_globals.get('__name__') or '').startswith('torch.'):
            line = (frame._source_line or '').strip()
            rows.append('  File "%s", line %d, in %s\n' % (code.co_filename, frame.f_lineno, code.co_name) + (line and '    %s\n' % line))
        frame = frame.f_back
    return ''.join(reversed(rows)).strip()


def _check_mutation(target, args, kwargs):
    schema = getattr(target, '_schema', None)
    name = getattr(target, '__name__', '')
    if (schema is not None and schema.is_mutable) or (torch.overrides.resolve_name(target) and name.endswith('_') and not name.endswith('__')):
        raise RuntimeError("Tried to trace mutable operation %s. FX only supports functional code, so operations that mutate operands "
                           "in-place (e.g. via `out` arguments) are not supported" % (schema or name,))


class GraphAppendingTracer(TracerBase):
    """A tracer whose nodes go to the end of a graph."""

    def __init__(self, graph):
        super().__init__()
        self.graph = graph
        self.scope = Scope('', None)
        self.module_stack = OrderedDict()
        self.node_name_to_scope = {}


class Proxy:
    """Stands for the value of a node while a program is traced. Operators, functions of torch, methods and attributes make nodes."""

    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return 'Proxy(%s)' % self.node.name

    def __getattr__(self, k):
        if k in ('node', 'tracer', 'root', 'attr'):  # of a proxy in the making
            raise AttributeError(k)
        return Attribute(self, k)

    def __getstate__(self):
        return self.__dict__

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __deepcopy__(self, memo):
        import copy
        made = object.__new__(type(self))
        memo[id(self)] = made
        made.__dict__.update({key: copy.deepcopy(value, memo) for key, value in self.__dict__.items()})
        return made

    def _bound(self):
        return self, '__call__'

    def __call__(self, *args, **kwargs):
        owner, name = self._bound()
        return self.tracer.create_proxy('call_method', name, (owner, *args), kwargs)

    def __iter__(self):
        count = _expected_items(sys._getframe(1))
        if count is None:
            return self.tracer.iter(self)
        return iter([self[i] for i in range(count)])

    def __abs__(self):
        return self.tracer.create_proxy('call_function', operator.abs, (self,), {})

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        """What the tracer says of the keys."""
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
                           "torch.fx.wrap('len') at module scope")

    @classmethod
    def __torch_function__(cls, orig_method, types_, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracers = {}

        def noted(x):
            if isinstance(x, cls):
                tracers.setdefault(x.tracer)
            return x
        map_aggregate(args, noted)
        map_aggregate(kwargs, noted)
        if len(tracers) > 1:
            raise RuntimeError('Found multiple different tracers %s while trying to trace operations %s' % (list(tracers), orig_method))
        tracer = next(iter(tracers))
        if isinstance(orig_method, (types.MethodDescriptorType, types.WrapperDescriptorType)):
            return tracer.create_proxy('call_method', orig_method.__name__, args, kwargs)
        return tracer.create_proxy('call_function', orig_method, args, kwargs, name=tracer.graph._target_to_str(orig_method))


def _reading_node(attribute):
    """The node that reads an attribute. There is one once it is asked for: a call of the attribute needs none."""
    if '_read' not in attribute.__dict__:
        read = attribute.tracer.create_proxy('call_function', getattr, attribute._bound(), {})
        attribute.__dict__['_read'] = read.node
    return attribute.__dict__['_read']


class Attribute(Proxy):
    """An attribute of a proxy that has been named: a call of it is a call of a method, everything else reads it."""

    node = property(_reading_node)

    def __init__(self, root, attr):
        self.__dict__.update(root=root, attr=attr, tracer=root.tracer)

    def _bound(self):
        return self.root, self.attr


class ParameterProxy(Proxy):
    """The proxy of a parameter, whose shape is known while the program is traced."""

    def __init__(self, tracer, node, name, param):
        if not isinstance(param, torch.nn.Parameter):
            raise AssertionError('Expected param to be torch.nn.Parameter, got %s' % type(param))
        Proxy.__init__(self, node, tracer)
        self.name, self.param = name, param

    def __repr__(self):
        return 'ParameterProxy(%s)' % self.name


def _known_facts(cls):
    """Gives the class what can be asked of the parameter itself."""
    def fact(name):
        return property(lambda self: getattr(self.param, name))
    for name in ('shape', 'ndim', 'size', 'dim', 'numel', 'nelement'):
        setattr(cls, name, fact(name))


_known_facts(ParameterProxy)


def _operators(cls):
    """Gives the class the operators of the table, with those that a number on the left of a proxy asks for."""
    def forward(function):
        def method(*args, **kwargs):
            return args[0].tracer.create_proxy('call_function', function, args, kwargs)
        return method

    def reflected(function):
        def method(self, rhs):
            return self.tracer.create_proxy('call_function', function, (rhs, self), {})
        return method
    for name in magic_methods:
        function = getattr(operator, name, None) or operator.truediv
        made = forward(function)
        made.__name__ = '__%s__' % name.strip('_')
        setattr(cls, made.__name__, made)
        if name in reflectable_magic_methods:
            made = reflected(function)
            made.__name__ = '__r%s__' % name.strip('_')
            setattr(cls, made.__name__, made)
    cls.__hash__ = object.__hash__


_operators(Proxy)

__all__ = ['Attribute', 'GraphAppendingTracer', 'ParameterProxy', 'Proxy', 'Scope', 'ScopeContextManager', 'TraceError', 'TracerBase']
