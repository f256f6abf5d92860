"""Programs as child processes: run(), and Popen under it."""
import builtins
import errno
import io
import os
import sys
import threading
import time
import warnings
from _processes import fork_exec as _fork_exec

__all__ = ['Popen', 'PIPE', 'STDOUT', 'call', 'check_call', 'getstatusoutput', 'getoutput', 'check_output', 'run',
           'CalledProcessError', 'DEVNULL', 'SubprocessError', 'TimeoutExpired', 'CompletedProcess']
PIPE, STDOUT, DEVNULL = -1, -2, -3
_USE_POSIX_SPAWN, _USE_VFORK = False, True
_active = []  # those that nobody waits for any more


def _PopenSelector():
    """What communicate() waits for several pipes with."""
    import selectors
    return selectors.PollSelector()


class SubprocessError(Exception):
    """What this module raises."""


class _Told(SubprocessError):
    """An exception about a program, whose output has two names."""
    stdout = property(lambda self: self.output, lambda self, value: setattr(self, 'output', value),
                      doc='Alias for output attribute, to match stderr')


class CalledProcessError(_Told):
    """A program has ended with a non-zero exit status. Attributes: cmd, returncode, stdout, stderr, output."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        vars(self).update(returncode=returncode, cmd=cmd, output=output, stderr=stderr)

    def __str__(self):
        number = -(self.returncode or 0)
        if number <= 0:
            return f"Command '{self.cmd}' returned non-zero exit status {self.returncode}."
        from signal import Signals
        known = {signal.value: repr(signal) for signal in Signals}
        return f"Command '{self.cmd}' died with {known.get(number, f'unknown signal {number}')}."


class TimeoutExpired(_Told):
    """The time is over while a program still runs. Attributes: cmd, output, stdout, stderr, timeout."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        vars(self).update(cmd=cmd, timeout=timeout, output=output, stderr=stderr)

    def __str__(self):
        return f"Command '{self.cmd}' timed out after {self.timeout} seconds"


class CompletedProcess:
    """A process that has finished running: args, returncode, stdout, stderr."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr

    def __repr__(self):
        parts = [f'args={self.args!r}', f'returncode={self.returncode!r}']
        parts += [f'{name}={value!r}' for name in ('stdout', 'stderr') if (value := getattr(self, name)) is not None]
        return f"{type(self).__name__}({', '.join(parts)})"

    def check_returncode(self):
        """Raise CalledProcessError if the exit code is non-zero."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)

    __class_getitem__ = classmethod(type(list[int]))


def list2cmdline(seq):
    """A list of arguments as one command line, as Microsoft's C run time reads it."""
    words = []
    for arg in map(os.fsdecode, seq):
        quoted = ' ' in arg or '\t' in arg or not arg
        word, slashes = '"' if quoted else '', 0
        for char in arg:
            if char == '\\':
                slashes += 1
                continue
            word += '\\' * (2 * slashes) + '\\"' if char == '"' else '\\' * slashes + char
            slashes = 0
        words.append(word + '\\' * slashes + ('\\' * slashes + '"' if quoted else ''))
    return ' '.join(words)


def call(*popenargs, timeout=None, **kwargs):
    """Run command with arguments. Wait for command to complete or for timeout seconds, then return the returncode."""
    with Popen(*popenargs, **kwargs) as process:
        try:
            return process.wait(timeout=timeout)
        except BaseException:
            process.kill()  # with a KeyboardInterrupt, wait() has given it some time already
            raise


