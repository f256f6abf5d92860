"""dis: what holds for the instructions of every interpreter; symbols, positions and tables of code objects."""
import dis
import io
import sys
import types


def simple(a, b):
    total = a.size + b
    for item in total:
        print(item)
    return total


def generator():
    yield 1


class Holder:
    def method(self):
        return self

    @classmethod
    def of_class(cls):
        return cls


def shown(*args, **options):
    text = io.StringIO()
    dis.dis(*args, file=text, **options)
    return text.getvalue()


print([line - simple.__code__.co_firstlineno for _, line in dis.findlinestarts(simple.__code__)][:3])
instructions = list(dis.get_instructions(simple))
print(all(type(each) is dis.Instruction for each in instructions), instructions[0].opname, instructions[0].offset, len(instructions) > 10)
print({each.argval for each in instructions if isinstance(each.argval, str)} >= {'size', 'print'})
print(all(dis.opname[each.opcode] == each.opname and dis.opmap[each.opname] == each.opcode for each in instructions))
targets = {each.offset for each in instructions if each.is_jump_target}
print(bool(targets), targets >= set(dis.findlabels(simple.__code__.co_code)))
print([each.offset for each in instructions] == sorted({each.offset for each in instructions}), all(each.positions[0] for each in instructions))
print(len(list(dis.get_instructions(simple, show_caches=True))) >= len(instructions))
print({each.starts_line for each in dis.get_instructions(simple, first_line=100)} >= {100, 101, 102, 103})
print(shown(simple) == dis.Bytecode(simple).dis(), shown(simple).count('\n') > 10, 'size' in shown(simple))
print(shown(Holder).count('Disassembly of'), 'Disassembly of method:' in shown(Holder), shown('x = 1') == shown(compile('x = 1', '<dis>', 'exec')))
print('Disassembly of <code object inner' in shown('def inner(): pass'), 'Disassembly of' in shown('def inner(): pass', depth=0))
print(dis.Bytecode(generator()).codeobj is generator.__code__, dis.Bytecode(Holder().method).codeobj.co_name, repr(dis.Bytecode('a + b')))
info = dis.code_info(simple).splitlines()
print(info[0].split(), [line for line in info if line.startswith('Flags')], [line for line in info if line.startswith(('Arg', 'Kw', 'Number'))])
print([line.split()[1] for line in dis.code_info(generator).splitlines() if line.startswith('Name:')], 'GENERATOR' in dis.code_info(generator))
for bad in (5, object()):
    for ask in (dis.dis, dis.code_info, dis.get_instructions, dis.Bytecode):
        try:
            ask(bad)
        except TypeError as error:
            print(error)
try:
    1 / 0
except ZeroDivisionError as error:
    text = io.StringIO()
    dis.distb(error.__traceback__, file=text)
    print([line.split()[0] for line in text.getvalue().splitlines() if '-->' in line] == ['-->'] or '-->' in text.getvalue())
    print(dis.Bytecode.from_traceback(error.__traceback__).current_offset == error.__traceback__.tb_lasti)
    print([each.positions[:2] for each in dis.get_instructions(sys._getframe().f_code) if each.offset == error.__traceback__.tb_lasti])
try:
    dis.distb()
except RuntimeError as error:
    print(error)
print(dis.cmp_op, dis.pretty_flags(0), dis.pretty_flags(7), 'NOP' in dis.opmap)


# tables of code objects
def raises():
    try:
        simple()
    except TypeError:
        return 1


code = raises.__code__
print(type(code.co_linetable), type(code.co_exceptiontable), bool(code.co_exceptiontable), simple.__code__.co_exceptiontable)
print(code.replace(co_linetable=code.co_linetable, co_exceptiontable=code.co_exceptiontable) == code)
bare = code.replace(co_linetable=b'')
print(list(bare.co_lines()), list(bare.co_positions()), bare == code, bare.co_linetable)
print(code.replace(co_exceptiontable=b'') == code)
try:
    types.FunctionType(code.replace(co_exceptiontable=b''), globals())()
except TypeError as error:
    print('TypeError', error.__traceback__ is not None)
print([*code.replace(co_firstlineno=code.co_firstlineno + 5).co_lines()][1][2] - [*code.co_lines()][1][2])
placed = simple.__code__.replace(co_firstlineno=7, co_linetable=b'\xef\x02\xef\x00')
print([*placed.co_positions()][1:3])
far = simple.__code__.replace(co_firstlineno=7, co_linetable=b'\xf7\x06\x01\x41\x02\x05\xf8')
print([*far.co_positions()][1:2], [*far.co_positions()][8:9])
