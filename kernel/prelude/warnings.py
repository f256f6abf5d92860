"""Warnings: texts on standard error, once for each location, which filters silence or turn into exceptions."""

import sys

# (action, text, category, module, lineno) of the filters set last, first
filters = [('default', None, DeprecationWarning, '__main__', 0)]
filters += [('ignore', None, quiet, None, 0) for quiet in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)]
onceregistry, defaultaction = {}, 'default'
_version = 0  # counts changes of the filters: what was seen before the last one may be shown again
_cell_lines = {}  # (file name, line) of a cell: its text
_actions = ('error', 'ignore', 'always', 'default', 'module', 'once')


class WarningMessage:
    """One recorded warning."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        vars(self).update(message=message, category=category, filename=filename, lineno=lineno, file=file, line=line, source=source,
                          _category_name=category.__name__ if category else None)

    def __str__(self):
        shown = {'message': repr(self.message), 'category': repr(self._category_name), 'filename': repr(self.filename),
                 'lineno': str(self.lineno), 'line': repr(self.line)}
        return '{%s}' % ', '.join([f'{name} : {value}' for name, value in shown.items()])


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
    _showwarnmsg_impl(WarningMessage(message, category, filename, lineno, file, line))


_showwarning_orig = showwarning
_untraced = '%s: Enable tracemalloc to get the object allocation traceback\n'  # of a warning of an object's end


def _is_warning(category):
    return isinstance(category, type) and issubclass(category, Warning)


# what an argument of a filter must be, in the order in which they are looked at: (the argument, the test, the complaint)
_ARGUMENT_RULES = (
    ('action', _actions.__contains__, 'invalid action: {!r}'),
    ('message', lambda text: isinstance(text, str), 'message must be a string'),
    ('category', lambda given: isinstance(given, type), 'category must be a class'),
    ('category', _is_warning, 'category must be a Warning subclass'),
    ('module', lambda text: isinstance(text, str), 'module must be a string'),
    ('lineno', lambda line: isinstance(line, int) and line >= 0, 'lineno must be an int >= 0'),
)


def _check_filter(**given):
    for name, fits, complaint in _ARGUMENT_RULES:
        if name in given:
            assert fits(given[name]), complaint.format(given[name])


def simplefilter(action, category=Warning, lineno=0, append=False):
    """What to do with warnings of a class: error, ignore, always, default, module or once."""
    _check_filter(action=action, lineno=lineno)
    _add((action, None, category, None, lineno), append)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    """What to do with warnings of a class whose text, and whose module, begin with what a regular expression describes."""
    _check_filter(action=action, message=message, category=category, module=module, lineno=lineno)
    if message or module:
        import re
        message, module = message and re.compile(message, re.I), module and re.compile(module)
    _add((action, message or None, category, module or None, lineno), append)


# Who else goes by the filters. It is told of each change here, since it looks at its list without asking; its changes, which are
# many, are taken over when the filters are needed here.
_tell, _ask = None, None  # functions: of the list, or None if only the version has changed; of a count, for (count, list)
_told, _asked = None, 0


def _share_filters(tell, ask):
    """From now on `tell` hears of every change of the filters, and `ask` knows those that were made elsewhere."""
    global _tell, _ask
    _tell, _ask = tell, ask
    _tell_filters()
    sys.modules[__name__].__class__ = _SharedWarnings


class _SharedWarnings(type(sys)):
    """The module, when its filters are shared: who looks at them sees those of now."""

    @property
    def filters(self):
        _take_filters()
        return vars(self)['filters']

    @filters.setter
    def filters(self, new):
        vars(self)['filters'] = new
        _changed()


def _tell_filters():
    global _told
    unchanged = filters == _told
    if not unchanged:
        _told = list(filters)
    _tell(None if unchanged else filters)


def _take_filters():
    """Takes over what was changed elsewhere since this was called last."""
    global _asked, _told, _version
    if _ask is None:
        return
    news = _ask(_asked)
    if news is not None:
        _asked, changed = news
        _version += 1
        if changed is not None:
            filters[:] = _told = [tuple(one) for one in changed]


def _changed():
    global _version
    _version += 1
    if _tell is not None:
        _tell_filters()


_filters_mutated = _changed


class _OptionError(Exception):
    """An option of warnings that says no filter."""


def _setoption(arg):
    """A filter of the form action:message:category:module:line, as options of the command line have them."""
    import re
    fields = [field.strip() for field in arg.split(':')]
    if len(fields) > 5:
        raise _OptionError('too many fields (max 5): %r' % (arg,))
    action, text, category, module, line = fields + [''] * (5 - len(fields))
    found = next((name for name in _actions if action and name.startswith(action)), None) if action else 'default'
    if action != 'all' and found is None:
        raise _OptionError('invalid action: %r' % (action,))
    if line and not line.isdecimal():
        raise _OptionError('invalid lineno %r' % (line,))
    filterwarnings('always' if action == 'all' else found, re.escape(text), _category_named(category),
                   re.escape(module) + r'\Z' if module else '', int(line or 0))


def _category_named(name):
    if not name:
        return Warning
    module, _, last = name.rpartition('.')
    try:
        found = getattr(__import__(module or 'builtins', fromlist=[last]), last)
    except ImportError:
        raise _OptionError('invalid module name: %r' % (module,)) from None
    except AttributeError:
        raise _OptionError('unknown warning category: %r' % (name,)) from None
    if not issubclass(found, Warning):
        raise _OptionError('invalid warning category: %r' % (name,))
    return found


def _processoptions(args):
    for arg in args:
        try:
            _setoption(arg)
        except _OptionError as problem:
            print('Invalid -W option ignored:', problem, file=sys.stderr)


def _deprecated(name, message='{name!r} is deprecated and slated for removal in Python {remove}', *, remove, _version=sys.version_info):
    """Warns of what will be gone in a version; RuntimeError once that is here."""
    version = '%d.%d' % remove
    if tuple(_version[:2]) > tuple(remove) or (tuple(_version[:2]) == tuple(remove) and _version[3] != 'alpha'):
        raise RuntimeError('%r was slated for removal after Python %s' % (name, version + (' alpha' if remove == _version[:2] else '')))
    warn(message.format(name=name, remove=version), DeprecationWarning, stacklevel=3)


def _add(item, append):
    _take_filters()
    if not append:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    elif item not in filters:
        filters.append(item)
    _changed()


def resetwarnings():
    """Removes all filters."""
    del filters[:]
    _changed()


_last = {'filters': filters, 'onceregistry': onceregistry, 'defaultaction': defaultaction}


def _setting(name, kind):
    """A name of this module that programs may set, or delete: then it is what it was."""
    value = _last[name] = globals().get(name, _last[name])
    if not isinstance(value, kind):
        raise TypeError('_warnings.%s must be a %s, not %r' % (name, {str: 'string'}.get(kind, kind.__name__), type(value).__name__))
    return value


def _action(text, category, module, lineno):
    for action, start, wanted, where, line in _setting('filters', list):
        if (issubclass(category, wanted) and (start is None or start.match(text)) and line in (0, lineno)
                and (where is None or (where == module if isinstance(where, str) else where.match(module)))):
            return action
    return _setting('defaultaction', str)


def _is_importing(frame):
    name = frame.f_code.co_filename
    return 'importlib' in name and '_bootstrap' in name


def _caller(stacklevel):
    """The frame so many calls above what calls this; a caller's caller is not sought in what imports modules."""
    frame = sys._getframe(2)
    if stacklevel > 1 and not _is_importing(frame):
        for _ in range(stacklevel - 1):
            frame = frame.f_back
            while frame is not None and _is_importing(frame):
                frame = frame.f_back
            if frame is None:
                raise ValueError
        return frame
    return sys._getframe(stacklevel + 1)