def check_call(*popenargs, **kwargs):
    """Run command with arguments; 0, or CalledProcessError."""
    code = call(*popenargs, **kwargs)
    if code:
        cmd = kwargs.get('args')
        raise CalledProcessError(code, popenargs[0] if cmd is None else cmd)
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """Run command with arguments and return its output."""
    for name in ('stdout', 'check'):
        if name in kwargs:
            raise ValueError(f'{name} argument not allowed, it will be overridden.')
    if 'input' in kwargs and kwargs['input'] is None:
        as_text = kwargs.get('universal_newlines') or kwargs.get('text') or kwargs.get('encoding') or kwargs.get('errors')
        kwargs['input'] = '' if as_text else b''
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def _with_pipes(options, input, capture_output):
    """Puts pipes into the options for what is to be written and read."""
    wanted = [('stdin',)] * (input is not None) + [('stdout', 'stderr')] * bool(capture_output)
    for names in wanted:
        if any(options.get(name) is not None for name in names):
            raise ValueError('stdin and input arguments may not both be used.' if len(names) == 1 else
                             'stdout and stderr arguments may not be used with capture_output.')
        options.update(dict.fromkeys(names, PIPE))


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Run command with arguments and return a CompletedProcess instance.

    capture_output gives its stdout and stderr; check raises CalledProcessError for a non-zero exit code; timeout raises
    TimeoutExpired after killing it; input is what it reads. Other arguments are those of Popen.
    """
    _with_pipes(kwargs, input, capture_output)
    with Popen(*popenargs, **kwargs) as child:
        try:
            said = child.communicate(input, timeout)
        except BaseException as error:
            child.kill()
            if isinstance(error, TimeoutExpired):
                child.wait()
            raise
        done = CompletedProcess(child.args, child.poll(), *said)
    if check:
        done.check_returncode()
    return done


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """Return (exitcode, output) of executing cmd in a shell, without the last newline."""
    try:
        data, code = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding, errors=errors), 0
    except CalledProcessError as error:
        data, code = error.output, error.returncode
    return code, data[:-1] if data[-1:] == '\n' else data


def getoutput(cmd, *, encoding=None, errors=None):
    """Return output (stdout or stderr) of executing cmd in a shell."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


def _cleanup():
    """Asks once more for the end of those that nobody waits for."""
    for process in _active[:]:
        if process._internal_poll(_gone=sys.maxsize) is not None:
            try:
                _active.remove(process)
            except ValueError:  # another thread was faster
                pass


def _id_of(value, kind, find, not_a_name):
    """The number of a user or a group, given by name or number; None stays None."""
    if value is None:
        return None
    if isinstance(value, str):
        value = find(value)
    elif not isinstance(value, int):
        raise TypeError(not_a_name)
    if value < 0:
        raise ValueError(f'{kind} ID cannot be negative, got {value}')
    return value


def _user_id(user):
    from pwd import getpwnam
    return _id_of(user, 'User', lambda name: getpwnam(name).pw_uid, 'User must be a string or an integer')


def _group_id(group, text='Group must be a string or an integer, not {}'):
    from grp import getgrnam
    return _id_of(group, 'Group', lambda name: getgrnam(name).gr_gid, text.format(type(group)))


def _group_ids(groups):
    if groups is None:
        return None
    if isinstance(groups, str):
        raise ValueError('Groups must be a list, not a string')
    ids = [_group_id(group, 'Items in extra_groups must be a string or integer, not {}') for group in groups]
    if any(number >= 2 ** 32 - 1 for number in ids):
        raise ValueError('invalid group id')
    return ids


def _identity(user, group, extra_groups):
    """What a child takes on: its group, further groups, its user."""
    user_id, group_id, more = _user_id(user), _group_id(group), _group_ids(extra_groups)
    for number, kind in ((group_id, 'gid'), (user_id, 'uid')):
        if number is not None and number >= 2 ** 32:
            raise OverflowError(kind + ' is less than minimum')
    return group_id, more, user_id


