# needs: dis timeit
"""What Python's code finds in functions of the program: CPython's instructions, names to run code with."""
import code
import dis
import inspect
import timeit
import types

numbers = [1, 2, 3]


def total(x, k=2, *rest, key=None, **names):
    """Adds."""
    y = sorted(x, key=key)
    for value in rest:
        if value > k:
            y += [value]
    try:
        return sum(y) + len(numbers)
    except TypeError as error:
        raise ValueError('no') from error


def outer(n):
    def inner():
        yield n
    return inner


dis.dis(total)
print([(i.opname, i.argrepr) for i in dis.get_instructions(lambda a, b: a.c + b[0])])
print([i.opname for i in dis.get_instructions(outer(1))], outer(1).__code__.co_freevars)
first, second = (lambda x: x + 1), (lambda x: x * 2)
print([[i.opname + i.argrepr for i in dis.get_instructions(each) if i.opname == 'BINARY_OP'] for each in (first, second)])
exec('def made(q):\n    return q ** 2')
print([i.argval for i in dis.get_instructions(made)])
print(timeit.timeit('total(numbers)', globals=globals(), number=2) > 0, min(timeit.repeat('y += [len(numbers)]', 'y = []', globals=globals(), repeat=2, number=3)) >= 0)
print(timeit.timeit(lambda: total(numbers), number=2) > 0)
shell = code.InteractiveInterpreter({'total': total, 'outer': outer, 'numbers': numbers})
for line in ('print(total.__code__.co_names, total.__code__.co_varnames, total.__code__.co_stacksize, total.__code__.co_nlocals)',
             'import types; print(types.FunctionType((lambda x: len(x) + len(numbers)).__code__, total.__globals__)([1]))',
             'print(eval("len(numbers), max(numbers)", total.__globals__), total.__globals__["__name__"])',
             'print(outer.__code__.co_cellvars, [type(each).__name__ for each in outer.__code__.co_consts])',
             'import dis; print(dis.Bytecode(outer).codeobj is outer.__code__, dis.stack_effect(dis.opmap["NOP"]))'):
    shell.runsource(line, '<input>', 'exec')
code.InteractiveInterpreter(globals()).runsource('print(len(numbers), total(numbers))')
print(inspect.signature(total), inspect.iscode(total.__code__), inspect.getdoc(total))
