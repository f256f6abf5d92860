"""What parsers of markup share: positions, comments, marked sections."""
import re


class ParserBase:
    """Counts lines and columns, and finds the ends of comments and sections."""

    def __init__(self):
        if type(self) is ParserBase:
            raise RuntimeError('_markupbase.ParserBase must be subclassed')

    def reset(self):
        """Back to the first line."""
        self.lineno, self.offset = 1, 0

    def getpos(self):
        """Line (from 1) and column (from 0)."""
        return self.lineno, self.offset

    def updatepos(self, i, j):
        """Moves the position over a part of the text; returns its end."""
        if i >= j:
            return j
        lines = self.rawdata.count('\n', i, j)
        if lines:
            self.lineno += lines
            self.offset = j - self.rawdata.rindex('\n', i, j) - 1
        else:
            self.offset += j - i
        return j

    def parse_comment(self, i, report=1):
        """<!-- ... -->: where it ends, -1 where it is incomplete."""
        match = re.compile(r'--\s*>').search(self.rawdata, i + 4)
        if not match:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:match.start()])
        return match.end()

    def parse_marked_section(self, i, report=1):
        """<![ ... ]>: where it ends, -1 where it is incomplete."""
        name = re.compile(r'[a-zA-Z][-_.a-zA-Z0-9]*\s*').match(self.rawdata, i + 3)
        if not name or name.end() == len(self.rawdata):
            return -1
        kind = name.group().strip().lower()
        if kind in ('temp', 'cdata', 'ignore', 'include', 'rcdata'):
            end = r']\s*]\s*>'
        elif kind in ('if', 'else', 'endif'):
            end = r']\s*>'
        else:
            raise AssertionError(f'unknown status keyword {self.rawdata[i + 3:name.end()]!r} in marked section')
        match = re.compile(end).search(self.rawdata, i + 3)
        if not match:
            return -1
        if report:
            self.unknown_decl(self.rawdata[i + 3:match.start()])
        return match.end()

    def unknown_decl(self, data):
        """A section that is not known."""
