"""Logging: loggers in a tree of names, handlers that write their records, formatters and filters."""
import io
import os
import sys
import threading
import time
import warnings
import weakref
from _later import Later

re, string, traceback = (Later(name, globals()) for name in ('re', 'string', 'traceback'))

__all__ = ['BASIC_FORMAT', 'BufferingFormatter', 'CRITICAL', 'DEBUG', 'ERROR', 'FATAL', 'FileHandler', 'Filter', 'Formatter',
           'Handler', 'INFO', 'LogRecord', 'Logger', 'LoggerAdapter', 'NOTSET', 'NullHandler', 'StreamHandler', 'WARN', 'WARNING',
           'addLevelName', 'basicConfig', 'captureWarnings', 'critical', 'debug', 'disable', 'error', 'exception', 'fatal',
           'getLevelName', 'getLogger', 'getLoggerClass', 'info', 'log', 'makeLogRecord', 'setLoggerClass', 'shutdown', 'warn',
           'warning', 'getLogRecordFactory', 'setLogRecordFactory', 'lastResort', 'raiseExceptions', 'getLevelNamesMapping']
CRITICAL = FATAL = 50
ERROR, WARNING, INFO, DEBUG, NOTSET = 40, 30, 20, 10, 0
WARN = WARNING
_levelToName = {50: 'CRITICAL', 40: 'ERROR', 30: 'WARNING', 20: 'INFO', 10: 'DEBUG', 0: 'NOTSET'}
_nameToLevel = {name: level for level, name in _levelToName.items()} | {'FATAL': 50, 'WARN': 30}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
raiseExceptions = logThreads = logMultiprocessing = logProcesses = logAsyncioTasks = True
_startTime = time.time()
_lock = threading.RLock()
_handlers, _handlerList = weakref.WeakValueDictionary(), []


def getLevelNamesMapping():
    """The names of levels and their numbers: a dict."""
    return dict(_nameToLevel)


def getLevelName(level):
    """The name of a level, or the number of a name; 'Level N' for others."""
    found = _levelToName.get(level)
    return _nameToLevel.get(level, f'Level {level}') if found is None else found


def addLevelName(level, levelName):
    """Gives a level a name."""
    with _lock:
        _levelToName[level], _nameToLevel[levelName] = levelName, level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f'Level not an integer or a valid string: {level!r}')
    if level not in _nameToLevel:
        raise ValueError(f'Unknown level: {level!r}')
    return _nameToLevel[level]


def _acquireLock():
    _lock.acquire()


def _releaseLock():
    _lock.release()


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


_srcfile = '<logging>'


_file_names = {}  # of the paths of files: the name of the file and that of its module


