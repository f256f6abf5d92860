"""torch.compile and the module around a compiled module: options are checked as PyTorch checks them, and what was given runs as it is
written. Must not know torch.jit."""

import functools

from torch._dynamo.exc import InvalidBackend
from torch.nn import Module

# backends that come to running the program as it is written; the others of PyTorch's need compilers that are not here
_PLAIN = ('aot_eager', 'aot_eager_decomp_partition', 'aot_eager_default_partitioner', 'aot_ts', 'cudagraphs', 'eager', 'eager_debug',
          'eager_noexcept', 'inductor', 'ts')
_WITHOUT_COMPILER = ('onnxrt', 'openxla', 'tensorrt', 'torch_tensorrt', 'tvm')
_FOR_DEBUGGING = [name for name in _PLAIN if name not in ('cudagraphs', 'inductor')]

_MODES = ('default', 'lite', 'reduce-overhead', 'max-autotune-no-cudagraphs', 'max-autotune')

# the documented options of inductor, all of them switches
_SWITCHES = ('epilogue_fusion', 'max_autotune', 'fallback_random', 'shape_padding', 'triton.cudagraphs', 'trace.enabled',
             'trace.graph_diagram', 'guard_filter_fn')

_default_backend = ['inductor']


def is_compiling():
    """False: nothing is ever compiled."""
    return False


def reset():
    """Forgets what was compiled: nothing."""


def list_backends(exclude_tags=('debug', 'experimental')):
    """The names that torch.compile(backend=) takes; those for debugging where exclude_tags leaves out 'debug'."""
    return sorted([name for name in _PLAIN if name not in _FOR_DEBUGGING or 'debug' not in (exclude_tags or ())])


def get_default_backend():
    """The backend of calls without one."""
    return _default_backend[0]


def set_default_backend(backend):
    """Sets the backend of calls without one; None: back to inductor."""
    if backend is not None and not isinstance(backend, str) and not callable(backend):
        raise TypeError('backend must be a string or callable, got %s' % type(backend))
    if backend is not None:
        _check_backend(backend)
    _default_backend[0] = 'inductor' if backend is None else backend


def _check_backend(backend):
    if not isinstance(backend, str):
        raise NotImplementedError('torch.compile: a function as backend is not there in this version, because there is no graph to give to it')
    if backend in _WITHOUT_COMPILER:
        raise NotImplementedError('torch.compile: the backend %r is not there in this version' % backend)
    if backend not in _PLAIN:
        raise InvalidBackend(backend)


def _check_options(options):
    """The options of inductor: known names with values of their type."""
    for key, value in options.items():
        name = key.replace('-', '_')
        if name not in _SWITCHES:
            raise RuntimeError('Unexpected optimization option %s, known options are %s' % (key, list(_SWITCHES)))
        if name != 'guard_filter_fn' and type(value) is not bool:
            raise RuntimeError('Unexpected type of attr %s, got %s should be bool' % (key, type(value).__name__))


def _check(backend, mode, options, dynamic, shapes_spec):
    """Raises for what torch.compile does not take."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    backend = get_default_backend() if backend is None else backend
    if backend == 'inductor':
        if mode is not None and mode not in _MODES:
            raise RuntimeError('Unrecognized mode=%s, should be one of: %s' % (mode, ', '.join(_MODES)))
        if options is not None:
            _check_options(options)
    _check_backend(backend)
    if dynamic is not None and not isinstance(dynamic, bool):
        raise AssertionError('Expected enable to be a bool, got %s' % type(dynamic))
    if shapes_spec is not None and not isinstance(shapes_spec, dict):
        raise TypeError('shapes_spec must be ParamsSpec, dict, or None, got %s' % type(shapes_spec).__name__)


def _wrapped(function):
    """A function of its own in front of a function or a callable object."""
    @functools.wraps(function)
    def compiled(*args, **kwargs):
        return function(*args, **kwargs)

    compiled._torchdynamo_orig_callable = function
    return compiled


def _around(model, expected):
    """What compile and disable return: a module in a module, a class as it is, a function in a function."""
    if isinstance(model, OptimizedModule):
        return _wrapped(model)
    if isinstance(model, Module):
        return OptimizedModule(model)
    if not callable(model):
        raise AssertionError(expected(model))
    return model if isinstance(model, type) else _wrapped(model)


def compile(model=None, *, fullgraph=False, dynamic=None, backend=None, mode=None, options=None, name=None, disable=False,
            recompile_limit=None, isolate_recompiles=False, shapes_spec=None):
    """A function that does what model does; of a module an OptimizedModule. Without a model: a decorator.

    The options are checked and model runs as it is written: nothing is compiled, and torch.compiler.is_compiling() stays False.
    """
    chosen = {'fullgraph': fullgraph, 'dynamic': dynamic, 'backend': backend, 'mode': mode, 'options': options, 'name': name,
              'disable': disable, 'recompile_limit': recompile_limit, 'isolate_recompiles': isolate_recompiles, 'shapes_spec': shapes_spec}
    if model is None:
        def fn(model):
            if model is None:
                raise RuntimeError("Model can't be None")
            return compile(model, **chosen)
        return fn
    _check(backend, mode, options, dynamic, shapes_spec)
    if disable and (callable(model) or isinstance(model, Module)):
        return model
    return _around(model, lambda model: 'A callable function is expected, but %s is provided.' % type(model))


compile.__module__ = 'torch'


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """The function, or module, as what is never compiled; without one a decorator."""
    if fn is None:
        return lambda fn: disable(fn, recursive, reason=reason)
    if not recursive and not callable(fn):
        raise AssertionError('fn must be callable')
    return _around(fn, lambda fn: 'fn must be callable')


class OptimizedModule(Module):
    """A module behind torch.compile. Its attributes are those of the module inside, which is the child _orig_mod."""

    _own = ('_parameters', '_buffers', '_modules', '_non_persistent_buffers_set', '_orig_mod', '_hooked')

    def __init__(self, mod):
        super().__init__()
        object.__setattr__(self, '_orig_mod', mod)
        self._modules['_orig_mod'] = mod
        del self.__dict__['training']

    def forward(self, *args, **kwargs):
        return self._modules['_orig_mod'](*args, **kwargs)

    def __getattr__(self, name):
        if name in OptimizedModule._own or name.startswith('__'):
            return super().__getattr__(name)
        return getattr(self._modules['_orig_mod'], name)

    def __setattr__(self, name, value):
        if name in OptimizedModule._own or '_modules' not in self.__dict__ or '_orig_mod' not in self._modules or name.endswith('_hooks'):
            object.__setattr__(self, name, value)
        elif name == 'forward':
            object.__setattr__(self._modules['_orig_mod'], name, value)
        else:
            setattr(self._modules['_orig_mod'], name, value)

    def __delattr__(self, name):
        delattr(self._modules['_orig_mod'], name)

    def __len__(self):
        inside = self._modules['_orig_mod']
        if not hasattr(inside, '__len__'):
            raise TypeError("%s does not support len()" % type(inside).__name__)
        return len(inside)

    def __bool__(self):
        return True

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(dir(self._modules['_orig_mod'])))

    def __reduce__(self):
        return OptimizedModule, (self._modules['_orig_mod'],)


__all__ = ['OptimizedModule', 'compile', 'disable', 'get_default_backend', 'is_compiling', 'list_backends', 'reset', 'set_default_backend']
