"""The settings of torch.multiprocessing that loaders and scripts ask for: start methods, contexts, the sharing strategy. There are no processes but
the workers of a DataLoader, which are forked; that is why another start method is known by name, and refused by who would have to use it."""

import os

from torch._refusals import refused_class
from torch.utils.data._utils import _contexts
from torch.utils.data._utils._contexts import get_all_start_methods, get_context, get_start_method, set_start_method

_STRATEGIES = ('file_descriptor', 'file_system')
_settings = {'strategy': _STRATEGIES[0]}


def cpu_count():
    """How many processors the machine has."""
    return os.cpu_count()


def get_all_sharing_strategies():
    """The names of the ways in which tensors reach another process."""
    return set(_STRATEGIES)


def get_sharing_strategy():
    """The way that was chosen."""
    return _settings['strategy']


def set_sharing_strategy(new_strategy):
    """Chooses a way, which must be one of get_all_sharing_strategies(). What workers send lies in memory files without a name in either case, so
    neither descriptors nor files of them are left."""
    if new_strategy not in _STRATEGIES:
        raise AssertionError('invalid sharing strategy %r, expected one of %s' % (new_strategy, get_all_sharing_strategies()))
    _settings['strategy'] = new_strategy


_ABSENT = '''Array Barrier BoundedSemaphore Condition Event JoinableQueue Lock Manager Pipe Pool Process ProcessContext ProcessExitedException
ProcessRaisedException Queue RLock RawArray RawValue Semaphore SimpleQueue SpawnContext Value active_children current_process parent_process
spawn start_processes'''.split()


def __getattr__(name):
    if name not in _ABSENT:
        raise AttributeError('module %r has no attribute %r' % (__name__, name))
    return globals().setdefault(name, refused_class(__name__, name, 'processes other than the workers of a DataLoader cannot be started'))  # annotations name them


__all__ = ['cpu_count', 'get_all_sharing_strategies', 'get_all_start_methods', 'get_context', 'get_sharing_strategy', 'get_start_method',
           'set_sharing_strategy', 'set_start_method']