class LogRecord:
    """One event: everything that is known of it, in attributes."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time()
        if args and len(args) == 1 and hasattr(args[0], 'keys') and hasattr(args[0], '__getitem__') and args[0]:
            args = args[0]
        try:
            filename, module = _file_names[pathname]
        except (KeyError, TypeError):
            filename = os.path.basename(pathname) if isinstance(pathname, (str, os.PathLike)) else pathname
            module = os.path.splitext(filename)[0] if isinstance(filename, str) else 'Unknown module'
            if type(pathname) is str and len(_file_names) < 1000:
                _file_names[pathname] = filename, module
        thread = threading.current_thread() if logThreads else None
        self.name, self.msg, self.args, self.levelname, self.levelno = name, msg, args, getLevelName(level), level
        self.pathname, self.filename, self.module, self.exc_info, self.exc_text = pathname, filename, module, exc_info, None
        self.stack_info, self.lineno, self.funcName, self.created = sinfo, lineno, func, now
        self.msecs, self.relativeCreated = int((now - int(now)) * 1000) + 0.0, (now - _startTime) * 1000
        self.thread, self.threadName = thread and thread.ident, thread and thread.name
        self.processName = 'MainProcess' if logMultiprocessing else None
        self.process = os.getpid() if logProcesses else None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        """The text with its arguments."""
        text = str(self.msg)
        return text % self.args if self.args else text


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    """What makes records from now on."""
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    """What makes records."""
    return _logRecordFactory


def makeLogRecord(dict):
    """A record with these attributes."""
    made = _logRecordFactory(None, None, '', 0, '', (), None, None)
    vars(made).update(dict)
    return made


class _Pattern:
    """A regular expression of a class, compiled when it is wanted."""

    def __init__(self, text, flags=''):
        self._text, self._flags, self._compiled = text, flags, None

    def __get__(self, instance, owner=None):
        if self._compiled is None:
            self._compiled = re.compile(self._text, re.I if self._flags else 0)
        return self._compiled


class PercentStyle:
    """Formats with %(name)s."""
    default_format, asctime_format, asctime_search = '%(message)s', '%(asctime)s', '%(asctime)'
    validation_pattern = _Pattern(r'%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]', 'i')

    def __init__(self, fmt, *, defaults=None):
        self._fmt, self._defaults = fmt or self.default_format, defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        if self._fmt not in ('%(message)s', BASIC_FORMAT) and not self.validation_pattern.search(self._fmt):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        return {**self._defaults, **vars(record)} if self._defaults else vars(record)

    def _format(self, record):
        return self._fmt % (self._values(record) if self._defaults else vars(record))

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as error:
            raise ValueError('Formatting field not found in record: %s' % error) from None


class StrFormatStyle(PercentStyle):
    """Formats with {name}."""
    default_format, asctime_format, asctime_search = '{message}', '{asctime}', '{asctime'
    fmt_spec = _Pattern(r'^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$', 'i')
    field_spec = _Pattern(r'^(\d+|\w+)(\.\w+|\[[^]]+\])*$')

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        fields = 0
        try:
            for _, name, spec, conversion in string.Formatter().parse(self._fmt):
                if name:
                    if not self.field_spec.match(name):
                        raise ValueError('invalid field name/expression: %r' % name)
                    fields += 1
                if conversion and conversion not in 'rsa':
                    raise ValueError('invalid conversion: %r' % conversion)
                if spec and not self.fmt_spec.match(spec):
                    raise ValueError('bad specifier: %r' % spec)
        except ValueError as error:
            raise ValueError('invalid format: %s' % error) from None
        if not fields:
            raise ValueError('invalid format: no fields')


class StringTemplateStyle(PercentStyle):
    """Formats with ${name}."""
    default_format = asctime_format = asctime_search = '${message}'
    asctime_format = asctime_search = '${asctime}'

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._tpl = string.Template(self._fmt)

    def usesTime(self):
        return '$asctime' in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        fields = 0
        for match in string.Template.pattern.finditer(self._fmt):
            groups = match.groupdict()
            if groups['named'] or groups['braced']:
                fields += 1
            elif match.group(0) == '$':
                raise ValueError("invalid format: bare '$' not allowed")
        if not fields:
            raise ValueError('invalid format: no fields')

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


_STYLES = {'%': (PercentStyle, BASIC_FORMAT), '{': (StrFormatStyle, '{levelname}:{name}:{message}'),
           '$': (StringTemplateStyle, '${levelname}:${name}:${message}')}


def _style(style):
    if style not in _STYLES:
        raise ValueError('Style must be one of: %s' % ','.join(_STYLES))
    return _STYLES[style]


class Formatter:
    """Makes the text of a record: fmt is a format in a style ('%', '{' or '$'), datefmt one of time.strftime()."""
    converter = time.localtime
    default_time_format, default_msec_format = '%Y-%m-%d %H:%M:%S', '%s,%03d'

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        self._style = _style(style)[0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt, self.datefmt = self._style._fmt, datefmt

    def usesTime(self):
        """Whether the format shows the time."""
        return self._style.usesTime()

    def formatTime(self, record, datefmt=None):
        """The time of a record."""
        when = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, when)
        text = time.strftime(self.default_time_format, when)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        """The text of an exception, without a newline at its end."""
        out = io.StringIO()
        traceback.print_exception(*ei, None, out)
        return out.getvalue().removesuffix('\n')

    def formatStack(self, stack_info):
        """The text of the stack of a record."""
        return stack_info

    def formatMessage(self, record):
        return self._style.format(record)

    def format(self, record):
        """The text of a record, with those of its exception and its stack."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        text = self.formatMessage(record)
        return self._with_details(text, record) if record.exc_text or record.stack_info else text

    def _with_details(self, text, record):
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                text += ('' if text.endswith('\n') else '\n') + more
        return text


