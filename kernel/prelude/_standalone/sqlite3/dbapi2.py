"""The DB-API of SQLite over the functions of the library."""

import collections
import datetime
import time

import _sqlite_calls as _calls

apilevel, paramstyle, threadsafety, version = '2.0', 'qmark', 3, '2.6.0'
version_info = 2, 6, 0
sqlite_version = _calls.sqlite_version
sqlite_version_info = tuple(map(int, sqlite_version.split('.')))
PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2

_CONSTANTS = (
    'ABORT=4 ABORT_ROLLBACK=516 ALTER_TABLE=26 ANALYZE=28 ATTACH=24 AUTH=23 AUTH_USER=279 BUSY=5 BUSY_RECOVERY=261 '
    'BUSY_SNAPSHOT=517 BUSY_TIMEOUT=773 CANTOPEN=14 CANTOPEN_CONVPATH=1038 CANTOPEN_DIRTYWAL=1294 CANTOPEN_FULLPATH=782 '
    'CANTOPEN_ISDIR=526 CANTOPEN_NOTEMPDIR=270 CANTOPEN_SYMLINK=1550 CONSTRAINT=19 CONSTRAINT_CHECK=275 CONSTRAINT_COMMITHOOK=531 '
    'CONSTRAINT_FOREIGNKEY=787 CONSTRAINT_FUNCTION=1043 CONSTRAINT_NOTNULL=1299 CONSTRAINT_PINNED=2835 CONSTRAINT_PRIMARYKEY=1555 '
    'CONSTRAINT_ROWID=2579 CONSTRAINT_TRIGGER=1811 CONSTRAINT_UNIQUE=2067 CONSTRAINT_VTAB=2323 CORRUPT=11 CORRUPT_INDEX=779 '
    'CORRUPT_SEQUENCE=523 CORRUPT_VTAB=267 CREATE_INDEX=1 CREATE_TABLE=2 CREATE_TEMP_INDEX=3 CREATE_TEMP_TABLE=4 '
    'CREATE_TEMP_TRIGGER=5 CREATE_TEMP_VIEW=6 CREATE_TRIGGER=7 CREATE_VIEW=8 CREATE_VTABLE=29 DELETE=9 DENY=1 DETACH=25 DONE=101 '
    'DROP_INDEX=10 DROP_TABLE=11 DROP_TEMP_INDEX=12 DROP_TEMP_TABLE=13 DROP_TEMP_TRIGGER=14 DROP_TEMP_VIEW=15 DROP_TRIGGER=16 '
    'DROP_VIEW=17 DROP_VTABLE=30 EMPTY=16 ERROR=1 ERROR_MISSING_COLLSEQ=257 ERROR_RETRY=513 ERROR_SNAPSHOT=769 FORMAT=24 FULL=13 '
    'FUNCTION=31 IGNORE=2 INSERT=18 INTERNAL=2 INTERRUPT=9 IOERR=10 IOERR_ACCESS=3338 IOERR_AUTH=7178 IOERR_BEGIN_ATOMIC=7434 '
    'IOERR_BLOCKED=2826 IOERR_CHECKRESERVEDLOCK=3594 IOERR_CLOSE=4106 IOERR_COMMIT_ATOMIC=7690 IOERR_CONVPATH=6666 '
    'IOERR_CORRUPTFS=8458 IOERR_DATA=8202 IOERR_DELETE=2570 IOERR_DELETE_NOENT=5898 IOERR_DIR_CLOSE=4362 IOERR_DIR_FSYNC=1290 '
    'IOERR_FSTAT=1802 IOERR_FSYNC=1034 IOERR_GETTEMPPATH=6410 IOERR_LOCK=3850 IOERR_MMAP=6154 IOERR_NOMEM=3082 IOERR_RDLOCK=2314 '
    'IOERR_READ=266 IOERR_ROLLBACK_ATOMIC=7946 IOERR_SEEK=5642 IOERR_SHMLOCK=5130 IOERR_SHMMAP=5386 IOERR_SHMOPEN=4618 '
    'IOERR_SHMSIZE=4874 IOERR_SHORT_READ=522 IOERR_TRUNCATE=1546 IOERR_UNLOCK=2058 IOERR_VNODE=6922 IOERR_WRITE=778 '
    'LIMIT_ATTACHED=7 LIMIT_COLUMN=2 LIMIT_COMPOUND_SELECT=4 LIMIT_EXPR_DEPTH=3 LIMIT_FUNCTION_ARG=6 LIMIT_LENGTH=0 '
    'LIMIT_LIKE_PATTERN_LENGTH=8 LIMIT_SQL_LENGTH=1 LIMIT_TRIGGER_DEPTH=10 LIMIT_VARIABLE_NUMBER=9 LIMIT_VDBE_OP=5 '
    'LIMIT_WORKER_THREADS=11 LOCKED=6 LOCKED_SHAREDCACHE=262 LOCKED_VTAB=518 MISMATCH=20 MISUSE=21 NOLFS=22 NOMEM=7 NOTADB=26 '
    'NOTFOUND=12 NOTICE=27 NOTICE_RECOVER_ROLLBACK=539 NOTICE_RECOVER_WAL=283 OK=0 OK_LOAD_PERMANENTLY=256 OK_SYMLINK=512 PERM=3 '
    'PRAGMA=19 PROTOCOL=15 RANGE=25 READ=20 READONLY=8 READONLY_CANTINIT=1288 READONLY_CANTLOCK=520 READONLY_DBMOVED=1032 '
    'READONLY_DIRECTORY=1544 READONLY_RECOVERY=264 READONLY_ROLLBACK=776 RECURSIVE=33 REINDEX=27 ROW=100 SAVEPOINT=32 SCHEMA=17 '
    'SELECT=21 TOOBIG=18 TRANSACTION=22 UPDATE=23 WARNING=28 WARNING_AUTOINDEX=284 ')
