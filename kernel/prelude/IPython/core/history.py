"""Inputs as objects: get_ipython().history_manager, and ranges of them as %history names them."""
import _shell

_RANGE, _TAIL, _SEARCH = range(3)  # what _shell.history finds


def _translated(text):
    """What a cell was run as, without the newline that it ends with."""
    try:
        return _shell.translate(text).removesuffix('\n')
    except SyntaxError:
        return text


def session_number():
    """The number of this session: the file of inputs gives it; 1 without a file."""
    return _shell.history_session()[0]


def _find(kind, session=0, start=1, stop=None, pattern=None, most=None, raw=True, unique=False):
    """(session, number, input, text of the result) of the cells that are found, the oldest first."""
    for found, number, text, result in _shell.history(kind, session, start, stop, pattern, most, raw, unique):
        yield found, number, text.rstrip('\n'), result


def _end(text):
    """(session, line) of one end of a range, "~2/5", "3/", "7" or "": None for what it does not say. ValueError: it is none."""
    session, slash, line = text.rpartition('/')
    back = session.startswith('~')
    if (slash and not session[back:].isdecimal()) or not (line.isdecimal() or not line) or (text and not slash and not line):
        raise ValueError(text)
    return (int(session[back:]) * (-1 if back else 1) if slash else None), (int(line) if line else None)


def _span(word):
    """The session and line where a word begins, where it ends, and whether the last line belongs to it; None: it is no range."""
    at = max(word.find('-'), word.find(':')) if ('-' in word) != (':' in word) else -1
    try:
        first = _end(word[:at] if at >= 0 else word)
        last = _end(word[at + 1:]) if at >= 0 else (None, None)
    except ValueError:
        return None
    if first == (None, None):
        return None
    return first, last, at >= 0 and word[at] == '-'


def ranges(text):
    """(session, first, one after the last) of each word of a range: "4", "4-6", "4:6", "~1/4", "~8/1-~6/5", "3/".

    Sessions are numbers, 0 for this one, or negative: so many before it. None as an end means to the last. An empty text is this session.
    """
    if not text.strip():
        yield 0, 1, None
    for word in text.split():
        found = _span(word)
        if found is None:
            continue
        (session, start), (end_session, end), inclusive = found
        session = session or 0
        last = session if end_session is None else end_session
        if start is None:
            start, stop = 1, None
        elif end is None:
            stop = None if inclusive else start + 1
        else:
            stop = end + inclusive
        assert session <= last, 'start session must be earlier than end session'
        for each in range(session, last + 1):
            yield each, start if each == session else 1, stop if each == last else None


def rows(text, raw=True):
    """(session, number, input, text of the result) of the cells of a range; the session is 0 where it is this one."""
    for session, first, stop in ranges(text):
        for found, number, line, result in _find(_RANGE, session, first, stop, raw=raw):
            yield session and found, number, line, result


def entries(text, raw=True, output=False, all_of_it=True):
    """(number, input) of the cells of a range; where it says nothing, of this session, without the running cell unless `all_of_it`."""
    running = None if text.strip() or all_of_it else get_ipython().execution_count - 1
    for session, number, line, result in rows(text, raw):
        if number != running:
            yield (number, (line, result)) if output else (number, line)


def extract(text, raw=False, strict=True):
    """The inputs of a range as one text."""
    return '\n'.join(line for number, line in entries(text, raw, all_of_it=False))


class HistoryManager:
    """The inputs of this session, and those that a file keeps of others."""

    db_cache_size = 0

    def __init__(self, shell):
        self.shell = shell

    @property
    def enabled(self):
        """Inputs are always kept: in memory, and in the file where there is one (hist_file)."""
        return True

    @property
    def session_number(self):
        """The number of this session in the file; 1 without one."""
        return session_number()

    @property
    def hist_file(self):
        """The path of the file of inputs, ':memory:' where there is none."""
        return _shell.history_file() or ':memory:'

    @property
    def db_log_output(self):
        """Whether the file keeps the texts of results, too."""
        return _shell.history_outputs()

    @db_log_output.setter
    def db_log_output(self, value):
        _shell.history_outputs(value)

    @property
    def input_hist_raw(self):
        """Inputs as they were typed, by number."""
        return [''] + [line for number, line in entries('')]

    @property
    def input_hist_parsed(self):
        """Inputs as they were run, by number."""
        return [''] + [line for number, line in entries('', raw=False)]

    @property
    def output_hist(self):
        """The values that were shown, by number."""
        return self.shell.user_ns.get('_oh', {})

    @property
    def output_hist_reprs(self):
        """Their texts, by number."""
        return {number: result for session, number, line, result in rows('') if result is not None}

    @property
    def dir_hist(self):
        """The folders that were visited."""
        return self.shell.user_ns.get('_dh', [])

    def _shaped(self, found, output):
        for session, number, line, result in found:
            yield session, number, (line, result) if output else line

    def get_range(self, session=0, start=1, stop=None, raw=True, output=False):
        """(session, number, input) of cells of a session, 0 for this one, negative numbers for those before it.

        With output=True the input is (input, text of the result), None where no text is known.
        """
        found = _find(_RANGE, session, start, stop, raw=raw)
        return self._shaped((((session and row[0]), *row[1:]) for row in found), output)

    def get_range_by_str(self, rangestr, raw=True, output=False):
        """The same for a range as %history takes it."""
        return self._shaped(rows(rangestr, raw), output)

    def get_tail(self, n=10, raw=True, output=False, include_latest=False):
        """The last n inputs, those of other sessions where this one has less; the running cell only with include_latest."""
        found = list(_find(_TAIL, most=n + (not include_latest), raw=raw))
        if not include_latest:
            here = (session_number(), self.shell.execution_count - 1)
            found = [row for row in found if row[:2] != here][-n:] if n else []
        return self._shaped(found, output)

    def search(self, pattern='*', raw=True, search_raw=True, output=False, n=None, unique=False):
        """Inputs of all sessions that a pattern of the shell matches as a whole; the n newest of them."""
        return self._shaped(_find(_SEARCH, pattern=pattern, most=n, raw=raw and search_raw, unique=unique), output)

    def get_last_session_id(self):
        """The number of the newest session."""
        return session_number()

    def get_session_info(self, session=0):
        """Number, begin, end, number of inputs and remark of a session: 0 for this one, negative numbers for those before it."""
        from datetime import datetime
        known = _shell.history_session(session)
        if known is None:
            raise ValueError('there is no session %d' % session)
        number, begun, ended, inputs = known
        begun, ended = (datetime.fromisoformat(text) if text else None for text in (begun, ended))
        return number, begun, ended, inputs, ''

    def store_inputs(self, line_num, source, source_raw=None):
        """The kernel stores inputs itself."""

    def writeout_cache(self, conn=None):
        """The kernel writes them itself, a moment later."""

    def reset(self, new_session=True):
        """Forgets values and inputs."""
        self.shell.run_line_magic('reset', '-f in out')
