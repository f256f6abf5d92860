"""Tracebacks and exceptions as text, and the stack as objects."""
import itertools
import linecache
import sys
import textwrap
from contextlib import suppress

__all__ = ['extract_stack', 'extract_tb', 'format_exception', 'format_exception_only', 'format_list', 'format_stack',
           'format_tb', 'print_exc', 'format_exc', 'print_exception', 'print_last', 'print_stack', 'print_tb', 'clear_frames',
           'FrameSummary', 'StackSummary', 'TracebackException', 'walk_stack', 'walk_tb']

_CAUSE = '\nThe above exception was the direct cause of the following exception:\n\n'
_CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n\n'
_RECURSIVE_CUTOFF = 3
_NOT_GIVEN = object()


def print_list(extracted_list, file=None):
    """Print the list of tuples as returned by extract_tb() or extract_stack() as a formatted stack trace to the given file."""
    for line in StackSummary.from_list(extracted_list).format():
        print(line, file=sys.stderr if file is None else file, end='')


def format_list(extracted_list):
    """Format a list of tuples or FrameSummary objects for printing."""
    return StackSummary.from_list(extracted_list).format()


def print_tb(tb, limit=None, file=None):
    """Print up to 'limit' stack trace entries from the traceback 'tb'."""
    print_list(extract_tb(tb, limit=limit), file=file)


def format_tb(tb, limit=None):
    """A shorthand for 'format_list(extract_tb(tb, limit))'."""
    return extract_tb(tb, limit=limit).format()


def extract_tb(tb, limit=None):
    """Return a StackSummary object representing a list of pre-processed entries from traceback."""
    return StackSummary._extract_from_extended_frame_gen(_tb_rows(tb), limit=limit)


def _given(exc, value, tb):
    """The exception of the two ways in which these functions are called."""
    if (value is _NOT_GIVEN) != (tb is _NOT_GIVEN):
        raise ValueError('Both or neither of value and tb must be given')
    if value is not _NOT_GIVEN:
        return value, tb
    if exc is None:
        return None, None
    if isinstance(exc, BaseException):
        return exc, exc.__traceback__
    raise TypeError(f'Exception expected for value, {type(exc).__name__} found')


def print_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None, file=None, chain=True):
    """Print exception up to 'limit' stack trace entries from 'tb' to 'file'."""
    value, tb = _given(exc, value, tb)
    TracebackException(type(value), value, tb, limit=limit, compact=True).print(file=file, chain=chain)


def format_exception(exc, /, value=_NOT_GIVEN, tb=_NOT_GIVEN, limit=None, chain=True):
    """Format a stack trace and the exception information: a list of strings that end in newlines."""
    value, tb = _given(exc, value, tb)
    return list(TracebackException(type(value), value, tb, limit=limit, compact=True).format(chain=chain))


def format_exception_only(exc, /, value=_NOT_GIVEN):
    """Format the exception part of a traceback: a list of strings that end in newlines."""
    value = exc if value is _NOT_GIVEN else value
    return list(TracebackException(type(value), value, None, compact=True).format_exception_only())


def print_exc(limit=None, file=None, chain=True):
    """Shorthand for 'print_exception(*sys.exc_info(), limit, file)'."""
    print_exception(*sys.exc_info(), limit=limit, file=file, chain=chain)


def format_exc(limit=None, chain=True):
    """Like print_exc() but return a string."""
    return ''.join(format_exception(*sys.exc_info(), limit=limit, chain=chain))


def print_last(limit=None, file=None, chain=True):
    """This is a shorthand for 'print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file)'."""
    if not hasattr(sys, 'last_type'):
        raise ValueError('no last exception')
    print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)


def _caller():
    return sys._getframe(2)


def print_stack(f=None, limit=None, file=None):
    """Print a stack trace from its invocation point."""
    print_list(extract_stack(_caller() if f is None else f, limit=limit), file=file)


def format_stack(f=None, limit=None):
    """Shorthand for 'format_list(extract_stack(f, limit))'."""
    return format_list(extract_stack(_caller() if f is None else f, limit=limit))