# names that are no codes of errors: what an authorizer is asked and answers, limits
_OTHERS = ('LIMIT_', 'CREATE_', 'DROP_', 'ALTER_', 'DETACH', 'ATTACH', 'PRAGMA', 'READ', 'RECURSIVE', 'REINDEX', 'SAVEPOINT', 'SELECT',
           'TRANSACTION', 'UPDATE', 'INSERT', 'DELETE', 'ANALYZE', 'FUNCTION', 'DENY', 'IGNORE', 'ROW', 'DONE')
_CODES = {}
for _name, _, _value in (_row.partition('=') for _row in _CONSTANTS.split()):
    globals()['SQLITE_' + _name] = int(_value)
    if _name.startswith('READONLY') or not _name.startswith(_OTHERS):
        _CODES.setdefault(int(_value), []).append('SQLITE_' + _name)
del _name, _value

Date, Time, Timestamp, Binary = datetime.date, datetime.time, datetime.datetime, memoryview
_OK, _ERROR_CODE, _BUSY, _LOCKED, _DONE = 0, 1, 5, 6, 101
_OPEN_READWRITE_CREATE, _OPEN_URI = 6, 64


def DateFromTicks(ticks):
    """The date of a time."""
    return Date(*time.localtime(ticks)[:3])


def TimeFromTicks(ticks):
    """The time of day of a time."""
    return Time(*time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks):
    """Date and time of a time."""
    return Timestamp(*time.localtime(ticks)[:6])


class Warning(Exception):
    """What is no error."""


class Error(Exception):
    """The base of all errors."""


def _error(name, base, doc):
    made = type(name, (base,), {'__doc__': doc, '__module__': 'sqlite3'})
    globals()[name] = made
    return made


Warning.__module__ = Error.__module__ = 'sqlite3'
InterfaceError = _error('InterfaceError', Error, 'The interface is used wrongly.')
DatabaseError = _error('DatabaseError', Error, 'Something is wrong with the database.')
DataError, OperationalError, IntegrityError, InternalError, ProgrammingError, NotSupportedError = (
    _error(_name, DatabaseError, _doc) for _name, _doc in (
        ('DataError', 'Data do not fit.'), ('OperationalError', 'The database cannot do it.'),
        ('IntegrityError', 'A constraint is violated.'), ('InternalError', 'SQLite has a fault.'),
        ('ProgrammingError', 'The program has a fault.'), ('NotSupportedError', 'There is no such thing.')))

# which exception a code of SQLite becomes; others are DatabaseErrors
_KINDS = {**dict.fromkeys((2, 12), InternalError), 7: MemoryError, **dict.fromkeys((1, 3, 4, 5, 6, 8, 9, 10, 13, 14, 15, 16, 17), OperationalError),
          18: DataError, **dict.fromkeys((19, 20), IntegrityError), 21: InterfaceError, 25: InterfaceError}


def _name_of(code):
    """SQLite's name of an extended code, that of its class where there is none."""
    return (_CODES.get(code) or _CODES.get(code & 255) or ['unknown'])[0]


def _failure(told):
    """The exception of (code, extended code, text)."""
    code, extended, text = told
    kind = _KINDS.get(code, DatabaseError)
    if kind is MemoryError:
        return MemoryError()
    made = kind(text)
    made.sqlite_errorcode, made.sqlite_errorname = extended, _name_of(extended)
    return made


