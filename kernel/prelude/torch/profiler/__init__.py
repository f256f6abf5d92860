"""Profiles of programs: what runs, how often and how long, as tables and traces."""

import enum
import os
import time

from torch import _C
from torch.autograd.profiler import is_verbose, record_function, recorded, refuse
from torch.autograd.profiler_util import DeviceType
from torch.profiler import _trace


class ProfilerActivity(enum.Enum):
    """What can be recorded; here what runs on the CPU."""

    CPU = 0
    XPU = 1
    CUDA = 2
    HPU = 3
    MTIA = 4
    PrivateUse1 = 5


class ProfilerAction(enum.Enum):
    """What is done in a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3
    DEVICE_STOPPED = 4


_RECORDING = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)


def supported_activities():
    """The activities that are recorded."""
    return {ProfilerActivity.CPU}


def kineto_available():
    """True: there is a recorder."""
    return True


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """A function that gives the action of each step: after skip_first steps cycles of waiting, warming up and recording."""
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise AssertionError('Invalid profiler schedule arguments. Got wait=%s (need >= 0), warmup=%s (need >= 0), active=%s (need > 0), '
                             'repeat=%s (need >= 0), skip_first=%s (need >= 0).' % (wait, warmup, active, repeat, skip_first))
    cycle = wait + warmup + active

    def action(step):
        if step < 0:
            raise AssertionError('Step must be non-negative. Got %s.' % step)
        step -= skip_first
        if skip_first_wait:
            step += wait
        if step < (wait if skip_first_wait else 0):
            return ProfilerAction.NONE
        turn, place = divmod(step, cycle)
        if place < wait or (repeat and turn >= repeat):
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if place == cycle - 1 else ProfilerAction.RECORD

    return action


def _always(step):
    return ProfilerAction.RECORD_AND_SAVE


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False, use_python_export=False):
    """A function for on_trace_ready that writes each trace into a folder, under a name that TensorBoard's plugin finds; use_gzip: compressed."""
    refuse(use_python_export=use_python_export)

    def handler(prof):
        try:
            os.makedirs(dir_name, exist_ok=True)
        except Exception as error:
            raise RuntimeError("Can't create directory: " + dir_name) from error
        worker = worker_name or '%s_%d' % (os.uname().nodename, os.getpid())
        prof.export_chrome_trace(os.path.join(dir_name, '%s.%d.pt.trace.json%s' % (worker, time.time_ns(), '.gz' if use_gzip else '')))

    return handler


class profile:
    """A context that records what runs in it: all of it, or with a schedule the steps that it says, separated by step()."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False,
                 with_flops=False, with_modules=False, experimental_config=None, execution_trace_observer=None, acc_events=False, use_cuda=None,
                 custom_trace_id_callback=None, post_processing_timeout_s=None):
        refuse(execution_trace_observer=execution_trace_observer, acc_events=acc_events, use_cuda=use_cuda,
               custom_trace_id_callback=custom_trace_id_callback)
        self.activities = set(supported_activities() if activities is None else activities)
        self._check_activities()
        self.record_shapes, self.profile_memory, self.on_trace_ready = record_shapes, profile_memory, on_trace_ready
        self.with_flops, self.with_stack, self.with_modules = with_flops, with_stack, with_modules
        self.experimental_config, self._verbose = experimental_config, is_verbose(experimental_config)
        self.schedule, self._with_steps = schedule or _always, schedule is not None
        self.step_num, self.current_action = 0, self.schedule(0)
        self.profiler, self._step, self._further = None, None, {}

    def _check_activities(self):
        if not self.activities or not all([isinstance(each, ProfilerActivity) for each in self.activities]):
            raise AssertionError('No valid profiler activities found')
        if ProfilerActivity.CPU not in self.activities:
            raise AssertionError('No activities specified for the profiler')
        import torch
        if ProfilerActivity.CUDA in self.activities and torch.cuda.is_available():
            raise NotImplementedError('profile: activities of CUDA devices are not recorded in this version; record ProfilerActivity.CPU only')

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()

    # ---- recording

    def _begin(self):
        _C._profile_start(bool(self.record_shapes or self.with_flops), bool(self.with_stack and self._verbose))
        self._begun = time.monotonic_ns()

    def _end(self):
        """Ends the record; its events are the result from now on."""
        self.profiler = recorded(_C._profile_stop(), self._begun, self.profile_memory, self.with_flops, self.with_stack)
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def _enter_step(self):
        if self._with_steps:
            self._step = record_function('ProfilerStep#%d' % self.step_num)
            self._step.__enter__()

    def _leave_step(self):
        if self._step is not None:
            step, self._step = self._step, None
            step.__exit__(None, None, None)

    def start(self):
        """Begins, as the schedule says of the step."""
        if self.current_action in _RECORDING:
            self._begin()
        self._enter_step()

    def stop(self):
        """Ends, and gives the trace to on_trace_ready if something was being recorded."""
        self._leave_step()
        if self.current_action in _RECORDING:
            if not hasattr(self, '_begun'):
                raise AssertionError('Profiler must be initialized before stopping trace')
            if _C._profile_enabled():
                self._end()

    def step(self):
        """The next step begins."""
        self._leave_step()
        before, self.step_num = self.current_action, self.step_num + 1
        self.current_action = self.schedule(self.step_num)
        if before in _RECORDING and _C._profile_enabled():
            if before is ProfilerAction.RECORD_AND_SAVE:
                self._end()
                if self.current_action in _RECORDING:
                    self._begin()
            elif self.current_action not in _RECORDING:
                self._end()
        elif self.current_action in _RECORDING and self._with_steps:
            self._begin()
        self._enter_step()

    # ---- results

    def _result(self, doing):
        if self.profiler is None:
            raise AssertionError('Profiler must be initialized before ' + doing)
        return self.profiler

    def events(self):
        """What was recorded, in the order in which it began."""
        return self._result('accessing events')

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The sums of events of the same name."""
        return self._result('getting key averages').key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def export_chrome_trace(self, path):
        """Writes the trace for chrome://tracing and Perfetto, compressed where the path ends in .gz."""
        events = self._result('exporting chrome trace')
        options = {name: 1 for name in ('profile_memory', 'record_shapes', 'with_flops', 'with_modules', 'with_stack') if getattr(self, name)}
        _trace.write(events, path, self._further, options, self._begun / 1000)

    def export_stacks(self, path, metric='self_cpu_time_total'):
        """Writes the stacks and how many microseconds were spent in each: what flame graphs are drawn from."""
        if not self.with_stack:
            raise AssertionError('export_stacks() requires with_stack=True')
        self._result('exporting stacks').export_stacks(path, metric)

    def export_memory_timeline(self, path, device=None):
        """Refused: single allocations are not recorded."""
        raise ValueError('record_shapes=True, profile_memory=True, with_stack=True required for memory profiling.')

    def add_metadata(self, key, value):
        """A text for the trace."""
        self._further[key] = _trace.text(value)

    def add_metadata_json(self, key, value):
        """A text of JSON for the trace."""
        self._further[key] = value

    preset_metadata_json = add_metadata_json


profile.__module__ = 'torch.profiler.profiler'

__all__ = ['DeviceType', 'ProfilerAction', 'ProfilerActivity', 'kineto_available', 'profile', 'record_function', 'schedule', 'supported_activities',
           'tensorboard_trace_handler']
