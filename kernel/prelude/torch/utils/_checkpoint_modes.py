"""What torch.utils.checkpoint makes of single ops: selective checkpoints, which keep the results of some, and the log of debug=True."""

import enum
import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode

_aten = torch.ops.aten


class CheckpointPolicy(enum.Enum):
    """Whether the result of an op is kept or computed again."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


class SelectiveCheckpointContext:
    """What a policy is told: whether this is the second run."""

    def __init__(self, *, is_recompute, op_output=None):
        self.is_recompute, self.op_output = is_recompute, op_output


SAC_IGNORED_OPS = {_aten.detach.default}  # a policy is not asked for those
_KEPT = (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)
_OFFLOADED = (CheckpointPolicy.MUST_CPU_OFFLOAD, CheckpointPolicy.PREFER_CPU_OFFLOAD)


def _mapped(function, value):
    if isinstance(value, torch.Tensor):
        return function(value)
    return type(value)([_mapped(function, item) for item in value]) if isinstance(value, (list, tuple)) else value


class _Kept:
    """A result that is kept: without history, and with the version that it has."""

    def __init__(self, value, offload):
        self.versions, self.devices = [], []
        self.value = _mapped(lambda tensor: self._keep(tensor, offload), value)

    def _keep(self, tensor, offload):
        kept = tensor.detach().cpu() if offload else tensor.detach()
        self.versions.append((kept, kept._version))
        self.devices.append(tensor.device)
        return kept

    def get(self, may_change):
        if not may_change and any([tensor._version != version for tensor, version in self.versions]):
            raise RuntimeError('Tensor cached during selective activation checkpoint has been mutated')
        devices = iter(self.devices)
        return _mapped(lambda tensor: tensor.detach().to(next(devices)), self.value)


class _Keeping(TorchDispatchMode):
    """The mode of the first run: keeps what the policy says."""

    def __init__(self, policy, store):
        super().__init__()
        self.policy, self.store = policy, store

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        if func in SAC_IGNORED_OPS:
            return result
        said = self.policy(SelectiveCheckpointContext(is_recompute=False, op_output=result), func, *args, **kwargs)
        if isinstance(said, bool):
            said = CheckpointPolicy.MUST_SAVE if said else CheckpointPolicy.PREFER_RECOMPUTE
        keep = said in _KEPT or said in _OFFLOADED
        self.store.setdefault(func, []).append(_Kept(result, said in _OFFLOADED) if keep else None)
        return result


class _Replaying(TorchDispatchMode):
    """The mode of the second run: what was kept stands for calling the op."""

    def __init__(self, store, may_change):
        super().__init__()
        self.store, self.may_change, self.places = store, may_change, {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func in SAC_IGNORED_OPS:
            return func(*args, **(kwargs or {}))
        place = self.places.get(func, 0)
        self.places[func] = place + 1
        entries = self.store.get(func)
        if entries is None:
            raise RuntimeError('%s encountered during backward, but not found in storage' % func)
        if place >= len(entries):
            raise RuntimeError('Trying to backward an extra time. You are only allowed to backward once on any region computed under selective '
                               'activation checkpoint.')
        kept = entries[place]
        return func(*args, **(kwargs or {})) if kept is None else kept.get(self.may_change)


def _checked_ops(ops):
    for op in ops:
        if not isinstance(op, torch._ops.OpOverload):
            more = ''
            if isinstance(op, torch._ops.OpOverloadPacket):
                more = ('Please update the OpOverloadPacket to a specific OpOverload.For example, if you have `torch.ops.aten.mm`, change it to '
                        '`torch.ops.aten.mm.default`.')
            raise ValueError('Expected op in `op_list` to be an OpOverload but got: %s of type %s. %s' % (op, type(op), more))
    return frozenset(ops)


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    """The two contexts of a checkpoint that keeps the results of some ops: those of a list, or those of which a function says so."""
    if isinstance(policy_fn_or_list, list):
        chosen = _checked_ops(policy_fn_or_list)
        policy = lambda ctx, op, *args, **kwargs: op in chosen
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise TypeError('policy_fn_or_list must be either a function or a list of ops.')
    store = {}
    return _Keeping(policy, store), _Replaying(store, allow_cache_entry_mutation)


# ---- debug=True

_SHORT = {torch.float32: 'f32', torch.float64: 'f64', torch.float16: 'f16', torch.bfloat16: 'bf16', torch.int64: 'i64', torch.int32: 'i32',
          torch.int16: 'i16', torch.int8: 'i8', torch.uint8: 'u8', torch.bool: 'b8', torch.complex64: 'c64', torch.complex128: 'c128'}


class _Logging(TorchDispatchMode):
    """Writes down the ops of a run, and where they were called."""

    def __init__(self):
        super().__init__()
        self.lines, self.traces, self.numbers, self.alive = [], [], {}, []

    def _number(self, tensor):
        if id(tensor) not in self.numbers:
            self.numbers[id(tensor)] = len(self.numbers)
            self.alive.append(tensor)
        return '$%d' % self.numbers[id(tensor)]

    def _shown(self, value):
        if isinstance(value, torch.Tensor):
            return self._number(value)
        if isinstance(value, (list, tuple)):
            return '[%s]' % ', '.join([self._shown(item) for item in value])
        return repr(value)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        given = [self._shown(value) for value in args] + ['%s=%s' % (name, self._shown(value)) for name, value in kwargs.items()]
        result = func(*args, **kwargs)
        results = [value for value in (result if isinstance(result, (list, tuple)) else [result]) if isinstance(value, torch.Tensor)]
        shown = ', '.join(['%s: %s%s' % (self._number(value), _SHORT.get(value.dtype, str(value.dtype)[6:]), list(value.shape)) for value in results])
        self.lines.append('%s = torch._ops.%s(%s)' % (shown, func, ', '.join(given)))
        places, frame = [], sys._getframe(1)
        while frame is not None:
            if not frame.f_code.co_filename.startswith('<torch'):
                places.append('%s:%d:%s' % (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
            frame = frame.f_back
        self.traces.append('\n'.join(places))
        return result


_RULE = '+%s+' % ('-' * 78)
_WAVES = '+%s+' % ('~' * 78)
_ADVICE = """
 ERROR: Detected non-determinism while running activation checkpointing

 You are seeing this error because you passed `debug=True` to checkpoint and
 tensors to be saved during the original forward and differ between those saved
 during recomputation. This can happen if different operators were ran in the
 original forward and in the recomputation.

 To identify where the mismatch may be coming from, you can do the following:

 1) Compare the operators ran during original forward and recomputation to
    see where they differ. These operators are printed above in the order they
    were executed.

 2) Review the stack trace for each operator to locate its invocation source.
    Each operator's stack trace is printed in their execution order.

 Note that the logs can be quite long. Here's how they are structured:
 (Tip: you can Ctrl-f for these headers)

 1. Stack traces of the operators that ran in the original forward
 2. Stack traces of the operators that ran during recomputation
 3. Log of operators in the original forward and recomputation
 4. Error message                                             <--- You are here
