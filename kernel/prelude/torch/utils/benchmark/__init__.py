"""Timings of statements: Timer takes them, Measurement holds and prints them, Compare makes tables of many."""

from torch.utils.benchmark._compare import Colorize, Compare
from torch.utils.benchmark._measurement import Measurement, TaskSpec, ordered_unique, select_unit, trim_sigfig, unit_to_english
from torch.utils.benchmark._timer import Language, Timer, set_torch_threads, timer


def __getattr__(name):
    """What is refused with its name."""
    if name in ('CallgrindStats', 'CopyIfCallgrind', 'FunctionCount', 'FunctionCounts', 'FuzzedParameter', 'FuzzedSparseTensor', 'FuzzedTensor',
                'Fuzzer', 'ParameterAlias'):
        raise AttributeError('torch.utils.benchmark.%s is not there in this version' % name)
    raise AttributeError("module 'torch.utils.benchmark' has no attribute '%s'" % name)


__all__ = ['Colorize', 'Compare', 'Language', 'Measurement', 'TaskSpec', 'Timer', 'ordered_unique', 'select_unit', 'set_torch_threads', 'timer',
           'trim_sigfig', 'unit_to_english']
