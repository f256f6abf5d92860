"""Pickles as a list of their instructions: shown (dis), read one by one (genops), made shorter (optimize).

A pickle is a program for a machine with a stack and a memo. The table `opcodes` says of each instruction how its argument
is read, and what it takes off the stack and puts there.
"""
import codecs
import io
import struct
import sys

__all__ = ['dis', 'genops', 'optimize']

# what ArgumentDescriptor.n is where it is no number of bytes
UP_TO_NEWLINE, TAKEN_FROM_ARGUMENT1, TAKEN_FROM_ARGUMENT4, TAKEN_FROM_ARGUMENT4U, TAKEN_FROM_ARGUMENT8U = range(-1, -6, -1)


class _Description:
    """Named parts, set at the beginning."""
    __slots__ = ()

    def __init__(self, *parts, **named):
        for name, part in [*zip(self.__slots__, parts), *named.items()]:
            setattr(self, name, part)


class ArgumentDescriptor(_Description):
    """An argument: its name, how many bytes it has, the function that reads it, what it is."""
    __slots__ = 'name', 'n', 'reader', 'doc'


class StackObject(_Description):
    """What lies on the stack: its name, its class or classes, what it is."""
    __slots__ = 'name', 'obtype', 'doc'

    def __repr__(self):
        return self.name


class OpcodeInfo(_Description):
    """An instruction: its name and code, its argument or None, the stack before and after it, the first protocol that has it."""
    __slots__ = 'name', 'code', 'arg', 'stack_before', 'stack_after', 'proto', 'doc'


# ---- arguments ----

def _exactly(file, count, name):
    data = file.read(count)
    if len(data) != count:
        raise ValueError(f'not enough data in stream to read {name}')
    return data


def _fixed(name, format):
    """A number of so many bytes."""
    size = struct.calcsize(format)
    return size, lambda file: struct.unpack(format, _exactly(file, size, name))[0]


def _line(file, name='stringnl'):
    """The bytes up to the end of the line."""
    data = file.readline()
    if data[-1:] != b'\n':
        raise ValueError(f'no newline found when trying to read {name}')
    return data[:-1]


def _counted(name, kind, count_name, make):
    """Bytes behind their number."""
    count_of = _ARGUMENTS[count_name][1]

    def read(file):
        count = count_of(file)
        if count < 0:
            raise ValueError(f'{name} byte count < 0: {count}')
        if count > sys.maxsize:
            raise ValueError(f'{name} byte count > sys.maxsize: {count}')
        data = file.read(count)
        if len(data) == count:
            return make(data)
        if make is _little:
            raise ValueError(f'not enough data in stream to read {name}')
        raise ValueError(f'expected {count} bytes in a {name}, but only {len(data)} remain')
    return kind, read


def _little(data):
    return int.from_bytes(data, 'little', signed=True)


def _latin(data):
    return data.decode('latin-1')


def _text(data):
    return str(data, 'utf-8', 'surrogatepass')


def _without_escapes(data):
    return codecs.escape_decode(data)[0].decode('ascii')


def _quoted(file):
    """A literal in quotes: what it means."""
    data = _line(file)
    quote = data[:1]
    if quote not in (b'"', b"'"):
        raise ValueError(f'no string quotes around {data!r}')
    if data[-1:] != quote or len(data) < 2:
        raise ValueError(f'strinq quote {quote!r} not found at both ends of {data!r}')
    return _without_escapes(data[1:-1])


def _plain(file):
    return _without_escapes(_line(file))


def _int_or_bool(file):
    data = _line(file)
    return data == b'01' if data in (b'00', b'01') else int(data)


