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
            rest.pop(0)
            name, value = _long(word[2:], longopts, rest)
            found.append(('--' + name, value))
        elif word.startswith('-') and word != '-':
            rest.pop(0)
            _letters(word[1:], shortopts, rest, found)
        elif strict:
            return found, others + rest
        else:
            others.append(rest.pop(0))
    return found, others


def _long(word, longopts, rest):
    """Name and value of a long option, which may be shortened."""
    name, equals, value = word.partition('=')
    matches = [option for option in longopts if option.startswith(name)]
    if not matches:
        raise GetoptError(f'option --{name} not recognized', name)
    if name in matches:
        name, takes = name, False
    elif name + '=' in matches:
        takes = True
    elif len(matches) > 1:
        raise GetoptError(f'option --{name} not a unique prefix', name)
    else:
        takes = matches[0].endswith('=')
        name = matches[0].removesuffix('=')
    if not takes:
        if equals:
            raise GetoptError(f'option --{name} must not have an argument', name)
        return name, ''
    if not equals:
        if not rest:
            raise GetoptError(f'option --{name} requires argument', name)
        value = rest.pop(0)
    return name, value


def _letters(word, shortopts, rest, found):
    """The options of one letter in a word."""
    while word:
        letter, word = word[0], word[1:]
        at = shortopts.find(letter)
        if at < 0 or letter == ':':
            raise GetoptError(f'option -{letter} not recognized', letter)
        value = ''
        if shortopts.startswith(':', at + 1):
            if not word and not rest:
                raise GetoptError(f'option -{letter} requires argument', letter)
            value, word = word or rest.pop(0), ''
        found.append(('-' + letter, value))
