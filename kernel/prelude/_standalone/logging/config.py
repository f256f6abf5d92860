"""Logging set up by a dictionary, by a file, or by what comes over a connection."""
import functools
import io
import logging

import _regex

DEFAULT_LOGGING_CONFIG_PORT = 9030
RESET_ERROR = 104
IDENTIFIER = _regex.later('^[a-z_][a-z0-9_]*$', _regex.I)
_listener = None


def valid_ident(s):
    """True; ValueError: a text is no identifier."""
    if not IDENTIFIER.match(s):
        raise ValueError('Not a valid Python identifier: %r' % s)
    return True


def _resolve(name):
    """The object of a dotted name, whose modules are imported as they are needed."""
    first, *rest = name.strip().split('.')
    path, found = first, __import__(first)
    for part in rest:
        path += '.' + part
        if not hasattr(found, part):
            __import__(path)
        found = getattr(found, part)
    return found


def _forget_handlers():
    """All handlers are closed and forgotten."""
    logging._handlers.clear()
    logging.shutdown(logging._handlerList[:])
    del logging._handlerList[:]


class _Existing:
    """The loggers of before: those that are not set up anew are disabled, but for children of such ones."""

    def __init__(self, root):
        self._known = root.manager.loggerDict
        self._left, self._children = sorted(self._known), []

    def named(self, name):
        """A logger is set up anew."""
        if name in self._left:
            at = self._left.index(name)
            self._children += [each for each in self._left[at + 1:] if each.startswith(name + '.')]
            self._left.remove(name)

    def finish(self, disable):
        for name in self._left:
            logger = self._known[name]
            if name not in self._children:
                logger.disabled = disable
            elif not isinstance(logger, logging.PlaceHolder):
                logger.setLevel(logging.NOTSET)
                logger.handlers, logger.propagate = [], True


def _locked(function):
    @functools.wraps(function)
    def inner(*args):
        logging._acquireLock()
        try:
            return function(*args)
        finally:
            logging._releaseLock()
    return inner


# ---- dictionaries

class ConvertingMixin:
    """A container whose values are converted when they are read, and know where they stand."""
    parent = key = None

    def convert_with_key(self, key, value, replace=True):
        """The converted value, which takes the place of the other one."""
        made = self.configurator.convert(value)
        if made is not value:
            if replace:
                self[key] = made
            self._place(made, key)
        return made

    def convert(self, value):
        """The converted value, which stands in no place."""
        made = self.configurator.convert(value)
        if made is not value:
            self._place(made, None)
        return made

    def _place(self, made, key):
        if isinstance(made, ConvertingMixin):
            made.parent = self
            made.key = made.key if key is None else key


class ConvertingDict(dict, ConvertingMixin):
    """A dictionary of that kind."""

    def __getitem__(self, key):
        return self.convert_with_key(key, dict.__getitem__(self, key))

    def get(self, key, default=None):
        return self.convert_with_key(key, dict.get(self, key, default))

    def pop(self, key, default=None):
        return self.convert_with_key(key, dict.pop(self, key, default), replace=False)


class ConvertingList(list, ConvertingMixin):
    """A list of that kind."""

    def __getitem__(self, key):
        return self.convert_with_key(key, list.__getitem__(self, key))

    def pop(self, idx=-1):
        return self.convert(list.pop(self, idx))


class ConvertingTuple(tuple, ConvertingMixin):
    """A tuple of that kind."""

    def __getitem__(self, key):
        return self.convert_with_key(key, tuple.__getitem__(self, key), replace=False)