_ARGUMENTS = {
    'uint1': _fixed('uint1', '<B'), 'uint2': _fixed('uint2', '<H'), 'int4': _fixed('int4', '<i'), 'uint4': _fixed('uint4', '<I'),
    'uint8': _fixed('uint8', '<Q'), 'float8': _fixed('float8', '>d'),
    'stringnl': (UP_TO_NEWLINE, _quoted), 'stringnl_noescape': (UP_TO_NEWLINE, _plain),
    'stringnl_noescape_pair': (UP_TO_NEWLINE, lambda file: f'{_plain(file)} {_plain(file)}'),
    'unicodestringnl': (UP_TO_NEWLINE, lambda file: str(_line(file, 'unicodestringnl'), 'raw-unicode-escape')),
    'decimalnl_short': (UP_TO_NEWLINE, _int_or_bool), 'decimalnl_long': (UP_TO_NEWLINE, lambda file: int(_line(file).removesuffix(b'L'))),
    'floatnl': (UP_TO_NEWLINE, lambda file: float(_line(file))),
}
_ARGUMENTS.update({name: _counted(name, kind, count, make) for name, kind, count, make in (
    ('string1', TAKEN_FROM_ARGUMENT1, 'uint1', _latin), ('string4', TAKEN_FROM_ARGUMENT4, 'int4', _latin),
    ('bytes1', TAKEN_FROM_ARGUMENT1, 'uint1', bytes), ('bytes4', TAKEN_FROM_ARGUMENT4U, 'uint4', bytes),
    ('bytes8', TAKEN_FROM_ARGUMENT8U, 'uint8', bytes), ('bytearray8', TAKEN_FROM_ARGUMENT8U, 'uint8', bytearray),
    ('unicodestring1', TAKEN_FROM_ARGUMENT1, 'uint1', _text), ('unicodestring4', TAKEN_FROM_ARGUMENT4U, 'uint4', _text),
    ('unicodestring8', TAKEN_FROM_ARGUMENT8U, 'uint8', _text),
    ('long1', TAKEN_FROM_ARGUMENT1, 'uint1', _little), ('long4', TAKEN_FROM_ARGUMENT4, 'int4', _little))})
_SAID = {
    'uint1': 'A byte.', 'uint2': 'Two bytes, a number without a sign.', 'int4': 'Four bytes, a number with a sign.',
    'uint4': 'Four bytes, a number without a sign.', 'uint8': 'Eight bytes, a number without a sign.',
    'float8': 'Eight bytes, a number in double precision with its largest byte first.', 'stringnl': 'A literal in quotes, up to the end of the line.',
    'stringnl_noescape': 'ASCII without quotes, up to the end of the line.', 'stringnl_noescape_pair': 'Two lines of ASCII: a module and a name in it.',
    'unicodestringnl': 'Text up to the end of the line, with escapes for what is not in Latin-1.',
    'decimalnl_short': 'Digits up to the end of the line; 00 and 01 are False and True.',
    'decimalnl_long': 'Digits up to the end of the line, with an L behind them or none.', 'floatnl': 'A decimal number up to the end of the line.'}
for _name, (_n, _reader) in _ARGUMENTS.items():
    _reader.__name__ = _reader.__qualname__ = 'read_' + _name
    globals()['read_' + _name] = _reader
    globals()[_name] = ArgumentDescriptor(_name, _n, _reader, _SAID.get(_name, 'Bytes behind their number.'))

# ---- the stack ----

_OBJECTS = {
    'pyint': ('int', int, 'A number.'), 'pylong': ('int', int, 'A number.'), 'pyinteger_or_bool': ('int_or_bool', (int, bool), 'A number or a truth value.'),
    'pybool': ('bool', bool, 'A truth value.'), 'pyfloat': ('float', float, 'A number in double precision.'),
    'pybytes_or_str': ('bytes_or_str', (bytes, str), "A string of Python 2: text, or bytes if the reader wants them."),
    'pybytes': ('bytes', bytes, 'Bytes.'), 'pybytearray': ('bytearray', bytearray, 'Bytes that can be changed.'), 'pyunicode': ('str', str, 'A text.'),
    'pynone': ('None', type(None), 'None.'), 'pytuple': ('tuple', tuple, 'A tuple.'), 'pylist': ('list', list, 'A list.'),
    'pydict': ('dict', dict, 'A dict.'), 'pyset': ('set', set, 'A set.'), 'pyfrozenset': ('frozenset', set, 'A frozenset.'),
    'pybuffer': ('buffer', object, 'A buffer that came beside the pickle.'), 'anyobject': ('any', object, 'Any object.'),
    'markobject': ('mark', StackObject, 'A mark: where the items of a container begin.'),
    'stackslice': ('stackslice', StackObject, 'All that lies above the mark.')}
_BY_NAME = {}
for _name, _parts in _OBJECTS.items():
    _BY_NAME[_parts[0]] = globals()[_name] = StackObject(*_parts)
pystring = pybytes_or_str
pyint, anyobject, markobject, stackslice = (globals()[_name] for _name in ('pyint', 'anyobject', 'markobject', 'stackslice'))

# ---- instructions: name, code, argument, stack before, stack after, protocol, what it does ----