def warn(message, category=None, stacklevel=1, source=None):
    """Gives a warning of the line stacklevel calls up: a text of a category, or an instance, whose class is the category."""
    kind = type(message) if isinstance(message, Warning) else UserWarning if category is None else category
    if not _is_warning(kind):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(kind).__name__)
    try:
        frame = _caller(stacklevel)
    except ValueError:
        names, filename, lineno = vars(sys), 'sys', 1
    else:
        names, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
        if frame._source_line is not None:
            _cell_lines[filename, lineno] = frame._source_line
    registry = names.setdefault('__warningregistry__', {})
    warn_explicit(message, kind, filename, lineno, names.get('__name__', '<string>'), registry, names, source)


def _is_shown(action, text, category, lineno, registry):
    """Whether a warning was not given before, as far as its filter asks; it is noted."""
    if action == 'always':
        return True
    registry[text, category, lineno] = True
    if action == 'default':
        return True
    if action == 'once':
        known, key = _setting('onceregistry', dict), (text, category)
    elif action == 'module':
        known, key = registry, (text, category, 0)
    elif isinstance(action, str):
        raise RuntimeError('Unrecognized action (%r) in warnings.filters:\n %s' % (action, _setting('filters', list)))
    else:
        raise TypeError('action must be a string, not %r' % type(action).__name__)
    was = known.get(key)
    known[key] = True
    return not was


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Gives a warning for an explicit file name and line."""
    lineno = int(lineno)
    if module is None:
        module = filename[:-3] if filename[-3:].lower() == '.py' else filename or '<unknown>'
    registry = {} if registry is None else registry
    _take_filters()
    if registry.get('version', 0) != _version:
        registry.clear()
        registry['version'] = _version
    if isinstance(message, Warning):
        text, category = str(message), type(message)
    else:
        text, message = message, category(message)
    if registry.get((text, category, lineno)):
        return
    action = _action(text, category, module, lineno)
    if action == 'ignore':
        return
    if module_globals is not None and '__loader__' in module_globals and 'linecache' in sys.modules:
        sys.modules['linecache'].getlines(filename, module_globals)
    if action == 'error':
        raise message
    if _is_shown(action, text, category, lineno, registry):
        _show(message, category, filename, lineno, None, source)


def _show(message, category, filename, lineno, line, source):
    """A warning that no filter has stopped."""
    one = WarningMessage(message, category, filename, lineno, line=line, source=source)
    if _records:
        _records[-1].append(one)
    else:
        _showwarnmsg(one)


def _showwarnmsg(msg):
    """By the function that a program has put in the place of showwarning, or as text."""
    own = globals().get('showwarning', _showwarning_orig)
    if own is _showwarning_orig:
        _showwarnmsg_impl(msg)
    elif not callable(own):
        raise TypeError('warnings.showwarning() must be set to a function or method')
    elif msg.file is msg.line is None:
        own(msg.message, msg.category, msg.filename, msg.lineno)
    else:
        own(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)


def _birth_of(source, category):
    """Where the object was made that a warning is about, or how that could be known."""
    import _tracemalloc
    if not _tracemalloc.is_tracing():
        return _untraced % category
    import tracemalloc
    lines = []
    for frame in tracemalloc.get_object_traceback(source) or ():
        code = tracemalloc.linecache.getline(frame.filename, frame.lineno).strip()
        lines += [f'  File "{frame.filename}", lineno {frame.lineno}'] + [f'    {code}'] * bool(code)
    return '\n'.join(['Object allocated at (most recent call last):', *lines, '']) if lines else ''


def _showwarnmsg_impl(msg):
    target = sys.stderr if msg.file is None else msg.file
    if target is None:
        return
    text = formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line)
    try:
        target.write(text if msg.source is None else text + _birth_of(msg.source, msg.category.__name__))
    except OSError:
        pass  # there is no place left to tell it


def _warn_unawaited_coroutine(coro):
    told = [f'coroutine {coro.__qualname__!r} was never awaited']
    if coro.cr_origin is not None:
        from traceback import format_list
        places = [(file, line, name, None) for file, line, name in reversed(coro.cr_origin)]
        told += ['Coroutine created at (most recent call last)', ''.join(format_list(places)).rstrip('\n')]
    warn('\n'.join(told), RuntimeWarning, 2, coro)


def _warn_at_caller(message, category, source):
    """A warning that came from elsewhere, of the line that is running here."""
    warn(message, category, 2, source)


class _Recorder:
    """Warnings are recorded elsewhere: a function takes each."""

    def __init__(self, function):
        self._function = function

    def append(self, recorded):
        self._function(recorded.message, recorded.category, recorded.filename, recorded.lineno, recorded.source)


def _record_elsewhere(function):
    """Warnings go to a function until it is None."""
    _records[:] = [one for one in _records if not isinstance(one, _Recorder)]
    if function is not None:
        _records.append(_Recorder(function))


_shown_before = []  # the function that another one stands for


def _show_elsewhere(function):
    """Another function shows warnings, as if it were put into this module; None: the one of before."""
    global showwarning
    if function is None:
        showwarning = _shown_before.pop() if _shown_before else showwarning
        return
    if not _shown_before:
        _shown_before.append(showwarning)
    showwarning = function


_records = []


class catch_warnings:
    """Inside, filters may change without a trace; with record=True warnings are collected in a list. module: another copy of
    this one, whose filters are meant."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = sys.modules['warnings'] if module is None else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        words = ['record=True'] * bool(self._record)
        words += ['module=%r' % (self._module,)] * (self._module is not sys.modules['warnings'])
        return '%s(%s)' % (type(self).__name__, ', '.join(words))

    def __enter__(self):
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        module = self._module
        _take_filters()
        self._saved, self._shown = module.filters, module.showwarning
        module.filters = list(self._saved)
        module._filters_mutated()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = []
        self._elsewhere = getattr(module, '_records', None), module._showwarnmsg_impl
        module._records, module._showwarnmsg_impl, module.showwarning = [], log.append, module._showwarning_orig
        return log

    def __exit__(self, *details):
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        _take_filters()
        module = self._module
        module.filters, module.showwarning = self._saved, self._shown
        module._filters_mutated()
        if self._record:
            module._records, module._showwarnmsg_impl = self._elsewhere