_defaultFormatter = Formatter()


class BufferingFormatter:
    """Makes the text of several records, with a header and a footer."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    formatHeader = formatFooter = lambda self, records: ''

    def format(self, records):
        """The text of records."""
        if not records:
            return ''
        return self.formatHeader(records) + ''.join(map(self.linefmt.format, records)) + self.formatFooter(records)


class Filter:
    """Lets records of a logger and of those below it pass."""

    def __init__(self, name=''):
        self.name, self.nlen = name, len(name)

    def filter(self, record):
        """Whether a record passes."""
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')


class Filterer:
    """What has filters."""

    def __init__(self):
        self.filters = []

    def _change(self, filter, wanted):
        if (filter in self.filters) is not wanted:
            (self.filters.append if wanted else self.filters.remove)(filter)

    def addFilter(self, filter):
        """Adds a filter: an object with filter(), or a function."""
        self._change(filter, True)

    def removeFilter(self, filter):
        """Takes a filter away."""
        self._change(filter, False)

    def filter(self, record):
        """Whether a record passes all of the filters."""
        for each in self.filters:
            if not getattr(each, 'filter', each)(record):
                return False
        return True


def _forget_handler(reference):
    if reference in _handlerList:
        _handlerList.remove(reference)


class Handler(Filterer):
    """Does something with records: a subclass says what in emit()."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self.level, self.formatter, self._closed = None, _checkLevel(level), None, False
        with _lock:
            _handlerList.append(weakref.ref(self, _forget_handler))
        self.createLock()

    def get_name(self):
        return self._name

    def set_name(self, name):
        with _lock:
            _handlers.pop(self._name, None)
            self._name = name
            if name:
                _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = threading.RLock()

    def acquire(self):
        if self.lock:
            self.lock.acquire()

    def release(self):
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        """Records below the level are passed over."""
        self.level = _checkLevel(level)

    def setFormatter(self, fmt):
        """What makes the texts."""
        self.formatter = fmt

    def format(self, record):
        """The text of a record."""
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        """Does what is to be done with a record."""
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        """emit(), if the filters let the record pass; whether they did."""
        passed = self.filter(record)
        if passed:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return passed

    def flush(self):
        """Writes what is held back."""

    def close(self):
        """The handler is no longer used."""
        with _lock:
            self._closed = True
            _handlers.pop(self._name, None)

    def handleError(self, record):
        """emit() has raised an exception: tells sys.stderr."""
        if not raiseExceptions or not sys.stderr:
            return
        kind, value, trace = sys.exc_info()
        out = sys.stderr
        try:
            out.write('--- Logging error ---\n')
            traceback.print_exception(kind, value, trace, None, out)
            out.write('Call stack:\n')
            traceback.print_stack(trace.tb_frame if trace else None, file=out)
            try:
                out.write('Message: %r\nArguments: %s\n' % (record.msg, record.args))
            except RecursionError:
                raise
            except Exception:
                out.write('Unable to print the message and arguments - possible formatting error.\n'
                          'Use the traceback above to help find the error.\n')
        except OSError:
            pass
        finally:
            del kind, value, trace

    def __repr__(self):
        return '<%s (%s)>' % (type(self).__name__, getLevelName(self.level))


def _locked(method):
    """A method of a handler that runs while no other thread is in one."""
    def inner(self, *args):
        self.acquire()
        try:
            return method(self, *args)
        finally:
            self.release()
    inner.__name__, inner.__doc__ = method.__name__, method.__doc__
    return inner


class StreamHandler(Handler):
    """Writes records to a stream, sys.stderr by default."""
    terminator = '\n'

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        """Writes the text of a record and the terminator."""
        try:
            line = self.format(record)
            self.stream.write(line + self.terminator)
            self.flush()
        except Exception as error:
            if isinstance(error, RecursionError):
                raise
            self.handleError(record)

    def flush(self):
        """Writes what the stream holds back."""
        self.acquire()
        try:
            getattr(self.stream, 'flush', bool)()
        finally:
            self.release()

    @_locked
    def setStream(self, stream):
        """Writes to another stream; the former one, or None if it is the same."""
        former = None if self.stream is stream else self.stream
        if former is not None:
            self.flush()
            self.stream = stream
        return former

    def __repr__(self):
        words = [type(self).__name__, str(getattr(self.stream, 'name', ''))]
        return f"<{' '.join(filter(None, words))} ({getLevelName(self.level)})>"

    __class_getitem__ = classmethod(type(list[int]))


