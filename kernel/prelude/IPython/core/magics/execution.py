"""%run, %debug, %pdb, %prun: programs that are run and looked into."""
import os
import sys

import _shell
from _shell import UsageError

from IPython.core.magics import options

_RUN_LETTERS = 'nidtN:b:pD:l:rs:T:em:G'


# ---- %run ----

def cells_of(path):
    """The cells of a notebook, or the text of a file of cells as one."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if not path.endswith('.ipynb'):
        return [text]
    import json
    return [''.join(cell['source']) for cell in json.loads(text).get('cells', ()) if cell['cell_type'] == 'code']


def run_file(path, names):
    """Runs the text of a file in a dict of names. The exception that it ends with, or None."""
    try:
        with open(path, 'rb') as file:
            text = file.read()
        folder = os.path.dirname(os.path.abspath(path))
        sys.path.insert(0, folder)
        try:
            exec(compile(text, path, 'exec'), names)
        finally:
            if folder in sys.path:
                sys.path.remove(folder)
    except BaseException as e:
        return e
    return None


def run_module(name, names):
    """Runs a module as a program and copies its names. The exception that it ends with, or None."""
    import runpy
    try:
        found = runpy.run_module(name, run_name='__main__', alter_sys=True)
    except BaseException as e:
        return e
    names.update(found)
    return None


def _find_file(name):
    """The path of a program: as it is written, or with .py or .ipynb."""
    name = os.path.expanduser(name)
    for path in (name, name + '.py', name + '.ipynb'):
        if os.path.isfile(path):
            return path
    raise OSError('File `%r` not found.' % name)


def _module_file(name):
    """The file of a module that is to be run."""
    import importlib.util
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            spec = importlib.util.find_spec(name + '.__main__')
    except ImportError:
        spec = None
    if spec is None or not spec.origin or not os.path.isfile(spec.origin):
        raise Exception('%r is not a valid modulename on sys.path' % name)
    return spec.origin


def _words(rest, patterns):
    """The words of a line without their quotes; patterns of files are replaced by the files, as a shell does."""
    from IPython.core.magic import arg_split
    found = []
    for word in arg_split(rest):
        bare = word[1:-1] if len(word) > 1 and word[0] in '"\'' and word[-1] == word[0] else word
        if patterns and bare == word and any(mark in word for mark in '*?['):
            from glob import glob
            found += sorted(glob(os.path.expanduser(word))) or [word]
        else:
            found.append(bare.replace('\\*', '*') if patterns else bare)
    return found


class _Times:
    """How long a program takes, and how that is told."""

    def __init__(self):
        self.begin()

    def begin(self):
        import time
        self._start = _shell.times() + (time.time(),)

    def spent(self):
        import time
        return tuple(now - before for now, before in zip(_shell.times() + (time.time(),), self._start))

    def tell(self, runs):
        user, system, wall = self.spent()
        print('\nIPython CPU timings (estimated):')
        if runs == 1:
            print('  User   : %10.2f s.' % user)
            print('  System : %10.2f s.' % system)
        else:
            print('Total runs performed:', runs)
            print('  Times  : %10s   %10s' % ('Total', 'Per run'))
            print('  User   : %10.2f s, %10.2f s.' % (user, user / runs))
            print('  System : %10.2f s, %10.2f s.' % (system, system / runs))
        print('Wall time: %10.2f s.' % wall)


def _ends_quietly(error, quiet):
    """Whether a program has ended as it wanted to: exit(), exit(0), or any exit with -e."""
    return isinstance(error, SystemExit) and (quiet or error.code in (None, 0))


def _run_cells(path, shared, shell):
    kept = shell.user_ns.get('__file__', _show)
    shell.user_ns['__file__'] = path
    try:
        for cell in cells_of(path):
            if not shell.run_cell(cell, silent=True).success:
                break
    finally:
        if kept is _show:
            shell.user_ns.pop('__file__', None)
        else:
            shell.user_ns['__file__'] = kept


def run(line):
    """%run [-n -i -t [-N runs] -e -G] FILE [arguments] or %run -m MODULE [arguments]: runs a program.

    Its names are copied into the notebook. -i gives it the notebook's names, -n another __name__ than __main__, -t says
    how long it took, -e ignores sys.exit(), -G leaves patterns of files among the arguments alone.
    """
    opts, rest = options(line, _RUN_LETTERS, words=False)
    for letter in 'dp':
        if letter in opts:
            raise UsageError('option -%s is not supported' % letter)
    shell = get_ipython()
    words = _words(rest, 'G' not in opts)
    if 'm' in opts:
        path = _module_file(opts['m'])
        words = [path] + words
    else:
        try:
            path = _find_file(words[0])
        except IndexError as e:
            raise Exception('you must provide at least a filename.') from e
        except OSError as e:
            raise Exception(str(e)) from e
    if path.endswith(('.ipy', '.ipynb')):
        _run_cells(path, 'i' in opts, shell)
        return
    argv, sys.argv = sys.argv, words if 'm' in opts else [words[0] if os.path.isfile(os.path.expanduser(words[0])) else path] + words[1:]
    if 'm' not in opts:
        sys.argv[0] = path
    name = '__main__' if 'n' not in opts else os.path.splitext(os.path.basename(path))[0]
    shared = 'i' in opts
    names = shell.user_ns if shared else {'__name__': name, '__builtins__': __import__('builtins')}
    before = {each: names.get(each, _show) for each in ('__name__', '__file__')} if shared else {}
    names['__name__'], names['__file__'] = name, os.path.abspath(os.path.expanduser(path))
    main = sys.modules.get('__main__')
    if not shared:
        import types
        module = types.ModuleType(name)
        module.__dict__.update(names)
        names = module.__dict__
        names['__builtins__'] = __import__('builtins')
        sys.modules[name] = module
    error, times = None, _Times() if 't' in opts else None
    try:
        runs = int(opts.get('N', 1))
        if 't' in opts and runs <= 0:
            raise UsageError('Number of runs must be >=1: %s' % runs)
        for each in range(runs if times else 1):
            error = run_file(names['__file__'], names)
            if error is not None:
                break
        if times:
            times.tell(runs)
    finally:
        sys.argv = argv
        if main is not None:
            sys.modules['__main__'] = main
        if not shared and name != '__main__':
            sys.modules.pop(name, None)
        for each, value in before.items():
            if value is _show:
                names.pop(each, None)
            else:
                names[each] = value
    if not shared:
        shell.user_ns.update({each: value for each, value in names.items() if not (each[:2] == '__' and each[-2:] == '__')})
    if error is not None and not _ends_quietly(error, 'e' in opts):
        _shell.tell(error)
        if shell.call_pdb:
            shell.debugger()


def prun(line, cell=None):
    """%prun: nothing is profiled here."""
    raise UsageError('%prun is not supported: calls are not recorded here (%time and %timeit measure)')


# ---- the debugger after an exception ----

_show = object()
_HELP = (
    ('a(rgs)', 'The arguments of the function and their values.'),
    ('c(ont(inue))', 'Leaves the debugger.'),
    ('d(own) [count]', 'To the frame that this one has called.'),
    ('display [expression]', 'Shows a value now and after each move; alone, lists what is shown.'),
    ('exit', 'Leaves the debugger; q and quit are the same.'),
    ('h(elp) [command]', 'This list, or what one command does.'),
    ('l(ist) [first[, last]]', 'Lines of the source around the current one.'),
    ('ll', 'All lines of the function; longlist is the same.'),
    ('n(ext)', 'The program is over: leaves the debugger, as s(tep), r(eturn) and unt(il) do.'),
    ('p expression', 'A value.'),
    ('pinfo name', 'What %pinfo says; pinfo2, pdoc, pdef, pfile and psource likewise.'),
    ('pp expression', 'A value, laid out.'),
    ('source name', 'The source of an object.'),
    ('u(p) [count]', 'To the frame that has called this one.'),
    ('undisplay [expression]', 'Ends what display began.'),
    ('w(here)', 'The frames, the one that failed last; bt is the same.'),
    ('whatis expression', 'The type of a value.'),
    ('! statement', 'Runs a statement; what is no command is one.'),
)
_TOP = '*** all frames above skipped (hidden frames and ignored modules). Use `skip_hidden False` for hidden frames or unignore_module for ignored modules.'
_CONTEXT = 5


class _Frame:
    """A frame of a traceback and its source."""

    def __init__(self, entry, frame):
        self.path, self.function, self.line = entry[0], entry[1].rpartition('.')[2], entry[2]
        self.frame = frame
        self.lines = self._read(entry[6])

    def _read(self, text):
        if text is not None:
            return text.splitlines()
        try:
            with open(self.path, encoding='utf-8') as file:
                return file.read().splitlines()
        except (OSError, UnicodeDecodeError):
            return []

    def names(self):
        """Globals and locals."""
        return self.frame.f_globals, self.frame.f_locals

    def head(self):
        """File, line and function."""
        return '\x1b[32m%s\x1b[39m(\x1b[92m%d\x1b[39m)\x1b[36m%s\x1b[39m\x1b[34m()\x1b[39m' % (self.path, self.line, self.function)

    def shown(self, first, last):
        """Numbered lines, the current one marked."""
        text = ''
        for number in range(max(first, 1), min(last, len(self.lines)) + 1):
            mark = '----> ' if number == self.line else ''
            code = _shell.colour(self.lines[number - 1])
            text += '\x1b[32m%s\x1b[39m %s\n' % (('%' + str(7 - len(mark)) + 'd') % number if not mark else mark + str(number), code)
        return text

    def around(self):
        """The lines around the current one."""
        start = min(max(self.line - 1 - _CONTEXT // 2, 0), max(len(self.lines) - _CONTEXT, 0))
        return self.shown(start + 1, start + _CONTEXT)

    def whole(self):
        """The first and the last line of the function."""
        first = getattr(self.frame.f_code, 'co_firstlineno', 1) if self.function != '<module>' else 1
        if self.function == '<module>':
            return 1, len(self.lines)
        indent, last = None, first
        for number in range(first, len(self.lines) + 1):
            line = self.lines[number - 1]
            if not line.strip():
                continue
            here = len(line) - len(line.lstrip())
            if indent is None:
                indent = here
            elif here <= indent and not line.lstrip().startswith('@') and number > first + 1:
                break
            last = number
        return first, last


class Debugger:
    """Commands on the frames of an exception."""

    last = ''  # what an empty line repeats, also that of the debugger before

    def __init__(self, error):
        entries = _shell.traceback(error)
        frames = [each for each in _frames(error.__traceback__)]
        self.stack = [_Frame(entry, frame) for entry, frame in zip(entries, frames)]
        self.at = len(self.stack) - 1
        self.displayed = {}
        self.listed = None

    @property
    def frame(self):
        return self.stack[self.at]

    def interact(self):
        """Asks for commands until one ends it."""
        if not self.stack:
            print('No traceback to debug.')
            return
        self._place()
        while True:
            try:
                line = input('ipdb> ')
            except EOFError:
                print()
                return
            except KeyboardInterrupt:
                print('--KeyboardInterrupt--')
                continue
            if not line.strip():
                line = self.last
            Debugger.last = line
            if self.command(line.strip()):
                return

    def command(self, line):
        """Runs a command; True when it was the last."""
        if not line:
            return False
        if line.startswith('!'):
            self._run(line[1:])
            return False
        if line.startswith('?'):
            line = 'help ' + line[1:]
        word = ''
        while len(word) < len(line) and (line[len(word)].isalnum() or line[len(word)] == '_'):
            word += line[len(word)]
        rest = line[len(word):].strip()
        function = _COMMANDS.get(word)
        if function is None or rest[:1] == '=' and rest[:2] != '==' or rest[:1] in ('(', '.', '[') and word not in ('p', 'pp'):
            self._run(line)
            return False
        return function(self, rest, word) is True

    # ---- values ----

    def _value(self, text):
        names, own = self.frame.names()
        return eval(text, names, own)

    def _run(self, text):
        names, own = self.frame.names()
        try:
            try:
                value = eval(compile(text, '<stdin>', 'eval'), names, own)
            except SyntaxError:
                exec(compile(text + '\n', '<stdin>', 'exec'), names, own)
                value = None
        except BaseException as e:
            self._complain(e)
            return
        if value is not None:
            print(repr(value))

    def _complain(self, error):
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        print('*** %s: %s' % (type(error).__name__, text) if text else '*** ' + type(error).__name__)

    def _with_value(self, text, show):
        try:
            value = self._value(text)
        except BaseException as e:
            self._complain(e)
            return
        show(value)

    def p(self, rest, word):
        self._with_value(rest, lambda value: print(repr(value)))

    def pp(self, rest, word):
        self._with_value(rest, lambda value: print(laid_out(value)))

    def whatis(self, rest, word):
        def tell(value):
            code = getattr(getattr(value, '__func__', None), '__code__', None)
            if code is not None:
                print('Method', code.co_name)
            elif getattr(value, '__code__', None) is not None:
                print('Function', value.__code__.co_name)
            elif isinstance(value, type):
                print('Class %s.%s' % (value.__module__, value.__qualname__))
            else:
                print(type(value))
        self._with_value(rest, tell)

    def display(self, rest, word):
        if not rest:
            print('Currently displaying:')
            for text, value in self.displayed.items():
                print('%s: %r' % (text, value))
            return
        def keep(value):
            self.displayed[rest] = value
            print('display %s: %r' % (rest, value))
        self._with_value(rest, keep)

    def undisplay(self, rest, word):
        if not rest:
            self.displayed.clear()
        elif self.displayed.pop(rest, _show) is _show:
            print('not displaying ' + rest)

    def args(self, rest, word):
        code, own = self.frame.frame.f_code, self.frame.frame.f_locals
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
        for name in code.co_varnames[:count]:
            print('%s = %s' % (name, repr(own[name]) if name in own else '*** undefined ***'))

    # ---- moving among the frames ----

    def _place(self):
        self.listed = None
        print('> ' + self.frame.head() + '\n' + self.frame.around())

    def _move(self, by, rest):
        try:
            count = int(rest or 1)
        except ValueError:
            print('*** Invalid frame count (%s)' % rest)
            return
        end = 0 if by < 0 else len(self.stack) - 1
        if self.at == end:
            print(_TOP if by < 0 else '*** Newest frame')
            return
        if count < 0:
            self.at = end
        elif not 0 <= self.at + by * count < len(self.stack):
            print(_TOP if by < 0 else _TOP.replace('above', 'below'))
            return
        else:
            self.at += by * count
        self._place()
        for text, value in self.displayed.items():
            self._with_value(text, lambda now: now == value or print('display %s: %r  [old: %r]' % (text, now, value)))

    def up(self, rest, word):
        self._move(-1, rest)

    def down(self, rest, word):
        self._move(1, rest)

    def where(self, rest, word):
        text = '\x1b[31m    [... skipping 1 hidden frame(s)]\x1b[39m\n'
        for number, frame in enumerate(self.stack):
            text += ('> ' if number == self.at else '  ') + frame.head() + '\n' + frame.around()
        print(text)

    def list(self, rest, word):
        frame = self.frame
        if not rest:
            first = max(1, frame.line - 5) if self.listed is None else self.listed + 1
            last = first + 10
        else:
            try:
                begin, comma, end = rest.partition(',')
                first = int(begin) if begin.strip() != '.' else max(1, frame.line - 5)
                last = int(end) if comma else None
                if last is None:
                    first, last = max(1, first - 5), max(1, first - 5) + 10
                elif last < first:
                    last = first + last
            except ValueError:
                print('*** Error in argument: %r' % rest)
                return
        print(frame.shown(first, last))
        self.listed = min(last, len(frame.lines))

    def longlist(self, rest, word):
        first, last = self.frame.whole()
        print(self.frame.shown(first, last))
        self.listed = last

    def source(self, rest, word):
        def tell(value):
            import inspect
            try:
                lines, first = inspect.getsourcelines(value)
            except (OSError, TypeError) as e:
                print('*** ' + str(e))
                return
            for number, line in enumerate(lines, max(first, 1)):
                print('%3d  \t%s' % (number, line.rstrip('\n')))
        self._with_value(rest, tell)

    def stop(self, rest, word):
        print('*** breakpoints are not supported')

    def magic(self, rest, word):
        get_ipython().run_line_magic(word, rest)

    def help(self, rest, word):
        for name, text in _HELP:
            if not rest or rest in _spellings(name):
                print('%s\n        %s' % (name, text))
        if rest and not any(rest in _spellings(name) for name, text in _HELP):
            print('*** No help for %r' % rest if rest in _COMMANDS else '*** No help on %s' % rest)

    def end(self, rest, word):
        return True


def _spellings(name):
    """"d(own) [count]" as the words that mean it."""
    word = name.split()[0]
    found, text = [word.split('(')[0]], ''
    for c in word:
        if c not in '()':
            text += c
        else:
            found.append(text)
    return found + [text]


_COMMANDS = {}
for _function, _names in ((Debugger.p, 'p'), (Debugger.pp, 'pp'), (Debugger.whatis, 'whatis'), (Debugger.display, 'display'),
                          (Debugger.undisplay, 'undisplay'), (Debugger.args, 'a args'), (Debugger.up, 'u up'),
                          (Debugger.down, 'd down'), (Debugger.where, 'w where bt'), (Debugger.list, 'l list'),
                          (Debugger.longlist, 'll longlist'), (Debugger.source, 'source'), (Debugger.help, 'h help'),
                          (Debugger.stop, 'b break tbreak cl clear condition enable disable ignore commands'),
                          (Debugger.magic, 'pinfo pinfo2 pdoc pdef pfile psource'),
                          (Debugger.end, 'q quit exit c cont continue n next s step r return unt until')):
    _COMMANDS.update(dict.fromkeys(_names.split(), _function))


def laid_out(value):
    """A value as Python's pprint writes it; without a Python, as cells show it."""
    try:
        from pprint import pformat
    except ImportError:
        return _shell.pretty(value)
    return pformat(value)


def _frames(traceback):
    """The frames of a traceback that are not the library's: those that a report shows."""
    while traceback is not None:
        if not _shell.is_hidden(traceback):
            yield traceback.tb_frame
        traceback = traceback.tb_next


def debug(line, cell=None):
    """%debug: looks into the exception that was shown last. Other uses of it would need programs that stop."""
    if line or cell is not None:
        raise UsageError('%debug of a statement is not supported: it opens after an exception')
    error = _shell.last_error()
    if error is None:
        print('No traceback has been produced, nothing to debug.', file=sys.stderr)
        return
    Debugger(error).interact()


def pdb(line):
    """%pdb [on or off]: whether %debug opens by itself after an exception."""
    shell, word = get_ipython(), line.strip().lower()
    if word:
        wanted = {'off': 0, '0': 0, 'on': 1, '1': 1}.get(word)
        if wanted is None:
            print('Incorrect argument. Use on/1, off/0, or nothing for a toggle.')
            return
    else:
        wanted = not shell.call_pdb
    shell.call_pdb = wanted
    print('Automatic pdb calling has been turned', 'ON' if wanted else 'OFF')
