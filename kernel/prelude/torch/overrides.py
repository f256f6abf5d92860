"""__torch_function__: what classes and modes make of the functions and methods of torch. The binding finds the calls that concern one
(kernel/bind/bind_override.c) and hands them over to _override."""

import functools
import warnings

import torch
from torch._C import _as_class, _has_torch_function, _override_modes, _override_state

_modes = []  # the innermost one is the last

# ---- what a call shows of itself

# Methods that PyTorch has in Python: what is not given is passed by name, as here.
_METHODS = {
    'backward': {'gradient': None, 'retain_graph': None, 'create_graph': False, 'inputs': None},
    'norm': {'p': 'fro', 'dim': None, 'keepdim': False, 'dtype': None},
    'split': {'dim': 0},
    'unique': {'sorted': True, 'return_inverse': False, 'return_counts': False, 'dim': None},
    'unique_consecutive': {'return_inverse': False, 'return_counts': False, 'dim': None},
    'lu': {'pivot': True, 'get_infos': False},
    **dict.fromkeys('''pow pow_ unflatten register_hook register_post_accumulate_grad_hook is_shared share_memory_ storage resize resize_as
                    to_sparse_coo stft istft dim_order __len__ __floordiv__ __rfloordiv__ __rsub__ __rtruediv__ __rpow__ __rmod__ __rmatmul__
                    __rlshift__ __rrshift__ __contains__ __format__ __deepcopy__ __reduce_ex__ __reversed__ __repr__ __array__
                    __array_wrap__'''.split(), {}),
}
_REQUIRED = {'split': 2}  # so many of them stay where they are; of others the tensor alone
# Functions of torch that PyTorch has in Python, beside those of torch.nn.functional.
_FUNCTIONS = frozenset('''atleast_1d atleast_2d atleast_3d block_diag broadcast_tensors cartesian_prod cdist chain_matmul einsum lu meshgrid norm
                       pca_lowrank split stft svd_lowrank tensordot unique unique_consecutive unravel_index lobpcg'''.split())
_NAMED_SELF = frozenset(['dim', 'item'])  # methods that name the class of their tensor to a mode


def _named_method(name, args, kwargs):
    options = _METHODS[name]
    if not options:
        return args, kwargs or {}
    n = _REQUIRED.get(name, 1)
    return args[:n], {**options, **dict(zip(options, args[n:])), **(kwargs or {})}


def _named_function(func, args, kwargs):
    """Arguments that must be given by position, all others by name."""
    code, kwargs = func.__code__, kwargs or {}
    if code.co_flags & 4:
        return args, kwargs
    names, defaults = code.co_varnames[:code.co_argcount], func.__defaults__ or ()
    given = dict(zip(names, args), **kwargs)
    first = len(names) - len(defaults)
    options = {**dict(zip(names[first:], defaults)), **(func.__kwdefaults__ or {})}
    if len(args) > len(names) or not all([name in given for name in names[:first]]) or not all([name in options for name in given
                                                                                          if name not in names[:first]]):
        return args, kwargs
    return tuple([given[name] for name in names[:first]]), {name: given.get(name, value) for name, value in options.items()}


def _is_written(func):
    """Whether PyTorch has the function in Python."""
    module = getattr(func, '__module__', None) or ''
    return hasattr(func, '__code__') and (module.startswith('torch.nn') or func.__name__ in _FUNCTIONS)


# ---- calls

def _concerned(values):
    """Those of the values, one of each type, whose class has a say; classes before what they are derived from."""
    found = []
    for value in values:
        kind = type(value)
        if _has_torch_function(value) and not isinstance(value, (list, tuple)) and not any([type(other) is kind for other in found]):
            positions = [i for i, other in enumerate(found) if issubclass(kind, type(other))]
            found.insert(positions[0] if positions else len(found), value)
    return found


def _items(values):
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        else:
            yield value


