"""How long small pieces of code take."""
import gc
import itertools
import sys
import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']
default_number, default_repeat, default_timer = 1000000, 5, time.perf_counter


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
        indented = [code.replace('\n', '\n' + ' ' * depth) for code, depth in zip(pieces, (4, 8))]
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
