"""Differences of sequences, and of texts line by line."""
from collections import namedtuple as _namedtuple
from heapq import nlargest as _nlargest
from types import GenericAlias

import _regex

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ', 'IS_CHARACTER_JUNK', 'IS_LINE_JUNK',
           'context_diff', 'unified_diff', 'diff_bytes', 'HtmlDiff', 'Match']
Match = _namedtuple('Match', 'a b size')


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares two sequences of hashable items: by the longest block that both have, then what lies before and behind it.

    isjunk names items that no block begins with; autojunk: in sequences of 200 items or more those that are more than one
    in a hundred are passed over likewise.

    >>> matcher = SequenceMatcher(None, 'private', 'primate')
    >>> round(matcher.ratio(), 3)
    0.857
    >>> [block.size for block in matcher.get_matching_blocks()]
    [3, 3, 0]
    """

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk, self.autojunk, self.a, self.b = isjunk, autojunk, None, None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Set the two sequences to be compared."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence to be compared."""
        if a is not self.a:
            self.a, self.matching_blocks, self.opcodes = a, None, None

    def set_seq2(self, b):
        """Set the second sequence to be compared, about which more is kept."""
        if b is not self.b:
            self.b, self.matching_blocks, self.opcodes, self.fullbcount = b, None, None, None
            self._index()

    def _index(self):
        """Where each item of b stands, those that are junk or too frequent left out."""
        positions = {}
        for at, item in enumerate(self.b):
            positions.setdefault(item, []).append(at)
        size, isjunk = len(self.b), self.isjunk
        self.bjunk = {item for item in positions if isjunk(item)} if isjunk else set()
        many = size // 100 + 1 if self.autojunk and size >= 200 else size
        self.bpopular = {item for item, where in positions.items() if len(where) > many and item not in self.bjunk}
        self.b2j = {item: where for item, where in positions.items() if item not in self.bjunk | self.bpopular}

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """Find longest matching block in a[alo:ahi] and b[blo:bhi]: the first one in a, and of those the first in b.

        >>> SequenceMatcher(None, '-abcd', 'xabcde-').find_longest_match()
        Match(a=1, b=1, size=4)
        """
        a, b = self.a, self.b
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        best_i, best_j, best = alo, blo, 0
        lengths = {}  # of blocks that end at a place of b and the last item of a
        for i in range(alo, ahi):
            longer = {}
            for j in self.b2j.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = longer[j] = lengths.get(j - 1, 0) + 1
                if k > best:
                    best_i, best_j, best = i - k + 1, j - k + 1, k
            lengths = longer
        for junk in (False, True):  # first items that are only frequent, then junk beside them
            while best_i > alo and best_j > blo and (b[best_j - 1] in self.bjunk) is junk and a[best_i - 1] == b[best_j - 1]:
                best_i, best_j, best = best_i - 1, best_j - 1, best + 1
            while best_i + best < ahi and best_j + best < bhi and (b[best_j + best] in self.bjunk) is junk and \
                    a[best_i + best] == b[best_j + best]:
                best += 1
        return Match(best_i, best_j, best)

    def get_matching_blocks(self):
        """Return list of triples describing matching subsequences; the last one has size 0.

        >>> SequenceMatcher(None, 'one two', 'one  two').get_matching_blocks()
        [Match(a=0, b=0, size=4), Match(a=4, b=5, size=3), Match(a=7, b=8, size=0)]
        """
        if self.matching_blocks is None:
            found, todo = [], [(0, len(self.a), 0, len(self.b))]
            while todo:
                alo, ahi, blo, bhi = todo.pop()
                i, j, k = block = self.find_longest_match(alo, ahi, blo, bhi)
                if k:
                    found.append(block)
                    todo += [part for part in ((alo, i, blo, j), (i + k, ahi, j + k, bhi))
                             if part[0] < part[1] and part[2] < part[3]]
            joined = []
            for i, j, k in sorted(found):
                if joined and (sum(joined[-1][::2]), joined[-1][1] + joined[-1][2]) == (i, j):
                    i, j, k = joined[-1][0], joined[-1][1], joined.pop()[2] + k
                joined.append((i, j, k))
            joined.append((len(self.a), len(self.b), 0))
            self.matching_blocks = [Match(*block) for block in joined]
        return self.matching_blocks

    def get_opcodes(self):
        """Return list of 5-tuples describing how to turn a into b: 'replace', 'delete', 'insert' or 'equal', and the ends of
        the parts of a and of b.

        >>> SequenceMatcher(None, 'winter', 'inters').get_opcodes()
        [('delete', 0, 1, 0, 0), ('equal', 1, 6, 0, 5), ('insert', 6, 6, 5, 6)]
        """
        if self.opcodes is None:
            self.opcodes, i, j = [], 0, 0
            for ai, bj, size in self.get_matching_blocks():
                tag = {(True, True): 'replace', (True, False): 'delete', (False, True): 'insert'}.get((i < ai, j < bj))
                if tag:
                    self.opcodes.append((tag, i, ai, j, bj))
                i, j = ai + size, bj + size
                if size:
                    self.opcodes.append(('equal', ai, i, bj, j))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        """Isolate change clusters by eliminating ranges with no changes: groups with up to n lines of context.

        >>> groups = SequenceMatcher(None, '0123456789', '0x23456y89').get_grouped_opcodes(1)
        >>> [len(group) for group in groups]
        [3, 3]
        """
        codes, group = list(self.get_opcodes()), []
        for number, code in enumerate(codes):
            if code[0] != 'equal':
                group.append(code)
                continue
            _, i1, i2, j1, j2 = code
            is_first, is_last = number == 0, number == len(codes) - 1
            before = min(n, i2 - i1)  # lines that belong to what comes next, or came before
            if is_first or i2 - i1 > 2 * n and not is_last:
                if not is_first:
                    yield [*group, ('equal', i1, i1 + n, j1, j1 + n)]
                group = [('equal', i2 - before, i2, j2 - before, j2)]
                if is_last:
                    return
            elif is_last:
                group.append(('equal', i1, i1 + before, j1, j1 + before))
            else:
                group.append(code)
        if group:
            yield group

    def ratio(self):
        """Return a measure of the sequences' similarity (float in [0,1]).

        >>> SequenceMatcher(None, 'abcd', 'bcde').ratio()
        0.75
        """
        return _ratio(sum(block[2] for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound on ratio() relatively quickly.

        >>> SequenceMatcher(None, 'abcd', 'dcbx').quick_ratio()
        0.75
        """
        if self.fullbcount is None:
            self.fullbcount = {}
            for item in self.b:
                self.fullbcount[item] = self.fullbcount.get(item, 0) + 1
        left, matches = dict(self.fullbcount), 0
        for item in self.a:
            if left.get(item, 0) > 0:
                matches += 1
                left[item] -= 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound on ratio() very quickly.

        >>> SequenceMatcher(None, 'abcd', 'wxyz').real_quick_ratio()
        1.0
        """
        return _ratio(min(len(self.a), len(self.b)), len(self.a) + len(self.b))

    __class_getitem__ = classmethod(GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The best of the possibilities that are like the word, at most n, the most similar one first.

    >>> get_close_matches('lenght', ['width', 'length', 'lengths', 'weight'])
    ['length', 'lengths', 'weight']
    """
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    matcher, found = SequenceMatcher(), []
    matcher.set_seq2(word)
    for other in possibilities:
        matcher.set_seq1(other)
        if all(measure() >= cutoff for measure in (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)):
            found.append((matcher.ratio(), other))
    return [other for _, other in _nlargest(n, found)]


def _guide(tags, text):
    """The line of marks below a line: blanks where the line has blanks."""
    line = ''.join(char if mark == ' ' and char.isspace() else mark for char, mark in zip(text, tags))
    return line.rstrip()


class Differ:
    """Compares sequences of lines: deltas of lines that begin with '- ', '+ ', '  ' or '? '.

    >>> print(*Differ().compare(['left\\n', 'same\\n'], ['lift\\n', 'same\\n']), sep='', end='')
    - left
    ?  ^
    + lift
    ?  ^
      same
    """

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        """The delta of two sequences of lines, line by line.

        >>> list(Differ().compare(['a'], ['a', 'b']))
        ['  a', '+ b']
        """
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._replaced(a, alo, ahi, b, blo, bhi)
            elif tag == 'insert':
                yield from ('+ ' + line for line in b[blo:bhi])
            else:
                yield from (('- ' if tag == 'delete' else '  ') + line for line in a[alo:ahi])

    def _plain(self, a, alo, ahi, b, blo, bhi):
        parts = [['- ' + line for line in a[alo:ahi]], ['+ ' + line for line in b[blo:bhi]]]
        if bhi - blo < ahi - alo:
            parts.reverse()
        return parts[0] + parts[1]

    def _replaced(self, a, alo, ahi, b, blo, bhi):
        """Lines that were replaced: around the two that are most alike."""
        best, cutoff, same = 0.74, 0.75, None
        best_i = best_j = None
        matcher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    same = same or (i, j)
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, best_i, best_j = matcher.ratio(), i, j
        if best < cutoff:
            if same is None:
                yield from self._plain(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j = same
        yield from self._beside(a, alo, best_i, b, blo, best_j)
        old, new = a[best_i], b[best_j]
        if best < cutoff:
            yield '  ' + old
        else:
            matcher.set_seqs(old, new)
            marks = {'replace': ('^', '^'), 'delete': ('-', ''), 'insert': ('', '+'), 'equal': (' ', ' ')}
            tags = ['', '']
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                tags[0] += marks[tag][0] * (i2 - i1)
                tags[1] += marks[tag][1] * (j2 - j1)
            for sign, line, guide in (('- ', old, tags[0]), ('+ ', new, tags[1])):
                yield sign + line
                guide = _guide(guide, line)
                if guide:
                    yield f'? {guide}\n'
        yield from self._beside(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _beside(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._replaced(a, alo, ahi, b, blo, bhi)
        else:
            yield from self._plain(a, alo, ahi, b, blo, bhi)


def IS_LINE_JUNK(line, pat=_regex.later(r'\s*(?:#\s*)?$').match):
    """Return True for ignorable line: blank, or with a single '#'.

    >>> [IS_LINE_JUNK(line) for line in (' # \\n', '\\n', 'text')]
    [True, True, False]
    """
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    """Return True for ignorable character: a space or a tab.

    >>> [IS_CHARACTER_JUNK(char) for char in ' \\tx']
    [True, True, False]
    """
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """The delta of two lists of lines, as Differ makes it.

    >>> list(ndiff(['one', 'two'], ['two', 'three']))
    ['- one', '  two', '+ three']
    """
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """One of the two sequences that a delta of ndiff() was made of: 1 or 2.

    >>> [*restore(['- one', '  two', '+ three'], which=2)]
    ['two', 'three']
    """
    try:
        sign = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which) from None
    return (line[2:] for line in delta if line[:2] in ('  ', sign))


def _check_types(a, b, *rest):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError('lines to compare must be str, not %s (%r)' % (type(lines[0]).__name__, lines[0]))
    for arg in rest:
        if not isinstance(arg, str):
            raise TypeError('all arguments must be str, not: %r' % (arg,))


def _heads(first, second, fromfile, tofile, fromdate, todate, lineterm):
    for mark, file, date in ((first, fromfile, fromdate), (second, tofile, todate)):
        yield f'{mark} {file}' + (f'\t{date}' if date else '') + lineterm


def _format_range_unified(start, stop):
    size = stop - start
    if size == 1:
        return f'{start + 1}'
    return f'{start + (size > 0)},{size}'


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compare two sequences of lines; generate the delta as a unified diff.

    >>> print(*unified_diff('same old'.split(), 'same new'.split(), 'before', 'after', lineterm=''), sep='\\n')
    --- before
    +++ after
    @@ -1,2 +1,2 @@
     same
    -old
    +new
    """
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _heads('---', '+++', fromfile, tofile, fromfiledate, tofiledate, lineterm)
        ranges = [_format_range_unified(group[0][k], group[-1][k + 1]) for k in (1, 3)]
        yield f'@@ -{ranges[0]} +{ranges[1]} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                yield from (' ' + line for line in a[i1:i2])
            else:
                yield from ('-' + line for line in a[i1:i2])
                yield from ('+' + line for line in b[j1:j2])


def _format_range_context(start, stop):
    size = stop - start
    if size <= 1:
        return f'{start + size}'
    return f'{start + 1},{stop}'


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """Compare two sequences of lines; generate the delta as a context diff.

    >>> print(*context_diff(['old'], ['new'], 'before', 'after', lineterm=''), sep='\\n')
    *** before
    --- after
    ***************
    *** 1 ****
    ! old
    --- 1 ----
    ! new
    """
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    signs = dict(insert='+ ', delete='- ', replace='! ', equal='  ')
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _heads('***', '---', fromfile, tofile, fromfiledate, tofiledate, lineterm)
        yield '*' * 15 + lineterm
        for frame, lines, k, other in (('*** %s ****', a, 1, 'insert'), ('--- %s ----', b, 3, 'delete')):
            yield frame % _format_range_context(group[0][k], group[-1][k + 1]) + lineterm
            if any(row[0] in ('replace', 'delete' if k == 1 else 'insert') for row in group):
                for row in group:
                    if row[0] != other:
                        yield from (signs[row[0]] + line for line in lines[row[k]:row[k + 1]])


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3, lineterm=b'\n'):
    """Compare a and b, two sequences of lines represented as bytes rather than str, with unified_diff or context_diff.

    >>> list(diff_bytes(unified_diff, [b'old'], [b'new']))[3:]
    [b'-old', b'+new']
    """
    def text(data):
        try:
            return data.decode('ascii', 'surrogateescape')
        except AttributeError as error:
            raise TypeError('all arguments must be bytes, not %s (%r)' % (type(data).__name__, data)) from error
    lines = dfunc([text(line) for line in a], [text(line) for line in b], *map(text, (fromfile, tofile, fromfiledate, tofiledate)),
                  n, text(lineterm))
    for line in lines:
        yield line.encode('ascii', 'surrogateescape')


from _htmldiff import HtmlDiff, _mdiff  # noqa: E402: it is made of what is above
