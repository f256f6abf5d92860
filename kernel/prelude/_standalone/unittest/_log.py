"""The contexts of assertLogs and assertNoLogs."""
import collections
import logging

from unittest.case import _Expectation

_LoggingWatcher = collections.namedtuple('_LoggingWatcher', ['records', 'output'])


class _CapturingHandler(logging.Handler):
    """Keeps records and their texts."""
    flush = staticmethod(lambda: None)

    def __init__(self, level, layout):
        super().__init__(level)
        self.setFormatter(logging.Formatter(layout))
        self.watcher = _LoggingWatcher(records=[], output=[])

    def emit(self, record):
        for kept, item in zip(self.watcher, (record, self.format(record))):
            kept.append(item)


class _AssertLogsContext(_Expectation):
    """What assertLogs() and assertNoLogs() give back."""

    LOGGING_FORMAT = '%(levelname)s:%(name)s:%(message)s'

    def __init__(self, test_case, logger_name, level, no_logs):
        _Expectation.__init__(self, None, test_case)
        self.logger_name = logger_name
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.no_logs = no_logs

    def __enter__(self):
        name = self.logger_name
        self.logger = logger = name if isinstance(name, logging.Logger) else logging.getLogger(name)
        handler = _CapturingHandler(self.level, self.LOGGING_FORMAT)
        self.watcher = handler.watcher
        self.before = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else handler.watcher

    def __exit__(self, kind, error, trace):
        self.logger.handlers, level, self.logger.propagate = self.before
        self.logger.setLevel(level)
        if kind is not None:
            return False
        count = len(self.watcher.records)
        if self.no_logs and count:
            self._raiseFailure(f'Unexpected logs found: {self.watcher.output!r}')
        if not self.no_logs and not count:
            self._raiseFailure(f'no logs of level {logging.getLevelName(self.level)} or higher triggered on '
                               f'{self.logger.name}')