_ROWS = """
INT I decimalnl_short - int_or_bool 0 Push a number, or one of the two truth values.
BININT J int4 - int 1 Push a number of four bytes.
BININT1 K uint1 - int 1 Push a number of one byte.
BININT2 M uint2 - int 1 Push a number of two bytes.
LONG L decimalnl_long - int 0 Push a number of any length.
LONG1 8a long1 - int 2 Push a number of up to 255 bytes.
LONG4 8b long4 - int 2 Push a number of many bytes.
STRING S stringnl - bytes_or_str 0 Push a string of Python 2.
BINSTRING T string4 - bytes_or_str 1 Push a string of Python 2.
SHORT_BINSTRING U string1 - bytes_or_str 1 Push a short string of Python 2.
BINBYTES B bytes4 - bytes 3 Push bytes.
SHORT_BINBYTES C bytes1 - bytes 3 Push up to 255 bytes.
BINBYTES8 8e bytes8 - bytes 4 Push bytes of any length.
BYTEARRAY8 96 bytearray8 - bytearray 5 Push a bytearray.
NEXT_BUFFER 97 - - buffer 5 Push the next of the buffers beside the pickle.
READONLY_BUFFER 98 - buffer buffer 5 Make the topmost buffer one that cannot be changed.
NONE N - - None 0 Push None.
NEWTRUE 88 - - bool 2 Push True.
NEWFALSE 89 - - bool 2 Push False.
UNICODE V unicodestringnl - str 0 Push a text.
SHORT_BINUNICODE 8c unicodestring1 - str 4 Push a text of up to 255 bytes.
BINUNICODE X unicodestring4 - str 1 Push a text.
BINUNICODE8 8d unicodestring8 - str 4 Push a text of any length.
FLOAT F floatnl - float 0 Push a decimal number.
BINFLOAT G float8 - float 1 Push a number in double precision.
EMPTY_LIST ] - - list 1 Push a new list.
APPEND a - list,any list 0 Append an object to a list.
APPENDS e - list,mark,stackslice list 1 Append all above the mark to a list.
LIST l - mark,stackslice list 0 Push a list of all above the mark.
EMPTY_TUPLE ) - - tuple 1 Push the empty tuple.
TUPLE t - mark,stackslice tuple 0 Push a tuple of all above the mark.
TUPLE1 85 - any tuple 2 Push a tuple of the topmost object.
TUPLE2 86 - any,any tuple 2 Push a tuple of the two topmost objects.
TUPLE3 87 - any,any,any tuple 2 Push a tuple of the three topmost objects.
EMPTY_DICT } - - dict 1 Push a new dict.
DICT d - mark,stackslice dict 0 Push a dict of the keys and values above the mark.
SETITEM s - dict,any,any dict 0 Put a key and its value into a dict.
SETITEMS u - dict,mark,stackslice dict 1 Put the keys and values above the mark into a dict.
EMPTY_SET 8f - - set 4 Push a new set.
ADDITEMS 90 - set,mark,stackslice set 4 Add all above the mark to a set.
FROZENSET 91 - mark,stackslice frozenset 4 Push a frozenset of all above the mark.
POP 0 - any - 0 Drop the topmost object.
DUP 2 - any any,any 0 Push the topmost object once more.
MARK ( - - mark 0 Push a mark.
POP_MARK 1 - mark,stackslice - 1 Drop the mark and all above it.
GET g decimalnl_short - any 0 Push an object of the memo.
BINGET h uint1 - any 1 Push an object of the memo.
LONG_BINGET j uint4 - any 1 Push an object of the memo.
PUT p decimalnl_short - - 0 Keep the topmost object in the memo.
BINPUT q uint1 - - 1 Keep the topmost object in the memo.
LONG_BINPUT r uint4 - - 1 Keep the topmost object in the memo.
MEMOIZE 94 - any any 4 Keep the topmost object in the next place of the memo.
EXT1 82 uint1 - any 2 Push what copyreg has under a number.
EXT2 83 uint2 - any 2 Push what copyreg has under a number.
EXT4 84 int4 - any 2 Push what copyreg has under a number.
GLOBAL c stringnl_noescape_pair - any 0 Push an object of a module by its name.
STACK_GLOBAL 93 - str,str any 4 Push an object of a module, both named on the stack.
REDUCE R - any,any any 0 Call a function with a tuple of arguments.
BUILD b - any,any any 0 Give an object its state.
INST i stringnl_noescape_pair mark,stackslice any 0 Call a named class with all above the mark.
OBJ o - mark,any,stackslice any 1 Call a class with all above it.
NEWOBJ 81 - any,any any 2 Call __new__ of a class with a tuple of arguments.
NEWOBJ_EX 92 - any,any,any any 4 Call __new__ of a class with arguments and keywords.
PROTO 80 uint1 - - 2 Say of which protocol the pickle is.
STOP . - any - 0 End: the topmost object is the result.
FRAME 95 uint8 - - 4 Say how many bytes can be read at once.
PERSID P stringnl_noescape - any 0 Push what the reader knows under a line of text.
BINPERSID Q - any any 1 Push what the reader knows under the topmost object.
"""


