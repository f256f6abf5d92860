"""Layouts of reports besides IPython's usual one: %xmode Plain, Verbose, Minimal, Docs, Doctest."""
import _shell

_CAUSE = '\nThe above exception was the direct cause of the following exception:\n'
_CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n'


def _chain(error):
    """Exceptions, the oldest first, each with the text that leads to the next."""
    found, seen, text = [], set(), ''
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        found.append((error, text))
        if error.__cause__ is not None:
            error, text = error.__cause__, _CAUSE
        else:
            error, text = None if error.__suppress_context__ else error.__context__, _CONTEXT
    return found[::-1]


def _last(error):
    name, text = type(error).__name__, str(error)
    return '\x1b[31m%s\x1b[39m\x1b[31m:\x1b[39m %s\n' % (name, text) if text else '\x1b[31m%s\x1b[39m\n' % name


def _entries(traceback):
    while traceback is not None:
        if not _shell.is_hidden(traceback):
            yield traceback
        traceback = traceback.tb_next


def _place(entry, number, last):
    """The line of a place: its file or the number of its cell, its function; the last one has other colours."""
    path, function, line = entry[0], entry[1].rpartition('.')[2], entry[2]
    where, in_line = ('Cell', 'In[%d], line %d' % (number, line)) if number else ('File', '%s:%d' % (path, line))
    named = function != '<module>'
    if last:
        return '\x1b[36m  \x1b[39m\x1b[36m%s\x1b[39m\x1b[36m \x1b[39m' % where + _numbered(in_line, '32') + (
            '\x1b[36m in \x1b[39m\x1b[35m%s\x1b[39m' % function if named else '') + '\n'
    return '  %s ' % where + _numbered(in_line, '92') + (' in \x1b[95m%s\x1b[39m' % function if named else '') + '\n'


def _numbered(text, colour):
    first, comma, rest = text.partition(', ')
    if not comma:
        return '\x1b[%sm%s\x1b[39m' % (colour, text)
    return '\x1b[%sm%s\x1b[39m\x1b[%sm, %s\x1b[39m' % (colour, first, colour, rest)


def _source(entry):
    if entry[6] is not None:
        lines = entry[6].splitlines()
    else:
        try:
            with open(entry[0], encoding='utf-8') as file:
                lines = file.read().splitlines()
        except (OSError, UnicodeDecodeError):
            return ''
    return lines[entry[2] - 1].strip() if 0 < entry[2] <= len(lines) else ''


def _plain(error, lines):
    found = []
    for each, between in _chain(error):
        found.append('Traceback \x1b[36m(most recent call last)\x1b[39m:\n')
        entries = _shell.traceback(each)
        numbers = [_shell.cell_number(entry) for entry in _entries(each.__traceback__)]
        for at, entry in enumerate(entries):
            last, source = at == len(entries) - 1, _source(entry)
            shown = '\x1b[31m    \x1b[39m\x1b[31m%s\x1b[39m\n' % source if last else '    %s\n' % source
            found.append(_place(entry, numbers[at], last) + (shown if source else ''))
        found.append(_last(each))
        if between:
            found.append(between)
    return found


def _value(value):
    try:
        text = repr(value)
    except Exception:
        return '<unprintable>'
    at = text.find(' at 0x')
    if at >= 0 and text.endswith('>'):
        text = text[:at] + '>'
    return text if len(text) <= 50 else text[:25] + '...' + text[-22:]


def _arguments(frame):
    code, own = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:count])
    stars = code.co_varnames[count:count + bool(code.co_flags & 4) + bool(code.co_flags & 8)]
    marks = ['*'] * bool(code.co_flags & 4) + ['**'] * bool(code.co_flags & 8)
    return ', '.join(mark + name + ('=' + _value(own[name]) if name in own else '')
                     for mark, name in [('', name) for name in names] + list(zip(marks, stars)))


def _verbose(error, lines):
    """The usual layout, with the values of arguments."""
    frames = [entry.tb_frame for each, between in _chain(error) for entry in _entries(each.__traceback__)]
    found, at = [], 0
    for line in lines:
        head, begin, rest = line.partition('\x1b[34m(')
        is_frame = line.startswith(('\x1b[36mCell', '\x1b[36mFile'))
        if is_frame and begin and at < len(frames) and '\n' not in head:
            names, end, tail = rest.partition(')\x1b[39m')
            line = head + begin + _arguments(frames[at]) + end + tail
        at += is_frame
        found.append(line)
    return found


def _docs(error, lines):
    frames = [line for line in lines if line.startswith(('\x1b[36mCell', '\x1b[36mFile'))]
    found = ['Traceback (most recent call last): ']
    if frames:
        head, newline, rest = frames[0].partition('\n')
        arrow = next((line for line in rest.split('\n') if '--> ' in line), '')
        code = arrow.partition('\x1b[39m ')[2]
        found.append(head + '\n\n\x1b[32m-> \x1b[39m ' + code + '\n')
    if len(frames) > 1:
        found.append('\n    [... %d skipped frames]\n\n' % (len(frames) - 1))
    return found + [lines[-1]]


def restyle(mode, error, lines):
    """The entries of a report in a layout."""
    if error is None or isinstance(error, SyntaxError):
        return lines
    if mode == 'Plain':
        return _plain(error, lines)
    if mode == 'Verbose':
        return _verbose(error, lines)
    if mode == 'Minimal':
        return [_last(error)]
    if mode == 'Docs':
        return _docs(error, lines)
    return ['Traceback (most recent call last):\n', '    ...\n', _last(error)]


def color_tb(mode='Neutral'):
    """Reports with colours or without."""
    get_ipython().run_line_magic('colors', mode)
