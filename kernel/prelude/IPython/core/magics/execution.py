"""%run, %debug, %pdb, %prun: programs that are run and looked into."""
import os
import sys

import _shell
from _shell import UsageError

from IPython.core.magics import options

_show = object()
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


def run_file(path, names, program=None):
    """Runs the text of a file in a dict of names. The exception that it ends with, or None. program: what runs the code, if
    it is not run as it is, and answers so."""
    try:
        with open(path, 'rb') as file:
            text = file.read()
        folder = os.path.dirname(os.path.abspath(path))
        sys.path.insert(0, folder)
        try:
            code = compile(text, path, 'exec')
            if program is not None:
                return program(code)
            exec(code, names)
        finally:
            if folder in sys.path:
                sys.path.remove(folder)
    except UsageError:
        raise
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
    """%run [-n -i -t [-N runs] -d [-b [FILE:]LINE] -e -G] FILE [arguments] or %run -m MODULE [arguments]: runs a program.

    Its names are copied into the notebook. -i gives it the notebook's names, -n another __name__ than __main__, -t says
    how long it took, -d debugs it, -p profiles it with the options of %prun, -e ignores sys.exit(), -G leaves patterns of files among the arguments alone.
    """
    opts, rest = options(line, _RUN_LETTERS, words=False, repeated='ls')
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
        if 'd' in opts:
            runs = 0
            place = _place_of(opts.get('b', '1'), names['__file__'])
            error = run_file(names['__file__'], names, lambda code: _debugged(code, names, *place))
        if 'p' in opts:
            runs = 0
            result = []
            error = run_file(names['__file__'], names, lambda code: result.append(_profiled(code, names, opts)))
        for each in range(runs if times else min(runs, 1)):
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
    return result[0] if 'p' in opts and result else None


def _restriction(text):
    """What -l restricts a table to: a number of rows, a share of them, or a pattern."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _profiled(code, names, opts):
    """Profiles statements and shows the table as the options of %prun say; the table if -r asks for it. A call that ends with
    SystemExit is told of."""
    import cProfile
    import io
    import pstats
    profile, ending = cProfile.Profile(), ''
    try:
        profile.runctx(code, names, names)
    except SystemExit:
        ending = '*** SystemExit exception caught in code being profiled.'
    table, text = pstats.Stats(profile).strip_dirs().sort_stats(*opts.get('s', ['time'])), io.StringIO()
    table.stream = text
    table.print_stats(*map(_restriction, opts.get('l', ())))
    table.stream = sys.stdout
    if 'q' not in opts:
        _shell.page(text.getvalue().rstrip())
    print(ending, end=' ')
    if 'D' in opts:
        profile.dump_stats(opts['D'])
        print('\n*** Profile stats marshalled to file %r.%s' % (opts['D'], ending))
    if 'T' in opts:
        with open(opts['T'], 'w', encoding='utf-8') as file:
            file.write(text.getvalue().rstrip())
        print('\n*** Profile printout saved to text file %r.%s' % (opts['T'], ending))
    return table if 'r' in opts else None


def prun(line, cell=None):
    """%prun [-l LIMIT] [-s KEY] [-T FILE] [-D FILE] [-r] [-q] STATEMENT, %%prun: how often functions are called and how long they take.

    -l restricts the table to a number or share of rows or to names that match, -s sorts (time), both may be repeated; -T writes the
    table and -D the profile to a file, -r gives the pstats.Stats, -q shows nothing.
    """
    if cell is not None:
        line += '\n' + cell
    opts, statement = options(line, 'D:l:rs:T:q', words=False, repeated='ls')
    return _profiled(statement, get_ipython().user_ns, opts)


def laid_out(value):
    """A value as Python's pprint writes it; without a Python, as cells show it."""
    try:
        from pprint import pformat
    except ImportError:
        return _shell.pretty(value)
    return pformat(value)


# ---- the debugger ----


def debug(line, cell=None):
    """%debug: looks into the exception that was shown last; %debug [-b [FILE:]LINE] STATEMENT and %%debug step through a program."""
    opts, statement = options(line, 'b:', words=False, long=('breakpoint=',))
    if statement or cell is not None:
        where = opts.get('b', opts.get('breakpoint'))
        code = '\n'.join((statement, cell)) if cell is not None else statement
        _debugged(code, get_ipython().user_ns, *(_place_of(where, None) if where else ()))
        return
    error = _shell.last_error()
    if error is None:
        print('No traceback has been produced, nothing to debug.', file=sys.stderr)
        return
    from IPython.core.debugger import post_mortem
    post_mortem(error)


def _place_of(text, file):
    """"[FILE:]LINE" as file and line; file: what a line alone means."""
    before, colon, line = text.rpartition(':')
    if not before and file is None:
        raise UsageError('-b needs FILE:LINE')
    return os.path.abspath(os.path.expanduser(before)) if before else file, int(line)


_TRIES = 10


def _debugged(code, names, file=None, line=None):
    """Debugs statements; the report of an exception that ends them is printed. With a place, that or one of the lines behind it
    has a breakpoint, and the program stops first in its file."""
    import bdb
    from IPython.core.debugger import Pdb
    debugger = Pdb()
    debugger.reset()
    if file is not None:
        debugger.clear_all_breaks()
        bdb.Breakpoint.clearBreakpoints()
        debugger.mainpyfile, debugger._wait_for_mainpyfile = debugger.canonic(file), True
        for number in range(line, line + _TRIES + 1):
            if debugger.checkline(file, number):
                break
        else:
            raise UsageError('\nI failed to find a valid line to set a breakpoint\nafter trying up to line: %s.\n'
                             'Please set a valid breakpoint manually with the -b option.' % number)
        debugger.do_break('%s:%s' % (file, number))
    print("NOTE: Enter 'c' at the %s prompt to continue execution." % debugger.prompt)
    try:
        debugger.run(code, names)
    except Exception as error:
        print('\n'.join(_shell.report(error)[2]))


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
