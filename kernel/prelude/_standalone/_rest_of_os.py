"""What os has beyond kernel/prelude/os.py: running programs, walking by folder, bytes of the environment."""
import _system_calls
import os
import sys
from operator import index
from collections.abc import MutableMapping

P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1
P_ALL, P_PID, P_PGID, P_PIDFD = range(4)
WNOHANG, WUNTRACED, WSTOPPED, WEXITED, WCONTINUED, WNOWAIT = 1, 2, 2, 4, 8, 1 << 24
CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED = range(1, 7)
EX_OK, EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE, EX_OSERR = 0, *range(64, 72)
EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = range(72, 79)
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = 0, 1, 2
TMP_MAX, NGROUPS_MAX = 238328, 65536

# of Linux, for every processor that the kernel runs on
_CONSTANTS = (
    'MFD_HUGE_16GB=0x88000000 MFD_HUGE_16MB=0x60000000 MFD_HUGE_1GB=0x78000000 MFD_HUGE_1MB=0x50000000 MFD_HUGE_256MB=0x70000000 '
    'MFD_HUGE_2GB=0x7c000000 MFD_HUGE_2MB=0x54000000 MFD_HUGE_32MB=0x64000000 MFD_HUGE_512KB=0x4c000000 MFD_HUGE_512MB=0x74000000 '
    'MFD_HUGE_64KB=0x40000000 MFD_HUGE_8MB=0x5c000000 MFD_HUGE_MASK=63 MFD_HUGE_SHIFT=26 O_ASYNC=0x2000 O_DIRECT=0x4000 '
    'O_FSYNC=0x101000 O_LARGEFILE=0 O_NOATIME=0x40000 O_PATH=0x200000 O_RSYNC=0x101000 POSIX_SPAWN_OPEN=0 POSIX_SPAWN_CLOSE=1 '
    'POSIX_SPAWN_DUP2=2 RTLD_LAZY=1 RTLD_NOW=2 RTLD_NOLOAD=4 RTLD_DEEPBIND=8 RTLD_LOCAL=0 RTLD_GLOBAL=0x100 RTLD_NODELETE=0x1000 '
    'SCHED_OTHER=0 SCHED_FIFO=1 SCHED_RR=2 SCHED_BATCH=3 SCHED_IDLE=5 SCHED_RESET_ON_FORK=0x40000000 SEEK_DATA=3 SEEK_HOLE=4 '
    'SPLICE_F_MOVE=1 SPLICE_F_NONBLOCK=2 SPLICE_F_MORE=4 ST_RDONLY=1 ST_NOSUID=2 ST_NODEV=4 ST_NOEXEC=8 ST_SYNCHRONOUS=16 '
    'ST_MANDLOCK=64 ST_WRITE=128 ST_APPEND=256 ST_NOATIME=1024 ST_NODIRATIME=2048 ST_RELATIME=4096')
for _row in _CONSTANTS.split():
    _name, _, _value = _row.partition('=')
    globals()[_name] = int(_value, 0)
del _row, _name, _value


def getpgrp():
    """Return the current process group id."""
    return os.getpgid(0)


def abort():
    """Ends the process with SIGABRT."""
    os.kill(os.getpid(), 6)


def get_exec_path(env=None):
    """The folders in which programs are looked for: those of PATH, whose name and value may be text or bytes."""
    env = os.environ if env is None else env
    found = [env[name] for name in ('PATH', b'PATH') if name in list(env)]
    if len(found) > 1:
        raise ValueError("env cannot contain 'PATH' and b'PATH' keys")
    return os.fsdecode(found[0] if found else os.defpath).split(os.pathsep)


def _exec(file, args, env, search):
    paths = [file]
    if search and not os.path.dirname(file):
        paths = [os.path.join(folder, os.fsdecode(file)) for folder in get_exec_path(env)]
    first = last = None
    for path in paths:
        try:
            os.execve(path, args, env)
        except (FileNotFoundError, NotADirectoryError) as error:
            last = error
        except OSError as error:
            first = first or error
    raise first or last


def execv(path, argv, /):
    """Execute an executable path with arguments, replacing the current process."""
    if not isinstance(argv, (tuple, list)):
        raise TypeError('execv() arg 2 must be a tuple or list')
    if not argv or not argv[0]:
        raise ValueError('execv() arg 2 first element cannot be empty' if argv else 'execv() arg 2 must not be empty')
    os.execve(path, argv, os.environ)


def execvp(file, args):
    """The same for a program that is looked for along PATH."""
    _exec(file, args, os.environ, True)


def execvpe(file, args, env):
    """The same with an environment."""
    _exec(file, args, env, True)


def execl(file, *args):
    execv(file, args)


def execlp(file, *args):
    execvp(file, args)


def execle(file, *args):
    os.execve(file, args[:-1], args[-1])


