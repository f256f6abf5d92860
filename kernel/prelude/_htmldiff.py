"""Two texts side by side: the table of lines that difflib.HtmlDiff shows, and the rows it is made of.

Owns the alignment of the lines of a delta and its HTML; how lines are compared is difflib's.
"""
import re
from itertools import zip_longest

import _regex
import difflib

# Marked parts of a line: '\0', a sign, the part, '\1'. Blanks that stand for a tab are tabs until the table is done.
_CLASSES = {'\0+': 'diff_add', '\0-': 'diff_sub', '\0^': 'diff_chg'}
_BLANK = ('', '\n')
# The lines of a delta by their first characters: what belongs together, and where a block of deleted or added lines ends, so
# that the other side is filled up.
_BLOCKS = _regex.later(r'''(?P<changed> -\?\+\?? | -\+\?) | (?P<minus> -(?=-\+\+)) | (?P<minus_end> -(?=-\?\+|-\+|\ ))
    | (?P<plus> \+(?=--)) | (?P<plus_end> \+(?=[ -])) | (?P<minus_more> -) | (?P<plus_more> \+) | (?P<same> \ )''', _regex.X)


def _whole(sign, text):
    return f'\0{sign}{text or " "}\1'


def _parts(line, hint):
    """A line with its changed parts marked, as the guide below it says."""
    text = line[2:]
    for found in reversed(list(re.finditer(r'\++|-+|\^+', hint[2:]))):
        begin, end = found.span()
        text = text[:begin] + f'\0{found[0][0]}{text[begin:end]}\1' + text[end:]
    return text


def _align(delta):
    """The left and the right lines of a delta, with blank ones where the other side has more: (line, whether changed)."""
    codes, sides, ahead = ''.join(line[0] for line in delta), ([], []), 0  # ahead: so many more were added than deleted
    for found in _BLOCKS.finditer(codes):
        lines, kind = delta[found.start():found.end()], found.lastgroup
        if kind == 'same':
            for side in sides:
                side.append((lines[0][2:], False))
        elif kind == 'changed':
            halves = re.match(r'(-\??)(\+\??)', found[0])
            old, new = lines[:halves.end(1)], lines[halves.end(1):]
            for side, half in zip(sides, (old, new)):
                side.append((_parts(*half) if len(half) > 1 else half[0][2:], True))
        else:
            is_new = kind.startswith('plus')
            sides[is_new].append((_whole('-+'[is_new], lines[0][2:]), True))
            ahead += 1 if is_new else -1
        if kind.endswith('end'):
            sides[ahead < 0].extend([None] * abs(ahead))
            ahead = 0
    sides[ahead < 0].extend([None] * abs(ahead))
    return sides


def _numbered(side):
    number = 0
    for entry in side:
        if entry is None:
            yield _BLANK, True
        else:
            number += 1
            yield (number, entry[0]), entry[1]


def _near(rows, distance):
    """The rows at most so far from a changed one; (None, None, None) where some before it were left out."""
    changed = [at for at, row in enumerate(rows) if row[2]]
    shown = 0
    for at in changed:
        begin = max(at - distance, shown)
        if begin > shown:
            yield None, None, None
        # what follows this change, as far as the next one does not begin again
        yield from rows[begin:at + distance + 1]
        shown = max(shown, min(at + distance + 1, len(rows)))


def _mdiff(fromlines, tolines, context=None, linejunk=None, charjunk=difflib.IS_CHARACTER_JUNK):
    """Rows of two texts side by side: ((number, line), (number, line), whether they differ), with so many lines of context."""
    left, right = _align(list(difflib.ndiff(fromlines, tolines, linejunk, charjunk)))
    rows = [(old, new, a or b) for (old, a), (new, b) in zip(_numbered(left), _numbered(right))]
    return iter(rows) if context is None else _near(rows, context)


def _pieces(text, width):
    """A marked line in pieces of so many characters; a mark goes on in the next piece, what fits into the last one stays whole."""
    tokens = re.findall(r'\0.|[^\0]', text, re.DOTALL)
    left = sum(token[0] > '\1' for token in tokens)
    pieces, piece, mark, room = [], '', '', width if left > width else None
    for token in tokens:
        if room == 0:
            pieces.append(piece + '\1' * bool(mark))
            piece, left = mark, left - width
            room = width if left > width else None
        piece += token
        if token[0] <= '\1':
            mark = token * (token != '\1')
        elif room:
            room -= 1
    return [*pieces, piece]


def _wrapped(rows, width):
    for row in rows:
        if row[2] is None or not width:
            yield row
            continue
        halves = [[(number if k == 0 else '>', piece) for k, piece in enumerate(_pieces(text, width))]
                  for number, text in row[:2]]
        yield from ((old, new, row[2]) for old, new in zip_longest(*halves, fillvalue=('', ' ')))