def _ask(func, concerned, types, args, kwargs):
    """What the first of the innermost mode and the values says that says something; NotImplemented where none does."""
    if _modes and _override_state(None) < 2:
        mode = _modes.pop()
        _override_modes(-1)
        try:
            result = mode.__torch_function__(func, types, args, kwargs)
        finally:
            _modes.append(mode)
            _override_modes(1)
        if result is not NotImplemented:
            return result
    for value in concerned:
        result = value.__torch_function__(func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    return NotImplemented


def _modes_aside(function, *args):
    """Calls a function for which there are no modes."""
    state = _override_state(None)
    modes = _override_modes(0)
    _override_modes(-modes)
    try:
        return function(*args)
    finally:
        _override_modes(modes)
        _override_state(state)


def _override(func, args, kwargs):
    """A call of torch that a class of an argument or a mode takes over."""
    written, shows_self = False, False
    kind = type(func).__name__
    if kind == 'method-wrapper':
        shows_self, passed, named = True, args, kwargs
    elif kind in ('method_descriptor', 'wrapper_descriptor'):
        written = func.__name__ in _METHODS
        shows_self = func.__name__ in _NAMED_SELF
        passed, named = _named_method(func.__name__, args, kwargs) if written else (args, kwargs)
    elif _is_written(func):
        written = True
        passed, named = _named_function(func, args, kwargs)
    else:
        passed, named = args, kwargs
    concerned = _modes_aside(_concerned, _items([*args, *(kwargs or {}).values()]))
    types = tuple([type(value) for value in concerned])
    if not types and (written or shows_self) and args and isinstance(args[0], torch.Tensor):
        types = (type(args[0]),)
    result = _ask(func, concerned, types, passed, named)
    if result is not NotImplemented:
        return result
    name = resolve_name(func) or func.__name__
    if written:
        raise TypeError("no implementation found for '%s' on types that implement __torch_function__: %s" % (name, list(types)))
    raise TypeError("Multiple dispatch failed for '%s'; all __torch_function__ handlers returned NotImplemented:\n\n%s\n"
                    'For more information, try re-running with TORCH_LOGS=not_implemented'
                    % (name, ''.join(['  - tensor subclass %r\n' % kind for kind in types])))


def _call_disabled(func, types, args, kwargs):
    """What classes do that have no rules of their own, as Parameter."""
    before = _override_state(1)
    try:
        return func(*(args or ()), **(kwargs or {}))
    finally:
        _override_state(before)


def _as_kind(value, cls):
    if isinstance(value, torch.Tensor):
        return value if isinstance(value, cls) else _as_class(value, cls)
    if isinstance(value, (tuple, list)):
        return type(value)([_as_kind(item, cls) for item in value])
    return value


def get_default_nowrap_functions():
    """Functions whose results stay what they are."""
    return {torch.Tensor._base.__get__, torch.Tensor.grad.__get__}


@functools.lru_cache(None)
def _nowrap():
    return get_default_nowrap_functions()


def _call_default(cls, func, types, args, kwargs):
    """Tensor.__torch_function__"""
    for kind in types:
        if not issubclass(cls, kind):
            return NotImplemented
    result = _call_disabled(func, types, args, kwargs)
    if cls is torch.Tensor or not isinstance(result, (torch.Tensor, tuple, list)) or func in _nowrap():
        return result
    return _as_kind(result, cls)


# ---- for functions of users

def has_torch_function(relevant_args):
    """Whether a call with these arguments is to be handed to handle_torch_function."""
    return any([_has_torch_function(value) and not isinstance(value, (list, tuple)) for value in relevant_args])


has_torch_function_unary = _has_torch_function


def has_torch_function_variadic(*args):
    """has_torch_function(args)"""
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """What the classes of the relevant arguments, or a mode, make of public_api(*args, **kwargs)."""
    concerned = _modes_aside(_concerned, relevant_args)
    types = tuple([type(value) for value in concerned])
    if not types and _modes:
        types = tuple(dict.fromkeys([type(value) for value in relevant_args if isinstance(value, torch.Tensor)]))
    result = _ask(public_api, concerned, types, args, kwargs)
    if result is NotImplemented:
        raise TypeError("no implementation found for '%s.%s' on types that implement __torch_function__: %s"
                        % (public_api.__module__, public_api.__name__, list(types)))
    return result


def is_tensor_like(inp):
    """Whether a value is a tensor or its class has __torch_function__."""
    return type(inp) is torch.Tensor or hasattr(inp, '__torch_function__')


def wrap_torch_function(dispatcher):
    """A decorator: a function asks the classes of those arguments that dispatcher(*args, **kwargs) returns."""
    def decorate(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)
        return wrapped
    return decorate


class StackedMode:
    """A context of a stack: the innermost one is asked first. `_stack` holds them, `_count` tells the binding of one more or less."""

    def __enter__(self):
        type(self)._count(1)
        self._stack.append(self)
        return self

    def __exit__(self, *exception):
        self._stack.pop()
        type(self)._count(-1)

    @classmethod
    def push(cls, *args, **kwargs):
        """Deprecated: an instance, which is a context."""
        warnings.warn('`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`', stacklevel=2)
        return cls(*args, **kwargs)


class TorchFunctionMode(StackedMode):
    """A context in which __torch_function__ of this object is asked for every function of torch, whatever its arguments are."""

    _stack, _count = _modes, staticmethod(_override_modes)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that calls what it is asked for."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def _get_current_function_mode_stack():
    """The modes that are on, the innermost one last."""
    return list(_modes)


def _get_current_function_mode():
    """The innermost mode, or None."""
    return _modes[-1] if _modes else None


class redispatch_function:
    """Refused, as `enable_reentrant_dispatch`: ops are not dispatched again."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('%s: there is no second dispatch in this version' % type(self).__name__)


class enable_reentrant_dispatch(redispatch_function):
    """Refused: ops are not dispatched again."""


# ---- names

_NAMESPACES = 'torch torch.functional torch.nn.functional torch.nn.init torch.linalg torch.fft torch.special'.split()


def _modules():
    import torch.fft
    import torch.linalg
    import torch.nn
    import torch.special
    return [functools.reduce(getattr, name.split('.')[1:], torch) for name in _NAMESPACES]


@functools.lru_cache(None)
def get_ignored_functions():
    """Functions of torch that no class can override."""
    names = '''arange as_strided as_tensor asarray bartlett_window blackman_window can_cast empty empty_permuted empty_strided eye fork from_file
        from_numpy frombuffer full get_default_dtype get_num_interop_threads get_num_threads hamming_window hann_window is_anomaly_enabled
        is_autocast_enabled is_grad_enabled is_inference_mode_enabled is_tensor is_storage is_warn_always_enabled kaiser_window linspace load
        logspace manual_seed initial_seed seed get_rng_state set_rng_state normal ones promote_types rand rand_like randint randint_like randn
        randn_like randperm range result_type save scalar_tensor set_default_device set_default_dtype set_default_tensor_type
        set_num_interop_threads set_num_threads set_printoptions set_warn_always sparse_coo_tensor sparse_csr_tensor tensor tril_indices
        triu_indices typename vander wait zeros compile vmap cond while_loop use_deterministic_algorithms
        are_deterministic_algorithms_enabled'''.split()
    found = {getattr(torch, name) for name in names if hasattr(torch, name)}
    methods = 'as_subclass new_tensor __init__ __new__ __class__ __subclasshook__ __hash__ __init_subclass__ __torch_function__'.split()
    return found | {getattr(torch.Tensor, name) for name in methods}


@functools.lru_cache(None)
def _index():
    """{function: its full name}, and {namespace: its functions}."""
    full, spaces = {}, {}
    ignored = get_ignored_functions()
    for title, space in [*zip(_NAMESPACES, _modules()), ('torch.Tensor', torch.Tensor)]:
        for name in dir(space):
            is_tensor = space is torch.Tensor
            if name[:1] == '_' and not (is_tensor and name[:2] == '__') or name[:1].isupper() and not is_tensor:
                continue
            value = getattr(space, name, None)
            if hasattr(value, '__get__') and not callable(value) and is_tensor:
                full[value.__get__] = '%s.%s.__get__' % (title, name)
                spaces.setdefault(value, []).append(value.__get__)
            elif callable(value) and not isinstance(value, type) and hasattr(value, '__hash__') and value not in ignored:
                if value in full and not is_tensor and title not in ('torch', 'torch.functional'):
                    continue
                full.setdefault(value, '%s.%s' % (title, name))
                spaces.setdefault(space, []).append(value)
    return full, spaces


def get_overridable_functions():
    """{namespace: its functions that classes and modes can override}; attributes of tensors have a namespace of their own."""
    return {space: list(values) for space, values in _modes_aside(_index)[1].items()}


def resolve_name(f):
    """'torch.add' of a function that can be overridden; None of others."""
    return _modes_aside(_index)[0].get(f)


def is_tensor_method_or_property(func):
    """Whether a function is a method of tensors, or reads an attribute of them."""
    return func in _modes_aside(_index)[1][torch.Tensor] or func.__name__ == '__get__'


__all__ = ['get_ignored_functions', 'get_overridable_functions', 'handle_torch_function', 'has_torch_function', 'resolve_name',
           'is_tensor_like', 'is_tensor_method_or_property', 'wrap_torch_function', 'enable_reentrant_dispatch', 'redispatch_function']
