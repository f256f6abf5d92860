"""Programs as child processes: run(), and Popen under it."""
import errno
import io
import os
import sys
import threading
import time
import warnings

__all__ = ['Popen', 'PIPE', 'STDOUT', 'call', 'check_call', 'getstatusoutput', 'getoutput', 'check_output', 'run',
           'CalledProcessError', 'DEVNULL', 'SubprocessError', 'TimeoutExpired', 'CompletedProcess']
PIPE, STDOUT, DEVNULL = -1, -2, -3
_USE_POSIX_SPAWN = _USE_VFORK = False
_active = []


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
            process.kill()
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
    pass


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
        for name, value in (('preexec_fn', preexec_fn), ('user', user), ('group', group), ('extra_groups', extra_groups)):
            if value is not None:
                raise NotImplementedError(f'subprocess.Popen(): {name} is not available here')
        if pass_fds and not close_fds:
            warnings.warn('pass_fds overriding close_fds.', RuntimeWarning)
            close_fds = True
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
            self._start(args, executable, theirs, close_fds, pass_fds, cwd, env, restore_signals, start_new_session, shell,
                        umask, -1 if process_group is None else process_group)
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

    @staticmethod
    def _streams(stdin, stdout, stderr):
        """The descriptors of the child, ours of pipes, and those to be closed here."""
        theirs, ours, opened = [-1, -1, -1], [None, None, None], []
        for i, stream in enumerate((stdin, stdout, stderr)):
            if stream is None:
                continue
            if stream == PIPE:
                reading, writing = os.pipe()
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

    def _start(self, args, executable, streams, close_fds, pass_fds, cwd, env, restore_signals, new_session, shell, umask, group):
        if isinstance(args, (str, bytes)):
            args = [args]
        elif isinstance(args, os.PathLike):
            if shell:
                raise TypeError('path-like args is not allowed when shell is true')
            args = [args]
        else:
            args = list(args)
        if shell:
            args = ['/bin/sh', '-c', *args]
            if executable:
                args[0] = executable
        if executable is None:
            executable = args[0]
        sys.audit('subprocess.Popen', executable, args, cwd, env)
        variables = None
        if env is not None:
            variables = []
            for key, value in env.items():
                key = os.fsencode(key)
                if b'=' in key:
                    raise ValueError('illegal environment variable name')
                variables.append(key + b'=' + os.fsencode(value))
        name = os.fsencode(executable)
        if os.path.dirname(name):
            paths = [name]
        else:
            paths = [os.path.join(os.fsencode(folder), name) for folder in os.get_exec_path(env)]
        found = os._files.run(paths, [os.fsencode(arg) for arg in args], variables, None if cwd is None else os.fspath(cwd),
                              streams, sorted(set(map(int, pass_fds))), close_fds, new_session, group, umask, restore_signals)
        if isinstance(found, tuple):
            number, is_folder = found
            about = cwd if is_folder else executable
            raise OSError(number, os.strerror(number), about)
        self.pid, self._child_created = found, True

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
            if kind is not KeyboardInterrupt:
                self.wait()

    def __del__(self, _maxsize=sys.maxsize, _warn=warnings.warn):
        if not self._child_created:
            return
        if self.returncode is None:
            _warn(f'subprocess {self.pid} is still running', ResourceWarning, source=self)
        self.poll()

    def _take(self, pid, status):
        if pid == self.pid and self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(status)

    def poll(self):
        """Check if child process has terminated. Set and return returncode attribute."""
        if self.returncode is None and self.pid is not None:
            try:
                self._take(*os.waitpid(self.pid, os.WNOHANG))
            except ChildProcessError:
                self.returncode = 0
        return self.returncode

    def wait(self, timeout=None):
        """Wait for child process to terminate; returns self.returncode."""
        end = None if timeout is None else time.monotonic() + timeout
        pause = 0.0005
        while self.returncode is None:
            if end is None:
                try:
                    self._take(*os.waitpid(self.pid, 0))
                except ChildProcessError:
                    self.returncode = 0
                continue
            if self.poll() is not None:
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
        end = None if timeout is None else time.monotonic() + timeout
        if self._saved is None:
            data = b''
            if input:
                data = input.encode(self.encoding or 'utf-8', self.errors or 'strict') if self.text_mode else bytes(input)
            if self.stdin and not self._communication_started:
                try:
                    self.stdin.flush()
                except BrokenPipeError:
                    pass
            self._saved = memoryview(data), {stream: [] for stream in (self.stdout, self.stderr) if stream}
        self._communication_started = True
        self._exchange(end, timeout)
        self.wait(None if end is None else max(end - time.monotonic(), 0))
        return tuple(self._decoded(stream) for stream in (self.stdout, self.stderr))

    def _decoded(self, stream):
        if not stream:
            return None
        data = b''.join(self._saved[1][stream])
        if not self.text_mode:
            return data
        text = data.decode(self.encoding or 'utf-8', self.errors or 'strict')
        return text.replace('\r\n', '\n').replace('\r', '\n')

    def _exchange(self, end, timeout):
        """Writes and reads whatever is ready until all pipes are at their end."""
        rest, parts = self._saved
        stdin = self.stdin if self.stdin and not self.stdin.closed else None
        if stdin and not rest:
            self._close_stdin()
            stdin = None
        reading = {stream.fileno(): stream for stream in parts if not stream.closed}
        if stdin:
            os.set_blocking(stdin.fileno(), False)
        while reading or stdin:
            left = -1 if end is None else end - time.monotonic()
            if end is not None and left <= 0:
                self._saved = rest, parts
                raise TimeoutExpired(self.args, timeout, output=b''.join(parts.get(self.stdout, ())) or None,
                                     stderr=b''.join(parts.get(self.stderr, ())) or None)
            pairs = [value for fd in reading for value in (fd, 1)] + ([stdin.fileno(), 4] if stdin else [])
            ready = os._files.poll(pairs, -1 if end is None else max(int(left * 1000), 1))
            for fd in ready[::2]:
                if stdin and fd == stdin.fileno():
                    try:
                        rest = rest[os.write(fd, rest[:65536]):]
                    except BlockingIOError:
                        continue
                    except BrokenPipeError:
                        rest = rest[:0]
                    self._saved = rest, parts
                    if not rest:
                        self._close_stdin()
                        stdin = None
                elif fd in reading:
                    block = os.read(fd, 65536)
                    if block:
                        parts[reading[fd]].append(block)
                    else:
                        reading.pop(fd).close()

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


def _text_stream(stream, fd, name, bufsize, encoding, errors):
    """The same descriptor as a stream of text."""
    other = os.dup(fd)
    os.set_inheritable(other, False)
    stream.close()
    return io.open(other, 'w' if name == 'stdin' else 'r', 1 if bufsize == 1 else -1, encoding=encoding, errors=errors)
