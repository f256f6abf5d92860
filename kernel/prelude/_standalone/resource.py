"""Limits of what a process may use, and what it has used."""

import _system
from _struct_sequence import struct_sequence

RLIM_INFINITY = -1
(RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS, _,
 RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME) = range(16)
RLIMIT_OFILE = RLIMIT_NOFILE
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
error = OSError

struct_rusage = struct_sequence('resource', 'struct_rusage', 'ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt '
                                'ru_nswap ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw',
                                'struct_rusage: Result from getrusage.')


def _call(pid, which, limits):
    if not 0 <= which < 16:
        raise ValueError('invalid resource specified')
    if limits is None:
        return _system.prlimit(pid, which, None, None)
    limits = tuple(limits)
    if len(limits) != 2:
        raise ValueError('expected a tuple of 2 integers')
    try:
        return _system.prlimit(pid, which, *limits)
    except OSError as wrong:
        if wrong.errno == 22:
            raise ValueError('current limit exceeds maximum limit') from None
        if wrong.errno == 1 and not pid:
            raise ValueError('not allowed to raise maximum limit') from None
        raise


def getrlimit(resource, /):
    """The soft and the hard limit of a resource."""
    return _call(0, resource, None)


def setrlimit(resource, limits, /):
    """Sets the soft and the hard limit of a resource."""
    _call(0, resource, tuple(limits))


def prlimit(pid, resource, limits=None, /):
    """The limits of another process, which get new ones if they are given."""
    return _call(pid, resource, limits)


def getrusage(who, /):
    """What this process (RUSAGE_SELF), its children or the thread have used."""
    if who not in (0, -1, 1):
        raise ValueError('invalid who parameter')
    return struct_rusage(_system.getrusage(who))


def getpagesize():
    """The size of a page of memory."""
    import os
    return os.sysconf('SC_PAGE_SIZE')
