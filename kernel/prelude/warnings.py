"""Warnings: texts on standard error, once for each place, that filters silence or turn into exceptions."""

import sys

filters = []  # (action, text, category, module, lineno) of the filters set last, first
_defaults = [('ignore', DeprecationWarning), ('ignore', PendingDeprecationWarning), ('ignore', ImportWarning),
             ('ignore', ResourceWarning)]
_seen = {}
_cell_lines = {}  # (file name, line) of a cell: its text
_actions = ('error', 'ignore', 'always', 'default', 'module', 'once')


class WarningMessage:
    """One recorded warning."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return '{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def _source_line(filename, lineno):
    if (filename, lineno) in _cell_lines:
        return _cell_lines[filename, lineno]
    if not filename or filename.startswith('<'):
        return ''
    try:
        with open(filename, encoding='utf-8', errors='replace') as file:
            for number, line in enumerate(file, 1):
                if number == lineno:
                    return line
    except OSError:
        pass
    return ''


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning."""
    place = '%s:%s: ' % (filename, lineno) if filename else ''
    text = '%s%s: %s\n' % (place, category.__name__, message)
    if line is None:
        line = _source_line(filename, lineno)
    if line:
        text += '  %s\n' % line.strip()
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Writes a warning; programs may replace this function."""
    target = sys.stderr if file is None else file
    if target is not None:
        target.write(formatwarning(message, category, filename, lineno, line))


def simplefilter(action, category=Warning, lineno=0, append=False):
    """What to do with warnings of a class: error, ignore, always, default, module or once."""
    if action not in _actions:
        raise ValueError('invalid action: %r' % action)
    _add((action, '', category, '', lineno), append)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    """What to do with warnings of a class whose text begins so."""
    if action not in _actions:
        raise ValueError('invalid action: %r' % action)
    _add((action, message, category, module, lineno), append)


def _add(item, append):
    if append:
        filters.append(item)
    else:
        filters.insert(0, item)


def resetwarnings():
    """Forgets all filters."""
    del filters[:]


def _action(text, category, module, lineno):
    for action, start, wanted, where, line in filters:
        if (issubclass(category, wanted) and text.lower().startswith(start.replace('.*', '').lower())
                and (not where or where.replace('\\', '') == module) and line in (0, lineno)):
            return action
    if module == '__main__' and category is DeprecationWarning:
        return 'default'
    for action, wanted in _defaults:
        if issubclass(category, wanted):
            return action
    return 'default'


def _place(stacklevel):
    """File and line of the caller, where the interpreter tells."""
    find = getattr(sys, '_getframe', None)
    if find is None:
        return '', 0, '<unknown>'
    try:
        frame = find(stacklevel + 1)
    except ValueError:
        return 'sys', 1, 'sys'
    filename, lineno, line = frame.f_code.co_filename, frame.f_lineno, frame._source_line
    if line is not None:
        _cell_lines[filename, lineno] = line
    return filename, lineno, frame.f_globals.get('__name__', '<unknown>')


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Gives a warning."""
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    filename, lineno, module = _place(stacklevel)
    warn_explicit(message, category, filename, lineno, module, _seen)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Gives a warning of a named place."""
    text = str(message)
    if module is None:
        module = filename[:-3] if filename.endswith('.py') else filename or '<unknown>'
    action = _action(text, category, module, lineno)
    if action == 'ignore':
        return
    if action == 'error':
        raise message if isinstance(message, Warning) else category(text)
    if action != 'always' and registry is not None:
        key = (text, category) if action == 'once' else (text, category, filename, lineno)
        if key in registry:
            return
        registry[key] = True
    shown = message if isinstance(message, Warning) else category(text)
    if _records:
        _records[-1].append(WarningMessage(shown, category, filename, lineno))
    else:
        showwarning(shown, category, filename, lineno)


_records = []


class catch_warnings:
    """Inside, filters may change without a trace; with record=True warnings are collected in a list."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._filter = None if action is None else (action, '', category, '', lineno)

    def __enter__(self):
        global filters
        self._saved = filters
        self._shown = showwarning
        filters = list(filters)
        if self._filter is not None:
            filters.insert(0, self._filter)
        if self._record:
            _records.append([])
            return _records[-1]
        return None

    def __exit__(self, *details):
        global filters, showwarning
        filters = self._saved
        showwarning = self._shown
        if self._record:
            _records.pop()


__all__ = '''catch_warnings filterwarnings formatwarning resetwarnings showwarning simplefilter warn warn_explicit'''.split()