def _stack_of(names):
    return [] if names == '-' else [_BY_NAME[name] for name in names.split(',')]


def _instruction(row):
    name, code, argument, before, after, proto, doc = row.split(' ', 6)
    return OpcodeInfo(name, code if len(code) == 1 else chr(int(code, 16)), None if argument == '-' else globals()[argument],
                      _stack_of(before), _stack_of(after), int(proto), doc)


opcodes = [*map(_instruction, _ROWS.strip().splitlines())]
code2op = {each.code: each for each in opcodes}
_PUTS, _GETS = ('PUT', 'BINPUT', 'LONG_BINPUT', 'MEMOIZE'), ('GET', 'BINGET', 'LONG_BINGET')


def _with_ends(pickle):
    """Each instruction, its argument, and where it begins and ends."""
    file = io.BytesIO(pickle) if isinstance(pickle, (bytes, bytearray)) else pickle
    tell = getattr(file, 'tell', lambda: None)
    code = None
    while code != b'.':
        begin, code = tell(), file.read(1)
        known = code2op.get(code.decode('latin-1'))
        if not code:
            raise ValueError('pickle exhausted before seeing STOP')
        if known is None:
            raise ValueError(f'at position {"<unknown>" if begin is None else begin}, opcode {code!r} unknown')
        argument = known.arg and known.arg.reader(file)
        yield known, argument, begin, tell()


def genops(pickle):
    """The instructions of a pickle, bytes or an open file: (OpcodeInfo, argument or None, position or None)."""
    for known, argument, begin, _ in _with_ends(pickle):
        yield known, argument, begin


# ---- as short as can be ----

_FRAME_TARGET, _FRAME_LEAST = 64 * 1024, 4


def _framed(parts):
    """Groups of instructions behind their length; large ones stand alone."""
    group, size = [], 0

    def closed():
        head = b'\x95' + size.to_bytes(8, 'little') if size >= _FRAME_LEAST else b''
        return b''.join((head, *group))
    for part in parts:
        large = len(part) > _FRAME_TARGET
        if group and (large or size >= _FRAME_TARGET):
            yield closed()
            group, size = [], 0
        if large:
            yield part
        else:
            group.append(part)
            size += len(part)
    yield closed()


def _numbered(text, short, long, number, proto):
    """An instruction for a place of the memo."""
    if not proto:
        return b'%s%d\n' % (text, number)
    return short + bytes([number]) if number < 256 else long + number.to_bytes(4, 'little')


def optimize(p):
    """A pickle without the instructions that keep in the memo what is never fetched from there."""
    found, wanted, proto, places = [], set(), 0, 0
    for known, argument, begin, end in _with_ends(p):
        if known.name == 'MEMOIZE':
            argument = places
        places += known.name in _PUTS
        if known.name in _GETS:
            wanted.add(argument)
            proto = max(proto, known.proto)
        elif known.name == 'PROTO':
            proto = max(proto, argument)
        if known.name != 'FRAME':
            found.append(('' if known.name == 'PROTO' and begin else known.name, argument, p[begin:end]))
    numbers, head, parts = {}, b'', []
    for name, argument, part in found:
        if name == 'PROTO':
            head = part
        elif name in _GETS:
            if argument not in numbers:
                raise ValueError(f'memo key {argument} has never been stored into')
            parts.append(_numbered(b'g', b'h', b'j', numbers[argument], proto))
        elif name not in _PUTS:
            parts.append(part)
        elif argument in wanted:
            numbers[argument] = len(numbers)
            parts.append(b'\x94' if proto >= 4 else _numbered(b'p', b'q', b'r', numbers[argument], proto))
    return b''.join((head, *(_framed(parts) if proto >= 4 else parts)))


# ---- as text ----