class BaseConfigurator:
    """Converts the values of a configuration: ext://NAME is an object of Python, cfg://PATH a value of the configuration."""
    CONVERT_PATTERN = _regex.later(r'^(?P<prefix>[a-z]+)://(?P<suffix>.*)$')
    WORD_PATTERN, DOT_PATTERN = _regex.later(r'^\s*(\w+)\s*'), _regex.later(r'^\.\s*(\w+)\s*')
    INDEX_PATTERN, DIGIT_PATTERN = _regex.later(r'^\[([^\[\]]*)\]\s*'), _regex.later(r'^\d+$')
    value_converters = {'ext': 'ext_convert', 'cfg': 'cfg_convert'}
    importer = staticmethod(__import__)
    _CONTAINERS = (dict, ConvertingDict), (list, ConvertingList), (tuple, ConvertingTuple)

    def __init__(self, config):
        self.config = ConvertingDict(config)
        self.config.configurator = self

    def resolve(self, s):
        """The object of a dotted name."""
        first, *rest = s.split('.')
        path = first
        try:
            found = self.importer(first)
            for part in rest:
                path += '.' + part
                try:
                    found = getattr(found, part)
                except AttributeError:
                    self.importer(path)
                    found = getattr(found, part)
            return found
        except ImportError as error:
            raise ValueError(f'Cannot resolve {s!r}: {error}') from error

    def ext_convert(self, value):
        """What ext:// stands for."""
        return self.resolve(value)

    def cfg_convert(self, value):
        """What cfg:// stands for: a path like handlers.file[0]."""
        found = self.WORD_PATTERN.match(value)
        if found is None:
            raise ValueError('Unable to convert %r' % value)
        at, rest = self.config[found[1]], value[found.end():]
        while rest:
            dotted, indexed = self.DOT_PATTERN.match(rest), self.INDEX_PATTERN.match(rest)
            step = dotted or indexed
            if step is None:
                raise ValueError('Unable to convert %r at %r' % (value, rest))
            at, rest = self._item(at, step[1], dotted is None), rest[step.end():]
        return at

    def _item(self, container, key, may_be_number):
        if may_be_number and self.DIGIT_PATTERN.match(key):
            try:
                return container[int(key)]
            except TypeError:
                pass
        return container[key]

    def convert(self, value):
        """A value of the configuration as it is used."""
        if isinstance(value, str):
            found = self.CONVERT_PATTERN.match(value)
            name = found and self.value_converters.get(found['prefix'])
            return getattr(self, name)(found['suffix']) if name else value
        if isinstance(value, ConvertingMixin) or isinstance(value, tuple) and hasattr(value, '_fields'):
            return value
        for plain, converting in self._CONTAINERS:
            if isinstance(value, plain):
                made = converting(value)
                made.configurator = self
                return made
        return value

    def configure_custom(self, config):
        """What the callable of the key '()' makes of the other keys; attributes of '.' are set."""
        make = config.pop('()')
        if not callable(make):
            make = self.resolve(make)
        attributes = config.pop('.', None)
        made = make(**{key: config[key] for key in config if valid_ident(key)})
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made

    def as_tuple(self, value):
        """Lists as tuples."""
        return tuple(value) if isinstance(value, list) else value


