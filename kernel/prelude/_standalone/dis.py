"""What the interpreter executes: the instructions of its register machine, shown. They are this interpreter's own, not CPython's, and so are
their operands: registers by the name of the variable that is in them, or r12. Offsets count two a step, the beginning of the block is
step 0, as in f_lasti, co_lines() and co_positions()."""
import collections
import struct
import sys
import types

import _opcodes
import opcode
from opcode import (EXTENDED_ARG, HAVE_ARGUMENT, RESUME, __all__ as _of_opcode, cmp_op, hascompare, hasjrel, hasnargs, opmap, opname, stack_effect)

__all__ = ['code_info', 'dis', 'disassemble', 'distb', 'disco', 'findlinestarts', 'findlabels', 'show_code', 'get_instructions', 'Instruction',
           'Bytecode', *_of_opcode]

COMPILER_FLAG_NAMES = {1: 'OPTIMIZED', 2: 'NEWLOCALS', 4: 'VARARGS', 8: 'VARKEYWORDS', 16: 'NESTED', 32: 'GENERATOR', 64: 'NOFREE', 128: 'COROUTINE',
                       256: 'ITERABLE_COROUTINE', 512: 'ASYNC_GENERATOR'}


def __getattr__(name):
    """Lists of the module opcode that are made when they are asked for."""
    if name not in _of_opcode:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return globals().setdefault(name, getattr(opcode, name))


def __dir__():
    return sorted({*globals(), *_of_opcode})


_STEP = 2
_NONE = 65535  # an operand of 16 bits that is not there
_WORD = struct.Struct('<BHHHB')

Positions = collections.namedtuple('Positions', 'lineno end_lineno col_offset end_col_offset', defaults=(None,) * 4)
_Fields = collections.namedtuple('_Instruction', 'opname opcode arg argval argrepr offset starts_line is_jump_target positions', defaults=(None,))


class Instruction(_Fields):
    """One instruction. arg: its operands as one number, None without; argval: the name, constant, variable or target that it is about;
    argrepr: all operands, for people; offset: two a step; starts_line: the line that begins with it, or None; is_jump_target: whether another
    one jumps here; positions: where it is in the source."""

    __slots__ = ()

    def _line(self, width, offset_width, current):
        number = '' if self.starts_line is None else '%d' % self.starts_line
        shown = '%*s %-3s %-2s %*d %-16s %s' % (width, number, '-->' if current else '', '>>' if self.is_jump_target else '', offset_width, self.offset,
                                               self.opname, self.argrepr)
        return shown.rstrip()


# ---- what has code ----

def _code_of(x):
    """The code object of a function, method, generator, coroutine, class or text."""
    x = getattr(x, '__func__', x)
    for name in ('__code__', 'gi_code', 'ag_code', 'cr_code'):
        code = getattr(x, name, None)
        if code is not None:
            return code
    return x


def _get_code_object(x):
    found = _code_of(x)
    if isinstance(found, str):
        try:
            return compile(found, '<disassembly>', 'eval')
        except SyntaxError:
            return compile(found, '<disassembly>', 'exec')
    if isinstance(found, types.CodeType):
        return found
    raise TypeError("don't know how to disassemble %s objects" % type(x).__name__)


# ---- instructions ----

