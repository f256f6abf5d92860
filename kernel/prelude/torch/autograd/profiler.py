"""Records what runs: the older interface of torch.profiler, and named ranges."""

import contextlib

import torch
from torch import _C
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


def _event(number, row, begin, thread):
    """An event of torch.profiler of a row of the record."""
    name, kind, _, start, end, memory, arguments = row
    shapes = [[] if each is None else each[1] for each in arguments]
    event = FunctionEvent(number, 'aten::' + name if kind == _OP else name, thread, (start - begin) / 1000, (end - begin) / 1000, shapes, [],
                          {_NODE: 1, _USER: 7}.get(kind, 0), memory, is_user_annotation=kind == _USER)
    if name.startswith('ProfilerStep#'):
        event.name = 'ProfilerStep*'
    event.dtypes = [None if each is None else each[0] for each in arguments]
    return event


def recorded(rows, begin, profile_memory):
    """The events of a record, in the order in which they began; begin: the time from which they count."""
    events = EventList([_event(i, row, begin, 1) for i, row in enumerate(rows)], profile_memory=profile_memory)
    for event, row in zip(events, rows):
        if row[2] >= 0:
            event.set_cpu_parent(events[row[2]])
            events[row[2]].append_cpu_child(event)
        if not profile_memory:
            event.cpu_memory_usage = 0
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
        refuse(use_cuda=use_cuda, use_device=use_device, with_flops=with_flops, with_stack=with_stack, with_modules=with_modules,
               experimental_config=experimental_config, acc_events=acc_events, custom_trace_id_callback=custom_trace_id_callback,
               activity_filters=activity_filters)
        self.enabled, self.record_shapes, self.profile_memory = enabled, record_shapes, profile_memory
        self.entered, self._events = False, None

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError('Profiler context manager is not reentrant')
        self.entered = True
        _C._profile_start(bool(self.record_shapes))
        return self

    def __exit__(self, *error):
        if self.enabled:
            rows = _C._profile_stop()
            self._events = recorded(rows, rows[0][3] if rows else 0, self.profile_memory)
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
        """Refused: stacks are not recorded."""
        raise AssertionError('export_stacks() requires with_stack=True')


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