def extract_stack(f=None, limit=None):
    """Extract the raw traceback from the current stack frame, the oldest first."""
    stack = StackSummary.extract(walk_stack(_caller() if f is None else f), limit=limit)
    stack.reverse()
    return stack


def clear_frames(tb):
    """Clear all references to local variables in the frames of a traceback."""
    while tb is not None:
        with suppress(RuntimeError):
            tb.tb_frame.clear()
        tb = tb.tb_next


def walk_stack(f):
    """Walk a stack yielding the frame and line number for each frame, from the given one or the caller outwards."""
    if f is None:
        f = sys._getframe().f_back.f_back.f_back.f_back
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Walk a traceback yielding the frame and line number for each frame."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def _tb_rows(tb):
    while tb is not None:
        positions = getattr(tb.tb_frame.f_code, 'co_positions', None)
        row = None, None, None, None
        if tb.tb_lasti >= 0 and positions is not None:
            row = next(itertools.islice(positions(), tb.tb_lasti // 2, None), row)
        yield tb.tb_frame, (tb.tb_lineno, *row[1:])
        tb = tb.tb_next


class FrameSummary:
    """Information about a single frame from a traceback: filename, lineno, name, line, locals, and the columns of what was
    running. It is compared with, and unpacked as, a tuple of the first four."""
    _row = 'filename lineno name end_lineno colno end_colno'.split()
    __slots__ = (*_row, '_line', 'locals')

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, **columns):
        for key, value in zip(self._row, (filename, lineno, name)):
            setattr(self, key, value)
        for key in self._row[3:]:
            setattr(self, key, columns.pop(key, None))
        if columns:
            raise TypeError(f"FrameSummary.__init__() got an unexpected keyword argument '{next(iter(columns))}'")
        self._line = line
        self.locals = {key: _safe_string(locals[key], 'local', repr) for key in locals} if locals else None
        if lookup_line:
            self._original_line

    @property
    def _original_line(self):
        """The line with its blanks, read when it is first asked for."""
        if self._line is None and self.lineno is not None:
            self._line = linecache.getline(self.filename, self.lineno)
        return self._line

    @property
    def line(self):
        whole = self._original_line
        return whole if whole is None else whole.strip()

    def _four(self):
        return self.filename, self.lineno, self.name, self.line

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return self._four()[:3] + (self.locals,) == other._four()[:3] + (other.locals,)
        return self._four() == other if isinstance(other, tuple) else NotImplemented

    __len__ = lambda self: 4
    __iter__ = lambda self: iter(self._four())
    __getitem__ = lambda self, index: self._four()[index]

    def __repr__(self):
        return '<FrameSummary file %s, line %s in %s>' % self._four()[:3]


def _safe_string(value, what, function=str):
    try:
        return function(value)
    except Exception:
        return f'<{what} {function.__name__}() failed>'


class StackSummary(list):
    """A list of FrameSummary objects, representing a stack of frames."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Create a StackSummary from a traceback or stack object: pairs of a frame and a line."""
        return klass._extract_from_extended_frame_gen(
            ((frame, (line, None, None, None)) for frame, line in frame_gen), limit=limit, lookup_lines=lookup_lines,
            capture_locals=capture_locals)

    @classmethod
    def _extract_from_extended_frame_gen(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        if limit is None:
            limit = getattr(sys, 'tracebacklimit', None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            frame_gen = list(frame_gen)
            frame_gen = frame_gen[:limit] if limit >= 0 else frame_gen[limit:]
        result, names = klass(), set()
        for frame, (line, end_line, column, end_column) in frame_gen:
            code = frame.f_code
            names.add(code.co_filename)
            linecache.lazycache(code.co_filename, frame.f_globals)
            result.append(FrameSummary(code.co_filename, line, code.co_name, lookup_line=False,
                                       locals=frame.f_locals if capture_locals else None, end_lineno=end_line, colno=column,
                                       end_colno=end_column))
        for name in names:
            linecache.checkcache(name)
        if lookup_lines:
            for entry in result:
                entry.line
        return result

    @classmethod
    def from_list(klass, a_list):
        """Create a StackSummary object from a supplied list of FrameSummary objects or old-style list of tuples."""
        result = StackSummary()
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            result.append(frame)
        return result

    def format_frame_summary(self, frame_summary):
        """Format the lines for a single FrameSummary."""
        lines = [f'  File "{frame_summary.filename}", line {frame_summary.lineno}, in {frame_summary.name}\n']
        if frame_summary.line:
            lines.append(f'    {frame_summary.line.strip()}\n')
            lines.extend(_markers(frame_summary))
        if frame_summary.locals:
            lines.extend(f'    {name} = {value}\n' for name, value in sorted(frame_summary.locals.items()))
        return ''.join(lines)

    def format(self):
        """Format the stack ready for printing: a list of strings; what repeats more than three times is told once."""
        result, last, count = [], None, 0

        def repeated():
            if count > _RECURSIVE_CUTOFF:
                more = count - _RECURSIVE_CUTOFF
                result.append(f"  [Previous line repeated {more} more time{'s' * (more > 1)}]\n")

        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            here = frame.filename, frame.lineno, frame.name
            if last is None or last != here or last[1] is None:
                repeated()
                last, count = here, 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(text)
        repeated()
        return result


def _markers(frame):
    """The line of ^ and ~ below the source, where it says more than that the whole line was running."""
    if frame.colno is None or frame.end_colno is None:
        return
    original = frame._original_line
    start = len(original[:0]) + _characters(original, frame.colno)
    if frame.lineno == frame.end_lineno:
        end = _characters(original, frame.end_colno)
    else:
        end = len(original.rstrip()) 
    stripped = frame.line.strip()
    offset = len(original) - len(original.lstrip())
    segment = original[start:end]
    anchors = None
    if frame.lineno == frame.end_lineno:
        with suppress(Exception):
            anchors = _anchors(segment)
    if end - start >= len(stripped) and anchors is None:
        return
    width = end - start
    line = '    ' + ' ' * (start - offset)
    if anchors is not None:
        left, right, dim, bright = anchors
        line += dim * left + bright * (right - left) + dim * (width - right)
    else:
        line += '^' * width
    yield line + '\n'


def _characters(text, column):
    return len(text.encode('utf-8')[:column].decode('utf-8', errors='replace'))


def _anchors(segment):
    """Of a binary operation its operator, of a subscript its brackets: (begin, end, character around, character there)."""
    import ast
    try:
        tree = ast.parse(segment)
    except SyntaxError:
        return None
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return None
    expression = tree.body[0].value
    if isinstance(expression, ast.BinOp):
        at, stop = _characters(segment, expression.left.end_col_offset), _characters(segment, expression.right.col_offset)
        while at < stop and (segment[at].isspace() or segment[at] in ')\\#'):
            at += 1
        if at >= stop:
            return None
        end = at + 1
        if end < stop and not segment[end].isspace() and segment[end] not in '\\#(':
            end += 1
        return at, end, '~', '^'
    if isinstance(expression, ast.Subscript):
        at = _characters(segment, expression.value.end_col_offset)
        end = _characters(segment, expression.slice.end_col_offset + 1)
        while at < len(segment) and segment[at] != '[':
            at += 1
        while end < len(segment) and segment[end - 1] != ']':
            end += 1
        return at, end, '~', '^'
    return None


class _Margin:
    """How far exception groups have indented what is written."""

    def __init__(self):
        self.seen, self.depth, self.closing = set(), 0, False

    def emit(self, text, char=None):
        indent = ' ' * 2 * self.depth
        margin = indent + (char or '|') + ' ' if self.depth else ''
        if isinstance(text, str):
            yield textwrap.indent(text, margin, lambda line: True)
        else:
            for part in text:
                yield textwrap.indent(part, margin, lambda line: True)


class TracebackException:
    """An exception ready for rendering: everything that is shown of it is taken when this is made.

    exc_type, __cause__, __context__, __suppress_context__, __notes__, stack; of a SyntaxError also filename, lineno, text,
    offset, msg; of a group `exceptions`.
    """

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        options = dict(limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals,
                       max_group_width=max_group_width, max_group_depth=max_group_depth)
        is_outermost = _seen is None
        _seen = {id(exc_value)} if is_outermost else _seen
        _seen.add(id(exc_value))
        self.max_group_width, self.max_group_depth = max_group_width, max_group_depth
        self.stack = StackSummary._extract_from_extended_frame_gen(
            _tb_rows(exc_traceback), limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals)
        self.exc_type = exc_type
        self._str = _safe_string(exc_value, 'exception')
        self.__notes__ = getattr(exc_value, '__notes__', None)
        if exc_type and issubclass(exc_type, SyntaxError):
            for name in ('filename', 'text', 'offset', 'end_offset', 'msg'):
                setattr(self, name, getattr(exc_value, name))
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)
            self.end_lineno = None if exc_value.end_lineno is None else str(exc_value.end_lineno)
        elif exc_type and issubclass(exc_type, (NameError, AttributeError)):
            hint = _suggestion(exc_value)
            if hint:
                self._str += f". Did you mean: '{hint}'?"
        if lookup_lines:
            self._load_lines()
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        self.__cause__ = self.__context__ = self.exceptions = None
        if exc_value is None:
            return

        def inner(value):
            return TracebackException(type(value), value, value.__traceback__, compact=compact, _seen=_seen, **options)

        if exc_value.__cause__ is not None and id(exc_value.__cause__) not in _seen:
            self.__cause__ = inner(exc_value.__cause__)
        wanted = not compact or self.__cause__ is None and not exc_value.__suppress_context__
        if exc_value.__context__ is not None and id(exc_value.__context__) not in _seen and wanted:
            self.__context__ = inner(exc_value.__context__)
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [inner(part) for part in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """Create a TracebackException from an exception."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def _load_lines(self):
        for frame in self.stack:
            frame.line

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        """Format the exception part of the traceback: strings that end in newlines."""
        if self.exc_type is None:
            yield 'NoneType: None\n' if self._str == 'None' else _line_of(None, self._str)
            return
        name, module = self.exc_type.__qualname__, self.exc_type.__module__
        if module not in ('__main__', 'builtins'):
            name = (module if isinstance(module, str) else '<unknown>') + '.' + name
        if issubclass(self.exc_type, SyntaxError):
            yield from self._syntax_error(name)
        else:
            yield _line_of(name, self._str)
        notes = self.__notes__
        if isinstance(notes, (list, tuple)):
            for note in notes:
                yield from (line + '\n' for line in _safe_string(note, 'note').split('\n'))
        elif notes is not None:
            yield _safe_string(notes, '__notes__', repr) + '\n'

    def _syntax_error(self, name):
        suffix = ''
        if self.lineno is not None:
            yield f"  File \"{self.filename or '<string>'}\", line {self.lineno}\n"
        elif self.filename is not None:
            suffix = f' ({self.filename})'
        if self.text is not None:
            shown = self.text.rstrip('\n')
            line = shown.lstrip(' \n\f')
            cut = len(shown) - len(line)
            yield f'    {line}\n'
            if self.offset is not None:
                offset = self.offset
                end = offset if self.end_offset in (None, 0) else self.end_offset
                if offset == end or end == -1:
                    end = offset + 1
                start, stop = offset - 1 - cut, end - 1 - cut
                if start >= 0:
                    blanks = ''.join(char if char.isspace() else ' ' for char in line[:start])
                    yield '    {}{}\n'.format(blanks, '^' * (stop - start))
        yield f"{name}: {self.msg or '<no detail available>'}{suffix}\n"

    def format(self, *, chain=True, _ctx=None):
        """Format the exception: strings that end in newlines; with chain also those that it came from."""
        ctx = _ctx or _Margin()
        rows, exc = [], self
        while chain and exc is not None:
            if exc.__cause__ is not None:
                link, other = _CAUSE, exc.__cause__
            elif exc.__context__ is not None and not exc.__suppress_context__:
                link, other = _CONTEXT, exc.__context__
            else:
                link, other = None, None
            rows.append((link, exc))
            exc = other
        if not chain:
            rows.append((None, exc))
        for link, exc in reversed(rows):
            if link is not None:
                yield from ctx.emit(link)
            if exc.exceptions is None:
                if exc.stack:
                    yield from ctx.emit('Traceback (most recent call last):\n')
                    yield from ctx.emit(exc.stack.format())
                yield from ctx.emit(exc.format_exception_only())
            elif ctx.depth > self.max_group_depth:
                yield from ctx.emit(f'... (max_group_depth is {self.max_group_depth})\n')
            else:
                yield from self._group(exc, ctx)

    def _group(self, exc, ctx):
        """A group: itself, and each of its exceptions in a box."""
        is_outermost = ctx.depth == 0
        if is_outermost:
            ctx.depth += 1
        if exc.stack:
            yield from ctx.emit('Exception Group Traceback (most recent call last):\n', '+' if is_outermost else None)
            yield from ctx.emit(exc.stack.format())
        yield from ctx.emit(exc.format_exception_only())
        total, shown = len(exc.exceptions), min(len(exc.exceptions), self.max_group_width)
        ctx.closing = False
        for i in range(shown + (total > shown)):
            is_last = i + 1 == shown + (total > shown)
            if is_last:
                ctx.closing = True
            title = str(i + 1) if i < shown else '...'
            yield ' ' * 2 * ctx.depth + ('+-' if i == 0 else '  ') + f'+---------------- {title} ----------------\n'
            ctx.depth += 1
            if i < shown:
                yield from exc.exceptions[i].format(_ctx=ctx)
            else:
                yield from ctx.emit(f"and {total - shown} more exception{'s' * (total - shown > 1)}\n")
            if is_last and ctx.closing:
                yield ' ' * 2 * ctx.depth + '+------------------------------------\n'
                ctx.closing = False
            ctx.depth -= 1
        if is_outermost:
            ctx.depth = 0

    def print(self, *, file=None, chain=True):
        """Print the result of self.format(chain=chain) to 'file'."""
        for line in self.format(chain=chain):
            print(line, file=sys.stderr if file is None else file, end='')


def _line_of(name, text):
    return f'{name}: {text}\n' if text else f'{name}\n'


def _suggestion(error):
    """The name that was meant, when one is near the wrong one."""
    wrong = error.name
    if not isinstance(wrong, str):
        return None
    if isinstance(error, AttributeError):
        try:
            names = dir(error.obj)
        except Exception:
            return None
    else:
        tb = error.__traceback__
        if tb is None:
            return None
        while tb.tb_next is not None:
            tb = tb.tb_next
        frame = tb.tb_frame
        names = [*frame.f_locals, *frame.f_globals, *frame.f_builtins]
    if len(names) > 750 or len(wrong) > 40:
        return None
    best, best_cost = None, None
    for name in names:
        if not isinstance(name, str) or name == wrong:
            continue
        limit = (len(name) + len(wrong) + 3) * 2 // 6
        limit = limit if best_cost is None else min(limit, best_cost - 1)
        cost = _distance(wrong, name, limit)
        if cost <= limit:
            best, best_cost = name, cost
    return best


def _distance(a, b, limit):
    """How much has to be changed to make one word of the other: 2 a letter, 1 where only the case differs."""
    if abs(len(a) - len(b)) * 2 > limit:
        return limit + 1
    row = [2 * i for i in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        last, row = row, [2 * i]
        for j, y in enumerate(b, 1):
            change = 0 if x == y else 1 if x.lower() == y.lower() else 2
            row.append(min(last[j] + 2, row[-1] + 2, last[j - 1] + change))
        if min(row) > limit:
            return limit + 1
    return row[-1]
