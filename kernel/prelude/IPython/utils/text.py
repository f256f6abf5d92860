"""Lists of lines as `!` commands give them: their methods, which the class calls; and texts with the same attributes."""
from _shell import SList


def grep(lines, pattern, prune=None, field=None):
    """The lines that a regular expression finds something in, or for which a function is true; prune: the others."""
    if isinstance(pattern, str):
        import re
        search = re.compile(pattern, re.IGNORECASE).search
    else:
        search = pattern
    return SList([line for line in lines if bool(search(_part(line, field))) is not bool(prune)])


def _part(line, field):
    if field is None:
        return line
    words = line.split()
    return words[field] if -len(words) <= field < len(words) else ''


def fields(lines, wanted):
    """Columns of the lines: of each the words of given numbers, joined; without numbers its words as a list."""
    if not wanted:
        return [line.split() for line in lines]
    found = SList()
    for words in map(str.split, lines):
        chosen = [words[number] for number in wanted if -len(words) <= number < len(words)]
        if chosen:
            found.append(' '.join(chosen))
    return found


def sort(lines, field=None, nums=None):
    """The lines in the order of one of their words, or with nums of the digits in it."""
    def key(line):
        part = _part(line, field)
        if not nums:
            return part
        digits = ''.join(c for c in part if c.isdigit())
        return int(digits) if digits else 0
    return SList(sorted(lines, key=key))


def paths(lines):
    """The lines that are names of files or folders, as paths."""
    import os
    from pathlib import Path
    return [Path(line) for line in lines if os.path.exists(line)]


class LSString(str):
    """A text of several lines: .l has them as a list, .n as the text itself, .s joined by blanks, .p as paths."""

    @property
    def l(self):
        """The lines, also the empty one behind a last line end."""
        return self.split('\n')

    @property
    def n(self):
        """The text."""
        return self

    @property
    def s(self):
        """The lines with blanks between them."""
        return self.replace('\n', ' ')

    @property
    def p(self):
        """The lines that are names of files or folders, as paths."""
        return paths(self.l)

    list, nlstr, spstr, paths = l, n, s, p