class Popen:
    """Execute a child program in a new process.

    args is a list, or a text (with shell a command of the shell). stdin, stdout and stderr: None (as ours), PIPE, DEVNULL, a
    descriptor or a file; stderr may be STDOUT. cwd, env, text, encoding, errors, bufsize, close_fds, pass_fds,
    start_new_session, process_group, umask as usual.
    """
    _child_created = False

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None, close_fds=True,
                 shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None, creationflags=0,
                 restore_signals=True, start_new_session=False, pass_fds=(), *, user=None, group=None, extra_groups=None,
                 encoding=None, errors=None, text=None, umask=-1, pipesize=-1, process_group=None):
        self._waitpid_lock = threading.Lock()
        self._communication_started, self._saved = False, None
        if bufsize is None:
            bufsize = -1
        if not isinstance(bufsize, int):
            raise TypeError('bufsize must be an integer')
        if not isinstance(pipesize, int):
            raise TypeError('pipesize must be an integer')
        if startupinfo is not None:
            raise ValueError('startupinfo is only supported on Windows platforms')
        if creationflags != 0:
            raise ValueError('creationflags is only supported on Windows platforms')
        if pass_fds and not close_fds:
            warnings.warn('pass_fds overriding close_fds.', RuntimeWarning)
            close_fds = True
        _cleanup()
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError('Cannot disambiguate when both text and universal_newlines are supplied but different. Pass '
                                  'one or the other.')
        self.args, self.pid, self.returncode = args, None, None
        self.stdin = self.stdout = self.stderr = None
        self.encoding, self.errors, self.pipesize = encoding, errors, pipesize
        self.text_mode = bool(encoding or errors or text or universal_newlines)
        self._sigint_wait_secs = 0.25
        buffered = bufsize
        if self.text_mode and bufsize == 1:
            buffered = -1
        identity = _identity(user, group, extra_groups)
        theirs, ours, opened = self._streams(stdin, stdout, stderr)
        self._closed_child_pipe_fds = False
        try:
            for name, fd in zip(('stdin', 'stdout', 'stderr'), ours):
                if fd is None:
                    continue
                stream = io.open(fd, 'wb' if name == 'stdin' else 'rb', buffered)
                if self.text_mode:
                    stream = _text_stream(stream, fd, name, bufsize, encoding, errors)
                setattr(self, name, stream)
            self._execute_child(args, executable, list(zip(theirs, ours)), close_fds, pass_fds, cwd, env, shell, preexec_fn,
                                (restore_signals, start_new_session, -1 if process_group is None else process_group,
                                 *identity, umask))
        except BaseException:
            for name, fd in zip(('stdin', 'stdout', 'stderr'), ours):
                stream = getattr(self, name)
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:
                        pass
                elif fd is not None:
                    os.close(fd)
            raise
        finally:
            for fd in opened:
                os.close(fd)

    def _streams(self, stdin, stdout, stderr):
        """The descriptors of the child, ours of pipes, and those to be closed here."""
        theirs, ours, opened = [-1, -1, -1], [None, None, None], []
        for i, stream in enumerate((stdin, stdout, stderr)):
            if stream is None:
                continue
            if stream == PIPE:
                reading, writing = os.pipe()
                if self.pipesize > 0:
                    import fcntl
                    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, self.pipesize)
                theirs[i], ours[i] = (reading, writing) if i == 0 else (writing, reading)
                opened.append(theirs[i])
            elif stream == DEVNULL:
                theirs[i] = os.open(os.devnull, os.O_RDWR)
                opened.append(theirs[i])
            elif stream == STDOUT and i == 2:
                theirs[i] = theirs[1] if theirs[1] != -1 else sys.__stdout__.fileno()
            elif isinstance(stream, int):
                theirs[i] = stream
            else:
                theirs[i] = stream.fileno()
        return theirs, ours, opened

    @staticmethod
    def _command(args, executable, shell):
        """The arguments of the program as bytes, and its name as it was given."""
        single = isinstance(args, (str, bytes)) or isinstance(args, os.PathLike)
        if single and shell and not isinstance(args, (str, bytes)):
            raise TypeError('path-like args is not allowed when shell is true')
        words = [args] if single else list(args)
        if shell:
            words[:0] = [executable or '/bin/sh', '-c']
        return words, words[0] if executable is None else executable

    @staticmethod
    def _variables(env):
        if env is None:
            return None
        pairs = [(os.fsencode(key), os.fsencode(value)) for key, value in env.items()]
        if any(b'=' in key for key, _ in pairs):
            raise ValueError('illegal environment variable name')
        return [key + b'=' + value for key, value in pairs]

    def _execute_child(self, args, executable, streams, close_fds, pass_fds, cwd, env, shell, preexec_fn, settings):
        """Starts the program; what goes wrong in the child comes back through a pipe."""
        words, program = self._command(args, executable, shell)
        sys.audit('subprocess.Popen', program, words, cwd, env)
        variables, name = self._variables(env), os.fsencode(program)
        paths = [name] if os.path.dirname(name) else [os.path.join(os.fsencode(folder), name)
                                                      for folder in os.get_exec_path(env)]
        reading, writing = os.pipe()
        spare = []
        try:
            while writing < 3:  # the places of the streams
                spare.append(writing)
                writing = os.dup(writing)
            (theirs_in, ours_in), (theirs_out, ours_out), (theirs_err, ours_err) = [
                (theirs, -1 if ours is None else ours) for theirs, ours in streams]
            kept = sorted({*map(int, pass_fds), writing})
            start = _fork_exec
            if preexec_fn is not None:
                start, preexec_fn = _with_hooks(preexec_fn)
            self.pid = start(list(map(os.fsencode, words)), paths, close_fds, tuple(kept), None if cwd is None else os.fspath(cwd),
                             variables, theirs_in, ours_in, ours_out, theirs_out, ours_err, theirs_err, reading, writing,
                             *settings, preexec_fn, _USE_VFORK)
            self._child_created = True
            for fd in (writing, *spare):
                os.close(fd)
            writing, told = -1, bytearray()
            while block := os.read(reading, 50000):
                told += block
                if len(told) > 50000:
                    break
        finally:
            for fd in (reading, writing):
                if fd >= 0:
                    os.close(fd)
        if told:
            self._failed_in_child(bytes(told), program, cwd)

    def _failed_in_child(self, told, program, cwd):
        try:
            pid, status = os.waitpid(self.pid, 0)
            if pid == self.pid:
                self._take(pid, status)
            else:
                self.returncode = sys.maxsize
        except ChildProcessError:
            pass
        kind, _, rest = told.partition(b':')
        number, colon, text = rest.partition(b':')
        if not colon:
            kind, number, text = b'SubprocessError', b'0', b'Bad exception data from child: ' + repr(told).encode()
        error = getattr(builtins, kind.decode('ascii'), SubprocessError)
        text = text.decode(errors='surrogatepass')
        if not issubclass(error, OSError):
            raise error(text)
        number = int(number, 16)
        about = {'noexec:chdir': cwd, 'noexec:': None}.get(text, program)
        if not number:
            raise error(text)
        raise error(number, os.strerror(number), about) if about is not None else error(number, os.strerror(number))

    def __repr__(self):
        text = f'<{self.__class__.__name__}: returncode: {self.returncode} args: {self.args!r}>'
        return text[:76] + '...>' if len(text) > 80 else text

    __class_getitem__ = classmethod(type(list[int]))

    @property
    def universal_newlines(self):
        return self.text_mode

    @universal_newlines.setter
    def universal_newlines(self, value):
        self.text_mode = bool(value)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.close()
        try:
            if self.stdin:
                self.stdin.close()
        finally:
            if kind is KeyboardInterrupt:
                self._wait_after_interrupt()
            else:
                self.wait()

    def _wait_after_interrupt(self):
        """The interrupt has gone to the child as well: it has a moment to end, once."""
        if self._sigint_wait_secs > 0:
            try:
                self._wait(timeout=self._sigint_wait_secs)
            except TimeoutExpired:
                pass
        self._sigint_wait_secs = 0

    def __del__(self, _maxsize=sys.maxsize, _warn=warnings.warn):
        if not self._child_created:
            return
        if self.returncode is None:
            _warn(f'subprocess {self.pid} is still running', ResourceWarning, source=self)
        self._internal_poll(_gone=_maxsize)
        if self.returncode is None and _active is not None:
            _active.append(self)

    def _take(self, pid, status):
        if pid == self.pid and self.returncode is None:
            stopped = status & 0xff == 0x7f
            self.returncode = -(status >> 8 & 0xff) if stopped else os.waitstatus_to_exitcode(status)

    def poll(self):
        """Check if child process has terminated. Set and return returncode attribute."""
        return self._internal_poll()

    def _internal_poll(self, _gone=0):
        """_gone: the code where somebody else has taken it."""
        if self.returncode is None and self.pid is not None and self._waitpid_lock.acquire(False):
            try:
                if self.returncode is None:
                    self._take(*os.waitpid(self.pid, os.WNOHANG))
            except ChildProcessError:
                self.returncode = _gone
            except OSError:
                pass
            finally:
                self._waitpid_lock.release()
        return self.returncode

    def wait(self, timeout=None):
        """Wait for child process to terminate; returns self.returncode."""
        try:
            return self._wait(timeout=timeout)
        except KeyboardInterrupt:
            if timeout is not None:
                left = timeout
                self._sigint_wait_secs = min(self._sigint_wait_secs, left)
            self._wait_after_interrupt()
            raise

    def _wait(self, timeout):
        end = None if timeout is None else time.monotonic() + timeout
        pause = 0.0005
        while self.returncode is None:
            if end is None:
                with self._waitpid_lock:
                    if self.returncode is None:
                        try:
                            self._take(*os.waitpid(self.pid, 0))
                        except ChildProcessError:
                            self.returncode = 0
                continue
            if self._internal_poll() is not None:
                break
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutExpired(self.args, timeout)
            pause = min(pause * 2, left, 0.05)
            time.sleep(pause)
        return self.returncode

    def communicate(self, input=None, timeout=None):
        """Interact with process: Send data to stdin and close it. Read data from stdout and stderr, until end-of-file is
        reached. Wait for process to terminate. Returns (stdout, stderr)."""
        if self._communication_started and input:
            raise ValueError('Cannot send input after starting communication')
        pipes = [stream for stream in (self.stdin, self.stdout, self.stderr) if stream is not None]
        if timeout is None and not self._communication_started and len(pipes) < 2:
            return self._communicate_alone(input)
        end = None if timeout is None else time.monotonic() + timeout
        try:
            said = self._communicate(input, end, timeout)
        except KeyboardInterrupt:
            if timeout is not None:
                self._sigint_wait_secs = min(self._sigint_wait_secs, max(end - time.monotonic(), 0))
            self._wait_after_interrupt()
            raise
        finally:
            self._communication_started = True
        self.wait(timeout=None if end is None else max(end - time.monotonic(), 0))
        return said

    def _communicate_alone(self, input):
        """With one pipe at most, nothing can wait for something else."""
        said = {}
        if self.stdin:
            self._stdin_write(input)
        for name in ('stdout', 'stderr'):
            if stream := getattr(self, name):
                said[name] = stream.read()
                stream.close()
        self.wait()
        return said.get('stdout'), said.get('stderr')

    def _stdin_write(self, data):
        for call in ([lambda: self.stdin.write(data)] if data else []) + [self._close_stdin]:
            try:
                call()
            except BrokenPipeError:  # it does not read any more
                pass
            except OSError as error:
                if error.errno != errno.EINVAL:
                    raise

    def _communicate(self, input, end, timeout):
        if self._saved is None:
            data = b''
            if input:
                data = input.encode(self.encoding or 'utf-8', self.errors or 'strict') if self.text_mode else input
            if self.stdin and not self._communication_started:
                try:
                    self.stdin.flush()
                except BrokenPipeError:
                    pass
            self._saved = memoryview(data).cast('b') if data else b'', {
                stream: [] for stream in (self.stdout, self.stderr) if stream}
        self._communication_started = True
        self._exchange(end, timeout)
        return tuple(self._decoded(stream) for stream in (self.stdout, self.stderr))

    def _decoded(self, stream):
        if not stream:
            return None
        data = b''.join(self._saved[1][stream])
        if not self.text_mode:
            return data
        text = data.decode(stream.encoding or 'utf-8', stream.errors or 'strict')
        return text.replace('\r\n', '\n').replace('\r', '\n')

    def _exchange(self, end, timeout):
        """Writes and reads whatever is ready until all pipes are at their end."""
        rest, parts = self._saved
        waits = _PopenSelector()
        with waits:
            for stream in parts:
                if not stream.closed:
                    waits.register(stream, 1)
            if self.stdin and not self.stdin.closed:
                if rest:
                    waits.register(self.stdin, 2)
                else:
                    self._close_stdin()
            while waits.get_map():
                left = None if end is None else end - time.monotonic()
                ready = waits.select(left) if left is None or left > 0 else []
                if end is not None and time.monotonic() > end:
                    raise TimeoutExpired(self.args, timeout, output=b''.join(parts.get(self.stdout, ())) or None,
                                         stderr=b''.join(parts.get(self.stderr, ())) or None)
                for key, _ in ready:
                    if key.fileobj is not self.stdin:
                        if block := os.read(key.fd, 65536):
                            parts[key.fileobj].append(block)
                            continue
                    else:
                        try:
                            rest = rest[os.write(key.fd, rest[:512]):]  # so much never blocks
                        except BrokenPipeError:
                            rest = rest[:0]
                        self._saved = rest, parts
                        if rest:
                            continue
                    waits.unregister(key.fileobj)
                    self._close_stdin() if key.fileobj is self.stdin else key.fileobj.close()

    def _close_stdin(self):
        try:
            self.stdin.close()
        except BrokenPipeError:
            pass
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise

    def send_signal(self, sig):
        """Send a signal to the process."""
        self.poll()
        if self.returncode is None:
            try:
                os.kill(self.pid, sig)
            except ProcessLookupError:
                pass

    def terminate(self):
        """Terminate the process with SIGTERM"""
        self.send_signal(15)

    def kill(self):
        """Kill the process with SIGKILL"""
        self.send_signal(9)


