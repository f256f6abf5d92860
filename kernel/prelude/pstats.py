"""Tables of a profile: what cProfile and profile have counted, sorted, cut, summed up and printed."""
import sys
from enum import Enum

__all__ = ['Stats', 'SortKey', 'FunctionProfile', 'StatsProfile']

# name, its other names, what the heading of a table calls the order, columns of _columns() from the first on; - is descending
_ORDERS = (
    ('CALLS', 'calls ncalls', 'call count', (-1,)),
    ('CUMULATIVE', 'cumulative cumtime', 'cumulative time', (-3,)),
    ('FILENAME', 'filename module', 'file name', (4,)),
    ('LINE', 'line', 'line number', (5,)),
    ('NAME', 'name', 'function name', (6,)),
    ('NFL', 'nfl', 'name/file/line', (6, 4, 5)),
    ('PCALLS', 'pcalls', 'primitive call count', (-8,)),
    ('STDNAME', 'stdname', 'standard name', (7,)),
    ('TIME', 'time tottime', 'internal time', (-2,)),
)
_OLD_NUMBERS = {-1: 'stdname', 0: 'calls', 1: 'time', 2: 'cumulative'}


class _Key(str, Enum):
    def __str__(self):
        return self.value

    @classmethod
    def _missing_(cls, value):
        for name, words, heading, columns in _ORDERS:
            if value in words.split():
                return cls[name]
        return None


SortKey = _Key('SortKey', [(name, words.split()[0]) for name, words, heading, columns in _ORDERS], module=__name__)
SortKey.__doc__ = 'The orders of sort_stats.'


class _Record:
    """Named fields that are compared and shown, as those of a data class."""

    def __init__(self, *values, **named):
        given = dict(zip(self.__annotations__, values), **named)
        for field in self.__annotations__:
            setattr(self, field, given.pop(field))
        if given:
            raise TypeError('unexpected fields: ' + ', '.join(given))

    def __eq__(self, other):
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return '%s(%s)' % (type(self).__qualname__, ', '.join('%s=%r' % pair for pair in vars(self).items()))


class FunctionProfile(_Record):
    """A function's row as numbers that are rounded as the table shows them."""

    ncalls: str
    tottime: float
    percall_tottime: float
    cumtime: float
    percall_cumtime: float
    file_name: str
    line_number: int


class StatsProfile(_Record):
    """All rows by the names of the functions, and the time that they took together."""

    total_tt: float
    func_profiles: dict


def f8(x):
    """A number of seconds in eight columns."""
    return '%8.3f' % x


def func_strip_path(func_name):
    """A function without the folder of its file."""
    import os
    file, line, name = func_name
    return os.path.basename(file), line, name


def func_get_function_name(func):
    """The name of a function alone."""
    return func[2]


def func_std_string(func_name):
    """"file:line(name)", and "{name}" of what is built in."""
    file, line, name = func_name
    if (file, line) != ('~', 0):
        return '%s:%d(%s)' % func_name
    return '{%s}' % name[1:-1] if name[:1] == '<' and name[-1:] == '>' else name


def add_callers(target, source):
    """The callers of a function in two profiles, with their numbers added."""
    sums = dict(target)
    for func, numbers in source.items():
        before = sums.get(func)
        if before is None:
            sums[func] = numbers
        elif isinstance(numbers, tuple):
            sums[func] = tuple(a + b for a, b in zip(numbers, before))
        else:
            sums[func] = before + numbers
    return sums


def add_func_stats(target, source):
    """A function's row in two profiles as one."""
    return tuple(a + b for a, b in zip(source[:4], target[:4])) + (add_callers(target[4], source[4]),)


def count_calls(callers):
    """How often a function was called by all of its callers."""
    return sum(callers.values())


_NOTHING = dict.fromkeys(('total_tt', 'total_calls', 'prim_calls', 'max_name_len'), 0) | {'all_callees': None, 'fcn_list': None}


