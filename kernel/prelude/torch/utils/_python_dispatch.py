"""TorchDispatchMode: a context whose __torch_dispatch__ is called in the place of ops below autograd. The binding calls _dispatch for each op
of the runtime that is not made of others, and _dispatch_class for those with a tensor of a class with __torch_dispatch__
(kernel/bind/bind_dispatch.c); here it gets its name and its arguments as PyTorch has them."""

import contextlib

import torch
from torch._C import _as_wrapper, _disabled_torch_dispatch_impl, _dispatch_modes
from torch._ops import _OTHERS
from torch.overrides import StackedMode

_modes = []  # the innermost one is the last


class TorchDispatchMode(StackedMode):
    """A context in which __torch_dispatch__(func, types, args, kwargs) of this object is called for every op; func is an overload of torch.ops."""

    _stack, _count = _modes, staticmethod(_dispatch_modes)
    is_infra_mode = staticmethod(lambda: False)  # none belongs to a compiler

    def __init__(self, _dispatch_key=None):
        super().__init__()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError


class BaseTorchDispatchMode(TorchDispatchMode):
    """A mode that calls what it is asked for."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


# ---- rows as PyTorch's ops

def _same(args):
    return args


def _plain(name, arrange=_same, take=None):
    return name, arrange, take


_END = 2 ** 63 - 1
_FIRST = lambda result: result[0]
_SECOND = lambda result: result[1]


def _convolved(args):
    x, weight, bias, stride, padding, dilation, groups = args
    return x, weight, bias, stride, padding, dilation, False, [0] * len(stride), groups


def _input_gradient(args):
    grad, weight, size, stride, padding, dilation, groups = args
    return grad, torch.empty(size, dtype=grad.dtype, device=grad.device), weight, None, stride, padding, dilation, False, [0] * len(stride), groups, [
        True, False, False]


def _weight_gradient(args):
    grad, x, size, stride, padding, dilation, groups = args
    return grad, x, torch.empty(size, dtype=grad.dtype, device=grad.device), None, stride, padding, dilation, False, [0] * len(stride), groups, [
        False, True, False]


def _attended(args):
    query, key, value, is_causal, scale = args
    return query, key, value, 0., is_causal, None, None if abs(scale * query.shape[-1] ** .5 - 1) < 1e-12 else scale


# Rows that PyTorch has under another name: that, what its arguments are, which of its results is the row's.
_NAMES = {
    '_add_scalar': _plain('add.Tensor'), '_sub_scalar': _plain('sub.Tensor'), '_mul_scalar': _plain('mul.Tensor'), '_div_scalar': _plain('div.Tensor'),
    'rsub': _plain('rsub.Tensor'), 'softmax.int': _plain('_softmax.default', lambda args: (args[0], args[1], False)),
    'log_softmax.int': _plain('_log_softmax.default', lambda args: (args[0], args[1], False)),
    'layer_norm': _plain('native_layer_norm.default', lambda args: args[:5], _FIRST),
    'nll_loss': _plain('nll_loss_forward.default', _same, _FIRST), '_convolution': _plain('convolution.default', _convolved),
    '_convolution_input': _plain('convolution_backward.default', _input_gradient, _FIRST),
    '_convolution_weight': _plain('convolution_backward.default', _weight_gradient, _SECOND),
    '_attention': _plain('_scaled_dot_product_flash_attention_for_cpu.default', _attended),
    'slice.Tensor': _plain('slice.Tensor', lambda args: (*args[:2], args[2] or 0, _END if args[3] is None else args[3], *args[4:])),
    'empty': _plain('empty.memory_format'), 'copysign': _plain('copysign.Tensor'), 'ldexp': _plain('ldexp.Tensor'), 'xlogy': _plain('xlogy.Tensor'),
    '_softmax_backward_data': _plain('_softmax_backward_data.default', lambda args: (*args, args[0].dtype)),
    '_log_softmax_backward_data': _plain('_log_softmax_backward_data.default', lambda args: (*args, args[0].dtype)),
    'leaky_relu_backward': _plain('leaky_relu_backward.default', lambda args: (*args, False)),
}
_found = {}  # rows by text and whether they work in place: (overload, arrange, take), or None


# where PyTorch has overloads for numbers; elsewhere a number stands for a tensor
_OF_NUMBERS = frozenset('eq ne lt le gt ge remainder fmod bitwise_and bitwise_or bitwise_xor'.split())


def _look_up(text, inplace, number):
    full = text.partition('(')[0]
    if full in _OTHERS and full not in _NAMES:
        return None
    title, arrange, take = _NAMES.get(full, (full, _same, None))
    name, _, overload = title.partition('.')
    if number and overload == 'Tensor' and name in _OF_NUMBERS:
        overload = 'Scalar'
    if inplace and not name.endswith('_'):
        name += '_'
    try:
        return getattr(getattr(torch.ops.aten, name), overload or 'default'), arrange, take
    except AttributeError:
        return None


def _equal(value, default):
    return type(value) is type(default) and not isinstance(value, torch.Tensor) and value == default or value is None and default is None


_CREATION = {'device': torch.device('cpu'), 'pin_memory': False}  # what functions that make tensors say of themselves


def _shown(schema, values):
    """(positional arguments, arguments by name): without those at the end that are as their defaults."""
    args, kwargs = [], {}
    for argument, value in zip(schema.arguments, values):
        if not argument.kwarg_only:
            args.append(value)
        elif value is None and argument.name in _CREATION:
            if argument.name != 'device' or not any([isinstance(other, torch.Tensor) for other in values]):
                kwargs[argument.name] = _CREATION[argument.name]
        elif not _equal(value, argument.default_value):
            kwargs[argument.name] = value
    positional = [argument for argument in schema.arguments if not argument.kwarg_only]
    while args and positional[len(args) - 1].has_default_value() and _equal(args[-1], positional[len(args) - 1].default_value):
        args.pop()
    return tuple(args), kwargs


def _classes(values):
    """The classes with a __torch_dispatch__ of the tensors among values, those first that are derived from others."""
    found = []
    for value in values:
        for each in value if isinstance(value, (list, tuple)) else (value,):
            kind = type(each)
            if kind is not torch.Tensor and isinstance(each, torch.Tensor) and kind not in found and _is_own(kind):
                place = min([i for i, other in enumerate(found) if issubclass(kind, other)], default=len(found))
                found.insert(place, kind)
    return tuple(found)


def _is_own(kind):
    """Whether a class, or one between it and Tensor, defines __torch_dispatch__."""
    return kind.__torch_dispatch__ is not _disabled_torch_dispatch_impl and any(['__torch_dispatch__' in base.__dict__ for base in kind.__mro__[:kind.__mro__.index(torch.Tensor)]])


def _row(text, inplace, values):
    """(overload, positional arguments, arguments by name, which result is the row's), or None for what has no name in PyTorch."""
    number = len(values) > 1 and isinstance(values[1], (bool, int, float, complex))
    key = text, inplace, number
    if key not in _found:
        with _aside():
            _found[key] = _look_up(text, inplace, number)
    if _found[key] is None:
        return None
    overload, arrange, take = _found[key]
    with _aside():
        return overload, *_shown(overload._schema, arrange(values)), take


def _dispatch(text, inplace, values):
    """What the innermost mode makes of a row; NotImplemented for what has no name in PyTorch: it runs as it is."""
    row = _row(text, inplace, values)
    if row is None:
        return NotImplemented
    overload, args, kwargs, take = row
    mode = _modes.pop()
    _dispatch_modes(-1)
    try:
        result = mode.__torch_dispatch__(overload, _classes(values), args, kwargs)
    finally:
        _modes.append(mode)
        _dispatch_modes(1)
    return result if take is None else take(result)


# ---- classes derived from Tensor

_REFUSED = """Multiple dispatch failed for 'torch._ops.%s'; all __torch_dispatch__ handlers returned NotImplemented:

%s

For more information, try re-running with TORCH_LOGS=not_implemented"""


def _ask_classes(overload, values, args, kwargs):
    """What the first class makes of a function that does not leave it to the next."""
    kinds = _classes(values)
    for kind in kinds:
        result = kind.__torch_dispatch__(overload, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
    raise TypeError(_REFUSED % (overload, '\n'.join(['  - tensor subclass %r' % kind for kind in kinds])))


def _dispatch_class(text, inplace, values):
    """What the classes of its tensors make of a row; NotImplemented for what has no name in PyTorch."""
    row = _row(text, inplace, values)
    if row is None:
        return NotImplemented
    overload, args, kwargs, take = row
    result = _ask_classes(overload, values, args, kwargs)
    return result if take is None else take(result)


def _detach_class(tensor):
    return _ask_classes(torch.ops.aten.detach.default, (tensor,), (tensor,), {})


def _call_plain(func, args, kwargs):
    return func(*(args or ()), **(kwargs or {}))


_NOT_THERE = 'dispatch_sizes_strides_policy', 'dispatch_device', 'dispatch_layout', '_extra_dispatch_keys', 'storage_size'


def _make_wrapper(cls, size, strides, storage_offset, memory_format, dtype, layout, device, pin_memory, requires_grad, *further):
    """The instance of Tensor._make_wrapper_subclass. Its memory is never read, nor written."""
    for name, value in zip(_NOT_THERE, further):
        if value:
            raise NotImplementedError('_make_wrapper_subclass: %s is not there in this version' % name)
    if layout is not None and layout is not torch.strided or pin_memory:
        raise NotImplementedError('_make_wrapper_subclass: layouts and page-locked memory are not there in this version')
    if not isinstance(cls, type) or not issubclass(cls, torch.Tensor):
        raise TypeError('cls must be a subclass of torch.Tensor')
    with _aside(), torch._C.DisableTorchFunction():
        if strides is None:
            memory = torch.empty(tuple(size), dtype=dtype, device=device, memory_format=memory_format or torch.contiguous_format)
        else:
            memory = torch.empty_strided(tuple(size), tuple(strides), dtype=dtype, device=device)
        return _as_wrapper(cls, memory, bool(requires_grad))


@contextlib.contextmanager
def _disable_current_modes():
    """A context without modes; gives those that were on."""
    kept = list(_modes)
    _modes.clear()
    _dispatch_modes(-len(kept))
    try:
        yield kept
    finally:
        _modes.extend(kept)
        _dispatch_modes(len(kept))


_aside = _disable_current_modes


def _get_current_dispatch_mode():
    """The innermost mode, or None."""
    return _modes[-1] if _modes else None


def _get_current_dispatch_mode_stack():
    """The modes that are on, the innermost one last."""
    return list(_modes)


def is_traceable_wrapper_subclass(t):
    """Whether a value is a tensor made of other tensors: there are none."""
    return hasattr(type(t), '__tensor_flatten__') and hasattr(type(t), '__tensor_unflatten__') and isinstance(t, torch.Tensor)
