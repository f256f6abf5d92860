"""Records what runs: the older interface of torch.profiler, and named ranges."""

import contextlib
import math
import sys

import torch
from torch import _C
from torch._C._profiler import _ExperimentalConfig
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg

_OP, _NODE, _ENGINE, _USER = range(4)


class record_function(contextlib.ContextDecorator):
    """A range with a name in profiles; does nothing else."""

    def __init__(self, name, args=None):
        self.name, self.args, self._open = name, args, []

    def __enter__(self):
        self._open.append(_C._profile_enter(self.name))
        return self

    def __exit__(self, *error):
        _C._profile_leave(self._open.pop())


def _stack(calls):
    """The functions that were at work, innermost first, with files as they are named on the search path."""
    stack = []
    for line in calls.splitlines() if calls else ():
        folders = [folder for folder in sys.path if folder and line.startswith(folder.rstrip('/') + '/')]
        stack.append(line[len(max(folders, key=len).rstrip('/')) + 1:] if folders else line)
    return stack


def is_verbose(config):
    """Whether a configuration asks for the stacks in the results; what else it asks for is refused by its class."""
    if config is not None and not isinstance(config, _ExperimentalConfig):
        raise TypeError('experimental_config must be an _ExperimentalConfig, not %s' % type(config).__name__)
    return config is not None and config.verbose


def _event(number, row, begin, thread):
    """An event of torch.profiler of a row of the record."""
    name, kind, _, start, end, memory, arguments, calls = row
    shapes = [[] if each is None or each[0] is None else each[1] for each in arguments]
    event = FunctionEvent(number, 'aten::' + name if kind == _OP else name, thread, (start - begin) / 1000, (end - begin) / 1000, shapes, _stack(calls),
                          {_NODE: 1, _USER: 7}.get(kind, 0), memory, is_user_annotation=kind == _USER)
    if name.startswith('ProfilerStep#'):
        event.name = 'ProfilerStep*'
    event.dtypes = [None if each is None else each[0] for each in arguments]
    return event


# ---- floating point operations


def _product(a, b):
    """Of matrices, or batches of them."""
    return 2 * math.prod(a) * b[-1]


def _convolution(image, weight, stride, padding, dilation, groups):
    """Of batches of images: two for each tap of each window."""
    sides = [(size + 2 * pad - dilated * (kernel - 1) - 1) // step + 1
             for size, kernel, step, pad, dilated in zip(image[2:], weight[2:], stride * 2, padding * 2, dilation * 2)]
    return 2 * image[0] * math.prod(weight) * math.prod(sides)


def _of_convolution(event, tensors, numbers):
    """0 where images are not a batch, or the padding has a name."""
    inner = event.cpu_parent is not None and event.cpu_parent.name == event.name
    if inner or len(tensors) < 2 or len(tensors[0]) != 4 or (len(event.input_shapes) > 4 and not numbers[4]):
        return 0
    return _convolution(*tensors[:2], *[numbers[i] if i < len(numbers) and numbers[i] else usual
                                        for i, usual in ((3, [1]), (4, [0]), (5, [1]), (6, [1]))])


_FLOPS = {'aten::mm': lambda event, tensors, numbers: _product(*tensors[:2]), 'aten::bmm': lambda event, tensors, numbers: _product(*tensors[:2]),
          'aten::addmm': lambda event, tensors, numbers: _product(*tensors[1:3]),
          'aten::baddbmm': lambda event, tensors, numbers: _product(*tensors[1:3]),
          'aten::linear': lambda event, tensors, numbers: 0 if event.cpu_children else 2 * math.prod(tensors[0]) * tensors[1][0],
          'aten::add': lambda event, tensors, numbers: math.prod(event.input_shapes[0]),
          'aten::mul': lambda event, tensors, numbers: math.prod(event.input_shapes[0]), 'aten::conv2d': _of_convolution}


def _count_flops(events, rows):
    """Sets the floating point operations of the events that there is a formula for, but for those in which such an event is at work."""
    for event, row in zip(events, rows):
        rule = _FLOPS.get(event.name)
        if rule is not None and not (event.cpu_parent is not None and event.cpu_parent.flops):
            tensors = [each[1] for each in row[6] if each is not None and each[0] is not None]
            event.flops = rule(event, tensors, [None if each is None or each[0] is not None else each[1] for each in row[6]])


