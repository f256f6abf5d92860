"""Functions that are run again when gradients are asked for, instead of keeping what they computed in between."""

import contextlib
import functools
import warnings

import torch
from torch import Tensor
from torch.autograd.function import record_step
from torch.autograd.graph import saved_tensors_hooks


class CheckpointError(RuntimeError):
    """What was computed again differs from what was computed first."""


_TIP = """

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\u2011debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


class DefaultDeviceType:
    """The type of the devices whose random numbers are kept when arguments are on none."""

    _type = 'cuda'

    @staticmethod
    def set_device_type(device='cuda'):
        """Sets it."""
        DefaultDeviceType._type = device

    @staticmethod
    def get_device_type():
        """The type that was set, or cpu where there is no device."""
        return DefaultDeviceType._type if DefaultDeviceType._type != 'cuda' or torch.cuda.is_available() else 'cpu'


def noop_context_fn():
    """Two contexts that do nothing: for the function's first run and for its second."""
    return contextlib.nullcontext(), contextlib.nullcontext()


def detach_variable(inputs):
    """The arguments with tensors that begin a graph of their own."""
    if not isinstance(inputs, tuple):
        raise RuntimeError('Only tuple of tensors is supported. Got Unsupported input type: ' + type(inputs).__name__)
    return tuple(_copies(inputs))


def check_backward_validity(inputs):
    """Warns where no argument has a gradient."""
    if not any([x.requires_grad for x in inputs if isinstance(x, Tensor)]):
        warnings.warn('None of the inputs have requires_grad=True. Gradients will be None', stacklevel=2)


def get_device_states(*args):
    """(the CUDA devices of tensors, the states of their generators)."""
    devices = sorted({x.get_device() for x in args if isinstance(x, Tensor) and x.is_cuda})
    return devices, [torch.cuda.get_rng_state(device) for device in devices]


def set_device_states(devices, states, *, device_type=None):
    """Sets the states of the generators of devices."""
    for device, state in zip(devices, states):
        torch.cuda.set_rng_state(state, device)


_debug = [None]  # what set_checkpoint_debug_enabled says of all checkpoints


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled):
    """A context in which the ops of checkpoints are written down or not, whatever checkpoint(debug=) says; None: as that says."""
    before, _debug[0] = _debug[0], enabled
    try:
        yield
    finally:
        _debug[0] = before


_OF_OPS = ('CheckpointPolicy', 'SAC_IGNORED_OPS', 'SelectiveCheckpointContext', 'create_selective_checkpoint_contexts')


def __getattr__(name):
    """What looks at single ops, which only selective checkpoints need."""
    if name not in _OF_OPS:
        raise AttributeError("module '%s' has no attribute '%s'" % (__name__, name))
    from torch.utils import _checkpoint_modes
    value = globals()[name] = getattr(_checkpoint_modes, name)
    return value


class _GeneratorStates:
    """The states of the generators, to draw the same random numbers again."""

    def __init__(self, wanted):
        self.wanted = wanted
        if wanted:
            self.cpu = torch.get_rng_state()
            self.cuda = [(i, torch.cuda.get_rng_state(i)) for i in range(torch.cuda.device_count())] if torch.cuda.is_initialized() else []

    def again(self, function):
        if not self.wanted:
            return function()
        with torch.random.fork_rng(devices=[i for i, _ in self.cuda]):
            torch.set_rng_state(self.cpu)
            for i, state in self.cuda:
                torch.cuda.set_rng_state(state, i)
            return function()


def _copies(args):
    return [x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in args]


class _EnoughRecomputed(Exception):
    """Ends the second run of a function: all that its first run saved is there."""


def _metadata(tensor):
    return {'shape': tensor.shape, 'dtype': tensor.dtype, 'device': tensor.device}


class _Recomputed:
    """What a function saves for its gradients: indices only, in the order in which it saves. The first that is asked for runs the function
    again, which fills all indices; each is given away once, so that another backward runs it another time."""

    def __init__(self, again, early_stop, checked, log=None):
        self.again, self.early_stop, self.checked, self.log = again, early_stop, checked, log
        self.saved, self.filled = [], {}  # of the first run the metadata; of the second the tensors by their indices

    def hooks(self):
        """The hooks of the first run."""
        def pack(tensor):
            self.saved.append(_metadata(tensor))
            return len(self.saved) - 1
        return saved_tensors_hooks(pack, self._take)

    def _take(self, index):
        if index not in self.filled:
            try:
                self._fill()
            except CheckpointError as error:
                if self.log is None:
                    raise
                raise CheckpointError(self.log.text()) from error
        return self.filled.pop(index)

    def _fill(self):
        count = [0]

        def pack(tensor):
            if count[0] == len(self.saved):
                raise CheckpointError('torch.utils.checkpoint: trying to save more tensors during recomputation than during the original '
                                      'forward pass.' + _TIP)
            self.filled[count[0]] = tensor.detach()
            count[0] += 1
            if self.early_stop and count[0] == len(self.saved):
                raise _EnoughRecomputed
            return tensor

        self.filled = {}
        try:
            with torch.enable_grad(), saved_tensors_hooks(pack, lambda tensor: tensor):
                self.again()
        except _EnoughRecomputed:
            pass
        self._check(count[0])

    def _check(self, count):
        if count != len(self.saved):
            raise CheckpointError('torch.utils.checkpoint: A different number of tensors was saved during the original forward and '
                                  'recomputation.\nNumber of tensors saved during forward: %d\nNumber of tensors saved during '
                                  'recomputation: %d.' % (len(self.saved), count) + _TIP)
        pairs = [(i, before, _metadata(self.filled[i])) for i, before in enumerate(self.saved)] if self.checked else []
        pairs = [pair for pair in pairs if pair[1] != pair[2]]
        if pairs:
            raise CheckpointError('torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during '
                                  'the forward pass.\n' + '\n'.join(['tensor at position %d:\nsaved metadata: %s\nrecomputed metadata: %s'
                                                                     % pair for pair in pairs]) + '\n.' + _TIP)


