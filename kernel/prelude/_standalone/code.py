"""Interpreters of lines of the language, as the console is one."""
import sys
import traceback
from codeop import CommandCompiler, compile_command

__all__ = ['InteractiveInterpreter', 'InteractiveConsole', 'interact', 'compile_command']


class InteractiveInterpreter:
    """Runs statements in a namespace: locals."""

    def __init__(self, locals=None):
        self.locals = {'__name__': '__console__', '__doc__': None} if locals is None else locals
        self.compile = CommandCompiler()

    def runsource(self, source, filename='<input>', symbol='single'):
        """Runs a text; True where more lines are needed."""
        try:
            complete = self.compile(source, filename, symbol)
        except (OverflowError, SyntaxError, ValueError):
            self.showsyntaxerror(filename)
        else:
            if complete is None:
                return True
            self.runcode(complete)
        return False

    def runcode(self, code):
        """Runs code; exceptions but SystemExit are shown."""
        try:
            exec(code, self.locals)
        except SystemExit:
            raise
        except:
            self.showtraceback()

    def showsyntaxerror(self, filename=None):
        """Shows the SyntaxError that is handled."""
        kind, error, trace = sys.exc_info()
        if filename and kind is SyntaxError:
            try:
                message, (_, *place) = error.args
                error = SyntaxError(message, (filename, *place))
            except ValueError:
                pass
        sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace
        self._show(kind, error, None, trace)

    def showtraceback(self):
        """Shows the exception that is handled, without the frame of this class."""
        kind, error, trace = sys.exc_info()
        sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace
        self._show(kind, error, trace.tb_next, trace)

    def _show(self, kind, error, shown, trace):
        if sys.excepthook is sys.__excepthook__:
            self.write(''.join(traceback.format_exception(kind, error, shown)))
        else:
            sys.excepthook(kind, error, shown if shown is not None else trace)

    def write(self, data):
        """Writes an error, on stderr."""
        sys.stderr.write(data)


class InteractiveConsole(InteractiveInterpreter):
    """Reads lines and runs them."""

    def __init__(self, locals=None, filename='<console>'):
        super().__init__(locals)
        self.filename = filename
        self.resetbuffer()

    def resetbuffer(self):
        """Forgets the lines of an unfinished statement."""
        self.buffer = []

    def push(self, line):
        """A line; True where the statement goes on."""
        self.buffer.append(line)
        more = self.runsource('\n'.join(self.buffer), self.filename)
        if not more:
            self.resetbuffer()
        return more

    def raw_input(self, prompt=''):
        """A line of the user."""
        return input(prompt)

    def interact(self, banner=None, exitmsg=None):
        """Reads lines until their end."""
        prompts = [getattr(sys, name, None) for name in ('ps1', 'ps2')]
        sys.ps1, sys.ps2 = prompts[0] or '>>> ', prompts[1] or '... '
        if banner is None:
            self.write(f'Python {sys.version} on {sys.platform}\nType "help", "copyright", "credits" or "license" for more '
                       f'information.\n({type(self).__name__})\n')
        elif banner:
            self.write(f'{banner}\n')
        more = False
        while True:
            try:
                line = self.raw_input(sys.ps2 if more else sys.ps1)
            except EOFError:
                self.write('\n')
                break
            except KeyboardInterrupt:
                self.write('\nKeyboardInterrupt\n')
                self.resetbuffer()
                more = False
                continue
            more = self.push(line)
        if exitmsg is None:
            self.write(f'now exiting {type(self).__name__}...\n')
        elif exitmsg:
            self.write(f'{exitmsg}\n')


def interact(banner=None, readfunc=None, local=None, exitmsg=None):
    """An InteractiveConsole that reads lines until their end."""
    console = InteractiveConsole(local)
    if readfunc is not None:
        console.raw_input = readfunc
    console.interact(banner, exitmsg)