def _with_hooks(preexec_fn):
    """fork_exec and the function, with what os.register_at_fork() has been given around the fork."""
    import _forks

    def start(*args):
        return _forks.around_exec(lambda: _fork_exec(*args))

    return start, _forks.in_child(preexec_fn)


def _text_stream(stream, fd, name, bufsize, encoding, errors):
    """The same descriptor as a stream of text."""
    other = os.dup(fd)
    os.set_inheritable(other, False)
    stream.close()
    return io.open(other, 'w' if name == 'stdin' else 'r', 1 if bufsize == 1 else -1, encoding=encoding, errors=errors)


# flags of the interpreter and the options that set them, in the order in which they are told
_FLAG_OPTIONS = (('optimize', 'O'), ('debug', 'd'), ('dont_write_bytecode', 'B'), ('no_site', 'S'), ('verbose', 'v'), ('bytes_warning', 'b'),
                 ('quiet', 'q'))


def _args_from_interpreter_flags():
    """Options of the command line with which another interpreter behaves as this one."""
    options = ['-' + letter * getattr(sys.flags, name) for name, letter in _FLAG_OPTIONS if getattr(sys.flags, name) > 0]
    isolation = ['-I'] if sys.flags.isolated else ['-' + letter for name, letter in (
        ('ignore_environment', 'E'), ('no_user_site', 's'), ('safe_path', 'P')) if getattr(sys.flags, name)]
    warns = [*sys.warnoptions]
    for word, warning in (('bb', 'error::BytesWarning'), ('b', 'default::BytesWarning'), ('dev', 'default')):
        implied = sys.flags.dev_mode if word == 'dev' else sys.flags.bytes_warning == len(word)
        if implied and warning in warns:
            warns.remove(warning)
    extra = [f'{name}' if value is True else f'{name}={value}' for name, value in sys._xoptions.items()]
    return options + isolation + ['-W' + warning for warning in warns] + [word for text in extra for word in ('-X', text)]


def _optim_args_from_interpreter_flags():
    """The option of the command line for sys.flags.optimize."""
    return ['-' + 'O' * sys.flags.optimize] if sys.flags.optimize > 0 else []