class DictConfigurator(BaseConfigurator):
    """Sets up logging by a dictionary."""

    @_locked
    def configure(self):
        """Does it."""
        config = self.config
        if 'version' not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config['version'] != 1:
            raise ValueError('Unsupported version: %s' % config['version'])
        if config.pop('incremental', False):
            self._adjust(config)
            return
        disable = config.pop('disable_existing_loggers', True)
        _forget_handlers()
        for kind, make in (('formatter', self.configure_formatter), ('filter', self.configure_filter)):
            parts = config.get(kind + 's', {})
            for name in parts:
                with _Named(kind, name):
                    parts[name] = make(parts[name])
        self._make_handlers(config.get('handlers', {}))
        existing, loggers = _Existing(logging.root), config.get('loggers', {})
        for name in loggers:
            existing.named(name)
            with _Named('logger', name):
                self.configure_logger(name, loggers[name])
        existing.finish(disable)
        if root := config.get('root', None):
            with _Named('root logger'):
                self.configure_root(root)

    def _adjust(self, config):
        """Only levels, and what is propagated."""
        handlers = config.get('handlers', {})
        for name in handlers:
            if name not in logging._handlers:
                raise ValueError('No handler found with name %r' % name)
            with _Named('handler', name):
                if level := handlers[name].get('level', None):
                    logging._handlers[name].setLevel(logging._checkLevel(level))
        loggers = config.get('loggers', {})
        for name in loggers:
            with _Named('logger', name):
                self.configure_logger(name, loggers[name], True)
        if root := config.get('root', None):
            with _Named('root logger'):
                self.configure_root(root, True)

    def _make_handlers(self, handlers):
        """In the order of their names; one whose target is not made yet has to wait."""
        waiting = []
        for again in (False, True):
            for name in waiting if again else sorted(handlers):
                try:
                    made = self.configure_handler(handlers[name])
                    made.name = name
                    handlers[name] = made
                except Exception as error:
                    if again or ' not configured yet' not in str(error.__cause__):
                        raise ValueError('Unable to configure handler %r' % name) from error
                    waiting.append(name)

    def configure_formatter(self, config):
        """A formatter of a dictionary."""
        if '()' in config:
            factory = config['()']
            try:
                return self.configure_custom(config)
            except TypeError as error:
                if "'format'" not in str(error):
                    raise
                config['fmt'] = config.pop('format')  # older factories know it by that name
                config['()'] = factory
                return self.configure_custom(config)
        name, more = config.get('class', None), {}
        if 'defaults' in config:
            more['defaults'] = config['defaults']
        kind = _resolve(name) if name else logging.Formatter
        checked = (config['validate'],) if 'validate' in config else ()
        return kind(config.get('format', None), config.get('datefmt', None), config.get('style', '%'), *checked, **more)

    def configure_filter(self, config):
        """A filter of a dictionary."""
        return self.configure_custom(config) if '()' in config else logging.Filter(config.get('name', ''))

    def add_filters(self, filterer, filters):
        """Gives a handler or a logger its filters, which have names or are filters themselves."""
        for each in filters:
            with _Named('Unable to add filter %r' % (each,)):
                filterer.addFilter(each if callable(each) or callable(getattr(each, 'filter', None)) else
                                   self.config['filters'][each])

    def _use(self, config, key, section):
        """A part that a handler names."""
        name = config[key]
        if not name or not isinstance(name, str):
            return name
        with _Named(f'Unable to set {key} {name!r}'):
            return self.config[section][name]

    def configure_handler(self, config):
        """A handler of a dictionary."""
        whole = dict(config)
        formatter = config.pop('formatter', None)
        if formatter:
            with _Named('Unable to set formatter %r' % (formatter,)):
                formatter = self.config['formatters'][formatter]
        level, filters = config.pop('level', None), config.pop('filters', None)
        if '()' in config:
            factory = config.pop('()')
            make = factory if callable(factory) else self.resolve(factory)
        else:
            make = self._handler_class(config, whole)
        attributes = config.pop('.', None)
        options = {key: config[key] for key in config if valid_ident(key)}
        try:
            made = make(**options)
        except TypeError as error:
            if "'stream'" not in str(error):
                raise
            options['strm'] = options.pop('stream')  # older handlers know it by that name
            made = make(**options)
        if formatter:
            made.setFormatter(formatter)
        if level is not None:
            made.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(made, filters)
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made

    def _handler_class(self, config, whole):
        from logging import handlers
        name = config.pop('class')
        kind = name if callable(name) else self.resolve(name)
        if issubclass(kind, handlers.MemoryHandler) and 'target' in config:
            with _Named('Unable to set target handler %r' % (config['target'],)):
                target = self.config['handlers'][config['target']]
                if not isinstance(target, logging.Handler):
                    config.update(whole)
                    raise TypeError('target not configured yet')
                config['target'] = target
        for base, key in ((handlers.SMTPHandler, 'mailhost'), (handlers.SysLogHandler, 'address')):
            if issubclass(kind, base) and key in config:
                config[key] = self.as_tuple(config[key])
        return kind

    def add_handlers(self, logger, handlers):
        """Gives a logger its handlers by their names."""
        for name in handlers:
            with _Named('Unable to add handler %r' % (name,)):
                logger.addHandler(self.config['handlers'][name])

    def common_logger_config(self, logger, config, incremental=False):
        """What the root and other loggers have in common."""
        level = config.get('level', None)
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if incremental:
            return
        for each in logger.handlers[:]:
            logger.removeHandler(each)
        for key, add in (('handlers', self.add_handlers), ('filters', self.add_filters)):
            if given := config.get(key, None):
                add(logger, given)

    def configure_logger(self, name, config, incremental=False):
        """A logger of a dictionary."""
        logger, propagate = logging.getLogger(name), config.get('propagate', None)
        self.common_logger_config(logger, config, incremental)
        logger.disabled = False
        if propagate is not None:
            logger.propagate = propagate

    def configure_root(self, config, incremental=False):
        """The root logger."""
        self.common_logger_config(logging.getLogger(), config, incremental)