class _Machine:
    """The stack and the memo, as far as they are known without running the pickle."""

    def __init__(self, memo):
        self.stack, self.memo, self.marks, self.wrong = [], {} if memo is None else memo, [], None

    def _to_mark(self, known):
        """Drops what an instruction takes down to the mark: how many objects it takes below, and the remark about it."""
        if not self.marks:
            self.wrong = 'no MARK exists on stack'
            return 0, self.wrong
        at = self.marks.pop()
        while self.stack and self.stack.pop() is not markobject:
            pass
        before = known.stack_before
        return before.index(markobject) if markobject in before else 0, \
            f'(MARK at {"unknown opcode offset" if at is None else at})'

    def _keep(self, place):
        for wrong, text in ((place in self.memo, f'memo key {place!r} already defined'), (not self.stack, "stack is empty -- can't store into memo"),
                            (self.stack[-1:] == [markobject], "can't store markobject in the memo")):
            if wrong:
                self.wrong = text
                return
        self.memo[place] = self.stack[-1]

    def step(self, known, argument, position):
        """Does what an instruction does to the stack: the remark that is shown with it, and a function for the rest of it."""
        remark, after, takes = None, known.stack_after, len(known.stack_before)
        if markobject in known.stack_before or known.name == 'POP' and self.stack[-1:] == [markobject]:
            takes, remark = self._to_mark(known)
        if known.name in _PUTS:
            place = len(self.memo) if known.name == 'MEMOIZE' else argument
            remark = f'(as {place})' if known.name == 'MEMOIZE' else remark
            self._keep(place)
            after = self.stack[-1:] if known.name == 'MEMOIZE' else after
        elif known.name in _GETS:
            after = [self.memo.get(argument)]
            if argument not in self.memo:
                self.wrong = f'memo key {argument!r} has never been stored into'
        return remark, lambda: self._change(takes, after, position)

    def _change(self, takes, after, position):
        if self.wrong:
            raise ValueError(self.wrong)
        if len(self.stack) < takes:
            raise ValueError(f'tries to pop {takes} items from stack with only {len(self.stack)} items')
        del self.stack[len(self.stack) - takes:]
        self.stack += after
        if markobject in after:
            self.marks.append(position)


def _shown(known, argument, indent, remark):
    line = f'{repr(known.code)[1:-1]:<4} {indent}{known.name}'
    words = ([] if argument is None else [repr(argument)]) + ([remark] if remark else [])
    return ' '.join([line + ' ' * (10 - len(known.name)), *words]) if words else line


def dis(pickle, out=None, memo=None, indentlevel=4, annotate=0):
    """Shows the instructions of a pickle, bytes or an open file, and checks what they do to the stack.

    out: where it is written, by default to sys.stdout. memo: a dict that is the memo, for several pickles that share one.
    indentlevel: blanks for each mark. annotate: the column in which a word about each instruction begins, 0 for none."""
    machine, highest, column = _Machine(memo), -1, annotate
    for known, argument, position in genops(pickle):
        highest, indent = max(highest, known.proto), ' ' * indentlevel * len(machine.marks)
        remark, change = machine.step(known, argument, position)
        place, line = '' if position is None else f'{position:5d}: ', _shown(known, argument, indent, remark)
        if annotate:
            line = line.ljust(column)
            column = len(line) if len(line) <= 50 else annotate
            line = f'{line} {known.doc}'
        print(place + line, file=out)
        change()
    print('highest protocol among opcodes =', highest, file=out)
    if machine.stack:
        raise ValueError(f'stack not empty after STOP: {machine.stack!r}')


# ---- the program ----

def _main(arguments=None):
    import argparse
    parser = argparse.ArgumentParser(prog='pickletools.py', description='disassemble one or more pickle files')
    add = parser.add_argument
    add('pickle_file', type=argparse.FileType('br'), nargs='*', help='the pickle file')
    add('-o', '--output', default=sys.stdout, type=argparse.FileType('w'), help='the file where the output should be written')
    add('-m', '--memo', action='store_true', help='preserve memo between disassemblies')
    add('-l', '--indentlevel', default=4, type=int, help='the number of blanks by which to indent a new MARK level')
    add('-a', '--annotate', action='store_true', help='annotate each line with a short opcode description')
    add('-p', '--preamble', default='==> {name} <==', help='if more than one pickle file is specified, print this before each disassembly')
    given = parser.parse_args(arguments)
    if not given.pickle_file:
        parser.print_help()
    memo = {} if given.memo else None
    for file in given.pickle_file:
        if len(given.pickle_file) > 1:
            print(given.preamble.format(name=file.name), file=given.output)
        dis(file, given.output, memo, given.indentlevel, 30 if given.annotate else 0)


if __name__ == '__main__':
    _main()