# ---- adapters and converters


class PrepareProtocol:
    """What __conform__() is asked for."""


PrepareProtocol.__module__ = 'sqlite3'
adapters, converters = {}, {}
_PLAIN = int, float, str, bytearray
_MISSING = object()


def register_adapter(type, adapter, /):
    """Register a function to adapt Python objects to SQLite values."""
    adapters[type, PrepareProtocol] = adapter


def register_converter(typename, converter, /):
    """Register a function to convert SQLite values to Python objects: of columns that are declared, or named, with the type."""
    converters[typename.upper()] = converter


def adapt(obj, proto=PrepareProtocol, alt=_MISSING, /):
    """Adapt given object to given protocol."""
    adapter = adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for holder, method, argument in ((proto, '__adapt__', obj), (obj, '__conform__', proto)):
        found = getattr(holder, method, None)
        if found is not None:
            try:
                adapted = found(argument)
            except TypeError:
                continue
            if adapted is not None:
                return adapted
    if alt is not _MISSING:
        return alt
    raise ProgrammingError("can't adapt")


register_adapter(datetime.date, lambda value: value.isoformat())
register_adapter(datetime.datetime, lambda value: value.isoformat(' '))


def _to_date(data):
    return datetime.date(*map(int, data.split(b'-')))


def _to_timestamp(data):
    day, _, clock = data.partition(b' ')
    clock, _, fraction = clock.partition(b'.')
    micro = int(fraction[:6].ljust(6, b'0')) if fraction else 0
    return datetime.datetime(*map(int, day.split(b'-')), *map(int, clock.split(b':')), micro)


register_converter('date', _to_date)
register_converter('timestamp', _to_timestamp)


def complete_statement(statement):
    """Checks if a string contains a complete SQL statement."""
    return _calls.complete(statement)


def enable_callback_tracebacks(enable, /):
    """Whether what callbacks raise goes to sys.unraisablehook."""
    _calls.tracebacks(enable, ProgrammingError)


def connect(database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, factory=None, cached_statements=128,
            uri=False):
    """Open a connection to the SQLite database file 'database'; ":memory:" for one in memory.

    timeout: how many seconds another one's lock is waited for; detect_types: PARSE_DECLTYPES and PARSE_COLNAMES; isolation_level: how
    transactions are begun, None for not at all; check_same_thread: whether other threads are refused; factory: the class of the
    connection; uri: whether the name is a URI."""
    return (factory or Connection)(database, timeout, detect_types, isolation_level, check_same_thread, factory, cached_statements, uri)


# ---- rows


class Row:
    """A row whose items have the names of the columns, too."""
    __slots__ = ('_cells', '_titles')

    def __new__(cls, cursor, data, /):
        if not isinstance(cursor, Cursor):
            raise TypeError(f'Row() argument 1 must be sqlite3.Cursor, not {type(cursor).__name__}')
        if not isinstance(data, tuple):
            raise TypeError(f'Row() argument 2 must be tuple, not {type(data).__name__}')
        made = object.__new__(cls)
        made._cells, made._titles = data, cursor.description
        return made

    def keys(self):
        """Returns the keys of the row."""
        return [column[0] for column in self._titles or ()]

    def __getitem__(self, key):
        if isinstance(key, str):
            wanted = key.lower() if key.isascii() else key
            for at, column in enumerate(self._titles or ()):
                if column[0] == key or column[0].lower() == wanted:
                    return self._cells[at]
            raise IndexError('No item with that key')
        if isinstance(key, (int, slice)):
            return self._cells[key]
        raise IndexError('Index must be int or string')

    def __iter__(self):
        return iter(self._cells)

    def __len__(self):
        return len(self._cells)

    def __eq__(self, other):
        return (self._titles, self._cells) == (other._titles, other._cells) if isinstance(other, Row) else NotImplemented

    def __hash__(self):
        return hash(self._titles) ^ hash(self._cells)


Row.__module__ = 'sqlite3'


# ---- statements and cursors


def _first_word(sql):
    """The first word of a statement, behind blanks and comments."""
    at = 0
    while at < len(sql):
        if sql[at].isspace() or sql[at] == ';':
            at += 1
        elif sql.startswith('--', at):
            at = sql.find('\n', at) + 1 or len(sql)
        elif sql.startswith('/*', at):
            at = sql.find('*/', at) + 2
            if at == 1:
                return ''
        else:
            break
    end = at
    while end < len(sql) and sql[end].isalpha():
        end += 1
    return sql[at:end].upper()


