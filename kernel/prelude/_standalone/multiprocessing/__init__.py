"""Processes that are used like threads: Process, Pool, queues, pipes, locks, shared values and managers. The processes are those of
this kernel, forked or started anew."""
import sys

from . import context

_offered = ('Array AuthenticationError Barrier BoundedSemaphore BufferTooShort Condition Event JoinableQueue Lock Manager Pipe Pool '
            'Process ProcessError Queue RLock RawArray RawValue Semaphore SimpleQueue TimeoutError Value active_children '
            'allow_connection_pickling cpu_count current_process freeze_support get_all_start_methods get_context get_logger '
            'get_start_method log_to_stderr parent_process reducer set_executable set_forkserver_preload set_start_method').split()
globals().update((name, getattr(context._default_context, name)) for name in _offered)
__all__ = list(_offered)
SUBDEBUG, SUBWARNING = 5, 25

if '__main__' in sys.modules:  # a program that this one starts imports its main module under this name
    sys.modules['__mp_main__'] = sys.modules['__main__']