class _OptionError(Exception):
    """What is wrong with an option of the command line."""


def _category_named(name):
    """The class of warnings that an option names: of the builtins, or MODULE.CLASS."""
    module, _, short = name.rpartition('.')
    try:
        found = getattr(__import__(module or 'builtins', None, None, [short]), short)
    except ImportError:
        raise _OptionError(f'invalid module name: {module!r}') from None
    except AttributeError:
        raise _OptionError(f'unknown warning category: {name!r}') from None
    if not _is_warning(found):
        raise _OptionError(f'invalid warning category: {name!r}')
    return found


def _setoption(option):
    """The filter that action:message:category:module:lineno describes, each part of which may be missing at the end."""
    parts = option.split(':')
    if len(parts) > 5:
        raise _OptionError(f'too many fields (max 5): {option!r}')
    action, message, category, module, line = [part.strip() for part in parts + [''] * (5 - len(parts))]
    known = [each for each in ('default', 'always', 'ignore', 'module', 'once', 'error') if each.startswith(action)]
    if not known and action != 'all':
        raise _OptionError(f'invalid action: {action!r}')
    category = _category_named(category) if category else Warning
    if message or module:
        from re import escape
        message, module = escape(message), escape(module) + r'\Z' if module else ''
    try:
        line = int(line or 0)
        if line < 0:
            raise ValueError
    except ValueError:
        raise _OptionError(f'invalid lineno {line!r}') from None
    filterwarnings('always' if action == 'all' else known[0], message, category, module, line)


def _processoptions(options):
    """Set the filters of the command line; what is wrong with one is told on stderr."""
    for option in options:
        try:
            _setoption(option)
        except _OptionError as problem:
            print('Invalid -W option ignored:', problem, file=sys.stderr)


__all__ = '''catch_warnings filterwarnings formatwarning resetwarnings showwarning simplefilter warn warn_explicit'''.split()
if sys.warnoptions:
    _processoptions(sys.warnoptions)
