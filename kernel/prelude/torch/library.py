"""torch.library: ops of users, with a schema, functions for devices and a gradient."""

import contextlib
import functools
import sys
import warnings

import torch
from torch import _ops
from torch._op_schema import FunctionSchema

_KINDS = ('DEF', 'IMPL', 'FRAGMENT')
_DEVICE_KEYS = {'cpu': 'CPU', 'cuda': 'CUDA', 'meta': 'Meta', 'xpu': 'XPU', 'mps': 'MPS', 'hpu': 'HPU', 'mtia': 'MTIA'}
_OTHER_KEYS = frozenset('''CompositeImplicitAutograd CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional Autograd AutogradCPU AutogradCUDA
    AutogradMeta ADInplaceOrView Tracer AutocastCPU AutocastCUDA BackendSelect Python Functionalize Conjugate Negative ZeroTensor'''.split())
_below_autograd = [0]


class _AutoDispatchBelowAutograd:
    """A context in which ops of libraries do not ask for their functions under Autograd."""

    def __enter__(self):
        _below_autograd[0] += 1

    def __exit__(self, exc_type, exc_value, traceback):
        _below_autograd[0] -= 1


torch._C._AutoDispatchBelowAutograd = _AutoDispatchBelowAutograd


def _tensors(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def _key_of(values):
    """The key of the device of the tensors among the values."""
    kinds = [_DEVICE_KEYS.get(tensor.device.type, 'CPU') for tensor in _tensors(values)]
    return 'Meta' if 'Meta' in kinds else 'CUDA' if 'CUDA' in kinds else 'CPU'


def fallthrough_kernel():
    """Stands for no function: the next dispatch key's is called."""
    raise NotImplementedError('fallthrough_kernel() should never be called.')


class _Operator:
    """An op of a library: its schema, its functions by dispatch keys, its gradient."""

    def __init__(self, schema, place):
        self.schema, self.place = schema, place
        self.kernels, self.fake, self.gradient, self.custom = {}, None, None, None

    def __call__(self, /, *args, **kwargs):
        args, named = self.schema.bind(args, kwargs)
        args = tuple([_converted(value, argument.type) for value, argument in zip(args, self.schema.arguments)])
        for device in ('cpu', 'cuda'):
            casting = self.kernels.get('Autocast' + device.upper())
            if casting is not None and torch.is_autocast_enabled(device) and any([t.device.type == device for t in _tensors([*args, *named.values()])]):
                return casting(*args, **named)
        needs = torch.is_grad_enabled() and any([tensor.requires_grad for tensor in _tensors([*args, *named.values()])])
        if not _below_autograd[0]:
            key = _key_of([*args, *named.values()])
            for name in ('Autograd' + key, 'Autograd'):
                if name in self.kernels:
                    return self.kernels[name](*args, **named)
            if needs and (self.gradient is not None or self.custom is not None and not self.schema.is_mutable):
                return self._recorded(args, named)
        return self._run(args, named)

    def _run(self, args, named):
        key = _key_of([*args, *named.values()])
        kernel = None
        for name in (key, 'CompositeExplicitAutograd', 'CompositeExplicitAutogradNonFunctional', 'CompositeImplicitAutograd'):
            kernel = kernel or self.kernels.get(name)
            if key == 'Meta' and name != 'Meta' and self.custom is not None:
                kernel = None
        if key == 'Meta' and self.fake is not None:
            return self.fake(*args, **named)
        if kernel is None:
            raise (RuntimeError if key == 'Meta' and self.custom is not None else NotImplementedError)(self._missing(key))
        if self.custom is None:
            return kernel(*args, **named)
        result = kernel(*args, **named)
        self.custom._check_result(result, args, named)
        return result

    def _missing(self, key):
        name = self.schema.title()
        if key == 'Meta' and self.custom is not None:
            return ('There was no fake impl registered for %r. This is necessary for torch.compile/export/fx tracing to work. Please use '
                    '`%s.register_fake` to add an fake impl.' % (self.custom, self.custom._name))
        if key == 'Meta':
            return ('%s: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered. You may have run '
                    'into this message while using an operator with PT2 compilation APIs (torch.compile/torch.export); in order to use this '
                    "operator with those APIs you'll need to add a fake impl. Please see the following for next steps:  "
                    'https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html' % name)
        return ("Could not run '%s' with arguments from the '%s' backend. This could be because the operator doesn't exist for this backend, or was "
                'omitted during the selective/custom build process (if using custom build). If you are a Facebook employee using PyTorch on mobile, '
                "please visit https://fburl.com/ptmfixes for possible resolutions. '%s' is only available for these backends: [%s]."
                % (name, key, name, ', '.join(sorted(self.kernels))))

    def _recorded(self, args, named):
        function = self._function()
        flat, positions = [], []
        for value in args:
            many = isinstance(value, (list, tuple)) and any([isinstance(item, torch.Tensor) for item in value])
            positions.append(len(value) if many else None)
            flat.extend(value if many else [value])
        return function.apply(self, positions, named, *flat)

    def _function(self):
        if getattr(self, 'function', None) is None:
            title = 'GeneratedBackwardFor_%s_%s_%s' % (*self.schema.name.split('::'), self.schema.overload_name or 'default')
            self.function = type(title, (_Recorded,), {'__module__': 'torch.autograd.function'})
        return self.function


def _nested(flat, positions):
    """Arguments as they were, lists again lists."""
    values, position = [], 0
    for count in positions:
        if count is None:
            values.append(flat[position])
            position += 1
        else:
            values.append(list(flat[position:position + count]))
            position += count
    return values


class _Recorded(torch.autograd.Function):
    """A call whose gradient a user has written."""

    @staticmethod
    def forward(ctx, operator, positions, named, *flat):
        args = _nested(flat, positions)
        ctx._operator, ctx._positions = operator, positions
        _below_autograd[0] += 1
        try:
            result = operator._run(tuple(args), named)
        finally:
            _below_autograd[0] -= 1
        setup = operator.gradient and operator.gradient[1]
        if setup is not None:
            if named:
                setup(ctx=ctx, inputs=tuple(args), keyword_only_inputs=named, output=result)
            else:
                setup(ctx=ctx, inputs=tuple(args), output=result)
        ctx._list = isinstance(result, list)
        return tuple(result) if ctx._list else result

    @staticmethod
    def backward(ctx, *grads):
        operator = ctx._operator
        if operator.gradient is None:
            raise RuntimeError('Trying to backward through %s.default but no autograd formula was registered. Please use register_autograd to add one.'
                               % operator.schema.name.replace('::', '.'))
        given = operator.gradient[0](ctx, *(grads if not ctx._list else [list(grads)]))
        given = given if isinstance(given, tuple) else (given,)
        flat = []
        for grad, count in zip(given, ctx._positions):
            flat.extend([grad] if count is None else grad if grad is not None else [None] * count)
        return (None, None, None, *flat)


def _converted(value, kind):
    """What the schema's type makes of a value: a number for a Tensor becomes one."""
    if kind.base == 'Tensor' and not kind.list and isinstance(value, (int, float, complex)) and value is not None:
        return torch.tensor(value)
    if kind.base == 'float' and not kind.list and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind.list and kind.size and not isinstance(value, (list, tuple)) and value is not None:
        return [value] * kind.size
    return list(value) if kind.list and isinstance(value, tuple) else value


# ---- libraries

_definitions = {}  # of namespaces: where they were defined


def _place():
    frame = sys._getframe(2)
    return '%s:%d' % (frame.f_code.co_filename, frame.f_lineno)


def _operator(qualname):
    """The op 'ns::name' or 'ns::name.overload'; None where there is none."""
    namespace, _, name = qualname.partition('::')
    name, _, overload = name.partition('.')
    entry = _ops.registry.get(namespace, {}).get(name, {}).get(overload or 'default')
    return entry[1]() if entry and namespace != 'aten' else None


def _needed(qualname):
    operator = _operator(qualname)
    if operator is None:
        raise RuntimeError('operator %s does not exist' % qualname)
    return operator


def _forget(namespace, name, overload):
    entries = _ops.registry.get(namespace, {})
    entries.get(name, {}).pop(overload, None)
    if not entries.get(name):
        entries.pop(name, None)
        getattr(torch.ops, namespace).__dict__.pop(name, None)
    else:
        getattr(getattr(torch.ops, namespace), name)._made.pop(overload, None)


class Library:
    """A namespace of ops: 'DEF' defines it, once; 'FRAGMENT' adds to it; 'IMPL' adds functions to its ops."""

    def __init__(self, ns, kind, dispatch_key=''):
        if kind not in _KINDS:
            raise ValueError('Unsupported kind: %s' % kind)
        if ns in ('prim', 'prims') and kind == 'DEF' or ns == 'aten' and kind == 'DEF':
            raise ValueError('%s is a reserved namespace. Please try creating a library with another name.' % ns)
        place = _place()
        if kind == 'DEF' and ns in _definitions:
            raise RuntimeError('Only a single TORCH_LIBRARY can be used to register the namespace %s; please put all of your definitions in a single '
                               'TORCH_LIBRARY block.  If you were trying to specify implementations, consider using TORCH_LIBRARY_IMPL (which can be '
                               'duplicated).  If you really intended to define operators for a single namespace in a distributed way, you can use '
                               'TORCH_LIBRARY_FRAGMENT to explicitly indicate this.  Previous registration of TORCH_LIBRARY was registered at %s; '
                               'latest registration was registered at %s' % (ns, _definitions[ns], place))
        if kind == 'DEF':
            _definitions[ns] = place
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._defined, self._undo = [], []

    def __repr__(self):
        return 'Library(kind=%s, ns=%s, dispatch_key=%s)>' % (self.kind, self.ns, self.dispatch_key)

    def define(self, schema, alias_analysis='', *, tags=()):
        """Adds an op; returns its name."""
        if alias_analysis not in ('', 'FROM_SCHEMA', 'CONSERVATIVE'):
            raise RuntimeError('Invalid alias_analysis type %s' % alias_analysis)
        parsed = FunctionSchema(self.ns, schema)
        name, overload = parsed.name.partition('::')[2], parsed.overload_name or 'default'
        entries = _ops.registry.setdefault(self.ns, {}) if self.ns != 'aten' else torch.ops.aten._entries()
        place = _place()
        if overload in entries.get(name, {}):
            before = _operator('%s::%s.%s' % (self.ns, name, overload))
            raise RuntimeError('Tried to register an operator (%s) with the same name and overload name multiple times. Each overload\'s schema should '
                               'only be registered with a single call to def(). Duplicate registration: registered at %s. Original registration: '
                               'registered at %s' % (parsed, place, before.place if before else 'the runtime'))
        operator = _Operator(parsed, place)
        for key, function in _waiting.pop('%s::%s' % (self.ns, parsed.title().partition('::')[2]), ()):
            operator.kernels[key] = function
        entries.setdefault(name, {})[overload] = (schema, lambda: operator)
        self._defined.append((name, overload))
        return name + ('.' + parsed.overload_name if parsed.overload_name else '')

    def impl(self, op_name, fn, dispatch_key='', *, with_keyset=False, allow_override=False):
        """The function of an op for a dispatch key."""
        if not callable(fn):
            raise TypeError("Input function is required to be a callable but found type %s" % type(fn))
        key = dispatch_key or self.dispatch_key or 'CompositeImplicitAutograd'
        if key not in _OTHER_KEYS and key not in _DEVICE_KEYS.values() and key not in torch._C.DispatchKey.__members__:
            raise RuntimeError('could not parse dispatch key: %s' % key)
        if with_keyset:
            raise NotImplementedError('Library.impl: with_keyset=True is not there in this version')
        if isinstance(op_name, _ops.OpOverload):
            op_name = op_name._name.partition('::')[2]
        title = '%s::%s' % (self.ns, op_name.rpartition('::')[2])
        if self.ns == 'aten':
            raise NotImplementedError('Library.impl: the functions of aten cannot be replaced in this version')
        operator = _operator(title)
        if operator is None:
            _waiting.setdefault(title, []).append((key, fn))
            return
        if fn is fallthrough_kernel:
            operator.kernels.pop(key, None)
            return
        before = operator.kernels.get(key)
        operator.kernels[key] = fn
        self._undo.append((operator, key, before))

    def fallback(self, fn, dispatch_key='', *, with_keyset=False):
        """Refused: no function stands for all ops of a key."""
        raise NotImplementedError('Library.fallback is not there in this version')

    def _register_fake(self, op_name, fn, _stacklevel=1, *, allow_override=False):
        _needed('%s::%s' % (self.ns, op_name)).fake = fn

    def _destroy(self):
        for operator, key, before in reversed(self._undo):
            operator.kernels.pop(key, None)
            if before is not None:
                operator.kernels[key] = before
        for name, overload in self._defined:
            _forget(self.ns, name, overload)
        if self.kind == 'DEF':
            _definitions.pop(self.ns, None)
        self._defined, self._undo = [], []


_waiting = {}  # functions for ops that are not defined yet


def _library(lib, namespace):
    return lib if lib is not None else Library(namespace, 'FRAGMENT')


def define(qualname, schema, *, lib=None, tags=()):
    """Adds the op 'namespace::name' with a schema; with a library and a schema only, a decorator."""
    if isinstance(qualname, Library):
        library, text = qualname, schema

        def decorate(function):
            library.impl(library.define(text), function, 'CompositeImplicitAutograd')
            return function
        return decorate
    namespace, name = _split(qualname, 'define')
    _library(lib, namespace).define(name + schema)


def _split(qualname, function):
    if not isinstance(qualname, str):
        raise ValueError('torch.library.%s: expected qualname to be a string, got %s' % (function, type(qualname)))
    namespace, found, name = qualname.partition('::')
    if not found:
        raise ValueError("Expected `qualname` to be of the form \"namespace::name\", but got %s. The qualname passed to the torch.library APIs must "
                         "consist of a namespace and a name, e.g. aten::sin" % qualname)
    return namespace, name


def impl(qualname, types, func=None, *, lib=None):
    """The function of an op for types of devices ('cpu', 'cuda', 'default'); without the function a decorator."""
    if isinstance(qualname, Library):
        library, name, key = qualname, types, func or ''
        return lambda function: (library.impl(name, function, key), function)[1]
    if func is None:
        return lambda function: (impl(qualname, types, function, lib=lib), function)[1]
    namespace, name = _split(qualname, 'impl')
    keys = set()
    for kind in (types,) if isinstance(types, str) else types:
        if kind == 'default':
            keys.add('CompositeExplicitAutograd')
        elif kind in _DEVICE_KEYS:
            keys.add(_DEVICE_KEYS[kind])
        elif kind in _OTHER_KEYS or kind in _DEVICE_KEYS.values():
            keys.add(kind)
        else:
            raise RuntimeError('Expected one of %s device type at start of device string: %s' % (', '.join(_DEVICE_KEYS), kind))
    for key in keys:
        _library(lib, namespace).impl(name, func, key)
    return None


def _named(op):
    """The qualified name of an op given by name, as overload or as custom op."""
    if isinstance(op, _ops.OpOverload):
        return op._name
    if isinstance(op, CustomOpDef):
        return op._qualname
    if not isinstance(op, str):
        raise ValueError('got unexpected type for op: %s' % type(op))
    return op


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """The function of an op for types of devices."""
    if func is None:
        return lambda function: (register_kernel(op, device_types, function, lib=lib), function)[1]
    operator = _operator(_named(op))
    if operator is not None and operator.custom is not None:
        return operator.custom.register_kernel(device_types, func)
    return impl(_named(op), 'default' if device_types is None else device_types, func, lib=lib)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """What an op gives for tensors on meta: a function that makes results of the right shapes."""
    if func is None:
        return lambda function: (register_fake(op, function, lib=lib), function)[1]
    _needed(_named(op)).fake = func
    return func


def impl_abstract(qualname, func=None, *, lib=None, _stacklevel=1):
    """Deprecated: register_fake."""
    warnings.warn('torch.library.impl_abstract was renamed to torch.library.register_fake. Please use that instead; we will remove '
                  'torch.library.impl_abstract in a future version of PyTorch.', DeprecationWarning, stacklevel=2)
    return register_fake(qualname, func, lib=lib)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """The gradient of an op: backward(ctx, *grads); setup_context(ctx, inputs, output) keeps what it needs."""
    name = _named(op)
    namespace, rest = _split(name, 'register_autograd')
    operator = _operator(name)
    if operator is None:
        return getattr(getattr(torch.ops, namespace), rest)
    if operator.schema.is_mutable:
        raise RuntimeError('Cannot register autograd formula for non-functional operator %s with schema %s. Please create a functional operator and '
                           'register an autograd formula for that.' % (name.replace('::', '.'), operator.schema))
    operator.gradient = (backward, setup_context)


def _refused(name, what):
    def function(*args, **kwargs):
        raise NotImplementedError('torch.library.%s: %s' % (name, what))
    function.__name__ = function.__qualname__ = name
    function.__doc__ = 'Refused: %s.' % what
    return function


register_autocast = _refused('register_autocast', 'ops of libraries are not cast in this version')
register_torch_dispatch = _refused('register_torch_dispatch', 'rules for classes and ops of libraries are not there in this version')
register_vmap = _refused('register_vmap', 'vmap runs ops of libraries row by row in this version')
triton_op = _refused('triton_op', 'there is no Triton in this version')
wrap_triton = _refused('wrap_triton', 'there is no Triton in this version')


def get_ctx():
    """The context of a function registered by register_fake: there is none, because shapes are always known."""
    return None


def get_kernel(op, dispatch_key):
    """The function of an op for a dispatch key."""
    kernels = _needed(_named(op)).kernels
    if dispatch_key not in kernels:
        raise RuntimeError('no kernel of %s for dispatch key %s' % (_named(op), dispatch_key))
    return kernels[dispatch_key]


# ---- schemas from annotations

def _annotations():
    from typing import List, Optional, Sequence, Tuple, Union  # noqa
    bases = {torch.Tensor: 'Tensor', int: 'SymInt', float: 'float', bool: 'bool', str: 'str', torch.dtype: 'ScalarType', torch.device: 'Device'}
    found = {}
    number = Union[int, float, bool]
    for base, text in [*bases.items(), (number, 'Scalar')]:
        found[base], found[Optional[base]] = text, text + '?'
        if text not in ('str', 'ScalarType', 'Device'):
            for many in (List[base], Sequence[base], list[base]):
                found[many], found[Optional[many]] = text + '[]', text + '[]?'
    for many in (List[Optional[torch.Tensor]], Sequence[Optional[torch.Tensor]], list[Optional[torch.Tensor]]):
        found[many] = 'Tensor?[]'
    return found


_annotations = functools.lru_cache(None)(_annotations)


_EMPTY = object()


class _Parameter:
    def __init__(self, name, kind, annotation, default):
        self.name, self.kind, self.annotation, self.default = name, kind, annotation, default

    def __str__(self):
        stars = {'args': '*', 'kwargs': '**'}.get(self.kind, '')
        text = stars + self.name + ('' if self.annotation is _EMPTY else ': ' + _shown(self.annotation))
        if self.default is _EMPTY:
            return text
        return text + ('=' if self.annotation is _EMPTY else ' = ') + repr(self.default)


def _shown(annotation):
    if isinstance(annotation, type) and not hasattr(annotation, '__origin__'):
        return annotation.__qualname__ if annotation.__module__ == 'builtins' else '%s.%s' % (annotation.__module__, annotation.__qualname__)
    return repr(annotation).replace('typing.', '')


class _Signature:
    """The parameters of a function and what it is said to return."""

    def __init__(self, function):
        code, notes = function.__code__, function.__annotations__
        names, n, only = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
        defaults = dict(zip(names[n - len(function.__defaults__ or ()):n], function.__defaults__ or ()), **(function.__kwdefaults__ or {}))
        kinds = [*['position'] * code.co_posonlyargcount, *['plain'] * (n - code.co_posonlyargcount), *['keyword'] * only]
        listed = list(zip(names, kinds))
        if code.co_flags & 4:
            listed.insert(n, (names[n + only], 'args'))
        if code.co_flags & 8:
            listed.append((names[n + only + (code.co_flags & 4) // 4], 'kwargs'))
        self.parameters = [_Parameter(name, kind, notes.get(name, _EMPTY), defaults.get(name, _EMPTY)) for name, kind in listed]
        self.returns = notes.get('return', _EMPTY)

    def __str__(self):
        texts = [str(parameter) for parameter in self.parameters]
        kinds = [parameter.kind for parameter in self.parameters]
        if 'keyword' in kinds and 'args' not in kinds:
            texts.insert(kinds.index('keyword'), '*')
        if 'position' in kinds:
            texts.insert(kinds.count('position'), '/')
        return '(%s)%s' % (', '.join(texts), '' if self.returns is _EMPTY else ' -> ' + _shown(self.returns))


def _annotated(parameter, signature):
    if parameter.kind not in ('plain', 'keyword'):
        _bad(signature, 'We do not support positional-only args, varargs, or varkwargs.')
    if parameter.annotation is _EMPTY:
        _bad(signature, 'Parameter %s must have a type annotation.' % parameter.name)


def _bad(signature, text):
    raise ValueError('infer_schema(func): %s Got func with signature %s)' % (text, signature))


def _return_text(annotation, signature):
    from typing import get_args, get_origin
    known = {torch.Tensor: 'Tensor', int: 'SymInt', float: 'float', bool: 'bool'}
    if annotation is None or annotation is type(None):
        return '()'
    if annotation is _EMPTY:
        _bad(signature, 'No return type annotation was provided. Please add one.')
    if annotation in _annotations() and _annotations()[annotation] not in ('str', 'Device', 'ScalarType'):
        return _annotations()[annotation]
    if get_origin(annotation) is tuple:
        items = [known.get(item, _annotations().get(item)) for item in get_args(annotation)]
        if all(items):
            return '(%s)' % ', '.join(items)
    _bad(signature, 'Return has unsupported type %s. The valid types are: %s.' % (annotation, known))


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """The schema of a function from its annotations: '(Tensor x, SymInt n=2) -> Tensor'."""
    signature = _Signature(prototype_function)
    texts, names, star = [], [], False
    hints = getattr(prototype_function, '__globals__', {})
    for parameter in signature.parameters:
        _annotated(parameter, signature)
        annotation = parameter.annotation
        if isinstance(annotation, str):
            annotation = eval(annotation, hints)
        kind = _annotations().get(annotation)
        if kind is None:
            _bad(signature, 'Parameter %s has unsupported type %s. The valid types are: %s.' % (parameter.name, annotation, _annotations().keys()))
        if parameter.kind == 'keyword' and not star:
            texts.append('*')
            star = True
        if kind.startswith('Tensor') and (mutates_args == 'unknown' or parameter.name in mutates_args):
            kind = kind.replace('Tensor', 'Tensor(a%d!)' % len(names), 1)
        names.append(parameter.name)
        texts.append('%s %s%s' % (kind, parameter.name, '' if parameter.default is _EMPTY else '=' + _default(parameter.default)))
    if mutates_args != 'unknown':
        unknown = set(mutates_args) - set(names)
        if unknown:
            _bad(signature, "%s in mutates_args were not found in the custom op's signature. mutates_args should contain the names of all args that "
                 "the custom op mutates, or just the string 'unknown' if you don't know." % unknown)
    annotation = signature.returns
    returns = _return_text(eval(annotation, hints) if isinstance(annotation, str) else annotation, signature)
    return '%s(%s) -> %s' % (op_name or '', ', '.join(texts), returns)


def _default(value):
    if isinstance(value, str):
        return '"%s"' % value
    return str(value) if value is None or isinstance(value, (bool, int, float)) else '"%s"' % value if not isinstance(value, torch.dtype) else str(value)[6:]


# ---- custom ops

class CustomOpDef:
    """An op made of a function: what custom_op returns; call it as the function."""

    __module__ = 'torch._library.custom_ops'

    def __init__(self, namespace, name, schema, fn, tags=None):
        self._namespace, self._name, self._schema, self._init_fn = namespace, name, schema, fn
        self._lib = Library(namespace, 'FRAGMENT')
        before = _operator(self._qualname)
        if before is not None and before.custom is not None:
            before.custom._lib._destroy()
        self._lib.define(name + schema)
        self._operator = _operator(self._qualname)
        self._operator.custom = self
        self._disabled = {}

    @property
    def _qualname(self):
        return '%s::%s' % (self._namespace, self._name)

    @property
    def _opoverload(self):
        return getattr(getattr(torch.ops, self._namespace), self._name).default

    def __repr__(self):
        return '<CustomOpDef(%s)>' % self._qualname

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)

    def _check_result(self, result, args, named):
        """A result must be new memory."""
        storages = {tensor.untyped_storage().data_ptr() for tensor in _tensors([*args, *named.values()])
                    if tensor.layout == torch.strided and tensor.numel() and not tensor.is_meta}
        for tensor in _tensors([result]):
            if tensor.layout != torch.strided or not tensor.numel() or tensor.is_meta:
                continue
            key = tensor.untyped_storage().data_ptr()
            if key in storages:
                raise RuntimeError('%s (with implementation in %s): The output of this custom operator (1) must not also be an input to this custom '
                                   'operator and (2) may not alias any inputs to this custom operator or other returns. The most common way to '
                                   'trigger this error is if we have y = custom_op(x) and y and x are the same Tensor. Please instead return a clone '
                                   'of the offending output tensor(s) (e.g. return x.clone()) or refactor the custom operator to not return y.'
                                   % (self._name, sys.modules[__name__]))
            storages.add(key)

    def register_kernel(self, device_types, fn=None, /):
        """The function for types of devices; None: for all."""
        if fn is None:
            return lambda function: self.register_kernel(device_types, function)
        for kind in [None] if device_types is None else [device_types] if isinstance(device_types, str) else device_types:
            key = 'CompositeExplicitAutograd' if kind is None else _DEVICE_KEYS[kind]
            self._operator.kernels[key] = fn
        return fn

    def register_fake(self, fn, /):
        """What it gives for tensors on meta."""
        self._operator.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """Its gradient."""
        if self._operator.schema.is_mutable:
            raise RuntimeError('Cannot register autograd formula for non-functional operator %s with schema %s. Please create a functional operator '
                               'and register an autograd formula for that.' % (self, self._operator.schema))
        self._operator.gradient = (backward, setup_context)

    register_vmap = register_vmap
    register_torch_dispatch = register_torch_dispatch
    register_autocast = register_autocast

    @contextlib.contextmanager
    def set_kernel_enabled(self, device_type, enabled=True):
        """A context in which the function of a type of devices is used or not; the first function then stands for it."""
        kernels, key = self._operator.kernels, _DEVICE_KEYS.get(device_type, device_type)
        before = kernels.get(key)
        if before is None:
            warnings.warn('Attempted to %s kernel for %s but no kernel was registered for this device type.'
                          % ('enable' if enabled else 'disable', device_type), stacklevel=3)
        elif not enabled:
            kernels[key] = self._init_fn
        try:
            yield
        finally:
            if before is not None:
                kernels[key] = before


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Makes an op of a function; a decorator where the function is left out. Its schema follows from annotations."""
    def make(function):
        text = infer_schema(function, mutates_args=mutates_args) if schema is None else schema
        namespace, title = name.split('::')
        made = CustomOpDef(namespace, title, text, function, tags)
        if schema is not None and mutates_args != 'unknown':
            written = {argument.name for argument in made._operator.schema.arguments if argument.alias_info is not None and argument.alias_info.is_write}
            if set(mutates_args) != written:
                made._lib._destroy()
                raise ValueError('Attempted to create a custom op with `mutates_args=%s` and `schema=%s. The schema suggests that the op mutates %s'
                                 'which is different from what was provided to us in `mutates_args`. Please make these consistent.'
                                 % (mutates_args, schema, written))
        made.register_kernel(device_types, function)
        return made
    return make if fn is None else make(fn)


# ---- checks

class OpCheckError(Exception):
    """What opcheck has found."""


def _unchanged(op, args, kwargs):
    before = [(tensor, tensor._version) for tensor in _tensors([*args, *kwargs.values()])]
    written = any([argument.alias_info is not None and argument.alias_info.is_write for argument in op._schema.arguments])
    result = op(*args, **kwargs)
    if not written and any([tensor._version != version for tensor, version in before]):
        raise OpCheckError('Argument is not defined as mutable but was mutated')
    return result


def _check_fake(op, args, kwargs):
    def on_meta(value):
        if isinstance(value, torch.Tensor):
            return value.detach().to('meta')
        return type(value)([on_meta(item) for item in value]) if isinstance(value, (list, tuple)) else value
    real = list(_tensors([op(*args, **kwargs)]))
    with torch.no_grad():
        fake = list(_tensors([op(*on_meta(args), **{name: on_meta(value) for name, value in kwargs.items()})]))
    if [(x.shape, x.dtype) for x in real] != [(x.shape, x.dtype) for x in fake]:
        raise OpCheckError('Shapes or types of the fake implementation differ: %s, %s' % ([tuple(x.shape) for x in fake], [tuple(x.shape) for x in real]))


def _check_gradient(op, args, kwargs):
    if any([tensor.requires_grad for tensor in _tensors([*args, *kwargs.values()])]):
        results = [x for x in _tensors([op(*args, **kwargs)]) if x.is_floating_point()]
        if results and not any([x.requires_grad for x in results]):
            raise OpCheckError('The results of the op do not require a gradient although an argument does')


def _check_backward(op, args, kwargs):
    wanted = [tensor for tensor in _tensors([*args, *kwargs.values()]) if tensor.requires_grad]
    results = [x.sum() for x in _tensors([op(*args, **kwargs)]) if x.requires_grad]
    if wanted and results:
        torch.autograd.grad(sum(results), wanted, allow_unused=True)


_CHECKS = {'test_schema': _unchanged, 'test_autograd_registration': _check_gradient, 'test_faketensor': _check_fake,
           'test_aot_dispatch_dynamic': _check_backward}


def opcheck(op, args, kwargs=None, *, test_utils=tuple(_CHECKS), raise_exception=True, atol=None, rtol=None):
    """Tries an op with arguments: {check: 'SUCCESS', or the exception}."""
    op = op._opoverload if isinstance(op, CustomOpDef) else op
    if not isinstance(op, _ops.OpOverload):
        op = getattr(op, 'default', op)
    results = {}
    for name in (test_utils,) if isinstance(test_utils, str) else test_utils:
        if name not in _CHECKS:
            raise AssertionError('Unsupported test_utils: %s' % name)
        try:
            _CHECKS[name](op, args, kwargs or {})
            results[name] = 'SUCCESS'
        except Exception as error:
            if raise_exception:
                raise OpCheckError('opcheck(op, ...): %s failed with %s (scroll up for stack trace)' % (name, error)) from error
            results[name] = error
    return results


__all__ = ['Library', 'impl', 'define', 'fallthrough_kernel', 'impl_abstract', 'register_autocast', 'register_fake', 'register_torch_dispatch',
           'register_vmap', 'get_ctx', 'get_kernel', 'custom_op', 'triton_op', 'wrap_triton', 'infer_schema']
