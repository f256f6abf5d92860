"""How often the functions of a program are called, by whom, and how long they take.

run() and runctx() profile statements, a Profile what stands between its enable() and disable(), or in its `with` block.
"""
import sys
from collections import namedtuple

import _call_profile

__all__ = ['run', 'runctx', 'Profile']

profiler_entry = namedtuple('profiler_entry', 'code callcount reccallcount totaltime inlinetime calls', module='_lsprof')
profiler_subentry = namedtuple('profiler_subentry', 'code callcount reccallcount totaltime inlinetime', module='_lsprof')
_END = "<method 'disable' of '_lsprof.Profiler' objects>"


class _Sums:
    """The counters of functions, from one enable() to disable() or from several."""

    def __init__(self):
        self.by_code = {}

    def take(self, rows):
        """Adds what a profile has counted."""
        for code, *numbers, inner in rows:
            sums = self.by_code.setdefault(code, [[0] * len(numbers), {}])
            sums[0] = [a + b for a, b in zip(sums[0], numbers)]
            for called, *of_pair, nothing in inner or ():
                before = sums[1].get(called, (0,) * len(of_pair))
                sums[1][called] = [a + b for a, b in zip(before, of_pair)]


class Profile:
    """Counts calls and their time. timer: a function that gives the time, the system's clock by default; timeunit: how many
    seconds an integer of the timer is; subcalls: also by who has called; builtins: also functions that are built in."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        self._timer, self._unit = timer, timeunit
        self._subcalls, self._builtins = subcalls, builtins
        self._sums, self._on = _Sums(), False

    def enable(self, subcalls=True, builtins=True):
        """Begins to count, in this thread."""
        self._subcalls, self._builtins = bool(subcalls), bool(builtins)
        self._on = True
        _call_profile.begin(self._subcalls, self._builtins, self._timer, self._unit)

    def disable(self):
        """Ends the counting."""
        if self._on:
            self._on = False
            if self._builtins:
                _call_profile.enter(_END)
            self._sums.take(_call_profile.end())

    def clear(self):
        """Forgets what was counted."""
        self._sums = _Sums()

    def getstats(self):
        """What was counted, an entry a function: its code object or, of one that is built in, its text."""
        return [profiler_entry(code, *numbers, [profiler_subentry(called, *of_pair) for called, of_pair in inner.items()] or None)
                for code, (numbers, inner) in self._sums.by_code.items()]

    def create_stats(self):
        """Ends the counting and makes `stats` for the module pstats."""
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        """Makes `stats` of what was counted so far: {(file, line, name): (primitive calls, calls, own time, time, callers)}."""
        names = {entry.code: label(entry.code) for entry in self.getstats()}
        self.stats = {}
        for entry in self.getstats():
            row = (entry.callcount - entry.reccallcount, entry.callcount, entry.inlinetime, entry.totaltime)
            self.stats[names[entry.code]] = row + (self.stats.get(names[entry.code], (0,) * 5)[4] or {},)
        for entry in self.getstats():
            for each in entry.calls or ():
                callers = self.stats[names[each.code]][4]
                row = (each.callcount, each.callcount - each.reccallcount, each.inlinetime, each.totaltime)
                before = callers.get(names[entry.code], (0,) * 4)
                callers[names[entry.code]] = tuple(a + b for a, b in zip(before, row))

    def print_stats(self, sort=-1):
        """Prints what was counted, in an order of pstats."""
        import pstats
        pstats.Stats(self).strip_dirs().sort_stats(*sort if isinstance(sort, tuple) else (sort,)).print_stats()

    def dump_stats(self, file):
        """Writes what was counted to a file for pstats.Stats."""
        import marshal
        self.create_stats()
        with open(file, 'wb') as stream:
            marshal.dump(self.stats, stream)

    def run(self, cmd):
        """Profiles statements with the names of __main__."""
        import __main__
        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        """Profiles statements with names of their own."""
        self.enable()
        try:
            _call_profile.enter(exec)
            exec(cmd, globals, locals)
            _call_profile.leave()
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        """Profiles a call: what it returns."""
        self.enable()
        try:
            return func(*args, **kw)
        finally:
            self.disable()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *exc_info):
        self.disable()


def label(code):
    """(file, line, name) of a code object, or of the text that stands for what is built in."""
    return ('~', 0, code) if isinstance(code, str) else (code.co_filename, code.co_firstlineno, code.co_name)


def _profile(kind, statement, names, filename, sort):
    """Profiles statements, and writes the file or prints the table, also when they end with SystemExit."""
    profile = kind()
    try:
        if names is None:
            profile.run(statement)
        else:
            profile.runctx(statement, *names)
    except SystemExit:
        pass
    finally:
        if filename is None:
            profile.print_stats(sort)
        else:
            profile.dump_stats(filename)


def run(statement, filename=None, sort=-1):
    """Profiles statements with the names of __main__ and prints the table, or writes it to a file."""
    _profile(Profile, statement, None, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Profiles statements with names of their own and prints the table, or writes it to a file."""
    _profile(Profile, statement, (globals, locals), filename, sort)


_USAGE = 'cProfile.py [-o output_file_path] [-s sort] [-m module | scriptfile] [arg] ...'


def _main(kind):
    """Profiles the program that the command line names."""
    words, options = sys.argv[1:], {}
    while words and words[0][:1] == '-' and words[0] != '-m':
        word = words.pop(0)
        names = {'-o': 'o', '--outfile': 'o', '-s': 's', '--sort': 's'}
        name, _, value = word.partition('=') if word[:2] == '--' else (word[:2], '', word[2:])
        if name not in names or not (value or words):
            print('Usage: ' + _USAGE, file=sys.stderr if name not in ('-h', '--help') else sys.stdout)
            sys.exit(0 if name in ('-h', '--help') else 2)
        options[names[name]] = value or words.pop(0)
    if 's' in options and options['s'] not in _sort_words():
        print('Usage: %s\n\ncProfile.py: error: option -s: invalid choice: %r (choose from %s)' % (
            _USAGE, options['s'], ', '.join(map(repr, _sort_words()))), file=sys.stderr)
        sys.exit(2)
    if not words or words == ['-m']:
        print('Usage: ' + _USAGE)
        sys.exit(2)
    names = {'__name__': '__main__', '__package__': None, '__cached__': None, '__spec__': None}
    if words[0] == '-m':
        del words[0]
        code = "import runpy\nrunpy.run_module(modname, run_name='__main__')"
        names = {'modname': words[0]}
    else:
        import os
        with open(words[0], 'rb') as file:
            code = compile(file.read(), words[0], 'exec')
        names['__file__'] = words[0]
        sys.path.insert(0, os.path.dirname(words[0]))
    sys.argv[:] = words
    if 'o' in options:
        from os.path import abspath
        options['o'] = abspath(options['o'])  # the program may go elsewhere
    _profile(kind, code, (names, None), options.get('o'), options.get('s', -1))


def _sort_words():
    from pstats import Stats
    return sorted(Stats.sort_arg_dict_default)


def main():
    """Profiles the program that the command line names."""
    _main(Profile)