def _recorded(function, args, kwargs, preserve, contexts, early_stop, checked, log=None):
    """Runs the function with a record that saves nothing; what gradients need is computed again when they are."""
    first, second = contexts()
    if not torch.is_grad_enabled():
        with first:
            return function(*args, **kwargs)
    states = _GeneratorStates(preserve)

    def again():
        with second:
            return function(*args, **kwargs)

    with _Recomputed(lambda: states.again(again), early_stop, checked, log).hooks(), first:
        return function(*args, **kwargs)


def _reentrant(function, args, preserve):
    """Runs the function without a record; in backward with one, on which a backward of its own runs."""
    if torch.is_grad_enabled() and not any([isinstance(x, Tensor) and x.requires_grad for x in args]):
        warnings.warn('None of the inputs have requires_grad=True. Gradients will be None', stacklevel=3)
    states = _GeneratorStates(preserve)
    with torch.no_grad():
        value = function(*args)
    outs = value if isinstance(value, tuple) else (value,)
    differentiable = [i for i, x in enumerate(args) if isinstance(x, Tensor) and x.requires_grad]
    if not differentiable or not torch.is_grad_enabled():
        return value
    results = [x.detach() if isinstance(x, Tensor) else x for x in outs]
    tracked = [i for i, x in enumerate(results) if isinstance(x, Tensor) and (x.is_floating_point() or x.is_complex())]

    def backward(grads):
        with torch.enable_grad():
            fresh = _copies(args)
            again = states.again(lambda: function(*fresh))
        again = again if isinstance(again, tuple) else (again,)
        pairs = [(again[i], g) for i, g in zip(tracked, grads) if g is not None and again[i].requires_grad]
        if not pairs:
            raise RuntimeError('none of output has requires_grad=True, this checkpoint() is not necessary')
        torch.autograd.backward([out for out, _ in pairs], [g for _, g in pairs])
        return tuple([fresh[i].grad for i in differentiable])

    record_step('CheckpointFunctionBackward', backward, [args[i] for i in differentiable], [results[i] for i in tracked])
    return tuple(results) if isinstance(value, tuple) else results[0]


def _reentrant_by_default(use_reentrant, name, version):
    """The choice between the two kinds of checkpoints; without one the older kind, with a warning."""
    if use_reentrant is None:
        warnings.warn('torch.utils.checkpoint%s: the use_reentrant parameter should be passed explicitly. %s use_reentrant=False is recommended, '
                      'but if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more '
                      'details on the differences between the two variants.' % (name, version), stacklevel=3)
    return use_reentrant is None or use_reentrant


_early_stop = [None]  # what set_checkpoint_early_stop says of all checkpoints


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    """A context in which functions are run again to their end or not, whatever checkpoint(early_stop=) says."""
    before, _early_stop[0] = _early_stop[0], enable
    try:
        yield
    finally:
        _early_stop[0] = before


def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check='default', debug=False, early_stop=True, **kwargs):
    """function(*args), computed again for its gradients instead of keeping what it computed in between."""
    use_reentrant = _reentrant_by_default(use_reentrant, '', 'Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an '
                                          'exception.')
    preserve = kwargs.pop('preserve_rng_state', True)
    if use_reentrant and (context_fn is not noop_context_fn or debug):
        raise ValueError('Passing `context_fn` or `debug` is only supported when use_reentrant=False.')
    debug = debug if _debug[0] is None else _debug[0]
    if not use_reentrant and determinism_check not in ('default', 'none'):
        raise ValueError("determinism_check should be one of ['default', 'none'], but got %s" % determinism_check)
    if use_reentrant:
        if kwargs:
            raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
        return _reentrant(function, args, preserve)
    early_stop = early_stop if _early_stop[0] is None else _early_stop[0]
    if debug and not use_reentrant:
        if context_fn is not noop_context_fn:
            raise ValueError('debug=True is incompatible with non-default context_fn')
        from torch.utils._checkpoint_modes import Log
        log = Log()
        return _recorded(function, args, kwargs, preserve, lambda: (log.first, log.second), early_stop, determinism_check == 'default', log)
    return _recorded(function, args, kwargs, preserve, context_fn, early_stop, determinism_check == 'default')


def _chain(functions):
    """The composition of functions."""
    return lambda value: functools.reduce(lambda x, function: function(x), functions, value)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Functions, or the layers of a Sequential, one after the other, in a number of checkpoints of the same length. The last segment has what
    is left over, and is recorded as usual."""
    use_reentrant = _reentrant_by_default(use_reentrant, '.checkpoint_sequential', 'In version 2.9 we will raise an exception if use_reentrant '
                                          'is not passed.')
    options = {'use_reentrant': use_reentrant, 'preserve_rng_state': kwargs.pop('preserve_rng_state', True)}
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
    left = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    length = len(left) // segments
    if length == 0:
        raise ValueError('range() arg 3 must not be zero')
    for _ in range(segments - 1):
        segment, left = left[:length], left[length:]
        input = checkpoint(_chain(segment), input, **options)
    return _chain(left)(input)


__all__ = [*_OF_OPS, 'CheckpointError', 'DefaultDeviceType', 'check_backward_validity', 'checkpoint', 'checkpoint_sequential', 'detach_variable',
           'get_device_states', 'noop_context_fn', 'set_checkpoint_debug_enabled', 'set_checkpoint_early_stop', 'set_device_states']
