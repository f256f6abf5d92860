"""Options of a command line in the manner of C's getopt()."""
import os

__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    """A wrong option: its text (msg) and its name (opt)."""

    def __init__(self, msg, opt=''):
        self.msg, self.opt = msg, opt
        super().__init__(msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """Options up to the first other argument: a list of (option, value), and the other arguments."""
    return _read(args, shortopts, longopts, True)


def gnu_getopt(args, shortopts, longopts=[]):
    """As getopt; options may stand between other arguments, unless shortopts begins with '+'."""
    strict = shortopts.startswith('+') or bool(os.environ.get('POSIXLY_CORRECT'))
    return _read(args, shortopts.removeprefix('+'), longopts, strict)


def _read(args, shortopts, longopts, strict):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    rest, found, others = list(args), [], []
    while rest:
        word = rest[0]
        if word == '--':
            return found, others + rest[1:]
        if word.startswith('--'):
            found, rest = do_longs(found, word[2:], longopts, rest[1:])
        elif word.startswith('-') and word != '-':
            found, rest = do_shorts(found, word[1:], shortopts, rest[1:])
        elif strict:
            return found, others + rest
        else:
            others.append(rest.pop(0))
    return found, others


def long_has_args(name, longopts):
    """Whether a long option takes an argument, and its full name; GetoptError: there is none, or are several."""
    matches = [option for option in longopts if option.startswith(name)]
    if not matches:
        raise GetoptError(f'option --{name} not recognized', name)
    if name in matches:
        return False, name
    if name + '=' in matches:
        return True, name
    if len(matches) > 1:
        raise GetoptError(f'option --{name} not a unique prefix', name)
    return matches[0].endswith('='), matches[0].removesuffix('=')


def short_has_arg(letter, shortopts):
    """Whether an option of one letter takes an argument."""
    at = shortopts.find(letter)
    if at < 0 or letter == ':':
        raise GetoptError(f'option -{letter} not recognized', letter)
    return shortopts.startswith(':', at + 1)


def do_longs(found, word, longopts, rest):
    """Adds a long option, which may be shortened: (what is found, what is left)."""
    name, equals, value = word.partition('=')
    takes, name = long_has_args(name, longopts)
    if equals and not takes:
        raise GetoptError(f'option --{name} must not have an argument', name)
    if takes and not equals:
        if not rest:
            raise GetoptError(f'option --{name} requires argument', name)
        value, rest = rest[0], rest[1:]
    return found + [('--' + name, value)], rest


def do_shorts(found, word, shortopts, rest):
    """Adds the options of one letter in a word: (what is found, what is left)."""
    while word:
        letter, word, value = word[0], word[1:], ''
        if short_has_arg(letter, shortopts):
            if not word and not rest:
                raise GetoptError(f'option -{letter} requires argument', letter)
            value, word, rest = (word, '', rest) if word else (rest[0], '', rest[1:])
        found = found + [('-' + letter, value)]
    return found, rest
