"""The tracer: runs a module or function on proxies while functions that no proxy reaches by itself are replaced."""

import builtins
import copy
import math
import sys
import types
from collections import OrderedDict

import torch
from torch.fx._codegen import _PyTreeCodeGen, _PyTreeInfo
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate
from torch.fx.proxy import ParameterProxy, Proxy, Scope, ScopeContextManager, TracerBase

CO_VARARGS, CO_VARKEYWORDS = 4, 8  # flags of code objects
HAS_VARSTUFF = CO_VARARGS | CO_VARKEYWORDS
_wrapped_fns_to_patch = {}  # (id of the globals, name) -> the globals
_wrapped_methods_to_patch = []  # (class, name)
_depth = 0  # how many traces are running


class ProxyableClassMeta(type):
    """Metaclass of classes whose constructor becomes a call in the graph where it is given proxies."""

    def __call__(cls, *args, **kwargs):
        made = cls.__new__(cls, *args, **kwargs)
        if not is_fx_tracing():
            cls.__init__(made, *args, **kwargs)
            return made
        proxy = _find_proxy((args, kwargs))
        if proxy is None:
            cls.__init__(made, *args, **kwargs)
            return made
        return proxy.tracer.create_proxy('call_function', cls, args, kwargs)


class PHBase:
    """A placeholder in concrete_args: an input within a nest of containers."""

    def __repr__(self):
        return 'PH'


class PHWithMeta(PHBase):
    """A placeholder whose node takes some of its facts (its name) from ph_key."""

    def __init__(self, ph_key=None):
        super().__init__()
        self.ph_key = ph_key

    def transfer_metadata(self, node):
        """Notes the key in the meta data of the node."""
        if self.ph_key:
            node.meta['ph_key'] = self.ph_key


PH = PHBase()


def is_fx_tracing():
    """Whether a program is being traced."""
    return _depth > 0


is_fx_symbolic_tracing = is_fx_tracing_warning = is_fx_tracing


def _assert_is_none(value, msg):
    if value is not None:
        raise AssertionError(msg)


def _find_proxy(nest):
    found = []
    map_aggregate(nest, lambda x: found.append(x) if isinstance(x, Proxy) else None)
    return found[0] if found else None


# ---- functions that are replaced while a program runs on proxies

class _Patches:
    """Replaced attributes and items, which are put back in the opposite order."""

    _NONE = object()

    def __init__(self):
        self.undo, self.seen = [], set()

    def attribute(self, owner, name, value):
        before = owner.__dict__.get(name, self._NONE)
        self.undo.append(lambda: delattr(owner, name) if before is self._NONE else setattr(owner, name, before))
        setattr(owner, name, value)

    def item(self, table, name, value):
        before = table.get(name, self._NONE)
        self.undo.append(lambda: table.pop(name, None) if before is self._NONE else table.__setitem__(name, before))
        table[name] = value

    def close(self):
        while self.undo:
            self.undo.pop()()


def _recorded(function):
    """A function that becomes a call of the given one in the graph where an argument is a proxy."""
    def called(*args, **kwargs):
        proxy = _find_proxy((args, kwargs))
        if proxy is None:
            return function(*args, **kwargs)
        result = proxy.tracer.create_proxy('call_function', function, args, kwargs)
        result.node.meta['is_wrapped'] = True
        return result
    called.__name__ = getattr(function, '__name__', 'function')
    called.__wrapped__ = function
    called.__fx_already_patched = True
    return called


def _recorded_method(cls, name):
    method = getattr(cls, name)

    def called(*args, **kwargs):
        proxy = _find_proxy((args, kwargs))
        if proxy is None:
            return method(*args, **kwargs)
        return proxy.tracer.create_proxy('call_method', name, args, kwargs)
    called.__name__ = name
    return called


def _patch_wrapped(patches):
    for (_, name), table in list(_wrapped_fns_to_patch.items()):
        function = getattr(builtins, name) if name not in table and hasattr(builtins, name) else table[name]
        if not hasattr(function, '__fx_already_patched'):
            patches.item(table, name, _recorded(function))
    for cls, name in _wrapped_methods_to_patch:
        patches.attribute(cls, name, _recorded_method(cls, name))


