"""Text in paragraphs: wrapped, filled, shortened, indented, dedented."""
import re

import _regex

__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']
_BLANKS = '\t\n\x0b\x0c\r '


class TextWrapper:
    """Wraps text with options: width, initial_indent, subsequent_indent, expand_tabs, tabsize, replace_whitespace,
    drop_whitespace, fix_sentence_endings, break_long_words, break_on_hyphens, max_lines, placeholder."""

    # Pieces that lines may be broken between: blanks; dashes between words; words up to a hyphen between letters.
    _word, _letter = r'[\w!"\'&.,?]', r'[^\d\W]'
    wordsep_re = _regex.later(
        rf'([{_BLANKS}]+'
        rf'|(?<={_word})-{{2,}}(?=\w)'
        rf'|[^{_BLANKS}](?:[^{_BLANKS}]*?)(?:-(?:(?<={_letter}{{2}}-)|(?<={_letter}-{_letter}-))(?={_letter}-?{_letter})'
        rf'|(?=[{_BLANKS}]|\Z)|(?<={_word})(?=-{{2,}}\w)))')
    wordsep_simple_re = _regex.later(rf'([{_BLANKS}]+)')
    sentence_end_re = _regex.later(r'[a-z][\.\!\?][\"\']?\Z')
    unicode_whitespace_trans = dict.fromkeys(map(ord, _BLANKS), ord(' '))

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=' [...]'):
        self.width, self.initial_indent, self.subsequent_indent = width, initial_indent, subsequent_indent
        self.expand_tabs, self.tabsize, self.replace_whitespace = expand_tabs, tabsize, replace_whitespace
        self.fix_sentence_endings, self.break_long_words = fix_sentence_endings, break_long_words
        self.drop_whitespace, self.break_on_hyphens = drop_whitespace, break_on_hyphens
        self.max_lines, self.placeholder = max_lines, placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        return text.translate(self.unicode_whitespace_trans) if self.replace_whitespace else text

    def _split(self, text):
        pattern = self.wordsep_re if self.break_on_hyphens is True or self.break_on_hyphens else self.wordsep_simple_re
        return [piece for piece in pattern.split(text) if piece]

    def _fix_sentence_endings(self, chunks):
        for i in range(len(chunks) - 1):
            if chunks[i + 1] == ' ' and self.sentence_end_re.search(chunks[i]):
                chunks[i + 1] = '  '

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _long_word(self, rest, line, used, width):
        """A piece that no line can hold: cut, or on a line of its own."""
        room = 1 if width < 1 else width - used
        if not self.break_long_words:
            if not line:
                line.append(rest.pop())
            return
        piece = rest[-1]
        end = room
        if self.break_on_hyphens and len(piece) > room:
            hyphen = piece.rfind('-', 0, room)
            if hyphen > 0 and any(char != '-' for char in piece[:hyphen]):
                end = hyphen + 1
        line.append(piece[:end])
        rest[-1] = piece[end:]

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError(f'invalid width {self.width!r} (must be > 0)')
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        lines, rest = [], chunks[::-1]
        while rest:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and not rest[-1].strip() and lines:
                rest.pop()
            line, used = [], 0
            while rest and used + len(rest[-1]) <= width:
                used += len(rest[-1])
                line.append(rest.pop())
            if rest and len(rest[-1]) > width:
                self._long_word(rest, line, used, width)
                used = sum(map(len, line))
            if self.drop_whitespace and line and not line[-1].strip():
                used -= len(line.pop())
            if not line:
                continue
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (
                    not rest or self.drop_whitespace and len(rest) == 1 and not rest[0].strip()) and used <= width:
                lines.append(indent + ''.join(line))
                continue
            self._last_line(lines, line, used, width, indent)
            break
        return lines

    def _last_line(self, lines, line, used, width, indent):
        """Puts the placeholder where the text is cut off."""
        while line:
            if line[-1].strip() and used + len(self.placeholder) <= width:
                lines.append(indent + ''.join(line) + self.placeholder)
                return
            used -= len(line.pop())
        if lines:
            last = lines[-1].rstrip()
            if len(last) + len(self.placeholder) <= self.width:
                lines[-1] = last + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        """The paragraph as a list of lines of at most `width` characters, without newlines at their ends."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """The lines of wrap(), joined by newlines."""
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """Wrap a single paragraph of text, returning a list of wrapped lines."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """Fill a single paragraph of text, returning a new string."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Collapse and truncate the given text to fit in the given width; '[...]' stands for words that were left out."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    """Remove any common leading whitespace from every line in `text`; lines of blanks alone become empty."""
    lines = re.sub(r'(?m)^[ \t]+$', '', text).split('\n')
    full = [line for line in lines if line]
    if not full:
        return '\n'.join(lines)
    low, high = min(full), max(full)
    size = 0
    while size < len(low) and low[size] == high[size] and low[size] in ' \t':
        size += 1
    return '\n'.join(line[size:] for line in lines)


def indent(text, prefix, predicate=None):
    """Adds 'prefix' to the beginning of selected lines in 'text': those that are not blank, or that predicate names."""
    wanted = str.strip if predicate is None else predicate
    return ''.join(prefix + line if wanted(line) else line for line in text.splitlines(True))
