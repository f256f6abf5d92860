"""sqlite3: window functions, and what callbacks raise: its way to sys.unraisablehook, and what the statement becomes."""
import sqlite3
import sys


def hook(told):
    print('told', told.exc_type.__name__, told.exc_value, told.err_msg, getattr(told.object, '__name__', told.object))


def tell(sql):
    try:
        print(connection.execute(sql).fetchall())
    except Exception as error:
        print(type(error).__name__, error)


def fail(*arguments):
    return 1 / 0


class Sum:
    def __init__(self):
        self.total = 0

    def step(self, *values):
        self.total += values[0]

    def inverse(self, *values):
        self.total -= values[0]

    def value(self):
        return self.total

    finalize = value


class Wrong:
    def step(self, x):
        pass

    def finalize(self):
        return object()


sys.unraisablehook = hook
connection = sqlite3.connect(':memory:')
connection.execute('create table t(x, y)')
connection.executemany('insert into t values(?, ?)', [(i, i % 3) for i in range(1, 8)])
PARTS = ('__init__', 'step', 'inverse', 'value', 'finalize')
WINDOW = 'select x, w(x) over (partition by y order by x rows between 1 preceding and 1 following) from t'
for shown in (True, False):
    sqlite3.enable_callback_tracebacks(shown)
    connection.create_function('f', 1, fail)
    connection.create_function('large', 0, lambda: 2**70)
    connection.create_function('surrogate', 0, lambda: '\ud800')
    for sql in ('select f(1)', 'select large()', 'select surrogate()'):
        tell(sql)
    for part in PARTS:
        connection.create_aggregate('a', 1, type('Failing', (Sum,), {part: fail}))
        print(part)
        tell('select a(x) from t')
    for part in ('step', 'finalize'):
        connection.create_aggregate('a', 1, type('Part', (), {name: vars(Sum)[name] for name in PARTS if name != part}))
        tell('select a(x) from t')
    connection.create_aggregate('a', 1, Wrong)
    tell('select a(x) from t')
    connection.create_collation('k', fail)
    tell("select y from (select 'a' y union select 'b') order by y collate k")
    connection.set_authorizer(fail)
    tell('select x from t')
    connection.set_authorizer(None)
    connection.set_progress_handler(fail, 1)
    tell('select x from t')
    connection.set_progress_handler(None, 1)
    connection.set_trace_callback(fail)
    tell('select 1')
    connection.set_trace_callback(None)

    connection.create_window_function('w', 1, Sum)
    for sql in (WINDOW, 'select w(x) from t', 'select x, w(x) over (order by x) from t limit 3', 'select w(x, y) over () from t'):
        tell(sql)
    for part in PARTS:
        print(part)
        connection.create_window_function('w', 1, type('Failing', (Sum,), {part: fail}))
        tell(WINDOW)
        members = {name: vars(Sum)[name] for name in PARTS if name != part}
        connection.create_window_function('w', 1, type('Part', (), members))
        tell(WINDOW)
    for part in ('value', 'finalize'):
        connection.create_window_function('w', 1, type('Unfit', (Sum,), {part: lambda self: set()}))
        tell(WINDOW)
connection.create_window_function('w', 1, None)
tell(WINDOW)
for arguments in (('w', 2**40, Sum), ('w', -2, Sum), ('w', 1000, Sum), ('w' * 300, 1, Sum)):
    try:
        connection.create_window_function(*arguments)
    except Exception as error:
        print(type(error).__name__, error)
connection.create_window_function('w', -1, Sum)
tell('select w(x, y) over (order by x) from t limit 2')
connection.create_window_function('w', 1, Sum)
cursor = connection.execute(WINDOW)
next(cursor)
for function in (Sum, None):
    try:
        connection.create_window_function('w', 1, function)
    except sqlite3.Error as error:
        print(type(error).__name__, error)
connection.close()
try:
    connection.create_window_function('w', -1, None)
except sqlite3.Error as error:
    print(type(error).__name__, error)