def wrap(fn_or_name):
    """Marks a function of this module, or the global function of a name, as one that a tracer records and does not enter. Must be called
    at the top level of a module. Returns it."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError('Unsupported type for global function! Must be either a callable or string name')
    name = fn_or_name.__name__ if callable(fn_or_name) else fn_or_name
    frame = sys._getframe(1)
    if frame.f_code.co_name != '<module>' and not frame.f_globals.get('__fx_source__'):
        raise NotImplementedError('wrap must be called at the top level of a module')
    _wrapped_fns_to_patch[id(frame.f_globals), name] = frame.f_globals
    return fn_or_name


# ---- the tracer

class Tracer(TracerBase):
    """Runs a program on proxies and collects its graph. Derive from it and override is_leaf_module, call_module, create_arg ... to trace
    otherwise. autowrap_modules: modules whose functions are recorded; autowrap_functions: functions that are."""

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        super().__init__()
        self._autowrap_function_ids = {id(value) for module in autowrap_modules for name, value in module.__dict__.items()
                                       if not name.startswith('_') and callable(value)}
        self._autowrap_function_ids.update([id(f) for f in autowrap_functions])
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None
        self.root_module_name = ''
        self.scope = Scope('', None)
        self.module_stack = OrderedDict()
        self.num_calls = {}
        self.node_name_to_scope = {}
        self.tensor_attrs = {}

    _proxy_tensor_constants = True

    # ---- to be overridden

    def is_leaf_module(self, m, module_qualified_name):
        """Whether calls of the module are recorded as they are: those of torch.nn, but for Sequential."""
        return m.__module__.startswith(('torch.nn', 'torch.ao.nn')) and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        """The name of a submodule of the root, with dots."""
        paths = self.submodule_paths
        if paths is None:
            paths = {module: name for name, module in self.root.named_modules()}
        if mod not in paths:
            raise NameError('module is not installed as a submodule')
        return paths[mod]

    def call_module(self, m, forward, args, kwargs):
        """Called for each call of a module: records it if it is a leaf, and runs forward(*args, **kwargs) if it is not."""
        path = self.path_of_module(m)
        with ScopeContextManager(self.scope, Scope(path, type(m))):
            count = self.num_calls.get(path, 0)
            self.num_calls[path] = count + 1
            key = path if count == 0 else '%s@%d' % (path, count)
            self.module_stack[key] = (path, type(m))
            try:
                if self.is_leaf_module(m, path):
                    return self.create_proxy('call_module', path, args, kwargs)
                return forward(*args, **kwargs)
            finally:
                self.module_stack.popitem(last=True)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """Called for each attribute of a module that is found by __getattr__: a proxy for parameters, and for buffers where
        proxy_buffer_attributes is set."""
        rows = [(torch.nn.Parameter, self.root.named_parameters, True)]
        if self.proxy_buffer_attributes:
            rows.append((torch.Tensor, self.root.named_buffers, False))
        for kind, named, is_parameter in rows:
            if not isinstance(attr_val, kind):
                continue
            for name, value in named():
                if value is attr_val:
                    if name not in parameter_proxy_cache:
                        options = {}
                        if self.param_shapes_constant and is_parameter:
                            options['proxy_factory_fn'] = lambda node: ParameterProxy(self, node, name, attr_val)
                        parameter_proxy_cache[name] = self.create_proxy('get_attr', name, (), {}, **options)
                    return parameter_proxy_cache[name]
        return attr_val

    def get_fresh_qualname(self, prefix):
        """A name that the root has no attribute of: the prefix and a number."""
        i = self._counters.get(prefix, 0)
        while hasattr(self.root, '%s%d' % (prefix, i)):
            i += 1
        self._counters[prefix] = i + 1
        return '%s%d' % (prefix, i)

    def create_arg(self, a):
        """A value as it stands in the arguments of a node: tensors and modules are read from the root, which gets those that it does not
        have."""
        if isinstance(a, torch.nn.Parameter):
            for name, value in self.root.named_parameters():
                if value is a:
                    return self.create_node('get_attr', name, (), {})
            raise NameError('parameter is not a member of this module')
        if isinstance(a, torch.Tensor):
            for name, value in self.root.named_buffers():
                if value is a:
                    return self.create_node('get_attr', name, (), {})
        if isinstance(a, torch.nn.Module):
            for name, value in self.root.named_modules():
                if value is a:
                    return self.create_node('get_attr', name, (), {})
        if isinstance(a, tuple) and hasattr(a, '_fields'):
            return self.create_node('call_function', type(a), tuple([self.create_arg(item) for item in a]), {})
        if isinstance(a, torch.Tensor):
            name = self.tensor_attrs.get(a)
            if not name:
                name = self.get_fresh_qualname('_tensor_constant')
                self.tensor_attrs[a] = name
                setattr(self.root, name, a)
            return self.create_node('get_attr', name, (), {})
        if type(type(a)) is ProxyableClassMeta:
            name = self.get_fresh_qualname('_%s_constant_' % type(a).__name__)
            setattr(self.root, name, a)
            return self.create_node('get_attr', name, (), {})
        return super().create_arg(a)

    # ---- inputs

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        """(the function to run, its arguments): proxies for the parameters, but values where concrete_args has some."""
        function = _unwrapped(root_fn)
        code = function.__code__
        total = code.co_argcount + code.co_kwonlyargcount
        orig_args = list(code.co_varnames)
        names = iter(code.co_varnames)
        args, skipped = [], 0
        if is_module:
            if total == 0:
                raise RuntimeError('``self`` argument cannot be part of *args expansion!')
            skipped = 1
            next(names)
            args.append(self.root)
        if isinstance(concrete_args, tuple):
            if len(concrete_args) != total - skipped:
                raise RuntimeError('Tracing expected %d arguments but got %d concrete arguments' % (total - skipped, len(concrete_args)))
            concrete_args = dict(zip(code.co_varnames[skipped:total], concrete_args))
        signature = _defaults(function)
        args += [self._proxy_placeholder(next(names), concrete_args, signature, function) for _ in range(skipped, total)]
        if code.co_kwonlyargcount or code.co_flags & HAS_VARSTUFF:
            if code.co_flags & CO_VARARGS:
                args.append(self._proxy_placeholder('*' + next(names), None, signature, function))
            if code.co_flags & CO_VARKEYWORDS:
                args.append(self._proxy_placeholder('**' + next(names), None, signature, function))
            root_fn = _spread(function, args)
        nested = concrete_args is not None and any([isinstance(value, (list, tuple, dict)) for value in concrete_args.values()])
        if not nested:
            return root_fn, args
        return self._flattened(root_fn, args, orig_args[:total], concrete_args)

    def _flattened(self, root_fn, args, names, concrete_args):
        import torch.utils._pytree as pytree
        flat, in_spec = pytree.tree_flatten(tuple(args))
        self.graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, in_spec, None))

        def run(*leaves):
            out, out_spec = pytree.tree_flatten(root_fn(*pytree.tree_unflatten(list(leaves), in_spec)))
            info = self.graph._codegen.pytree_info
            self.graph._codegen.pytree_info = _PyTreeInfo(info.orig_args, info.in_spec, out_spec)
            return out
        return run, flat

    def _proxy_placeholder(self, name, concrete_args, sig, fn_for_analysis):
        if name in (concrete_args or ()):
            return self._concrete(name, concrete_args[name], sig)
        kind = fn_for_analysis.__annotations__.get(name)
        return self.create_proxy('placeholder', name, _default_of(sig, name), {}, type_expr=kind)

    def _concrete(self, name, value, sig):
        """A given value: its placeholders stay inputs, and other leaves become checks that the caller passes the same."""
        import torch.utils._pytree as pytree
        default = _default_of(sig, name)
        count = [0]

        def leaf(x):
            count[0] += 1
            made = self.create_proxy('placeholder', '%s_%d' % (name, count[0]), default, {})
            if isinstance(x, PHBase):
                if isinstance(x, PHWithMeta):
                    x.transfer_metadata(made.node)
                return made
            text = '%s has been specialized to have value %s but got another value' % (name, x)
            if type(x) in (bool, int, float):
                self.create_proxy('call_function', torch._assert, (made == x, text), {})
            elif x is None:
                self.create_proxy('call_function', _assert_is_none, (made, text), {})
            else:
                import warnings
                warnings.warn('Was not able to add assertion to guarantee correct input %s to specialized function. It is up to the user '
                              'to make sure that your inputs match the inputs you specialized the function with.' % name, stacklevel=2)
            return x
        if isinstance(value, PHBase):
            return leaf(value) if isinstance(value, PHWithMeta) else self._proxy_placeholder(name, None, sig, _unwrapped(self._function))
        return pytree.tree_map(leaf, value)

    # ---- the run

    def trace(self, root, concrete_args=None):
        """The graph of a module's forward or of a function. concrete_args: values for parameters, by which branches are decided."""
        global _depth
        self._counters = {}
        if isinstance(root, torch.nn.Module):
            if not hasattr(type(root), self.traced_func_name):
                raise AssertionError("traced_func_name=%s doesn't exist in %s" % (self.traced_func_name, type(root).__name__))
            fn = getattr(type(root), self.traced_func_name)
            self.root, self.root_module_name = root, root._get_name()
            self.submodule_paths = {module: name for name, module in root.named_modules()}
        else:
            self.root, fn = torch.nn.Module(), root
        self._function = fn
        self.graph = Graph(tracer_cls=getattr(self, '__class__', None))
        if hasattr(fn, '__code__'):
            code = fn.__code__
            self.graph._co_fields = {'co_name': code.co_name, 'co_filename': code.co_filename, 'co_firstlineno': code.co_firstlineno}
        self.tensor_attrs = {}
        for path, module in self.root.named_modules():
            for name, value in module.__dict__.items():
                if isinstance(value, torch.Tensor):
                    self.tensor_attrs[value] = path + '.' + name if path else name
        if not isinstance(fn, types.FunctionType):
            raise AssertionError('Expected FunctionType, got %s' % type(fn))
        globals_ = fn.__globals__
        fn, args = self.create_args_for_root(fn, isinstance(root, torch.nn.Module), concrete_args)
        patches = _Patches()
        _depth += 1
        try:
            self._patch_modules(patches)
            _patch_wrapped(patches)
            self._autowrap(patches, globals_)
            for module in self._autowrap_search:
                self._autowrap(patches, module.__dict__, module)
            self.create_node('output', 'output', (self.create_arg(fn(*args)),), {},
                             type_expr=self._function.__annotations__.get('return', None))
        finally:
            _depth -= 1
            patches.close()
            self.submodule_paths = None
        return self.graph

    def _patch_modules(self, patches):
        cache = {}
        call, lookup = torch.nn.Module.__call__, torch.nn.Module.__getattr__

        def module_getattr(mod, attr):
            return self.getattr(attr, lookup(mod, attr), cache)

        def module_call(mod, *args, **kwargs):
            def forward(*args, **kwargs):
                return call(mod, *args, **kwargs)
            table = getattr(getattr(mod, 'forward', mod), '__globals__', None)
            if table is not None:
                self._autowrap(patches, table)
            return self.call_module(mod, forward, args, kwargs)
        patches.attribute(torch.nn.Module, '__getattr__', module_getattr)
        patches.attribute(torch.nn.Module, '__call__', module_call)

    def _autowrap(self, patches, table, module=None):
        if id(table) in patches.seen or (module is None and table.get('__name__', '').partition('.')[0] == 'torch'):
            return
        patches.seen.add(id(table))
        for name, value in list(table.items()):
            if not name.startswith('_') and callable(value) and id(value) in self._autowrap_function_ids:
                if module is None:
                    patches.item(table, name, _recorded(value))
                else:
                    patches.attribute(module, name, _recorded(value))

    def __deepcopy__(self, memo):
        made = Tracer.__new__(type(self))
        memo[id(self)] = made
        for name, value in self.__dict__.items():
            made.__dict__[name] = value if name in ('_autowrap_search', 'root', 'graph') else copy.deepcopy(value, memo)
        return made