class _Reader:
    """Takes the words of a code object apart; of plain bytes (code None) without the names in it."""

    def __init__(self, words, code=None):
        self.words = [_WORD.unpack_from(words, at) for at in range(0, len(words) - _WORD.size + 1, _WORD.size)]
        self.code = code
        self.constants, self.sites = (_opcodes.constants(code), _opcodes.sites(code)) if code else ((), ())
        self.registers = (*code.co_varnames, *code.co_cellvars) if code else ()
        self.free = code.co_freevars if code else ()

    def value(self, kind, number):
        """(what an operand is, its text)"""
        if kind == 'target':
            return _offset(number), 'to %d' % _offset(number)
        known = {'name': self.sites, 'constant': self.constants, 'free': self.free}.get(kind, self.registers)
        if kind == 'number' or number >= len(known):
            return number, 'r%d' % number if kind in ('register', 'local') else '%d' % number
        return known[number], repr(known[number]) if kind == 'constant' else known[number]

    def operands(self, at):
        """(kind, value, text) of each operand of the instruction."""
        number, a, b, c, x = self.words[at]
        operands, word = opcode._operands()[number]
        raw = {'a': a, 'b': b, 'c': c, 'x': x, 'w': b | c << 16, 'site': c | x << 16}
        found = []
        for letter, kind in operands:
            symbols = opcode._SYMBOLS.get(opname[number]) if letter == 'x' else None
            if symbols:
                found.append(('operator', symbols[x], symbols[x]))
            elif not (kind in ('constant', 'register') and raw[letter] == _NONE):
                found.append((kind, *self.value(kind, self.signed(number, letter, raw[letter]))))
        if word and at + 1 < len(self.words):
            _, _, low, high, _ = self.words[at + 1]
            found.append((word, *self.value(word, low | high << 16)))
        return found

    @staticmethod
    def signed(number, letter, value):
        bits = 32 if letter == 'w' else 16
        numeric = letter in 'cw' and opname[number].endswith('I')
        return value - (1 << bits) if numeric and value >> bits - 1 else value

    def steps(self):
        """(index, opcode) of all words: of a word that only belongs to the one before, the opcode is None."""
        belongs = False
        for at, word in enumerate(self.words):
            yield at, None if belongs or word[0] >= RESUME else word[0]
            belongs = not belongs and word[0] < RESUME and opcode._operands()[word[0]][1] is not None

    def targets(self):
        found = []
        for at, number in self.steps():
            if number is not None:
                found.extend(value for kind, value, _ in self.operands(at) if kind == 'target' and value not in found)
        return found

    def instruction(self, at, number, line, labels, positions):
        operands = self.operands(at)
        about = next((value for wanted in (('name', 'constant', 'target', 'free', 'operator'), ('local', 'number')) for kind, value, _ in operands
                      if kind in wanted), None)
        arg = int.from_bytes(_WORD.pack(*self.words[at])[1:], 'little') if operands else None
        return Instruction(opname[number], number, arg, about, ', '.join(text for *_, text in operands), _offset(at), line, _offset(at) in labels, positions)

    def all(self, first_line=None, hidden=False):
        """The instructions in their order; hidden: also words that belong to the one before."""
        code = self.code
        by = first_line - code.co_firstlineno if first_line is not None else 0
        begins = {at: line + by for at, line in findlinestarts(code)} if code else {}
        places = [Positions(*each) for each in code.co_positions()] if code else []
        place = lambda step: places[step] if step < len(places) else Positions()
        labels = {*self.targets(), *(_offset(target) for _, _, target, _ in (_opcodes.handlers(code) if code else ()))}
        if code:
            yield Instruction('RESUME', RESUME, None, None, '', 0, begins.get(0), False, place(0))
        for at, number in self.steps():
            if number is not None:
                yield self.instruction(at, number, begins.get(_offset(at)), labels, place(at + 1))
            elif hidden:
                yield Instruction('CACHE', 0, None, None, '', _offset(at), None, False, place(at + 1))


def _offset(index):
    return _STEP * (index + 1)


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    """The instructions of a function, method, class, text or code object. first_line: the line that its first one counts as; show_caches:
    also the words that belong to the instruction before them. Instructions never change, so that `adaptive` shows the same."""
    code = _get_code_object(x)
    return _Reader(code.co_code, code).all(first_line, show_caches)


def findlinestarts(code):
    """(offset, line) where the lines of a code object begin."""
    before = None
    for start, _, line in code.co_lines():
        if line is not None and line != before:
            before = line
            yield start, line


def findlabels(code):
    """The offsets that instructions jump to; code: the bytes of a code object."""
    return _Reader(code).targets()


# ---- shown ----

def _show(instructions, current, file, code=None):
    rows = list(instructions)
    lines = max((row.starts_line or 0 for row in rows), default=0)
    width, offset_width = max(3, len(str(lines))), max(4, len(str(rows[-1].offset)) if rows else 0)
    for row in rows:
        if row.starts_line is not None and row.offset > 0:
            print(file=file)
        print(row._line(width, offset_width, row.offset == current), file=file)
    handlers = _opcodes.handlers(code) if code else ()
    if handlers:
        print('ExceptionTable:', file=file)
    for first, end, target, register in handlers:
        print('  %d to %d -> %d [r%d]' % (_offset(first), _offset(end - 1), _offset(target), register), file=file)


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False):
    """Shows a code object; lasti: the offset of the instruction that is marked."""
    _show(get_instructions(co, show_caches=show_caches), lasti, file, co)


disco = disassemble


def _show_all(code, lasti, file, depth, show_caches):
    disassemble(code, lasti, file=file, show_caches=show_caches)
    if depth is not None and depth <= 0:
        return
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            print('\nDisassembly of %r:' % (constant,), file=file)
            _show_all(constant, -1, file, None if depth is None else depth - 1, show_caches)


