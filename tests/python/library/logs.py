# needs: logging
"""Loggers with handlers, filters, formatters and adapters of the notebook."""
import contextlib
import logging
import logging.handlers
import sys
import warnings


class Collector(logging.Handler):
    def __init__(self, limit=10):
        super().__init__(level=logging.INFO)
        self.records = []
        self.limit = limit

    def emit(self, record):
        if len(self.records) < self.limit:
            self.records.append((record.levelname, record.getMessage()))


class Upper(logging.Formatter):
    def format(self, record):
        record.shout = record.getMessage().upper()
        return super().format(record)


class OnlyEven(logging.Filter):
    def filter(self, record):
        return record.args and record.args[0] % 2 == 0


log = logging.getLogger('notebook')
log.setLevel(logging.DEBUG)
log.propagate = False
collector = Collector()
stream = logging.StreamHandler(sys.stdout)
stream.setFormatter(Upper('%(name)s|%(levelname)-8s|%(shout)s'))
log.addHandler(collector)
log.addHandler(stream)
log.debug('not collected %d', 1)
log.info('hello %s', 'world')
log.warning('list %r', [1, 2])
print(collector.records, collector in log.handlers, isinstance(collector, logging.Handler), log.handlers[0] is collector)


stream.setFormatter(logging.Formatter('%(levelname)s:%(message)s'))
log.addHandler(stream)
stream.addFilter(OnlyEven())
for i in range(4):
    log.info('number %d', i)
stream.filters.clear()
stream.addFilter(lambda record: 'secret' not in record.getMessage())
log.info('a secret')
log.info('no such thing')


class Context(logging.LoggerAdapter):
    def process(self, message, kwargs):
        return f'[{self.extra["user"]}] {message}', kwargs


Context(log, {'user': 'ann'}).info('logged in')
print(logging.getLevelName(logging.WARNING), log, log.isEnabledFor(logging.DEBUG), logging.getLogger('notebook') is log)
memory = logging.handlers.MemoryHandler(3, target=stream)
other = logging.getLogger('notebook.child')
other.addHandler(memory)
other.propagate = False
for i in range(3):
    other.error('buffered %d', i)
    print('after', i)


@contextlib.contextmanager
def level(logger, value):
    old, logger.level = logger.level, value
    try:
        yield logger
    finally:
        logger.setLevel(old)


with level(log, logging.ERROR):
    log.info('silent')
    log.error('loud')


class Strange:
    def __str__(self):
        return 'strange'

    def __repr__(self):
        return '<Strange>'


log.info('%s %r', Strange(), Strange())
log.info(Strange())
log.info('%(a)s and %(b)s', {'a': 1, 'b': Strange()})


class Factory(logging.Logger):
    def note(self, message):
        self.log(25, message)


logging.addLevelName(25, 'NOTE')
logging.setLoggerClass(Factory)
special = logging.getLogger('special')
logging.setLoggerClass(logging.Logger)
special.addHandler(stream)
special.note('my own')
print(type(special) is Factory, isinstance(special, Factory))
logging.config = None
logging.captureWarnings(False)
record = logging.makeLogRecord({'msg': 'made %d', 'args': (3,), 'levelno': 10})
print(record.getMessage(), record.levelno)
try:
    log.setLevel('NOTHING')
except ValueError as error:
    print(error)