class FileHandler(StreamHandler):
    """Writes records to a file; delay: it is opened at the first record."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        path = os.fspath(filename)
        vars(self).update(baseFilename=os.path.abspath(path), mode=mode, errors=errors, delay=delay, _builtin_open=open,
                          encoding=encoding)
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            super().__init__(self._open())

    def _open(self):
        return self._builtin_open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def close(self):
        self.acquire()
        try:
            stream, self.stream = self.stream, None
            if stream:
                try:
                    if hasattr(stream, 'flush'):
                        stream.flush()
                finally:
                    if hasattr(stream, 'close'):
                        stream.close()
            super().close()
        finally:
            self.release()

    def emit(self, record):
        if self.stream is None and (self.mode != 'w' or not self._closed):
            self.stream = self._open()
        if self.stream:
            super().emit(record)

    def __repr__(self):
        return '<%s %s (%s)>' % (type(self).__name__, self.baseFilename, getLevelName(self.level))


class _StderrHandler(StreamHandler):
    """Writes to whatever sys.stderr is."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    stream = property(lambda self: sys.stderr)


lastResort = _defaultLastResort = _StderrHandler(WARNING)


class PlaceHolder:
    """Stands for a name between loggers that nobody has asked for."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap[alogger] = None


_loggerClass = None


def setLoggerClass(klass):
    """The class of loggers that are made from now on."""
    global _loggerClass
    _check_class(klass)
    _loggerClass = klass


def _check_class(klass):
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError('logger not derived from logging.Logger: ' + klass.__name__)


def getLoggerClass():
    """The class of loggers."""
    return _loggerClass


class Manager:
    """All loggers by their names, below a root."""

    def __init__(self, rootnode):
        self.root, self.disable = rootnode, 0
        self.emittedNoHandlerWarning, self.loggerDict = False, {}
        self.loggerClass = self.logRecordFactory = None

    disable = property(lambda self: self._disable, lambda self, value: setattr(self, '_disable', _checkLevel(value)))

    def getLogger(self, name):
        """The logger of a name, made at the first time."""
        if not isinstance(name, str):
            raise TypeError('A logger name must be a string')
        known = self.loggerDict.get(name)
        if known is not None and not isinstance(known, PlaceHolder):
            return known
        with _lock:
            known = self.loggerDict.get(name)
            if known is not None and not isinstance(known, PlaceHolder):
                return known
            made = self.loggerDict[name] = (self.loggerClass or _loggerClass)(name)
            made.manager = self
            for child in known.loggerMap if known is not None else ():
                if not child.parent.name.startswith(name):
                    made.parent, child.parent = child.parent, made
            self._find_parent(made)
            return made

    def _find_parent(self, made):
        above = made.name
        while '.' in above:
            above = above.rpartition('.')[0]
            found = self.loggerDict.get(above)
            if found is None:
                self.loggerDict[above] = PlaceHolder(made)
            elif isinstance(found, PlaceHolder):
                found.append(made)
            else:
                made.parent = found
                return
        made.parent = self.root

    def setLoggerClass(self, klass):
        _check_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _clear_cache(self):
        with _lock:
            for each in [*self.loggerDict.values(), self.root]:
                if isinstance(each, Logger):
                    each._cache.clear()


class Logger(Filterer):
    """Where a part of a program logs: its name is a place in the tree of loggers, whose handlers get its records, too."""
    root = manager = None

    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level, self.parent, self.propagate = name, _checkLevel(level), None, True
        self.handlers, self.disabled, self._cache = [], False, {}

    def setLevel(self, level):
        """Records below the level are passed over."""
        self.level = _checkLevel(level)
        self.manager._clear_cache()

    def _at(level):
        def method(self, msg, *args, **kwargs):
            if self.isEnabledFor(level):
                self._log(level, msg, args, **kwargs)
        method.__doc__ = f"Log 'msg % args' with severity '{_levelToName[level]}'."
        method.__name__ = _levelToName[level].lower()
        return method

    debug, info, warning, error, critical = _at(DEBUG), _at(INFO), _at(WARNING), _at(ERROR), _at(CRITICAL)
    del _at

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        """As critical()."""
        self.critical(msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """As error(), with the exception that is handled."""
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Logs with a level given by its number."""
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError('level must be an integer')
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """File, line, function and stack of who has called."""
        frame, here, own = sys._getframe(1), __name__, globals()
        while frame is not None and (frame.f_globals is own or frame.f_globals.get('__name__') == here) and frame.f_back is not None:
            frame = frame.f_back
        while stacklevel > 1 and frame.f_back is not None:
            frame = frame.f_back
            if frame.f_globals.get('__name__') != here:
                stacklevel -= 1
        text = None
        if stack_info:
            out = io.StringIO()
            out.write('Stack (most recent call last):\n')
            traceback.print_stack(frame, file=out)
            text = out.getvalue().removesuffix('\n')
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, text

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        """A record, with `extra` as attributes of it."""
        made = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ('message', 'asctime') or key in vars(made):
                raise KeyError('Attempt to overwrite %r in LogRecord' % key)
            setattr(made, key, extra[key])
        return made

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        try:
            file, line, function, stack = self.findCaller(stack_info, stacklevel)
        except ValueError:
            file, line, function, stack = '(unknown file)', 0, '(unknown function)', None
        if isinstance(exc_info, BaseException):
            exc_info = type(exc_info), exc_info, exc_info.__traceback__
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info or None, function, extra, stack))

    def handle(self, record):
        """Gives a record to the handlers, if the filters let it pass."""
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        """Adds a handler."""
        with _lock:
            if hdlr not in self.handlers:
                self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """Takes a handler away."""
        with _lock:
            if hdlr in self.handlers:
                self.handlers.remove(hdlr)

    def _with_parents(self):
        """This logger and those above it that get its records."""
        each = self
        while each:
            yield each
            each = each.parent if each.propagate else None

    def hasHandlers(self):
        """Whether there is a handler for its records."""
        return any(each.handlers for each in self._with_parents())

    def callHandlers(self, record):
        """Gives a record to all handlers, of this logger and of those above."""
        found, each, level = False, self, record.levelno
        while each:
            for handler in each.handlers:
                found = True
                if level >= handler.level:
                    handler.handle(record)
            each = each.parent if each.propagate else None
        if found:
            return
        if lastResort:
            if record.levelno >= lastResort.level:
                lastResort.handle(record)
        elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
            sys.stderr.write('No handlers could be found for logger "%s"\n' % self.name)
            self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        """Its level, or that of the nearest logger above that has one."""
        each = self
        while each:
            if each.level:
                return each.level
            each = each.parent
        return NOTSET

    def isEnabledFor(self, level):
        """Whether records of a level are made."""
        if self.disabled:
            return False
        try:
            return self._cache[level]
        except KeyError:
            with _lock:
                enabled = self._cache[level] = self.manager.disable < level and level >= self.getEffectiveLevel()
            return enabled

    def getChild(self, suffix):
        """The logger of a name below this one's."""
        return self.manager.getLogger(suffix if self.root is self else f'{self.name}.{suffix}')

    def __repr__(self):
        return '<%s %s (%s)>' % (type(self).__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        if getLogger(self.name) is not self:
            import pickle
            raise pickle.PicklingError('logger cannot be pickled')
        return getLogger, (self.name,)


class RootLogger(Logger):
    """The logger above all."""

    def __init__(self, level):
        super().__init__('root', level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger


class LoggerAdapter:
    """A logger with more in each record: process() says what."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        """The text and the keywords of a call, changed."""
        return msg, {**kwargs, 'extra': self.extra}

    def log(self, level, msg, *args, **kwargs):
        """Logs with a level given by its number."""
        if not self.isEnabledFor(level):
            return
        text, named = self.process(msg, kwargs)
        self.logger.log(level, text, *args, **named)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.log(WARNING, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """As error(), with the exception that is handled."""
        self.log(ERROR, msg, *args, **kwargs, exc_info=exc_info)

    def __repr__(self):
        effective = getLevelName(self.logger.getEffectiveLevel())
        return f'<{type(self).__name__} {self.logger.name} ({effective})>'

    name = property(lambda self: self.logger.name)
    manager = property(lambda self: self.logger.manager, lambda self, value: setattr(self.logger, 'manager', value))
    __class_getitem__ = classmethod(type(list[int]))


def _adapter_methods():
    for level in (DEBUG, INFO, WARNING, ERROR, CRITICAL):
        def method(self, msg, *args, _level=level, **kwargs):
            self.log(_level, msg, *args, **kwargs)
        method.__name__ = _levelToName[level].lower()
        setattr(LoggerAdapter, method.__name__, method)
    for name in ('isEnabledFor', 'setLevel', 'getEffectiveLevel', 'hasHandlers', '_log'):
        def through(self, *args, _name=name, **kwargs):
            return getattr(self.logger, _name)(*args, **kwargs)
        through.__name__ = name
        setattr(LoggerAdapter, name, through)


_adapter_methods()
root = RootLogger(WARNING)
Logger.root, Logger.manager = root, Manager(root)


def basicConfig(**kwargs):
    """A handler for the root logger, where it has none: filename and filemode, or stream, or handlers; format, style,
    datefmt, level, encoding, errors; force: former handlers go."""
    with _lock:
        options = dict(force=False, encoding=None, errors='backslashreplace')
        options.update((name, kwargs.pop(name)) for name in list(options) if name in kwargs)
        if options['force']:
            for handler in root.handlers[:]:
                root.removeHandler(handler)
                handler.close()
        if root.handlers:
            return
        handlers, filename = kwargs.pop('handlers', None), kwargs.pop('filename', None)
        stream_given, stream = 'stream' in kwargs, kwargs.pop('stream', None)
        if handlers is None:
            if stream_given and filename is not None:
                raise ValueError("'stream' and 'filename' should not be specified together")
            mode = kwargs.pop('filemode', 'a')
            if filename:
                errors = None if 'b' in mode else options['errors']
                encoding = options['encoding']
                handlers = [FileHandler(filename, mode, encoding=encoding, errors=errors)]
            else:
                handlers = [StreamHandler(stream)]
        elif stream_given or filename is not None:
            raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
        style = kwargs.pop('style', '%')
        usual = _style(style)[1]
        formatter = Formatter(kwargs.pop('format', usual), kwargs.pop('datefmt', None), style)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        level = kwargs.pop('level', None)
        if level is not None:
            root.setLevel(level)
        if kwargs:
            raise ValueError('Unrecognised argument(s): %s' % ', '.join(kwargs))


def getLogger(name=None):
    """The logger of a name; the root without one."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def _module_functions():
    def make(name):
        def function(msg, *args, **kwargs):
            if not root.handlers:
                basicConfig()
            getattr(root, name)(msg, *args, **kwargs)
        function.__name__ = function.__qualname__ = name
        function.__doc__ = f'{name}() of the root logger, which gets a handler where it has none.'
        return function
    for name in ('debug', 'info', 'warning', 'error', 'critical', 'fatal', 'exception', 'log'):
        globals()[name] = make(name)


_module_functions()


def warn(msg, *args, **kwargs):
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    globals()['warning'](msg, *args, **kwargs)


def disable(level=CRITICAL):
    """No records of this level and below."""
    root.manager.disable = level
    root.manager._clear_cache()


def shutdown(handlerList=_handlerList):
    """Writes out and closes all handlers, the last one first."""
    for reference in reversed(handlerList[:]):
        try:
            handler = reference()
            if handler:
                handler.acquire()
                try:
                    handler.flush()
                    handler.close()
                except (OSError, ValueError):
                    pass
                finally:
                    handler.release()
        except Exception:
            if raiseExceptions:
                raise


import atexit
atexit.register(shutdown)


class NullHandler(Handler):
    """Does nothing."""

    def handle(self, record):
        pass

    emit = handle

    def createLock(self):
        self.lock = None


_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger('py.warnings')
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(warnings.formatwarning(message, category, filename, lineno, line)))


def captureWarnings(capture):
    """Warnings become records of the logger py.warnings; no longer."""
    global _warnings_showwarning
    if capture and _warnings_showwarning is None:
        _warnings_showwarning, warnings.showwarning = warnings.showwarning, _showwarning
    elif not capture and _warnings_showwarning is not None:
        warnings.showwarning, _warnings_showwarning = _warnings_showwarning, None