_CODED = types.MethodType, types.FunctionType, types.CodeType, classmethod, staticmethod, type


def _show_members(holder, file, depth, show_caches):
    for name, member in sorted(vars(holder).items()):
        if not isinstance(member, _CODED):
            continue
        print('Disassembly of %s:' % name, file=file)
        try:
            dis(member, file=file, depth=depth, show_caches=show_caches)
        except TypeError as error:
            print('Sorry:', error, file=file)
        print(file=file)


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False):
    """Shows the instructions of a function, method, generator, class, module, text, code object or bytes; of the last traceback without
    argument. depth: how deep functions inside are shown, None all."""
    if x is None:
        return distb(file=file, show_caches=show_caches)
    found = _code_of(x)
    if isinstance(found, (bytes, bytearray)):
        _show(_Reader(bytes(found)).all(hidden=show_caches), None, file)
    elif isinstance(found, (types.CodeType, str)):
        code = compile(found, '<dis>', 'exec') if isinstance(found, str) else found
        _show_all(code, -1, file, depth, show_caches)
    elif hasattr(found, '__dict__'):
        _show_members(found, file, depth, show_caches)
    else:
        raise TypeError("don't know how to disassemble %s objects" % type(x).__name__)


def distb(tb=None, *, file=None, show_caches=False, adaptive=False):
    """Shows where a traceback ends, by default the last one: the instruction that has raised is marked."""
    if tb is None:
        try:
            tb = sys.last_traceback
        except AttributeError:
            raise RuntimeError('no last traceback to disassemble') from None
    while tb.tb_next:
        tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, tb.tb_lasti, file=file, show_caches=show_caches)


# ---- what is known of a code object ----

def pretty_flags(flags):
    """The names of the bits of co_flags."""
    bits = [bit for bit in (1 << n for n in range(32)) if flags & bit]
    return ', '.join(COMPILER_FLAG_NAMES.get(bit, hex(bit)) for bit in bits) or hex(flags)


_NUMBERS = {'Argument count': 'argcount', 'Positional-only arguments': 'posonlyargcount', 'Kw-only arguments': 'kwonlyargcount',
            'Number of locals': 'nlocals', 'Stack size': 'stacksize'}
_LISTS = {'Constants': 'consts', 'Names': 'names', 'Variable names': 'varnames', 'Free variables': 'freevars', 'Cell variables': 'cellvars'}


def _info(code):
    yield from ('%-18s %s' % (label + ':', getattr(code, 'co_' + name)) for label, name in (('Name', 'name'), ('Filename', 'filename')))
    for label, name in _NUMBERS.items():
        yield '%-18s %s' % (label + ':', getattr(code, 'co_' + name))
    yield '%-18s %s' % ('Flags:', pretty_flags(code.co_flags))
    for label, name in _LISTS.items():
        members = getattr(code, 'co_' + name)
        if members:
            yield label + ':'
            yield from ('%4d: %s' % (at, repr(member) if name == 'consts' else member) for at, member in enumerate(members))


def code_info(x):
    """What is known of a function, method, text or code object, a line each."""
    return '\n'.join(_info(_get_code_object(x)))


def show_code(co, *, file=None):
    """Prints that."""
    print(code_info(co), file=file)


class Bytecode:
    """The instructions of something, to go through and to show. first_line and the rest as of get_instructions(); current_offset: the
    instruction that is marked."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False, adaptive=False):
        self._original_object, self.codeobj = x, _get_code_object(x)
        self.first_line = self.codeobj.co_firstlineno if first_line is None else first_line
        self.current_offset, self.show_caches, self.adaptive = current_offset, show_caches, adaptive

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self.first_line, show_caches=self.show_caches)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self._original_object)

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        """Where a traceback ends."""
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti, show_caches=show_caches, adaptive=adaptive)

    def info(self):
        """What code_info() says of it."""
        return code_info(self.codeobj)

    def dis(self):
        """What dis() shows of it, as a text."""
        from io import StringIO
        shown = StringIO()
        _show(self, -1 if self.current_offset is None else self.current_offset, shown, self.codeobj)
        return shown.getvalue()


def main():
    """`-m dis [FILE]`: the instructions of a program, of the standard input without a file."""
    import argparse
    parser = argparse.ArgumentParser(prog='dis')
    parser.add_argument('infile', nargs='?', default='-')
    name = parser.parse_args().infile
    if name == '-':
        name, source = '<stdin>', sys.stdin.buffer.read()
    else:
        with open(name, 'rb') as file:
            source = file.read()
    dis(compile(source, name, 'exec'))


if __name__ == '__main__':
    main()