def _only_blanks(sql):
    """Whether a text has nothing but blanks, comments and semicolons."""
    while True:
        sql = sql.lstrip(' \t\n\r;')
        if sql.startswith('--'):
            sql = sql.partition('\n')[2]
        elif sql.startswith('/*'):
            sql = sql.partition('*/')[2]
        else:
            return not sql


class _Statement:
    """A prepared statement: the library's, and what the interface knows of it."""

    def __init__(self, connection, sql):
        if not isinstance(sql, str):
            raise TypeError(f'execute() argument 1 must be str, not {type(sql).__name__}')
        if '\0' in sql:
            raise ProgrammingError('the query contains a null character')
        data = sql.encode('utf-8')
        if len(data) > connection.getlimit(1):
            raise DataError('query string is too large')
        made = _calls.prepare(connection._db, data)
        if isinstance(made, int):
            raise connection._failure()
        self.handle, used = made
        if not _only_blanks(data[used:].decode('utf-8')):
            self.close()
            raise ProgrammingError('You can only execute one statement at a time.')
        self.changes = _first_word(sql) in ('INSERT', 'UPDATE', 'DELETE', 'REPLACE') and self.handle is not None
        self.names = _calls.parameters(self.handle) if self.handle is not None else []

    def close(self):
        if self.handle is not None:
            _calls.finalize(self.handle)

    def bind(self, connection, parameters):
        handle, names = self.handle, self.names
        if isinstance(parameters, (tuple, list)) or not isinstance(parameters, dict) and hasattr(parameters, '__len__') and \
                hasattr(parameters, '__getitem__') and not hasattr(parameters, 'keys'):
            if len(parameters) != len(names):
                raise ProgrammingError(f'Incorrect number of bindings supplied. The current statement uses {len(names)}, and there are '
                                       f'{len(parameters)} supplied.')
            for at in range(len(names)):
                self._give(at + 1, None, parameters[at])
        elif isinstance(parameters, dict) or hasattr(parameters, 'keys'):
            for at, name in enumerate(names):
                if name is None:
                    raise ProgrammingError(f'Binding {at + 1} has no name, but you supplied a dictionary (which has only names).')
                try:
                    value = parameters[name[1:]]
                except LookupError:
                    raise ProgrammingError(f'You did not supply a value for binding parameter :{name[1:]}.') from None
                self._give(at + 1, name[1:], value)
        else:
            raise ProgrammingError('parameters are of unsupported type')

    def _give(self, at, name, value):
        if value is not None and type(value) not in _PLAIN:
            value = adapt(value, PrepareProtocol, value)
        code = _calls.bind(self.handle, at, value)
        if code is None:
            shown = f"':{name}'" if name else at
            raise ProgrammingError(f'Error binding parameter {shown}: type {type(value).__name__!r} is not supported')
        if code:
            raise _failure((code, code, _calls.text(code)))


