"""How often the functions of a program are called, by whom, and how long they take: as cProfile, which counts the same way,
with the rows that this module has always had."""
import cProfile

import _call_profile

__all__ = ['run', 'runctx', 'Profile']


class Profile(cProfile.Profile):
    """Counts calls and their time. timer: a function that gives the time; bias: seconds taken off each call's own time."""

    bias = 0

    def __init__(self, timer=None, bias=None):
        super().__init__(timer)
        if bias is not None:
            self.bias = bias

    def set_cmd(self, cmd):
        """Names the row of the whole program."""
        self._cmd = cmd

    def snapshot_stats(self):
        """Makes `stats` of what was counted so far."""
        super().snapshot_stats()
        end = cProfile.label(cProfile._END)
        def named(func):
            file, line, name = func
            if file != '~':
                return func
            if name[:8] == 'profile:':
                return 'profile', 0, name[8:]
            return '', 0, name.strip('<>').rpartition('.')[2] if name[:9] == '<built-in' else name.split("'")[1] if "'" in name else name
        rows = {}
        for func, (primitive, calls, own, total, callers) in self.stats.items():
            if func != end:
                own = max(own - self.bias * calls, 0) if self.bias else own
                rows[named(func)] = primitive, calls, own, total, {named(caller): numbers[0] for caller, numbers in callers.items()}
        for func in [each for each in rows if each[:2] == ('profile', 0)]:
            rows['', 0, 'setprofile'] = 1, 1, 0, 0, {func: 1}
        rows['profile', 0, 'profiler'] = 0, 0, 0, 0, {}
        self.stats = rows

    def _around(self, what):
        self.enable()
        _call_profile.enter('profile:' + what)

    def runctx(self, cmd, globals, locals):
        """Profiles statements with names of their own."""
        self._around(str(cmd))
        try:
            _call_profile.enter(exec)
            exec(cmd, globals, locals)
            _call_profile.leave()
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        """Profiles a call: what it returns."""
        self._around(repr(func))
        try:
            return func(*args, **kw)
        finally:
            self.disable()


def run(statement, filename=None, sort=-1):
    """Profiles statements with the names of __main__ and prints the table, or writes it to a file."""
    cProfile._profile(Profile, statement, None, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Profiles statements with names of their own and prints the table, or writes it to a file."""
    cProfile._profile(Profile, statement, (globals, locals), filename, sort)


def main():
    """Profiles the program that the command line names."""
    cProfile._main(Profile)
