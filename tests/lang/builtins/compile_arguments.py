# What compile(), eval() and exec() take and refuse


def attempt(f, *args, **kwds):
    try:
        r = f(*args, **kwds)
        print(r.co_filename if hasattr(r, 'co_filename') else r)
    except Exception as e:
        print(type(e).__name__, e)


attempt(compile, '1', b'bytes', 'eval')
attempt(compile, '1', 5, 'eval')
attempt(compile, 'a\0b', 'f', 'exec')
attempt(compile, b'1\0', 'f', 'eval')
attempt(eval, '1\0')
attempt(exec, 'x\0')
for flags in (0, 0x10, 0x200, 0x1000000, 1, 0xff, 1 << 40, -1, 'x'):
    attempt(compile, '1', 'f', 'eval', flags)
for level in (-2, -1, 0, 2, 3):
    attempt(compile, '1', 'f', 'eval', optimize=level)
attempt(compile, '1', 'f', 'wrong')
for text in ('[x for x in (lambda: (y := 1))()]', '{i for i in (lambda: [j := 1])}', '[i for i in [(j := k) for k in [1]]]',
             'lambda: [(y := x) for x in [1]]', '[x for x in [lambda: [z for z in (w := [1])]]]', '[f(lambda: (y := 1)) for x in [1]]'):
    attempt(compile, text, 'f', 'eval')
