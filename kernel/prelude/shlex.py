"""Words of shell-like texts."""
import os
import sys
from collections import deque
from io import StringIO

__all__ = ['shlex', 'split', 'quote', 'join']


class shlex:
    """A lexer of shell-like texts: shlex(instream=None, infile=None, posix=False, punctuation_chars=False)."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = StringIO(instream)
        self.instream, self.infile = (sys.stdin, None) if instream is None else (instream, infile)
        self.posix = posix
        self.eof = None if posix else ''
        self.commenters, self.whitespace, self.quotes = '#', ' \t\r\n', '\'"'
        self.wordchars = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
        if posix:
            self.wordchars += ''.join(map(chr, range(0xdf, 0x100))).replace('\xf7', '')
            self.wordchars += ''.join(map(chr, range(0xc0, 0xdf))).replace('\xd7', '')
        self.whitespace_split, self.escape, self.escapedquotes = False, '\\', '"'
        self.state, self.pushback, self.filestack = ' ', deque(), deque()
        self.lineno, self.debug, self.token, self.source = 1, 0, '', None
        self._punctuation_chars = '();<>|&' if punctuation_chars is True else punctuation_chars or ''
        if self._punctuation_chars:
            self._pushback_chars = deque()
            self.wordchars += '~-./*?='
            self.wordchars = self.wordchars.translate(dict.fromkeys(map(ord, self._punctuation_chars)))

    @property
    def punctuation_chars(self):
        """The characters that make words of their own."""
        return self._punctuation_chars

    def push_token(self, tok):
        """Gives a word back, to be read next."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Reads from another stream until its end."""
        if isinstance(newstream, str):
            newstream = StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1

    def pop_source(self):
        """Goes back to the stream before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = ' '

    def get_token(self):
        """The next word; eof at the end. Sources are followed."""
        if self.pushback:
            return self.pushback.popleft()
        word = self.read_token()
        if self.source is not None:
            while word == self.source:
                opened = self.sourcehook(self.read_token())
                if opened:
                    self.push_source(opened[1], opened[0])
                word = self.get_token()
        while word == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            word = self.get_token()
        return word

    def _next_character(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        char = self.instream.read(1)
        if char == '\n':
            self.lineno += 1
        return char

    def read_token(self):
        """The next word of the stream; nothing that was pushed back."""
        quoted, before_escape = False, ' '
        while True:
            char = self._next_character()
            state = self.state
            if state is None:
                self.token = ''
                break
            if state == ' ':
                if not char:
                    self.state = None
                    break
                if char in self.whitespace:
                    if self._finished(quoted):
                        break
                elif char in self.commenters:
                    self._skip_line()
                elif self.posix and char in self.escape:
                    before_escape, self.state = 'a', char
                elif char in self.wordchars:
                    self.token, self.state = char, 'a'
                elif char in self._punctuation_chars:
                    self.token, self.state = char, 'c'
                elif char in self.quotes:
                    if not self.posix:
                        self.token = char
                    self.state = char
                elif self.whitespace_split:
                    self.token, self.state = char, 'a'
                else:
                    self.token = char
                    if self._finished(quoted):
                        break
            elif state in self.quotes:
                quoted = True
                if not char:
                    raise ValueError('No closing quotation')
                if char == state:
                    if not self.posix:
                        self.token, self.state = self.token + char, ' '
                        break
                    self.state = 'a'
                elif self.posix and char in self.escape and state in self.escapedquotes:
                    before_escape, self.state = state, char
                else:
                    self.token += char
            elif state in self.escape:
                if not char:
                    raise ValueError('No escaped character')
                if before_escape in self.quotes and char != state and char != before_escape:
                    self.token += state
                self.token, self.state = self.token + char, before_escape
            else:
                stop = self._in_word(char, quoted)
                if stop is not None:
                    if stop == 'escape':
                        before_escape = 'a'
                    elif stop:
                        break
        word, self.token = self.token, ''
        return None if self.posix and not quoted and word == '' else word

    def _finished(self, quoted):
        """Whether what was read is a word."""
        return bool(self.token) or (self.posix and quoted)

    def _skip_line(self):
        self.instream.readline()
        self.lineno += 1

    def _in_word(self, char, quoted):
        """A character after others of a word or of punctuation: True ends the word, 'escape' begins an escape."""
        if not char:
            self.state = None
            return True
        if char in self.whitespace:
            self.state = ' '
            return self._finished(quoted)
        if char in self.commenters:
            self._skip_line()
            if self.posix:
                self.state = ' '
                return self._finished(quoted)
            return False
        if self.state == 'c':
            if char in self._punctuation_chars:
                self.token += char
                return False
            if char not in self.whitespace:
                self._pushback_chars.append(char)
            self.state = ' '
            return True
        if self.posix and char in self.quotes:
            self.state = char
            return False
        if self.posix and char in self.escape:
            self.state = char
            return 'escape'
        if char in self.wordchars or char in self.quotes or (self.whitespace_split and char not in self._punctuation_chars):
            self.token += char
            return False
        if self._punctuation_chars:
            self._pushback_chars.append(char)
        else:
            self.pushback.appendleft(char)
        self.state = ' '
        return self._finished(quoted)

    def sourcehook(self, newfile):
        """The name and the opened file of a source."""
        path = newfile[1:-1] if newfile.startswith('"') else newfile
        if isinstance(self.infile, str):  # beside the file that asks for it
            path = os.path.join(os.path.dirname(self.infile), path)
        return path, open(path)

    def error_leader(self, infile=None, lineno=None):
        """The beginning of an error message as compilers write it."""
        infile, lineno = self.infile if infile is None else infile, self.lineno if lineno is None else lineno
        return f'"{infile}", line {lineno}: '

    def __iter__(self):
        return self

    def __next__(self):
        word = self.get_token()
        if word == self.eof:
            raise StopIteration
        return word


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        import warnings
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning, stacklevel=2)
    lexer = shlex(s, posix=posix)
    lexer.whitespace_split = True
    if not comments:
        lexer.commenters = ''
    return list(lexer)


def join(split_command):
    """A command line of words."""
    return ' '.join(map(quote, split_command))


def quote(s):
    """A text as one word of a shell."""
    if s and all(char.isascii() and (char.isalnum() or char in '_@%+=:,./-') for char in s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'" if s else "''"