class Stats:
    """A profile as tables: of a Profile, of a file that dump_stats() has written, of several of them added up.

    The methods that change the order or the names answer with the object itself, so that calls can be chained.
    """

    def __init__(self, *args, stream=None):
        self.stream = stream or sys.stdout
        first, *others = args or (None,)
        self.init(first)
        self.add(*others)

    def init(self, arg):
        """Begins anew with one profile."""
        vars(self).update(_NOTHING, files=[], stats={}, sort_arg_dict={}, top_level=set())
        try:
            self.load_stats(arg)
            self.get_top_level_stats()
        except (AttributeError, ValueError):  # rows that are none
            print('Invalid timing data %s' % ''.join(self.files[-1:]), file=self.stream)
            raise

    def load_stats(self, arg):
        """Takes the rows of a Profile, a dict or a file."""
        if arg is None:
            self.stats = {}
        elif isinstance(arg, str):
            import marshal
            import os
            import time
            with open(arg, 'rb') as file:
                self.stats = marshal.load(file)
            try:
                arg = time.ctime(os.stat(arg).st_mtime) + '    ' + arg
            except OSError:
                pass
            self.files = [arg]
        elif hasattr(arg, 'create_stats'):
            arg.create_stats()
            self.stats, arg.stats = arg.stats, {}
        if not self.stats and arg is not None:
            raise TypeError('Cannot create or construct a %r object from %r' % (self.__class__, arg))

    def get_top_level_stats(self):
        """Sums of all rows."""
        for func, (primitive, calls, own, total, callers) in self.stats.items():
            self.prim_calls += primitive
            self.total_calls += calls
            self.total_tt += own
            if ('jprofile', 0, 'profiler') in callers:
                self.top_level.add(func)
            self.max_name_len = max(self.max_name_len, len(func_std_string(func)))

    def add(self, *arg_list):
        """Adds the rows of more profiles."""
        for each in arg_list:
            other = each if isinstance(each, self.__class__) else self.__class__(each)
            self.files += other.files
            for name in ('total_calls', 'prim_calls', 'total_tt'):
                setattr(self, name, getattr(self, name) + getattr(other, name))
            self.top_level |= other.top_level
            self.max_name_len = max(self.max_name_len, other.max_name_len)
            self.fcn_list = None
            for func, row in other.stats.items():
                self.stats[func] = add_func_stats(self.stats.get(func, (0, 0, 0, 0, {})), row)
        return self

    def dump_stats(self, filename):
        """Writes the rows to a file that Stats reads."""
        import marshal
        with open(filename, 'wb') as file:
            marshal.dump(self.stats, file)

    # ---- order ----

    sort_arg_dict_default = {word: (tuple((abs(each) % 8, 1 if each > 0 else -1) for each in columns), heading)
                             for name, words, heading, columns in _ORDERS for word in words.split()}

    def get_sort_arg_defs(self):
        """What sort_stats() knows: names, and their beginnings where these mean one order only."""
        if not self.sort_arg_dict:
            meant = {}
            for word in self.sort_arg_dict_default:
                for end in range(1, len(word) + 1):
                    meant.setdefault(word[:end], []).append(word)
            for begin, words in meant.items():
                if begin in words or len(words) == 1:
                    self.sort_arg_dict[begin] = self.sort_arg_dict_default[begin if begin in words else words[0]]
        return self.sort_arg_dict

    def sort_stats(self, *field):
        """Sorts the rows by one or more orders (SortKey, names or their beginnings); without one, as they come."""
        if not field:
            self.fcn_list = 0
            return self
        if len(field) == 1 and isinstance(field[0], int):
            field = [_OLD_NUMBERS[field[0]]]
        elif any(type(each) is not type(field[0]) for each in field[1:]):
            raise TypeError("Can't have mixed argument type")
        known = self.get_sort_arg_defs()
        orders = [known[each.value if isinstance(each, SortKey) else each] for each in field]
        rules = [rule for rule_list, heading in orders for rule in rule_list]
        self.sort_type = ', '.join(heading for rule_list, heading in orders)

        def key(func):
            columns = self.stats[func][:4] + func + (func_std_string(func),)
            return [columns[at] * way if way < 0 else columns[at] for at, way in rules]
        self.fcn_list = sorted(self.stats, key=key)
        return self

    def reverse_order(self):
        """Turns the order around."""
        if self.fcn_list:
            self.fcn_list.reverse()
        return self

    def strip_dirs(self):
        """Leaves the folders of files out; functions that cannot be told apart then become one row."""
        before, self.stats = self.stats, {}
        self.max_name_len = 0
        for func, row in before.items():
            short = func_strip_path(func)
            callers = {}
            for caller, numbers in row[4].items():
                callers = add_callers(callers, {func_strip_path(caller): numbers})
            row = row[:4] + (callers,)
            self.stats[short] = add_func_stats(self.stats[short], row) if short in self.stats else row
            self.max_name_len = max(self.max_name_len, len(func_std_string(short)))
        self.top_level = {func_strip_path(func) for func in self.top_level}
        self.fcn_list = self.all_callees = None
        return self

    def calc_callees(self):
        """Who has called whom, the other way round than in the rows."""
        if not self.all_callees:
            self.all_callees = {func: {} for func in self.stats}
            for func, row in self.stats.items():
                for caller, numbers in row[4].items():
                    self.all_callees.setdefault(caller, {})[func] = numbers

    # ---- a part of the rows ----

    def eval_print_amount(self, sel, list, msg):
        """The rows that a restriction leaves (a pattern of names, a number, a share), and the text that says so."""
        left = list
        if isinstance(sel, str):
            import re
            try:
                pattern = re.compile(sel)
            except re.error:
                return list, msg + '   <Invalid regular expression %r>\n' % sel
            left = [func for func in list if pattern.search(func_std_string(func))]
        elif isinstance(sel, float) and 0.0 <= sel < 1.0:
            left = list[:int(len(list) * sel + 0.5)]
        elif isinstance(sel, int) and 0 <= sel < len(list):
            left = list[:sel]
        if len(left) != len(list):
            msg += '   List reduced from %r to %r due to restriction <%r>\n' % (len(list), len(left), sel)
        return left, msg

    def get_print_list(self, sel_list):
        """(width of the names, functions) of a table, after its heading has been printed."""
        functions = self.fcn_list[:] if self.fcn_list else list(self.stats)
        text = '   Ordered by: ' + self.sort_type + '\n' if self.fcn_list else '   Random listing order was used\n'
        for restriction in sel_list:
            functions, text = self.eval_print_amount(restriction, functions, text)
        if not functions:
            return 0, functions
        self._say(text)
        width = self.max_name_len
        if len(functions) < len(self.stats):
            width = max(len(func_std_string(func)) for func in functions)
        return width + 2, functions

    def get_stats_profile(self):
        """The rows as a StatsProfile."""
        rows = {}
        for func in self.fcn_list or self.stats:
            primitive, calls, own, total, callers = self.stats[func]
            numbers = (own, own / calls if calls else 0, total, total / primitive if primitive else 0)
            rows[func[2]] = FunctionProfile(self._calls(primitive, calls), *(float(f8(each)) for each in numbers), func[0], func[1])
        return StatsProfile(float(f8(self.total_tt)), rows)

    # ---- tables ----

    def _say(self, *texts, end='\n'):
        print(*texts, file=self.stream, end=end)

    def _calls(self, primitive, calls):
        return '%d/%d' % (calls, primitive) if calls != primitive else '%d' % calls

    def print_stats(self, *amount):
        """Prints the rows, or those that the restrictions leave, one after the other applied."""
        for name in self.files:
            self._say(name)
        if self.files:
            self._say()
        for func in self.top_level:
            self._say(' ' * 8, func_get_function_name(func))
        primitive = '(%d primitive calls) ' % self.prim_calls if self.total_calls != self.prim_calls else ''
        self._say(' ' * 8, self.total_calls, 'function calls', primitive + 'in %.3f seconds' % self.total_tt)
        self._say()
        functions = self.get_print_list(amount)[1]
        if functions:
            self.print_title()
            for func in functions:
                self.print_line(func)
            self._say('\n')
        return self

    def print_title(self):
        """The heading of the columns."""
        self._say('   ncalls  tottime  percall  cumtime  percall', end=' ')
        self._say('filename:lineno(function)')

    def print_line(self, func):
        """A row."""
        primitive, calls, own, total, callers = self.stats[func]
        columns = [self._calls(primitive, calls).rjust(9)]
        for seconds, count in ((own, calls), (total, primitive)):
            columns += [f8(seconds), f8(seconds / count) if count else ' ' * 8]
        self._say(*columns, func_std_string(func))

    def print_callers(self, *amount):
        """Prints by whom each function was called."""
        return self._print_calls(amount, 'was called by...', '<-', lambda func: self.stats[func][4])

    def print_callees(self, *amount):
        """Prints what each function has called."""
        self.calc_callees()
        return self._print_calls(amount, 'called...', '->', lambda func: self.all_callees.get(func, {}))

    def _print_calls(self, amount, title, arrow, calls_of):
        width, functions = self.get_print_list(amount)
        if functions:
            self.print_call_heading(width, title)
            for func in functions:
                self.print_call_line(width, func, calls_of(func), arrow)
            self._say('\n')
        return self

    def print_call_heading(self, name_size, column_title):
        """The heading of a table of calls."""
        self._say('Function '.ljust(name_size) + column_title)
        numbers = next((each for row in self.stats.values() for each in row[4].values()), None)
        if isinstance(numbers, tuple):
            self._say(' ' * name_size + '    ncalls  tottime  cumtime')

    def print_call_line(self, name_size, source, call_dict, arrow='->'):
        """A function and the others, one below the other."""
        before = func_std_string(source).ljust(name_size) + arrow + ' '
        for func in sorted(call_dict):
            name, numbers = func_std_string(func), call_dict[func]
            if isinstance(numbers, tuple):
                calls, primitive, own, total = numbers
                count = '%d/%d' % (calls, primitive) if calls != primitive else '%d' % calls
                self._say(before + '%s %s %s  %s' % (count.rjust(7), f8(own), f8(total), name))
            else:
                self._say(before + '%s(%r) %s' % (name, numbers, f8(self.stats[func][3])))
            before = ' ' * (name_size + 3)
        if not call_dict:
            self._say(before)
