"""The instructions of this interpreter, which is a register machine: names, numbers and operands, from its own table. They are not
CPython's: programs that ask for LOAD_FAST do not find it."""
import re

import _opcodes

__all__ = ['cmp_op', 'hasconst', 'hasname', 'hasjrel', 'hasjabs', 'haslocal', 'hascompare', 'hasfree', 'hasnargs', 'opname', 'opmap', 'HAVE_ARGUMENT', 'EXTENDED_ARG',
           'stack_effect']

cmp_op = _opcodes.compared
opname = [*_opcodes.rows[::2], 'RESUME']
opmap = {name: number for number, name in enumerate(opname)}
RESUME = opmap['RESUME']  # no instruction: the beginning of a block, where a frame stands that has not begun
HAVE_ARGUMENT = 1  # NOP alone, below it, has never an operand
EXTENDED_ARG = 255  # no instruction has it: operands are never longer than an instruction is

_SYMBOLS = {'BINARY': _opcodes.binary, 'INPLACE': _opcodes.binary, 'UNARY': _opcodes.unary, 'COMPARE': cmp_op}


def _kind(name, letter, flag, text):
    """What an operand is by the text of its instruction: 'register', 'local', 'constant', 'free', 'target' or 'number'."""
    if flag or letter == 'x':
        return 'number'
    for kind, pattern in (('constant', r'constant %s\b|\b%s: constant'), ('free', r'captured cell %s\b'), ('target', r'instruction %s\b'),
                          ('local', r'\blocal %s\b|^%s: del of a local'), ('number', r'\b%s items|of %s pairs|\+%s-1\]|%s=\w+|\b%s positional')):
        if re.search(pattern.replace('%s', letter), text):
            return kind
    if letter == 'w':
        return 'target' if name.startswith('JUMP') else 'number'
    last = letter == 'c' and (name.startswith('BUILD') and name not in ('BUILDCLASS', 'BUILDSLICE') or name.endswith('I'))
    return 'number' if last or letter == 'b' and name.startswith('CALL') else 'register'


def _parse(name, text):
    """The operands of an instruction as (letter, kind), and what the word behind it is, or None."""
    found = re.findall(r'\b([abcwx]|site)\b(=)?', re.split(r'[:,;]', text)[0])
    operands = [(letter, 'name' if letter == 'site' else _kind(name, letter, flag, text)) for letter, flag in found]
    word = re.search(r'\bword\b', text) and ('constant' if 'constant' in text else 'number')
    return operands, word


_read = []


def _operands():
    """The operands of all instructions, by number."""
    if not _read:
        _read.extend(_parse(name, text) for name, text in zip(_opcodes.rows[::2], _opcodes.rows[1::2]))
    return _read


# Lists that take reading all the operands, each made when it is asked for: the kind of operand, and instructions beside those that have one.
_LISTS = {'hasconst': ('constant',), 'hasname': ('name',), 'hasjabs': ('target',), 'haslocal': ('local',),
          'hasfree': ('free', 'GETCELL', 'SETCELL', 'DELCELL')}


def __getattr__(name):
    if name not in _LISTS:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    kind, *more = _LISTS[name]
    found = [number for number, (operands, word) in enumerate(_operands()) if word == kind or kind in dict(operands).values()]
    return globals().setdefault(name, found + [opmap[each] for each in more])


def __dir__():
    return sorted({*globals(), *_LISTS})


hasjrel = []
hascompare = [number for name, number in opmap.items() if name == 'COMPARE' or name.startswith('TEST')]
hasnargs = [number for name, number in opmap.items() if name.startswith('CALL')]


def stack_effect(opcode, oparg=None, /, *, jump=None):
    """Refused: the instructions of a register machine do not work on a stack."""
    raise NotImplementedError('stack_effect(): the instructions of this interpreter work on registers, not on a stack')
