"""Takes times of statements. Must not know how they are shown."""

import enum
import time

import torch
from torch.utils.benchmark._measurement import Measurement, TaskSpec

_FRAME = '''def run(runs, clock):
%s
    begin = clock()
    for _ in runs:
%s
    return clock() - begin
'''


class Language(enum.Enum):
    """The languages of statements."""

    PYTHON = 0
    CPP = 1


Language.__module__ = 'torch.utils.benchmark.utils.timer'


def timer():
    """Seconds on a clock, after the work of CUDA devices is done."""
    if torch.cuda.is_initialized():
        torch.cuda.synchronize()
    return time.perf_counter()


class set_torch_threads:
    """A context with another number of threads."""

    def __init__(self, n):
        self.number = n

    def __enter__(self):
        self.before = torch.get_num_threads()
        torch.set_num_threads(self.number)

    def __exit__(self, *error):
        torch.set_num_threads(self.before)


def _without_margin(text):
    """The text without empty lines around and without the white space that all lines begin with."""
    lines = text.split('\n')
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    margin = min([len(line) - len(line.lstrip()) for line in lines if line.strip()], default=0)
    return '\n'.join([line[margin:] for line in lines])


def _indented(text, spaces):
    return '\n'.join([' ' * spaces + line for line in text.split('\n')])


class Timer:
    """Times a statement after a setup, both texts, with the names in globals and torch."""

    _timer_cls = None

    def __init__(self, stmt='pass', setup='pass', global_setup='', timer=timer, globals=None, label=None, sub_label=None, description=None,
                 env=None, num_threads=1, language=Language.PYTHON):
        if not isinstance(stmt, str):
            raise ValueError('Currently only a `str` stmt is supported.')
        if language in (Language.CPP, 'c++', 'cpp', 'C++'):
            raise NotImplementedError('torch.utils.benchmark.Timer: statements of C++ are not there in this version')
        if language not in (Language.PYTHON, 'py', 'python'):
            raise ValueError('Invalid language `%s`.' % language)
        if global_setup:
            raise ValueError('global_setup is C++ only, got `%s`. Most likely this code can simply be moved to `setup`.' % global_setup)
        self._globals = dict(globals or {})
        self._globals.setdefault('torch', torch)
        self._clock, self._language = timer, Language.PYTHON
        stmt, setup = _without_margin(stmt), _without_margin(setup) or 'pass'
        self._task_spec = TaskSpec(stmt, setup, global_setup, label, sub_label, description, env, num_threads)
        self._run = self._compiled(stmt, setup)

    def _compiled(self, stmt, setup):
        """The function that runs the statement a number of times."""
        compile(setup, '<timeit-src>', 'exec')
        compile(setup + '\n' + stmt, '<timeit-src>', 'exec')
        names = self._globals
        exec(compile(_FRAME % (_indented(setup, 4), _indented(stmt, 8)), '<timeit-src>', 'exec'), names)
        return names.pop('run')

    def _timeit(self, number):
        return max(self._run(iter(range(number)), self._clock), 1e-9)

    def _threads(self):
        return set_torch_threads(self._task_spec.num_threads)

    def _measurement(self, number, times):
        return Measurement(number, times, self._task_spec)

    def timeit(self, number=1000000):
        """One measurement of number runs, after some runs to warm up."""
        with self._threads():
            self._timeit(max(int(number // 100), 2))
            return self._measurement(number, [self._timeit(number)])

    def autorange(self, callback=None):
        """Refused, as in PyTorch: see blocked_autorange."""
        raise NotImplementedError('See `Timer.blocked_autorange.`')

    def repeat(self, repeat=-1, number=-1):
        """Refused, as in PyTorch: see blocked_autorange."""
        raise NotImplementedError('See `Timer.blocked_autorange.`')

    def _runs_in_a_block(self, min_run_time):
        """How many runs make the clock's own time of no weight: powers of ten."""
        overhead = sorted([self._clock_time() for _ in range(5)])[2]
        number = 1
        while True:
            taken = self._timeit(number)
            if taken > min_run_time or (overhead / taken <= 1e-4 and taken >= min_run_time / 1000):
                return number
            number *= 10

    def _clock_time(self):
        begin = self._clock()
        return self._clock() - begin

    def _blocks(self, number, enough, callback):
        """Times of blocks until enough(times) says so."""
        times = []
        while not enough(times):
            times.append(self._timeit(number))
            if callback is not None:
                callback(number, times[-1])
        return times

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Measurements of blocks of runs, for min_run_time seconds together."""
        with self._threads():
            number = self._runs_in_a_block(min_run_time)
            return self._measurement(number, self._blocks(number, lambda times: sum(times) >= min_run_time, callback))

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Measurements of blocks of runs until their quartiles are closer than a part of the median, or max_run_time is over."""
        with self._threads():
            number = self._runs_in_a_block(0.05)

            def enough(times):
                total = sum(times)
                if total < min_run_time or len(times) < 4:
                    return total > max_run_time
                return total > max_run_time or self._measurement(number, times).meets_confidence(threshold)
            return self._measurement(number, self._blocks(number, enough, callback))

    def collect_callgrind(self, number=100, *, repeats=None, collect_baseline=True, retain_out_file=False):
        """Refused: instructions are not counted."""
        raise NotImplementedError('torch.utils.benchmark.Timer.collect_callgrind: Callgrind is not there in this version')


Timer.__module__ = 'torch.utils.benchmark.utils.timer'