class Cursor:
    """SQLite database cursor class."""

    def __init__(self, connection, /):
        if not isinstance(connection, Connection):
            raise TypeError(f'Cursor() argument 1 must be sqlite3.Connection, not {type(connection).__name__}')
        connection._check()
        self.connection, self.description, self.rowcount, self.lastrowid, self.arraysize = connection, None, -1, None, 1
        self.row_factory = connection.row_factory
        self._statement = self._next = None
        self._closed = self._busy = False
        connection._cursors.add(self)

    def _check(self):
        if '_closed' not in self.__dict__:
            raise ProgrammingError('Base Cursor.__init__ not called.')
        if self._closed:
            raise ProgrammingError('Cannot operate on a closed cursor.')
        self.connection._check()
        if self._busy:
            raise ProgrammingError('Recursive use of cursors not allowed.')

    def _drop(self):
        """The statement is over."""
        statement, self._statement, self._next = self._statement, None, None
        if statement is not None:
            statement.close()

    def _prepare(self, sql):
        self._check()
        self._drop()
        return _Statement(self.connection, sql)

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        statement = self._prepare(sql)
        self._run(statement, [parameters], False)
        return self

    def executemany(self, sql, seq_of_parameters, /):
        """Repeatedly executes an SQL statement."""
        statement = self._prepare(sql)
        if not statement.changes:
            statement.close()
            raise ProgrammingError('executemany() can only execute DML statements.')
        self._run(statement, seq_of_parameters, True)
        return self

    def _run(self, statement, rows, many):
        connection, self.description, self.rowcount = self.connection, None, -1
        if statement.handle is None:
            if not many:
                for parameters in rows:
                    if len(parameters):
                        raise ProgrammingError(f'Incorrect number of bindings supplied. The current statement uses 0, and there are '
                                               f'{len(parameters)} supplied.')
            return
        connection._statements.add(statement)
        self._busy = True
        try:
            count = 0
            if statement.changes and connection._begin is not None and not connection.in_transaction:
                connection._simple(connection._begin)
            for parameters in rows:
                statement.bind(connection, parameters)
                self._statement = statement
                self._describe(statement)
                self._advance()
                if statement.changes:
                    if not many and self._next is None:
                        count = _calls.info(connection._db)[0]
                    elif many:
                        count += _calls.info(connection._db)[0]
                if many:
                    _calls.reset(statement.handle)
            if statement.changes:
                if self._next is None:
                    self.rowcount = count
            if not many:
                self.lastrowid = _calls.info(connection._db)[2]
        except BaseException:
            self.rowcount = -1
            self._statement, self._next = None, None
            statement.close()
            raise
        finally:
            self._busy = False
        if many or self._next is None:
            self._finish()

    def _finish(self):
        """After the last row: what was written is complete."""
        statement = self._statement
        if statement is not None:
            if statement.changes and self.description is not None and self.rowcount < 0:
                self.rowcount = _calls.info(self.connection._db)[0]
            self._drop()

    def _describe(self, statement):
        """The description of the columns, and the converters of those that have one."""
        columns = _calls.columns(statement.handle)
        detect = self.connection._detect
        self._converters = None
        if not columns:
            self.description = None
            return
        names = []
        found = []
        for name, declared in columns:
            converter = None
            if detect & PARSE_COLNAMES and '[' in name and name.endswith(']'):
                converter = converters.get(name[name.rindex('[') + 1:-1].upper())
            if converter is None and detect & PARSE_DECLTYPES and declared:
                converter = converters.get(declared.partition('(')[0].partition(' ')[0].upper())
            found.append(converter)
            if detect & PARSE_COLNAMES:
                name = name.partition(' [')[0] if ' [' in name else name
            names.append((name, None, None, None, None, None, None))
        self.description = tuple(names)
        if any(found):
            self._converters = found

    def _advance(self):
        """Reads the next row ahead."""
        connection = self.connection
        marks = None if self._converters is None else tuple(converter is not None for converter in self._converters)
        factory = connection.text_factory
        own = factory is not str
        try:
            row = _calls.step(self._statement.handle, marks, own)
        except UnicodeDecodeError as wrong:
            name = self.description[0][0] if self.description else ''
            raise OperationalError(f"Could not decode to UTF-8 column {name!r} with text {wrong.object.decode('utf-8', 'replace')!r}") from None
        if isinstance(row, int):
            raise connection._failure()
        if row is not None:
            if own:
                row = tuple([self._made(cell, factory) for cell in row])
            if self._converters is not None:
                row = tuple([cell if converter is None or cell is None else converter(cell)
                             for cell, converter in zip(row, self._converters)])
        self._next = row

    @staticmethod
    def _made(cell, factory):
        """A text as the text factory makes it."""
        return factory(cell[0]) if type(cell) is tuple else cell

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        if not isinstance(sql_script, str):
            raise TypeError(f'executescript() argument must be str, not {type(sql_script).__name__}')
        if '\0' in sql_script:
            raise ValueError('embedded null character')
        self._check()
        connection = self.connection
        data = sql_script.encode('utf-8')
        if len(data) > connection.getlimit(1):
            raise DataError('query string is too large')
        if connection.in_transaction:
            connection._simple('COMMIT')
        while data:
            made = _calls.prepare(connection._db, data)
            if isinstance(made, int):
                raise connection._failure()
            handle, used = made
            if handle is not None:
                try:
                    while (row := _calls.step(handle, None, True)) is not None:
                        if isinstance(row, int):
                            raise connection._failure()
                finally:
                    _calls.finalize(handle)
            if not used:
                break
            data = data[used:]
        return self

    def __iter__(self):
        return self

    def __next__(self):
        self._check()
        if self._statement is None:
            raise StopIteration
        row = self._next
        if row is None:
            self._finish()
            raise StopIteration
        if self.row_factory is not None:
            row = self.row_factory(self, row)
        self._busy = True
        try:
            self._advance()
        except BaseException:
            self._drop()
            raise
        finally:
            self._busy = False
        if self._next is None:
            self._finish()
        return row

    def fetchone(self):
        """Fetches one row from the resultset."""
        return next(self, None)

    def fetchmany(self, size=None):
        """Fetches several rows from the resultset: size, or arraysize."""
        rows = []
        for _ in range(self.arraysize if size is None else size):
            row = next(self, None)
            if row is None:
                break
            rows.append(row)
        return rows

    def fetchall(self):
        """Fetches all rows from the resultset."""
        return [*self]

    def close(self):
        """Closes the cursor."""
        if self._busy:
            raise ProgrammingError('Recursive use of cursors not allowed.')
        self.connection._check()
        self._drop()
        self._closed = True

    def setinputsizes(self, sizes, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def setoutputsize(self, size, column=None, /):
        """Required by DB-API. Does nothing in sqlite3."""


class Blob:
    """A part of a database that is read and written like a file."""

    def __init__(self, *args):
        raise TypeError("cannot create 'sqlite3.Blob' instances")

    @classmethod
    def _over(cls, connection, handle):
        made = object.__new__(cls)
        made._connection, made._handle, made._at = connection, handle, 0
        return made

    def _open(self):
        self._connection._check()
        if self._handle is None:
            raise ProgrammingError('Cannot operate on a closed blob.')
        return self._handle

    def _read(self, at, size):
        data = _calls.blob_read(self._open(), at, size)
        if isinstance(data, int):
            raise self._connection._failure()
        return data

    def _write(self, at, data):
        if _calls.blob_write(self._open(), at, data):
            raise self._connection._failure()

    def __len__(self):
        return _calls.blob_size(self._open())

    def read(self, length=-1, /):
        """Read data at the current offset position: length bytes, or all to the end."""
        left = len(self) - self._at
        data = self._read(self._at, left if length < 0 or length > left else length)
        self._at += len(data)
        return data

    def write(self, data, /):
        """Write data at the current offset position; it cannot make the blob longer."""
        size = memoryview(data).nbytes
        if size > len(self) - self._at:
            raise ValueError('data longer than blob length')
        self._write(self._at, data)
        self._at += size

    def seek(self, offset, origin=0, /):
        """Set the current access position to offset: from the start (0), the position (1) or the end (2)."""
        size = len(self)
        if origin not in (0, 1, 2):
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        target = offset + (0, self._at, size)[origin]
        if not 0 <= target <= size:
            raise ValueError('offset out of blob range')
        self._at = target

    def tell(self):
        """Return the current access position for the blob."""
        self._open()
        return self._at

    def close(self):
        """Close the blob."""
        self._connection._check()
        if self._handle is not None:
            _calls.blob_close(self._handle)
            self._handle = None

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, type, value, traceback):
        self._open()
        self.close()

    def _index(self, key):
        size = len(self)
        key = key + size if key < 0 else key
        if not 0 <= key < size:
            raise IndexError('Blob index out of range')
        return key

    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self))
            return self._read(start, max(stop - start, 0)) if step == 1 else self._read(0, len(self))[key]
        if not hasattr(key, '__index__'):
            raise TypeError('Blob indices must be integers')
        return self._read(self._index(key), 1)[0]

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            whole = bytearray(self._read(0, len(self)))
            if len(whole[key]) != len(memoryview(value)):
                raise IndexError('Blob slice assignment is wrong size')
            whole[key] = value
            self._write(0, whole)
            return
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        if not 0 <= value < 256:
            raise ValueError('byte must be in range(0, 256)')
        self._write(self._index(key), bytes([value]))

    def __delitem__(self, key):
        raise TypeError("Blob doesn't support slice deletion" if isinstance(key, slice) else "Blob doesn't support item deletion")


