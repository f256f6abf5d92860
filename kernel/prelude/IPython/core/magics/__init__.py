"""Magics that are written in the language, in modules by their subject. The kernel calls them by name."""
from importlib import import_module

from _shell import UsageError

_MODULES = ('basic', 'code', 'execution', 'history', 'logging', 'namespace', 'osm', 'storing')


def find(name):
    """The function of a magic, or None: it is one of the kernel's own."""
    for module in _MODULES:
        found = import_module('IPython.core.magics.' + module)
        function = found.__dict__.get(name)
        if callable(function) and not isinstance(function, type) and function.__module__ == found.__name__:
            return function
    return None


def options(line, letters, words=True, long=(), repeated=''):
    """Options in front of a line, as getopt knows them: a dict, and the rest as words or as a text. repeated: letters that may
    stand several times, and whose values are lists."""
    from IPython.core.magic import arg_split
    found, rest = {}, line
    allowed = '(allowed: "%s"%s)' % (letters, ''.join(' ' + each for each in long))
    while rest[:1] == '-' and rest[1:2].strip():
        word, _, after = rest.partition(' ')
        after = after.lstrip()
        if word == '--':
            rest = after
            break
        if word[:2] == '--':
            name, equals, value = word[2:].partition('=')
            matches = [each for each in long if each.rstrip('=').startswith(name)]
            if not matches:
                raise UsageError('option --%s not recognized %s' % (name, allowed))
            whole = matches[0].rstrip('=')
            if matches[0].endswith('='):
                if not equals:
                    value, _, after = after.partition(' ')
                found[whole] = value
            else:
                found[whole] = ''
            rest = after
            continue
        at = 1
        while at < len(word):
            letter = word[at]
            place = letters.find(letter)
            if place < 0 or letter == ':':
                raise UsageError('option -%s not recognized %s' % (letter, allowed))
            at += 1
            if letters[place + 1:place + 2] == ':':
                value = word[at:]
                if not value:
                    first = arg_split(after, strict=False)[:1]
                    if not first:
                        raise UsageError('option -%s requires argument %s' % (letter, allowed))
                    value = first[0]
                    after = after[after.index(value) + len(value):].lstrip()
                if letter in repeated:
                    found.setdefault(letter, []).append(value)
                else:
                    found[letter] = value
                break
            found[letter] = ''
        rest = after
    return found, arg_split(rest, strict=False) if words else rest.strip()