class _Named:
    """`with`: an error becomes a ValueError that says at what part it was: a kind and a name, or a text of its own."""

    def __init__(self, kind, name=None):
        self._text = kind if kind.startswith('Unable') else f'Unable to configure {kind}' + (f' {name!r}' if name is not None else '')

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and issubclass(kind, Exception):
            raise ValueError(self._text) from error


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Configure logging using a dictionary: version 1, formatters, filters, handlers, loggers, root, incremental and
    disable_existing_loggers."""
    dictConfigClass(config).configure()


# ---- files

def _words(text):
    return [word.strip() for word in text.split(',')]


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    """Read the logging configuration from a ConfigParser-format file."""
    import configparser
    import os
    if isinstance(fname, configparser.RawConfigParser):
        parser = fname
    else:
        if isinstance(fname, str) and not os.path.exists(fname):
            raise FileNotFoundError(f"{fname} doesn't exist")
        if isinstance(fname, str) and not os.path.getsize(fname):
            raise RuntimeError(f'{fname} is an empty file')
        parser = configparser.ConfigParser(defaults)
        try:
            if hasattr(fname, 'readline'):
                parser.read_file(fname)
            else:
                parser.read(fname, encoding=io.text_encoding(encoding))
        except configparser.ParsingError as error:
            raise RuntimeError(f'{fname} is invalid: {error}')
    _set_up(parser, disable_existing_loggers)


@_locked
def _set_up(parser, disable):
    formatters = {name: _formatter_of(parser[f'formatter_{name}']) for name in _names(parser, 'formatters')}
    _forget_handlers()
    _loggers_of(parser, _handlers_of(parser, formatters), disable)


def _names(parser, section):
    keys = parser[section]['keys']
    return _words(keys) if keys else []


def _formatter_of(section):
    texts = [section.get(key, raw=True, fallback=None) for key in ('format', 'datefmt')]
    style = section.get('style', raw=True, fallback='%')
    name = section.get('class')
    return (_resolve(name) if name else logging.Formatter)(*texts, style)


def _evaluated(text):
    """An argument in a file: an expression over what logging has."""
    return eval(text, vars(logging))


def _handlers_of(parser, formatters):
    made, targets = {}, {}
    from logging import handlers
    vars(logging).setdefault('handlers', handlers)
    for name in _names(parser, 'handlers'):
        section = parser[f'handler_{name}']
        try:
            kind = eval(section['class'], vars(logging))
        except (AttributeError, NameError):
            kind = _resolve(section['class'])
        each = kind(*_evaluated(section.get('args', '()')), **_evaluated(section.get('kwargs', '{}')))
        each.name = name
        if 'level' in section:
            each.setLevel(section['level'])
        if section.get('formatter', ''):
            each.setFormatter(formatters[section['formatter']])
        if issubclass(kind, handlers.MemoryHandler) and section.get('target', ''):
            targets[each] = section['target']
        made[name] = each
    for each, target in targets.items():
        each.setTarget(made[target])
    return made


def _give_handlers(logger, section, made):
    if 'level' in section:
        logger.setLevel(section['level'])
    for each in logger.handlers[:]:
        logger.removeHandler(each)
    for name in _words(section['handlers']) if section['handlers'] else ():
        logger.addHandler(made[name])


def _loggers_of(parser, made, disable):
    names = _words(parser['loggers']['keys'])
    names.remove('root')
    _give_handlers(logging.root, parser['logger_root'], made)
    existing = _Existing(logging.root)
    for each in names:
        section = parser[f'logger_{each}']
        name = section['qualname']
        logger = logging.getLogger(name)
        existing.named(name)
        _give_handlers(logger, section, made)
        logger.propagate, logger.disabled = section.getint('propagate', fallback=1), False
    existing.finish(disable)


# ---- over a connection

def listen(port=DEFAULT_LOGGING_CONFIG_PORT, verify=None):
    """A thread that takes configurations over connections to a port, each with its length in four bytes before: JSON for
    dictConfig(), or a file for fileConfig(). verify: a function that gives the bytes back, or None: they are refused."""
    import threading

    class Listener(threading.Thread):
        """The thread; `ready` is set when it listens."""

        def __init__(self):
            super().__init__()
            self.port, self.ready = port, threading.Event()

        def run(self):
            global _listener
            server = _Receiver(port, verify)
            self.port = self.port or server.port
            self.ready.set()
            logging._acquireLock()
            _listener = server
            logging._releaseLock()
            server.serve()

    return Listener()


def stopListening():
    """Ends the thread of listen()."""
    global _listener
    logging._acquireLock()
    try:
        if _listener is not None:
            _listener.stopped, _listener = True, None
    finally:
        logging._releaseLock()


class _Receiver:
    """Takes configurations, one connection after the other."""
    stopped = False

    def __init__(self, port, verify):
        import socket
        self._verify = verify
        self._socket = socket.create_server(('localhost', port))
        self._socket.settimeout(0.1)
        self.port = self._socket.getsockname()[1]

    def serve(self):
        with self._socket:
            while not self.stopped:
                try:
                    link, _ = self._socket.accept()
                except TimeoutError:
                    continue
                with link:
                    link.settimeout(None)
                    self._take(link)

    def _take(self, link):
        import struct
        try:
            head = self._exactly(link, 4)
            text = head and self._exactly(link, *struct.unpack('>L', head))
            if text and self._verify is not None:
                text = self._verify(text)
            if text is not None:
                self._apply(text.decode('utf-8'))
        except OSError as error:
            if error.errno != RESET_ERROR:
                raise

    @staticmethod
    def _exactly(link, size):
        data = b''
        while len(data) < size:
            more = link.recv(size - len(data))
            if not more:
                return None
            data += more
        return data

    @staticmethod
    def _apply(text):
        import json
        import traceback
        try:
            config = json.loads(text)
            assert isinstance(config, dict)
        except Exception:
            try:
                fileConfig(io.StringIO(text))
            except Exception:
                traceback.print_exc()
        else:
            dictConfig(config)