# ---- connections

_LEVELS = '', 'DEFERRED', 'IMMEDIATE', 'EXCLUSIVE'


class Connection:
    """SQLite database connection object."""
    DataError, DatabaseError, Error, IntegrityError, InterfaceError, InternalError, NotSupportedError, OperationalError, \
        ProgrammingError, Warning = (DataError, DatabaseError, Error, IntegrityError, InterfaceError, InternalError, NotSupportedError,
                                     OperationalError, ProgrammingError, Warning)

    def __init__(self, database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, factory=None,
                 cached_statements=128, uri=False):
        import os
        import threading
        import weakref
        name = os.fsdecode(os.fspath(database))
        self._detect, self._thread = detect_types, threading.get_ident() if check_same_thread else None
        self._ident = threading.get_ident
        self._cursors, self._statements = weakref.WeakSet(), weakref.WeakSet()
        self.row_factory, self.text_factory = None, str
        made = _calls.open(name, _OPEN_READWRITE_CREATE | (_OPEN_URI if uri else 0))
        if isinstance(made, tuple):
            raise _failure(made)
        self._db = made
        self.isolation_level = isolation_level
        _calls.set(made, 1, int(timeout * 1000), 0)

    def _check(self):
        state = self.__dict__
        if '_db' not in state:
            raise ProgrammingError('Base Connection.__init__ not called.')
        if self._thread is not None and self._ident() != self._thread:
            raise ProgrammingError('SQLite objects created in a thread can only be used in that same thread. The object was created in '
                                   f'thread id {self._thread} and this is thread id {self._ident()}.')
        if state['_db'] is None:
            raise ProgrammingError('Cannot operate on a closed database.')

    def _failure(self):
        return _failure(_calls.error(self._db))

    def _simple(self, sql):
        """A statement without parameters and rows."""
        made = _calls.prepare(self._db, sql.encode())
        if isinstance(made, int):
            raise self._failure()
        try:
            if isinstance(_calls.step(made[0], None, False), int):
                raise self._failure()
        finally:
            _calls.finalize(made[0])

    @property
    def isolation_level(self):
        """How transactions are begun: one of '', DEFERRED, IMMEDIATE, EXCLUSIVE; None: they are not."""
        self._check()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level):
        if level is not None:
            if not isinstance(level, str):
                raise TypeError('isolation_level must be str or None')
            if level.upper() not in _LEVELS:
                raise ValueError("isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
            level = level.upper()
        elif '_level' in self.__dict__ and self.in_transaction:
            self.commit()
        self._level = level
        self._begin = None if level is None else f'BEGIN {level}'

    @isolation_level.deleter
    def isolation_level(self):
        raise AttributeError('cannot delete attribute')

    @property
    def in_transaction(self):
        """Whether a transaction is open."""
        self._check()
        return _calls.info(self._db)[3]

    @property
    def total_changes(self):
        """How many rows have been changed since it was opened."""
        self._check()
        return _calls.info(self._db)[1]

    def cursor(self, factory=None):
        """Return a cursor for the connection; factory: what makes it."""
        self._check()
        made = Cursor(self) if factory is None else factory(self)
        if not isinstance(made, Cursor):
            raise TypeError(f'factory must return a cursor, not {type(made).__name__}')
        if self.row_factory is not None:
            made.row_factory = self.row_factory
        return made

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement: a new cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        """Repeatedly executes an SQL statement: a new cursor."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once: a new cursor."""
        return self.cursor().executescript(sql_script)

    def commit(self):
        """Commit any pending transaction to the database."""
        if self.in_transaction:
            self._simple('COMMIT')

    def rollback(self):
        """Roll back to the start of any pending transaction."""
        if self.in_transaction:
            self._simple('ROLLBACK')

    def close(self):
        """Close the database connection. Any pending transaction is not committed implicitly."""
        if self._thread is not None and self._ident() != self._thread:
            self._check()
        if '_db' not in self.__dict__:
            raise ProgrammingError('Base Connection.__init__ not called.')
        for cursor in [*self._cursors]:
            cursor._drop()
        if self._db is not None:
            database, self._db = self._db, None
            _calls.close(database)

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, value, traceback):
        if type is None:
            try:
                self.commit()
            except BaseException:
                self.rollback()
                raise
        else:
            self.rollback()
        return False

    def __call__(self, sql, /):
        self._check()
        return _Statement(self, sql)

    def _made(self, code, text):
        if code:
            raise OperationalError(text)

    def create_function(self, name, narg, func, /, *, deterministic=False):
        """Creates a new function of SQL; None removes it."""
        self._check()
        self._made(_calls.function(self._db, 0, name, narg, 0x800 if deterministic else 0, func), 'Error creating function')

    def create_aggregate(self, name, n_arg, aggregate_class, /):
        """Creates a new aggregate: a class with step() and finalize(); None removes it."""
        self._check()
        self._made(_calls.function(self._db, 1, name, n_arg, 0, aggregate_class), 'Error creating aggregate')

    def create_window_function(self, name, num_params, aggregate_class, /):
        """Creates or redefines an aggregate window function: a class with step(), inverse(), value() and finalize(); None removes
        it."""
        self._check()
        code = _calls.function(self._db, 3, name, num_params, 0, aggregate_class)
        if code:
            raise ProgrammingError(_calls.text(code))

    def create_collation(self, name, callback, /):
        """Creates a collation function, which compares two texts; None removes it."""
        self._check()
        if callback is not None and not callable(callback):
            raise TypeError('parameter must be callable')
        if _calls.function(self._db, 2, name, 0, 0, callback):
            raise self._failure()

    def set_authorizer(self, authorizer_callback):
        """Set authorizer callback: whether an action is allowed."""
        self._check()
        _calls.callback(self._db, 0, authorizer_callback, 0)

    def set_progress_handler(self, progress_handler, n):
        """Set progress handler callback: called after n instructions; what is true stops the statement."""
        self._check()
        _calls.callback(self._db, 1, progress_handler, n)

    def set_trace_callback(self, trace_callback):
        """Set a trace callback called for each SQL statement."""
        self._check()
        _calls.callback(self._db, 2, trace_callback, 0)

    def interrupt(self):
        """Abort any pending database operation."""
        if self.__dict__.get('_db') is None:
            raise ProgrammingError('Cannot operate on a closed database.')
        _calls.set(self._db, 0, 0, 0)

    def getlimit(self, category, /):
        """Get connection run-time limits."""
        return self.setlimit(category, -1)

    def setlimit(self, category, limit, /):
        """Set connection run-time limits; the old one."""
        self._check()
        was = _calls.set(self._db, 2, category, limit)
        if was < 0:
            raise ProgrammingError("'category' is out of bounds")
        return was

    def backup(self, target, *, pages=-1, progress=None, name='main', sleep=0.25):
        """Makes a backup of the database into another connection: so many pages at once, after which progress(status, remaining, total)
        is called; sleep: how long a lock is waited for."""
        self._check()
        if not isinstance(target, Connection):
            raise TypeError(f"backup() argument 'target' must be sqlite3.Connection, not {type(target).__name__}")
        if target is self:
            raise ValueError('target cannot be the same connection instance')
        target._check()
        if progress is not None and not callable(progress):
            raise TypeError('progress argument must be a callable')
        copying = _calls.backup(target._db, 'main', self._db, name)
        if copying is None:
            raise target._failure()
        try:
            while True:
                code, remaining, total = _calls.backup_step(copying, pages or -1)
                if progress is not None:
                    progress(code, remaining, total)
                if code in (_BUSY, _LOCKED):
                    time.sleep(sleep)
                elif code != _OK:
                    break
        finally:
            ended = _calls.backup_finish(copying)
        if ended != _OK:
            raise target._failure()

    def serialize(self, *, name='main'):
        """Serialize a database into a byte string."""
        self._check()
        data = _calls.serialize(self._db, name)
        if data is None:
            raise OperationalError(f'unable to serialize {name!r}')
        return data

    def deserialize(self, data, /, *, name='main'):
        """Load a serialized database."""
        self._check()
        if _calls.deserialize(self._db, name, data):
            raise self._failure()

    def blobopen(self, table, column, row, /, *, readonly=False, name='main'):
        """Open and return a BLOB object: of a table, a column and the id of a row."""
        self._check()
        made = _calls.blob(self._db, name, table, column, row, not readonly)
        if isinstance(made, int):
            raise self._failure()
        return Blob._over(self, made)

    def iterdump(self):
        """Returns iterator to the dump of the database in an SQL text format."""
        return _dump(self)


