"""Passwords, asked for without showing them."""
from _display import ask_password

__all__ = ['getpass', 'getuser', 'GetPassWarning']


class GetPassWarning(UserWarning):
    pass


def getpass(prompt='', stream=None):
    """Forward getpass to frontends."""
    if stream is not None:
        import warnings
        warnings.warn('The `stream` parameter of `getpass.getpass` will have no effect when using ipykernel', UserWarning, stacklevel=2)
    return ask_password(prompt)


def getuser():
    """Get the username from the environment or password database."""
    import os
    user = next(filter(None, map(os.environ.get, ('LOGNAME', 'USER', 'LNAME', 'USERNAME'))), None)
    if user:
        return user
    import pwd
    return pwd.getpwuid(os.getuid())[0]


def unix_getpass(prompt='Password: ', stream=None):
    """Asks at the terminal of the process, without showing what is written; through sys.stdin where there is none."""
    import io
    import os
    import sys
    from contextlib import ExitStack
    with ExitStack() as open_ones:
        try:
            descriptor = os.open('/dev/tty', os.O_RDWR | os.O_NOCTTY)
            raw = open_ones.enter_context(io.FileIO(descriptor, 'w+'))
            source = open_ones.enter_context(io.TextIOWrapper(raw))
            stream = stream or source
        except OSError:
            open_ones.close()
            source = sys.stdin
            try:
                descriptor = source.fileno()
            except (AttributeError, ValueError):
                return fallback_getpass(prompt, stream)
            stream = stream or sys.stderr
        answer = _without_echo(descriptor, prompt, stream, source)
        if answer is None:
            if stream is not source:
                open_ones.close()
            return fallback_getpass(prompt, stream)
        stream.write('\n')
        return answer


def _without_echo(descriptor, prompt, stream, source):
    """The answer; None where the terminal cannot hide it."""
    import termios
    answer = None
    try:
        before = termios.tcgetattr(descriptor)
        hidden = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
        how = termios.TCSAFLUSH | getattr(termios, 'TCSASOFT', 0)
        try:
            termios.tcsetattr(descriptor, how, hidden)
            answer = _raw_input(prompt, stream, input=source)
        finally:
            termios.tcsetattr(descriptor, how, before)
            stream.flush()
    except termios.error:
        if answer is not None:  # it was asked for, and asking again would be worse
            raise
    return answer


def fallback_getpass(prompt='Password: ', stream=None):
    """Asks where the answer is seen, and warns of that."""
    import sys
    import warnings
    warnings.warn('Can not control echo on the terminal.', GetPassWarning, stacklevel=2)
    stream = stream or sys.stderr
    print('Warning: Password input may be echoed.', file=stream)
    return _raw_input(prompt, stream)


def _raw_input(prompt='', stream=None, input=None):
    """One line, without any history of a line editor."""
    import sys
    stream, input = stream or sys.stderr, input or sys.stdin
    if str(prompt):
        try:
            stream.write(str(prompt))
        except UnicodeEncodeError:
            stream.write(str(prompt).encode(stream.encoding, 'replace').decode(stream.encoding))
        stream.flush()
    line = input.readline()
    if not line:
        raise EOFError
    return line.removesuffix('\n')
