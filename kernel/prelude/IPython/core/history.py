"""The inputs of the session as objects: get_ipython().history_manager, and ranges of them as %history names them."""
import _shell

SESSION = 1  # the number of this session


def _translated(text):
    """What a cell was run as, without the newline that it ends with."""
    try:
        return _shell.translate(text).removesuffix('\n')
    except SyntaxError:
        return text


def _number(text, otherwise):
    return int(text) if text else otherwise


def ranges(text):
    """(first, one after the last) of each word of a range: "4", "4-6", "4:6", "~0/4". None as an end means to the last.

    Words that are no range, and ranges of other sessions, of which nothing is known, are left out.
    """
    for word in text.split():
        session, slash, rest = word.rpartition('/')
        if slash and session not in ('~0', str(SESSION)):
            if session.lstrip('~').isdigit():
                raise _shell.UsageError('the history of other sessions is not supported')
            continue
        separator = '-' if '-' in rest else ':'
        first, between, last = rest.partition(separator)
        if not (first.isdigit() or not first and (last or slash and between)) or not (last.isdigit() or not last):
            continue
        if not between and first:
            yield int(first), int(first) + 1
        elif last:
            yield _number(first, 1), int(last) + (separator == '-')
        else:
            yield _number(first, 1), None


def entries(text, raw=True, output=False, all_of_it=True):
    """(number, input) of the cells of a range; all of them where it says nothing."""
    known = {number: (line.rstrip('\n'), result) for number, line, result in _shell.history()}
    count = get_ipython().execution_count - 1
    found = list(ranges(text)) if text.strip() else [(1, count + 1 if all_of_it else count)]
    for first, stop in found:
        for number in range(first, min(count + 1, stop if stop is not None else count + 1)):
            if number in known:
                line, result = known[number]
                line = line if raw else _translated(line)
                yield (number, (line, result)) if output else (number, line)


def extract(text, raw=False, strict=True):
    """The inputs of a range as one text."""
    return '\n'.join(line for number, line in entries(text, raw, all_of_it=False))


class HistoryManager:
    """The inputs of this session. There is no file: nothing is known of others."""

    enabled = True
    session_number = SESSION
    hist_file = ':memory:'
    db_log_output = False
    db_cache_size = 0

    def __init__(self, shell):
        self.shell = shell

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
        return {number: result for number, line, result in _shell.history() if result is not None}

    @property
    def dir_hist(self):
        """The folders that were visited."""
        return self.shell.user_ns.get('_dh', [])

    def get_range(self, session=0, start=1, stop=None, raw=True, output=False):
        """(session, number, input) of cells of this session; with output=True the input is (input, text of the result)."""
        text = '%d:%s' % (start, '' if stop is None else stop)
        for number, line in entries(text, raw, output):
            yield 0, number, line

    def get_range_by_str(self, rangestr, raw=True, output=False):
        """The same for a range as %history takes it."""
        for number, line in entries(rangestr, raw, output):
            yield 0, number, line

    def get_tail(self, n=10, raw=True, output=False, include_latest=False):
        """The last n inputs."""
        found = [(SESSION, number, line) for number, line in entries('', raw, output, include_latest)]
        return iter(found[-n:] if n else [])

    def search(self, pattern='*', raw=True, search_raw=True, output=False, n=None, unique=False):
        """Inputs that a pattern of the shell matches."""
        from fnmatch import fnmatchcase
        found = [(SESSION, number, line) for number, line in entries('', raw, output)
                 if fnmatchcase(line[0] if output else line, pattern)]
        if unique:
            last = {line: at for at, (session, number, line) in enumerate(found)}
            found = [row for at, row in enumerate(found) if last[row[2]] == at]
        return iter(found[-n:] if n else found)

    def get_last_session_id(self):
        """The number of the session before: there is none."""
        return None

    def get_session_info(self, session=0):
        """Number, begin, end, number of commands and remark of a session."""
        return SESSION, None, None, None, ''

    def store_inputs(self, line_num, source, source_raw=None):
        """The kernel stores inputs itself."""

    def writeout_cache(self, conn=None):
        """There is no file to write."""

    def reset(self, new_session=True):
        """Forgets values and inputs."""
        self.shell.run_line_magic('reset', '-f in out')