Connection.__module__ = Cursor.__module__ = Blob.__module__ = 'sqlite3'


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'


def _dump(connection):
    """The statements that make such a database."""
    yield 'BEGIN TRANSACTION;'
    cursor = connection.cursor()
    cursor.row_factory = None
    schema = cursor.execute("SELECT name, type, sql FROM sqlite_master WHERE sql NOT NULL AND type = 'table' ORDER BY name").fetchall()
    sequences = []
    for table, _, sql in schema:
        if table == 'sqlite_sequence':
            sequences.append('DELETE FROM "sqlite_sequence";')
            rows = cursor.execute('SELECT * FROM "sqlite_sequence"').fetchall()
            for name, value in rows:
                sequences.append(f"""INSERT INTO "sqlite_sequence" VALUES('{name}',{value});""")
            continue
        if table == 'sqlite_stat1':
            yield 'ANALYZE "sqlite_master";'
        elif table.startswith('sqlite_'):
            continue
        else:
            yield sql + ';'
        columns = [row[1] for row in cursor.execute(f'PRAGMA table_info({_quoted(table)})').fetchall()]
        parts = ",".join("""'||quote(""" + _quoted(column) + """)||'""" for column in columns)
        name = _quoted(table).replace("'", "''")
        for row, in cursor.execute(f"SELECT 'INSERT INTO {name} VALUES({parts})' FROM {_quoted(table)};").fetchall():
            yield row + ';'
    for _, _, sql in cursor.execute("SELECT name, type, sql FROM sqlite_master WHERE sql NOT NULL AND type IN ('index', 'trigger', 'view')"
                                    ).fetchall():
        yield sql + ';'
    yield from sequences
    yield 'COMMIT;'