"""
_NOTE = """(Scroll up to correlate stack traces with each operation listed below. This
 helps identify their source in the code.)

IMPORTANT: Differences in "detach" calls between the original forward and the
           recomputation are expected. They are introduced by the checkpointing
           mechanism and can be ignored.
"""


def _titled(text):
    return '%s\n|%s|\n%s' % (_WAVES, text.ljust(78), _RULE)


class Log:
    """The logs of both runs of a checkpoint."""

    def __init__(self):
        self.first, self.second = _Logging(), _Logging()

    def text(self):
        """What is said when the two runs differ."""
        parts = [' An error happened while unpacking tensors; dumping logs of latest computation\nbecause you passed `debug=True` to '
                 '`torch.utils.checkpoint.checkpoint()`.\nScroll all the way down for guidance on how to navigate these logs.\n']
        for number, title, log, run in ((1, 'Stack traces of the operators that ran in the original forward', self.first, 'original'),
                                        (2, 'Stack traces of the operators that ran during recomputation', self.second, 'recompute')):
            parts.append(_titled('        %d. %s' % (number, title)) + '\n')
            parts.extend(['%s   (%d of %d in %s)\n\n%s\n\n' % (line, i + 1, len(log.lines), run, trace)
                          for i, (line, trace) in enumerate(zip(log.lines, log.traces))])
        parts.append(_titled('       3. Log of operators in the original forward and recomputation') + '\n' + _NOTE)
        parts.append('Operations executed during the original forward:\n\n%s\n' % '\n'.join(self.first.lines))
        parts.append('Operations executed during recomputation:\n\n%s\n' % '\n'.join(self.second.lines))
        parts.append(_RULE + _ADVICE + '-' * 80 + '\n')
        return '\n'.join(parts)