def execlpe(file, *args):
    execvpe(file, args[:-1], args[-1])


def _spawn(mode, file, args, env, search):
    if not isinstance(args, (tuple, list)):
        raise TypeError('argv must be a tuple or a list')
    if not args or not args[0]:
        raise ValueError('argv first element cannot be empty')
    import subprocess
    try:
        child = subprocess.Popen(args, executable=file, env=env, close_fds=False)
    except OSError:
        return 127
    if mode == P_NOWAIT:
        return child.pid
    if mode != P_WAIT:
        raise ValueError('invalid spawn mode')
    return child.wait()


def spawnv(mode, file, args):
    """Execute file with arguments from args in a subprocess: its exit code, or with P_NOWAIT its pid."""
    return _spawn(mode, file, args, None, False)


def spawnve(mode, file, args, env):
    return _spawn(mode, file, args, env, False)


def spawnvp(mode, file, args):
    return _spawn(mode, file, args, None, True)


def spawnvpe(mode, file, args, env):
    return _spawn(mode, file, args, env, True)


def spawnl(mode, file, *args):
    return spawnv(mode, file, args)


def spawnle(mode, file, *args):
    return spawnve(mode, file, args[:-1], args[-1])


def spawnlp(mode, file, *args):
    return spawnvp(mode, file, args)


def spawnlpe(mode, file, *args):
    return spawnvpe(mode, file, args[:-1], args[-1])


class _Pipe:
    """What popen() gives: a stream, whose close() waits for the program."""

    def __init__(self, stream, process):
        self._stream, self._proc = stream, process

    def close(self):
        self._stream.close()
        code = self._proc.wait()
        return None if code == 0 else code if code < 0 else code << 8

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


_PIPES = {'r': 'stdout', 'w': 'stdin'}


def popen(cmd, mode='r', buffering=-1):
    """A pipe to or from a command of the shell."""
    problems = ((not isinstance(cmd, str), TypeError, f'invalid cmd type ({type(cmd)}, expected string)'),
                (mode not in _PIPES, ValueError, f'invalid mode {mode!r}'),
                (not buffering, ValueError, 'popen() does not support unbuffered streams'))
    for wrong, kind, text in problems:
        if wrong:
            raise kind(text)
    from subprocess import PIPE, Popen
    child = Popen(cmd, buffering, shell=True, text=True, **{_PIPES[mode]: PIPE})
    return _Pipe(getattr(child, _PIPES[mode]), child)


class _BytesEnviron(MutableMapping):
    """The environment as bytes."""

    def __getitem__(self, key):
        self._check(key)
        try:
            return os.fsencode(os.environ[os.fsdecode(key)])
        except KeyError:
            raise KeyError(key) from None

    @staticmethod
    def _check(value):
        if not isinstance(value, bytes):
            raise TypeError('bytes expected, not %s' % type(value).__name__)

    def __setitem__(self, key, value):
        self._check(key)
        self._check(value)
        os.environ[os.fsdecode(key)] = os.fsdecode(value)

    def __delitem__(self, key):
        self._check(key)
        try:
            del os.environ[os.fsdecode(key)]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        return map(os.fsencode, list(os.environ))

    def __len__(self):
        return len(os.environ)

    def __repr__(self):
        return 'environ({' + ', '.join(f'{key!r}: {value!r}' for key, value in self.items()) + '})'


environb = _BytesEnviron()


def getenvb(key, default=None):
    """Get an environment variable, return None if it doesn't exist; all in bytes."""
    return environb.get(key, default)


def openpty():
    """Open a pseudo-terminal. Return a tuple of (master_fd, slave_fd)."""
    import _system
    return _system.openpty()


def device_encoding(fd):
    """Return a string describing the encoding of a terminal's file descriptor, None for what is no terminal."""
    return 'UTF-8' if os.isatty(fd) else None


def wait3(options):
    """Wait for completion of a child process: (pid, status, rusage)."""
    return wait4(-1, options)


def wait4(pid, options):
    """Wait for completion of a specific child process: (pid, status, rusage)."""
    import _processes
    from resource import struct_rusage
    pid, status, usage = _processes.wait4(pid, options)
    return pid, status, struct_rusage(usage)


def waitid(idtype, id, options, /):
    """What is known of a child that has changed its state, a waitid_result; None with WNOHANG where none has."""
    import _processes
    found = _processes.waitid(idtype, id, options)
    return None if found is None else _here.waitid_result(found)


def WIFSTOPPED(status):
    """Whether the process is stopped."""
    return status & 0xff == 0x7f


def WIFCONTINUED(status):
    """Whether it goes on after it was stopped."""
    return status == 0xffff


def WSTOPSIG(status):
    """The signal that has stopped it."""
    return status >> 8 & 0xff