def _unwrapped(function):
    while hasattr(function, '__wrapped__'):
        function = function.__wrapped__
    return function


def _defaults(function):
    """The defaults of a function's parameters by name."""
    code, values = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[:code.co_argcount]
    return {**dict(zip(names[len(names) - len(values):], values)), **(function.__kwdefaults__ or {})}


def _default_of(defaults, name):
    """The arguments of the node for a parameter: its default, if it has one."""
    return (defaults[name],) if name in defaults else ()


def _spread(function, args):
    """The function as one that takes what *args and **kwargs hold as arguments."""
    code = function.__code__
    positional, keyword_only = code.co_argcount, code.co_kwonlyargcount
    has_rest = bool(code.co_flags & CO_VARARGS)
    has_names = bool(code.co_flags & CO_VARKEYWORDS)
    names = code.co_varnames[positional:positional + keyword_only]

    def run(*given):
        return _enter(function, given[:positional], dict(zip(names, given[positional:positional + keyword_only])),
                      given[positional + keyword_only] if has_rest else None, given[-1] if has_names else None)
    return run


def _enter(function, values, named, rest, keywords):
    """Calls a function whose *args and **kwargs are to be proxies: those parameters are made ordinary ones."""
    code = function.__code__
    if rest is None and keywords is None:
        return function(*values, **named)
    plain = types.FunctionType(_without_stars(code), function.__globals__, function.__name__, None, function.__closure__)
    order = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    return plain(*values, *[named[name] for name in order], *[x for x in (rest, keywords) if x is not None])


def _without_stars(code):
    total = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.replace(co_argcount=total, co_kwonlyargcount=0, co_posonlyargcount=0, co_flags=code.co_flags & ~HAS_VARSTUFF)


def symbolic_trace(root, concrete_args=None):
    """Runs a module or a function on proxies. Returns what it does as a GraphModule, whose graph can be read and changed.
    concrete_args: values for some parameters, by which branches are decided."""
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = root.__class__.__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return GraphModule(tracer.root, graph, name)




__all__ = ['PH', 'ProxyableClassMeta', 'Tracer', 'symbolic_trace', 'wrap']