def _cell(prefix, number, text):
    place = f' id="{prefix}{number}"' if isinstance(number, int) else ''
    for char, entity in ('&', '&amp;'), ('>', '&gt;'), ('<', '&lt;'):
        text = text.replace(char, entity)
    text = text.replace(' ', '&nbsp;').rstrip()
    return f'<td class="diff_header"{place}>{number}</td><td nowrap="nowrap">{text}</td>'


def _links(flags, prefix, distance):
    """Of each row: its place as a change that is linked to, and its link to the next one."""
    places, links, last = [''] * len(flags), [''] * len(flags), 0
    begins = [at for at, flag in enumerate(flags) if flag and not (at and flags[at - 1])]
    for number, last in enumerate(begins):
        places[max(0, last - distance)] = f' id="difflib_chg_{prefix}_{number}"'
        links[last] = f'<a href="#difflib_chg_{prefix}_{number + 1}">n</a>'
    if not flags[0]:
        links[0] = f'<a href="#difflib_chg_{prefix}_0">f</a>'
    links[last] = f'<a href="#difflib_chg_{prefix}_top">t</a>'
    return places, links


class HtmlDiff:
    """Makes an HTML table, or a file with it, that shows two texts side by side with their differences marked.

    tabsize: the width of tabs; wrapcolumn: longer lines are broken; linejunk, charjunk: as in ndiff().

    >>> table = HtmlDiff().make_table(['one', 'two'], ['one', 'tow'])
    >>> table.count('<tr>'), 'diff_chg' in table, 'diff_sub' in table
    (2, False, True)
    """
    __module__ = 'difflib'
    _default_prefix = 0  # of the next table, so that links of several tables in one file differ
    _styles = '''
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}'''
    _legend = '''
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>'''
    _file_template = '''
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>'''
    _table_template = '''
    <table class="diff" id="difflib_chg_%(prefix)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>'''

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=difflib.IS_CHARACTER_JUNK):
        self._tabsize, self._wrapcolumn, self._junk = tabsize, wrapcolumn, (linejunk, charjunk)

    def make_file(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5, *, charset='utf-8'):
        """A complete HTML file with the table; characters that the charset does not have are written as references."""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context=context, numlines=numlines)
        page = self._file_template % {'styles': self._styles, 'legend': self._legend, 'table': table, 'charset': charset}
        return str(page.encode(charset, 'xmlcharrefreplace'), charset)

    def make_table(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5):
        """The table: fromdesc and todesc are the titles of its columns; with context only so many lines beside changes."""
        prefixes = [f'{word}{HtmlDiff._default_prefix}_' for word in ('from', 'to')]
        HtmlDiff._default_prefix += 1
        lines = [list(map(self._without_tabs, side)) for side in (fromlines, tolines)]
        rows = list(_wrapped(_mdiff(*lines, numlines if context else None, *self._junk), self._wrapcolumn))
        text = self._body(rows, prefixes, numlines,
                          'No Differences Found' if context else 'Empty File')
        titles = [f'<th class="diff_next"><br /></th><th colspan="2" class="diff_header">{title}</th>'
                  for title in (fromdesc, todesc)]
        table = self._table_template % {'prefix': prefixes[1], 'data_rows': text, 'header_row':
                                        f"<thead><tr>{''.join(titles)}</tr></thead>" if fromdesc or todesc else ''}
        for mark, name in _CLASSES.items():
            table = table.replace(mark, f'<span class="{name}">')
        return table.replace('\1', '</span>').replace('\t', '&nbsp;')

    def _without_tabs(self, line):
        """Tabs as so many tab characters as they are wide, the line's end left out."""
        hidden = line.replace(' ', '\0').expandtabs(self._tabsize)
        return hidden.replace(' ', '\t').replace('\0', ' ').rstrip('\n')

    @staticmethod
    def _body(rows, prefixes, distance, nothing):
        places, links = _links([row[2] for row in rows] or [False], prefixes[1], distance)
        if not rows:
            cells = [(f'<td></td><td>&nbsp;{nothing}&nbsp;</td>',) * 2]
        else:
            cells = [row[2] is not None and tuple(_cell(prefix, *half) for prefix, half in zip(prefixes, row)) for row in rows]
        out = []
        for at, pair in enumerate(cells):
            if pair:
                out.append(f'            <tr><td class="diff_next"{places[at]}>{links[at]}</td>{pair[0]}'
                           f'<td class="diff_next">{links[at]}</td>{pair[1]}</tr>\n')
            elif at:
                out.append('        </tbody>        \n        <tbody>\n')
        return ''.join(out)
