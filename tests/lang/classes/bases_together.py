# Which classes may be bases together: instances must have one place for everything that their bases keep


def attempt(text):
    space = {}
    try:
        exec(text, space)
        print('ok', [base.__name__ for base in space['C'].__mro__])
    except TypeError as error:
        print(error)


for base in ('object', 'int', 'float', 'str', 'list', 'dict', 'tuple', 'set', 'frozenset', 'complex', 'bytes', 'bytearray',
             'Exception', 'OSError', 'type'):
    print(base)
    attempt(f'class A({base}): pass\nclass B({base}): pass\nclass C(A, B): pass')
    attempt(f'class A({base}): __slots__ = ()\nclass B({base}): pass\nclass C(A, B): pass')
    attempt(f'class A({base}): __slots__ = ()\nclass B({base}): __slots__ = ()\nclass C(A, B): pass')
    attempt(f'class A({base}): pass\nclass B(A): pass\nclass B2(A): pass\nclass C(B, B2): pass')
    attempt(f'class A({base}): pass\nclass C(A, {base}): pass')
    attempt(f'class O: pass\nclass A({base}): pass\nclass B(O, A): pass\nclass C(B, A): pass')
    attempt(f'class O: pass\nclass A({base}): pass\nclass B(O, A): pass\nclass B2({base}): pass\nclass C(B, B2): pass')
    attempt(f'class O: pass\nclass A({base}, O): pass\nclass B({base}): pass\nclass C(A, B): pass')
    attempt(f'class O: __slots__ = "a"\nclass A({base}): pass\nclass C(O, A): pass')
