"""Calls without parentheses: what %autocall makes of a cell of one line. Knows names and objects, not how a cell is run."""
import builtins

_NOTHING = object()
# What may not begin the arguments: the line means an operator, an assignment or a call as it stands.
_OPERATORS = '!=()<>,+*/%^&|-'
_WORDS = ('is', 'not', 'in', 'and', 'or')


def rewritten(shell, line):
    """`f a, b` as `f(a, b)` where f can be called, else None. Mode 1 wants arguments, mode 2 does not."""
    path, rest = _split(line)
    arguments = rest.strip()
    end = ';' if arguments.endswith(';') else ''
    if end:
        arguments = arguments[:-1]
    if not path or rest and not rest.startswith(' ') or not arguments and not end and shell.autocall < 2:
        return None
    if arguments[:1] and arguments[0] in _OPERATORS or _first_word(arguments) in _WORDS:
        return None
    value = _value(shell.user_ns, path)
    if value is _NOTHING or not callable(value) or arguments.startswith('[') and hasattr(value, '__getitem__'):
        return None
    return '%s(%s)%s' % ('.'.join(path), arguments, end)


def _split(line):
    """The dotted name that a line begins with, as a list, and what follows it."""
    text = line.strip('\n').lstrip()
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] in '_.'):
        end += 1
    path = text[:end].split('.')
    return (path if all(part.isidentifier() for part in path) else []), text[end:]


def _first_word(text):
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == '_'):
        end += 1
    return text[:end]


def _value(names, path):
    """What a dotted name means, found without running code of properties."""
    value = names.get(path[0], getattr(builtins, path[0], _NOTHING))
    for part in path[1:]:
        if value is _NOTHING or isinstance(getattr(type(value), part, None), property):
            return _NOTHING
        try:
            value = getattr(value, part)
        except Exception:
            return _NOTHING
    return value