def recorded(rows, begin, profile_memory, with_flops=False, with_stack=False):
    """The events of a record, in the order in which they began; begin: the time from which they count."""
    events = EventList([_event(i, row, begin, 1) for i, row in enumerate(rows)], profile_memory=profile_memory, with_flops=with_flops)
    events._with_stack = with_stack
    for event, row in zip(events, rows):
        if row[2] >= 0:
            event.set_cpu_parent(events[row[2]])
            events[row[2]].append_cpu_child(event)
        if not profile_memory:
            event.cpu_memory_usage = 0
    if with_flops:
        _count_flops(events, rows)
    return events


def refuse(**options):
    """Raises for options that are on and not there."""
    for name, value in options.items():
        if value:
            raise NotImplementedError('profile: %s is not there in this version' % name)


class profile:
    """A context that records the ops, nodes of the graph and named ranges that run in it."""

    def __init__(self, enabled=True, *, use_cuda=False, use_device=None, record_shapes=False, with_flops=False, profile_memory=False,
                 with_stack=False, with_modules=False, use_kineto=False, use_cpu=True, experimental_config=None, acc_events=False,
                 custom_trace_id_callback=None, post_processing_timeout_s=None, activity_filters=None):
        refuse(use_cuda=use_cuda, use_device=use_device, acc_events=acc_events, custom_trace_id_callback=custom_trace_id_callback,
               activity_filters=activity_filters)
        self.with_stack, self.with_modules, self._verbose = with_stack, with_modules, is_verbose(experimental_config)
        self.enabled, self.record_shapes, self.profile_memory = enabled, record_shapes or with_flops, profile_memory
        self.with_flops = with_flops
        self.entered, self._events = False, None

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError('Profiler context manager is not reentrant')
        self.entered = True
        _C._profile_start(bool(self.record_shapes), bool(self.with_stack and self._verbose))
        return self

    def __exit__(self, *error):
        if self.enabled:
            rows = _C._profile_stop()
            self._events = recorded(rows, rows[0][3] if rows else 0, self.profile_memory, self.with_flops, self.with_stack)
        return False

    @property
    def function_events(self):
        """The events of the record."""
        return EventList([]) if self._events is None else self._events

    def __repr__(self):
        return '<unfinished torch.autograd.profile>' if self._events is None else repr(self._events)

    def __str__(self):
        return '<unfinished torch.autograd.profile>' if self._events is None else str(self._events)

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None,
              top_level_events_only=False):
        """The events as text."""
        return self.function_events.table(sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width, header,
                                          top_level_events_only)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The sums of events of the same name."""
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def total_average(self):
        """The sum of all events."""
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self):
        """The time of all events, each without those in it."""
        return self.function_events.self_cpu_time_total

    def export_chrome_trace(self, path):
        """Writes the events as a file for chrome://tracing."""
        self.function_events.export_chrome_trace(path)

    def export_stacks(self, path, metric='self_cpu_time_total'):
        """Writes the stacks and how many microseconds were spent in each: what flame graphs are drawn from."""
        if not self.with_stack:
            raise AssertionError('export_stacks() requires with_stack=True')
        self.function_events.export_stacks(path, metric)


class emit_nvtx:
    """Refused: ranges for NVIDIA's tools."""

    def __init__(self, enabled=True, record_shapes=False):
        if enabled:
            raise NotImplementedError('emit_nvtx: ranges for NVTX are not there in this version')

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return False


class emit_itt(emit_nvtx):
    """Refused: ranges for Intel's tools."""

    def __init__(self, enabled=True, record_shapes=False):
        if enabled:
            raise NotImplementedError('emit_itt: ranges for ITT are not there in this version')


def load_nvprof(path):
    """Refused: files of nvprof."""
    raise NotImplementedError('load_nvprof: files of nvprof are not read in this version')


__all__ = ['EventList', 'FunctionEvent', 'emit_itt', 'emit_nvtx', 'load_nvprof', 'profile', 'record_function']
