"""File names against patterns of the shell: * for anything, ? for one character, [seq] and [!seq] for one of some."""
import functools
import os
import posixpath
import re

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


def _set_text(inner):
    """The regular expression of what stands in brackets; None: nothing can match, '': anything does."""
    negated = inner[:1] == '!'
    body = inner[1:] if negated else inner
    parts, at = [], 0
    if '-' in body:
        start = 0
        pieces = []
        look = 1
        while (dash := body.find('-', look, len(body) - 1)) >= 0 or False:
            pieces.append(body[start:dash])
            start, look = dash + 1, dash + 3
        last = body[start:]
        if last:
            pieces.append(last)
        else:
            pieces[-1] += '-'
        for k in range(len(pieces) - 1, 0, -1):
            if pieces[k - 1][-1] > pieces[k][0]:
                pieces[k - 1] = pieces[k - 1][:-1] + pieces[k][1:]
                del pieces[k]
        text = '-'.join(piece.replace('\\', r'\\').replace('-', r'\-') for piece in pieces)
    else:
        text = body.replace('\\', r'\\')
    text = re.sub(r'([&~|])', r'\\\1', text)
    if not text:
        return '' if negated else None
    if text[0] in '^[':
        text = '\\' + text
    return ('^' if negated else '') + text


def translate(pat):
    """Translate a shell PATTERN to a regular expression. There is no way to quote meta-characters."""
    pieces, at = [], 0  # None stands for a star
    while at < len(pat):
        char = pat[at]
        at += 1
        if char == '*':
            if not pieces or pieces[-1] is not None:
                pieces.append(None)
        elif char == '?':
            pieces.append('.')
        elif char == '[':
            end = at + (pat[at:at + 1] == '!')
            end = pat.find(']', end + (pat[end:end + 1] == ']'))
            if end < 0:
                pieces.append('\\[')
                continue
            inner = _set_text(pat[at:end])
            at = end + 1
            pieces.append('(?!)' if inner is None else '.' if inner == '' else f'[{inner}]')
        else:
            pieces.append(re.escape(char))
    text, i = [], 0
    while i < len(pieces):
        if pieces[i] is not None:
            text.append(pieces[i])
            i += 1
            continue
        stop = i + 1
        while stop < len(pieces) and pieces[stop] is not None:
            stop += 1
        fixed = ''.join(pieces[i + 1:stop])
        text.append(f'(?>.*?{fixed})' if stop < len(pieces) and fixed else '.*' + fixed)
        i = stop
    return f"(?s:{''.join(text)})\\Z"


@functools.lru_cache(maxsize=32768, typed=True)
def _matcher(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(str(pat, 'latin1')).encode('latin1')).match
    return re.compile(translate(pat)).match


def filter(names, pat):
    """Construct a list from those elements of the iterable NAMES that match PAT."""
    match = _matcher(os.path.normcase(pat))
    if os.path is posixpath:
        return [name for name in names if match(name)]
    return [name for name in names if match(os.path.normcase(name))]


def fnmatchcase(name, pat):
    """Test whether FILENAME matches PATTERN, including case."""
    return _matcher(pat)(name) is not None


def fnmatch(name, pat):
    """Test whether FILENAME matches PATTERN, after the case of both is what the operating system takes for the same."""
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))
