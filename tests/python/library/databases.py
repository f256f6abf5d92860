# needs: sqlite3
"""sqlite3 with functions, aggregates, row factories and adapters of the notebook."""
import contextlib
import sqlite3

db = sqlite3.connect(':memory:')
db.execute('create table people (id integer primary key, name text, age real, photo blob)')
rows = [('Ann', 30.5, b'\x00\x01'), ('Bob', 41, None), ('Cyd', 25, b'')]
with db:
    db.executemany('insert into people (name, age, photo) values (?, ?, ?)', rows)
print(db.execute('select * from people order by age').fetchall())
for name, age in db.execute('select name, age from people where age > ?', (26,)):
    print(name, age)
print(db.execute('select count(*), avg(age) from people').fetchone(), db.total_changes)
db.create_function('twice', 1, lambda x: x * 2)
print(db.execute('select twice(age) from people').fetchall())


class Longest:
    def __init__(self):
        self.best = ''

    def step(self, value):
        if len(value) >= len(self.best):
            self.best = value

    def finalize(self):
        return self.best


db.create_aggregate('longest', 1, Longest)
print(db.execute("select longest(name) from (select 'a' as name union select 'abc' union select 'ab')").fetchone())
db.create_collation('backwards', lambda a, b: (a < b) - (a > b))
print([n for n, in db.execute('select name from people order by name collate backwards')])
db.row_factory = sqlite3.Row
row = db.execute('select * from people').fetchone()
print(row['name'], row.keys(), tuple(row), len(row), dict(row)['age'], row[1])
db.row_factory = lambda cursor, row: {column[0]: value for column, value in zip(cursor.description, row)}
print(db.execute('select name, age from people').fetchall())


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __conform__(self, protocol):
        if protocol is sqlite3.PrepareProtocol:
            return f'{self.x};{self.y}'

    def __repr__(self):
        return f'Point({self.x}, {self.y})'


db.row_factory = None
print(db.execute('select ?', (Point(1, 2),)).fetchone())


class Money:
    def __init__(self, cents):
        self.cents = cents


sqlite3.register_adapter(Money, lambda money: money.cents)
print(db.execute('select ? + 1', (Money(199),)).fetchone())
sqlite3.register_converter('point', lambda text: Point(*map(int, text.split(b';'))))
typed = sqlite3.connect(':memory:', detect_types=sqlite3.PARSE_DECLTYPES)
typed.execute('create table t (p point)')
typed.execute('insert into t values (?)', (Point(3, 4),))
print(typed.execute('select p from t').fetchone())
for bad in ('select * from nothing', 'nonsense', 'insert into people (id) values (1)'):
    try:
        db.execute(bad)
    except sqlite3.Error as error:
        print(type(error).__name__, error, isinstance(error, sqlite3.DatabaseError))
try:
    db.execute('select ?', (object(),))
except sqlite3.Error as error:
    print(type(error).__mro__[1].__name__)
try:
    with db:
        db.execute("insert into people (name) values ('Dan')")
        raise KeyError('rolled back')
except KeyError:
    print(db.execute('select count(*) from people').fetchone())
db.create_function('fails', 0, lambda: 1 / 0)
try:
    db.execute('select fails()')
except sqlite3.OperationalError as error:
    print(error)
with contextlib.closing(db.cursor()) as cursor:
    cursor.execute('select :a, :b', {'a': 1, 'b': 'x'})
    print(cursor.fetchone(), [d[0] for d in cursor.description])
    cursor.executescript('create table u (x); insert into u values (1); insert into u values (2);')
print(sum(x for x, in db.execute('select x from u')), list(db.iterdump())[:2])


def numbers():
    for i in range(3):
        yield i, i ** 2


db.execute('create table squares (n, s)')
db.executemany('insert into squares values (?, ?)', numbers())
print(db.execute('select * from squares').fetchmany(2))
trace = []
db.set_trace_callback(trace.append)
db.execute('select 1')
db.set_trace_callback(None)
print(trace)
db.close()
try:
    db.execute('select 1')
except sqlite3.ProgrammingError as error:
    print(error)