def WCOREDUMP(status):
    """Whether its memory was written into a file."""
    return bool(status & 0x80)


def statvfs(path):
    """Perform a statvfs system call on the given path, or descriptor."""
    *fields, high, low = _system_calls._statvfs(path)
    return _here.statvfs_result([*fields, high << 32 | low])


def fstatvfs(fd, /):
    """Perform an fstatvfs system call on the given fd."""
    return statvfs(index(fd))


def times():
    """Return a collection containing process timing information."""
    return _here.times_result(_system_calls._times())


# ---- scheduling

def sched_getparam(pid, /):
    """Returns scheduling parameters for the process identified by pid."""
    return _here.sched_param(_system_calls._sched_priority(pid))


def _priority(param):
    """The number in scheduling parameters."""
    if type(param) is not _here.sched_param:
        raise TypeError('must have a sched_param object')
    priority = index(param.sched_priority)
    if not -1 << 31 <= priority < 1 << 31:
        raise OverflowError('sched_priority out of range')
    return priority


def sched_setparam(pid, param, /):
    """Set scheduling parameters for the process identified by pid."""
    _system_calls._sched_setparam(pid, _priority(param))


def sched_setscheduler(pid, policy, param, /):
    """Set the scheduling policy for the process identified by pid."""
    _system_calls._sched_setscheduler(pid, policy, _priority(param))


# ---- walking with descriptors

def fwalk(top='.', topdown=True, onerror=None, *, follow_symlinks=False, dir_fd=None):
    """Directory tree generator, as walk(), that yields the descriptor of each folder as a fourth item: valid until the next step."""
    top = os.fspath(top)
    sys.audit('os.fwalk', top, topdown, onerror, follow_symlinks, dir_fd)
    return _tree(top, top, dir_fd, (topdown, onerror, follow_symlinks), True)


def _tree(shown, name, dir_fd, options, outermost=False):
    """Of one folder and those below it: `shown` is its path, `name` that from dir_fd on."""
    topdown, onerror, follow = options
    try:
        folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | (0 if follow else os.O_NOFOLLOW), dir_fd=dir_fd)
    except NotADirectoryError as error:
        if follow and onerror is not None:
            onerror(error)
        return
    except OSError as error:
        if outermost:
            raise
        if onerror is not None:
            onerror(error)
        return
    try:
        dirs, files = [], []
        for entry in os.scandir(folder):
            found = os.fsencode(entry.name) if isinstance(name, bytes) else entry.name
            (dirs if _is_folder(entry) else files).append(found)
        if topdown:
            yield shown, dirs, files, folder
        for below in dirs:
            yield from _tree(os.path.join(shown, below), below, folder, options)
        if not topdown:
            yield shown, dirs, files, folder
    finally:
        os.close(folder)


def _is_folder(entry):
    try:
        return entry.is_dir()
    except OSError:
        return False


# ---- made when they are asked for

def _sequence(name, fields, module='posix', **more):
    def make():
        from _struct_sequence import struct_sequence
        return struct_sequence(module, name, fields, **more)
    return make


def _make_sched_param():
    from _struct_sequence import struct_sequence

    class sched_param(struct_sequence('posix', 'sched_param', 'sched_priority')):
        """Currently has only one field: sched_priority"""
        __module__ = 'posix'
        __slots__ = ()
        __qualname__ = 'sched_param'

        def __new__(cls, sched_priority=_LATE):
            if sched_priority is _LATE:
                raise TypeError("sched_param() missing required argument 'sched_priority' (pos 1)")
            return tuple.__new__(cls, (sched_priority,))

        def __reduce__(self):
            return type(self), tuple(self)
    return sched_param


def _of_spawn(name):
    def find():
        import _spawn
        return getattr(_spawn, name)
    return find


_LATE = {
    'waitid_result': _sequence('waitid_result', 'si_pid si_uid si_signo si_status si_code', doc='What waitid() has found.'),
    'times_result': _sequence('times_result', 'user system children_user children_system elapsed',
                              doc='times_result: Result from os.times().'),
    'statvfs_result': _sequence('statvfs_result', 'f_bsize f_frsize f_blocks f_bfree f_bavail f_files f_ffree f_favail f_flag f_namemax',
                                'os', hidden='f_fsid', doc='statvfs_result: Result from statvfs or fstatvfs.'),
    'posix_spawn': _of_spawn('posix_spawn'),
    'posix_spawnp': _of_spawn('posix_spawnp'),
    'sched_param': _make_sched_param,
    'confstr_names': lambda: _system_calls._limits(0),
    'sysconf_names': lambda: _system_calls._limits(1),
    'pathconf_names': lambda: _system_calls._limits(2),
}


def __getattr__(name):
    if name not in _LATE:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    made = globals()[name] = _LATE[name]()
    return made


_here = sys.modules[__name__]
