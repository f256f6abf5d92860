"""What a trace function is told, statement by statement: calls, lines, returns, exceptions."""
import sys
def show(frame, event, arg):
    if event == 'exception':
        arg = arg[0].__name__, str(arg[1]), arg[2] and arg[2].tb_lineno
    print('%-9s %s:%d %s %r' % (event, frame.f_code.co_name, frame.f_lineno, 'gen' if hasattr(arg,'gi_code') else 'CM' if arg.__class__.__name__ == 'CM' else 'fn' if callable(arg) else repr(arg), sorted(k for k in frame.f_locals if k != '.0') if frame.f_code.co_name != '<module>' else ''))
    return show
def traced(f, *args):
    print('==', f.__name__)
    sys.settrace(show)
    try:
        r = f(*args)
    except Exception as e:
        r = e
    finally:
        sys.settrace(None)
    print('->', repr(r) if not hasattr(r,'gi_code') else 'gen')

def simple(a, b=2):
    c = a + b
    return c
traced(simple, 1)

def oneline(): return 5
traced(oneline)

def loops(n):
    total = 0
    for i in range(n):
        total += i
    while total > 2:
        total -= 2
        if total == 3:
            continue
        elif total == 100:
            break
    else:
        total = 9
    return total
traced(loops, 4)

def tries(x):
    try:
        if x:
            raise ValueError('no')
        y = 1
    except ValueError as e:
        y = 2
    except (KeyError, TypeError):
        pass
    else:
        y = 3
    finally:
        y += 1
    return y
traced(tries, 0)
traced(tries, 1)

def fails():
    inner()
    return 1
def inner():
    x = 1
    return x / 0
traced(fails)

def gen(n):
    for i in range(n):
        got = yield i
def gen_end(n):
    yield n
    return 'end'
def consume():
    s = 0
    for x in gen(2):
        s += x
    g = gen_end(1)
    next(g)
    try:
        next(g)
    except StopIteration as e:
        s = e.value
    return s
traced(consume)

def comps():
    a = [x * 2 for x in range(2)]
    b = {k: v for k, v in [(1, 2)]}
    c = sum(x for x in a)
    return a, b, c
traced(comps)

class CM:
    def __enter__(self):
        return self
    def __exit__(self, *a):
        return True
def withs():
    with CM() as c:
        x = 1
    with CM():
        raise KeyError('x')
    return x
traced(withs)

def classes():
    class A:
        x = 1
        def f(self):
            return self.x
    a = A()
    return a.f()
traced(classes)

def passes():
    pass
    if True:
        pass
    'doc'
    for i in (1, 2):
        pass
    while True:
        break
traced(passes)

def multi(a,
          b=1):
    x = [a,
         b,
         a + b]
    y = max(a,
            b)
    return (x,
            y)
traced(multi, 3)

def nested():
    z = 1
    def g():
        nonlocal z
        z += 1
        return z
    return g() + g()
traced(nested)

def yf():
    yield from gen(1)
    yield 7
traced(lambda: list(yf()))

def deco(f):
    return f
def decorated():
    @deco
    @deco
    def h():
        return 1
    return h()
traced(decorated)
def matches(v):
    match v:
        case 1:
            r = 'one'
        case [a, b]:
            r = a
        case _:
            r = None
    return r
traced(matches, 1); traced(matches, [3, 4]); traced(matches, 'q')
import math as M
def asserts(x):
    assert x, 'msg'
    del x
    global QQ
    QQ = 1
    math = M
    pi = 3
    return math.floor(pi)
traced(asserts, 1); traced(asserts, 0)

def forever():
    n = 0
    while True:
        n += 1
        if n > 2:
            break
    while 1:
        if n: return
traced(forever)
def early(x):
    if x:
        return
    for i in range(2):
        if i:
            continue
        x = i
traced(early, 1); traced(early, 0)
def final():
    for i in range(2):
        try:
            if i == 0:
                continue
            return i
        finally:
            i += 10
traced(final)
def ifs(a):
    if a:
        x = 1
    else:
        x = 2
    if a and x:
        y = 1
    elif x:
        y = 2
    z = (1 if a else
         2)
traced(ifs, 0); traced(ifs, 1)
def trynest():
    try:
        try:
            1/0
        finally:
            x = 1
    except ZeroDivisionError:
        x = 2
    try:
        x = 3
    finally:
        x = 4
traced(trynest)
def reraises():
    try:
        inner()
    except ZeroDivisionError:
        raise
traced(reraises)
def froms():
    try:
        inner()
    except ZeroDivisionError as e:
        raise ValueError('v') from e
traced(froms)
lam = lambda x: x + 1
traced(lam, 2)
def expr():
    1
    "a"
    ...
    x: int
    y: int = 3
traced(expr)
