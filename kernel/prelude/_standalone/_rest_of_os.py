"""What os has beyond kernel/prelude/os.py: running programs, walking by folder, bytes of the environment."""
import os
import sys
from collections.abc import MutableMapping

P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1
P_ALL, P_PID, P_PGID, P_PIDFD = range(4)
WNOHANG, WUNTRACED, WSTOPPED, WEXITED, WCONTINUED, WNOWAIT = 1, 2, 2, 4, 8, 1 << 24
CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED = range(1, 7)
EX_OK, EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE, EX_OSERR = 0, *range(64, 72)
EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = range(72, 79)
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = 0, 1, 2
sysconf_names = {'SC_ARG_MAX': 0, 'SC_CLK_TCK': 2, 'SC_OPEN_MAX': 4, 'SC_PAGESIZE': 30, 'SC_PAGE_SIZE': 30,
                 'SC_NPROCESSORS_CONF': 83, 'SC_NPROCESSORS_ONLN': 84, 'SC_PHYS_PAGES': 85, 'SC_AVPHYS_PAGES': 86,
                 'SC_IOV_MAX': 60}


def sysconf(name, /):
    """A value of the system's configuration."""
    if isinstance(name, str):
        if name not in sysconf_names:
            raise ValueError('unrecognized configuration name')
        name = sysconf_names[name]
    return os._files._sysconf(name)


def getpgrp():
    """Return the current process group id."""
    return os.getpgid(0)


def abort():
    """Ends the process with SIGABRT."""
    os.kill(os.getpid(), 6)


def get_exec_path(env=None):
    """The folders in which programs are looked for."""
    env = os.environ if env is None else env
    path = env.get('PATH')
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    return (os.defpath if path is None else path).split(os.pathsep)


def _exec(file, args, env, search):
    argv = [os.fsencode(item) for item in args]
    if not argv or not argv[0]:
        raise ValueError('execv() arg 2 first element cannot be empty' if argv else 'execv() arg 2 must not be empty')
    pairs = [os.fsencode(key) + b'=' + os.fsencode(value) for key, value in env.items()]
    file = os.fspath(file)
    paths = [file]
    if search and not os.path.dirname(file):
        paths = [os.path.join(folder, os.fsdecode(file)) for folder in get_exec_path(env)]
    first = last = None
    for path in paths:
        try:
            os._files.execve(path, argv, pairs)
        except (FileNotFoundError, NotADirectoryError) as error:
            last = error
        except OSError as error:
            first = first or error
    raise first or last


def execv(path, argv, /):
    """Execute an executable path with arguments, replacing the current process."""
    _exec(path, argv, os.environ, False)


def execve(path, argv, env):
    """The same with an environment."""
    _exec(path, argv, env, False)


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
    execve(file, args[:-1], args[-1])


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


def ttyname(fd, /):
    """Return the name of the terminal device connected to 'fd'."""
    return os.readlink(f'/proc/self/fd/{fd}')


def _system_call(name, call, doc):
    """A function of the C module _system as one of os."""
    def function(*args):
        import _system
        return getattr(_system, call)(*args)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


for _row in (('fchown', 'fchown', 'Change the owner and group id of the file specified by file descriptor.'),
             ('fchmod', 'fchmod', 'Change the access permissions of the file given by file descriptor.'),
             ('makedev', 'device', 'Composes a raw device number from the major and minor device numbers.'),
             ('openpty', 'openpty', 'Open a pseudo-terminal. Return a tuple of (master_fd, slave_fd).'),
             ('getpriority', 'getpriority', 'Return program scheduling priority.'),
             ('setpriority', 'setpriority', 'Set program scheduling priority.'),
             ('getgroups', 'getgroups', 'Return list of supplemental group IDs for the process.')):
    globals()[_row[0]] = _system_call(*_row)
del _row


def lchown(path, uid, gid):
    """Change the owner and group id of path to the numeric uid and gid; of a symbolic link itself."""
    import _system
    _system.lchown(os.fsdecode(path), uid, gid)


def mknod(path, mode=0o600, device=0):
    """Create a node in the file system: a file, a device or a named pipe."""
    import _system
    _system.mknod(os.fsdecode(path), mode, device)


def major(device, /):
    """Extracts a device major number from a raw device number."""
    import _system
    return _system.device_parts(device)[0]


def minor(device, /):
    """Extracts a device minor number from a raw device number."""
    import _system
    return _system.device_parts(device)[1]


def tcgetpgrp(fd, /):
    """Return the process group associated with the terminal specified by fd."""
    import _system
    return _system.tc(4, fd, 0)


def tcsetpgrp(fd, pgid, /):
    """Set the process group associated with the terminal specified by fd."""
    import _system
    _system.tc(5, fd, pgid)


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
    return None if found is None else __getattr__('waitid_result')(found)


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


def __getattr__(name):
    if name == 'waitid_result' and name in globals():
        return globals()[name]
    if name == 'waitid_result':
        from _struct_sequence import struct_sequence
        made = globals()[name] = struct_sequence('posix', name, 'si_pid si_uid si_signo si_status si_code', 'What waitid() has found.')
        return made
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
