"""How long small pieces of code take.

On the command line: tensor-kernel run -m timeit [options] [statement]; the arguments are lines of the statement, `pass` if there
are none.

-n N, --number=N   runs the statement so often (default: as often as takes 0.2 seconds)
-r N, --repeat=N   measures so often (default 5); the best is told
-s S, --setup=S    runs this once before each measurement (default pass); may be given several times
-p, --process      measures the time of the process instead of the clock's
-u U, --unit=U     the unit of the result: nsec, usec, msec or sec
-v, --verbose      tells all times; more -v, more digits
-h, --help         prints this text
"""
import gc
import itertools
import sys
import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']
default_number, default_repeat, default_timer = 1000000, 5, time.perf_counter

_UNITS = {'nsec': 1e-9, 'usec': 1e-6, 'msec': 1e-3, 'sec': 1.0}


def reindent(src, indent):
    """The text with so many blanks more in each line but the first."""
    return src.replace('\n', '\n' + ' ' * indent)


class Timer:
    """Measures a statement, a text or a function, after a setup; timer is the clock."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer, self.src = timer, None
        names = {} if globals is None else dict(globals)
        for role, code in (('setup', setup), ('stmt', stmt)):
            if isinstance(code, str):
                compile(code, '<timeit-src>', 'exec')
            elif not callable(code):
                raise ValueError(f'{role} is neither a string nor callable')
            else:
                names['_' + role] = code
        pieces = ['_setup()' if callable(setup) else setup, '_stmt()' if callable(stmt) else stmt]
        indented = [reindent(code, depth) for code, depth in zip(pieces, (4, 8))]
        self.src = ('def inner(_it, _timer):\n    {}\n    _t0 = _timer()\n    for _i in _it:\n        {}\n        pass\n'
                    '    _t1 = _timer()\n    return _t1 - _t0\n').format(*indented)
        exec(compile(self.src, '<timeit-src>', 'exec'), names)
        self.inner = names['inner']

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        import linecache
        import traceback
        linecache.cache['<timeit-src>'] = len(self.src), None, self.src.split('\n'), '<timeit-src>'
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """Time 'number' executions of the main statement: seconds."""
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self.inner(itertools.repeat(None, number), self.timer)
        finally:
            if collecting:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times: a list."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of loops that takes at least 0.2 seconds, and the time: (number, seconds)."""
        for number in (digit * 10 ** power for power in itertools.count() for digit in (1, 2, 5)):
            took = self.timeit(number)
            if callback:
                callback(number, took)
            if took >= 0.2:
                return number, took


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    """Convenience function to create Timer object and call timeit method."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    """Convenience function to create Timer object and call repeat method."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


def _shown(seconds, unit, digits):
    """A time in a unit, or in the largest one of which it is at least 1."""
    if unit is None:
        unit = next((name for name in reversed(_UNITS) if seconds >= _UNITS[name]), 'nsec')
    return '%.*g %s' % (digits, seconds / _UNITS[unit], unit)


def _options(words):
    """What the command line asks for; None: it was answered."""
    import getopt
    try:
        pairs, code = getopt.getopt(words, 'n:u:s:r:pvh', ['number=', 'setup=', 'repeat=', 'process', 'verbose', 'unit=', 'help'])
    except getopt.error as problem:
        print(problem, 'use -h/--help for command line help', sep='\n')
        return None
    asked = {'number': 0, 'setup': [], 'repeat': default_repeat, 'digits': 3, 'verbose': 0, 'unit': None, 'clock': default_timer}
    for option, text in pairs:
        letter = option.lstrip('-')[0]
        if letter == 'h':
            print(__doc__, end=' ')
            return None
        if letter == 'u' and text not in _UNITS:
            print('Unrecognized unit. Please select nsec, usec, msec, or sec.', file=sys.stderr)
            return None
        if letter == 's':
            asked['setup'].append(text)
        elif letter == 'v':
            asked['digits'] += bool(asked['verbose'])
            asked['verbose'] += 1
        elif letter == 'p':
            asked['clock'] = time.process_time
        elif letter == 'u':
            asked['unit'] = text
        else:
            asked['number' if letter == 'n' else 'repeat'] = int(text)
    asked['repeat'] = max(asked['repeat'], 1)
    asked['code'] = '\n'.join(code) or 'pass'
    return asked


def main(args=None, *, _wrap_timer=None):
    """The command line; 1: the statement has failed, 2: the options are wrong."""
    asked = _options(sys.argv[1:] if args is None else args)
    if asked is None:
        return 2
    import os
    sys.path.insert(0, os.curdir)
    clock = asked['clock'] if _wrap_timer is None else _wrap_timer(asked['clock'])
    unit, digits, number = asked['unit'], asked['digits'], asked['number']
    timer = Timer(asked['code'], '\n'.join(asked['setup']) or 'pass', clock)

    def tell(loops, took):
        print('%d loop%s -> %.*g secs' % (loops, 's' * (loops != 1), digits, took))

    try:
        if not number:
            number, _ = timer.autorange(tell if asked['verbose'] else None)
            if asked['verbose']:
                print()
        times = [took / number for took in timer.repeat(asked['repeat'], number)]
    except BaseException:
        timer.print_exc()
        return 1
    if asked['verbose']:
        print('raw times: %s\n' % ', '.join(_shown(took * number, unit, digits) for took in times))
    best = min(times)
    print('%d loop%s, best of %d: %s per loop' % (number, 's' * (number != 1), asked['repeat'], _shown(best, unit, digits)))
    if max(times) >= best * 4:
        warn_of = 'The test results are likely unreliable. The worst time (%s) was more than four times slower than the best time (%s).'
        import warnings
        warnings.warn_explicit(warn_of % (_shown(max(times), unit, digits), _shown(best, unit, digits)), UserWarning, '', 0)
    return None


if __name__ == '__main__':
    sys.exit(main())
