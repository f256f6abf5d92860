# Arguments that cannot stand so.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    'f(a=1, b)',
    'f(**a, b)',
    'f(**a, *b)',
    'f(a=1, *b, c)',
    'f(a for a in b, c)',
    'f(c, a for a in b)',
    'f(a for a in b, c for c in d)',
    'f(a=1, b for b in c)',
    'f(a, b for b in c)',
    'f(a=1, a=2)',
    'f(a=1, **b, a=2)',
    'f(*a, *)',
    'f(*)',
    'f(**)',
    'f(a, , b)',
    'f(, a)',
    'f(a b)',
    'f(a=b c)',
    'f(a=)',
    'f(a=, b)',
    'f(a = b for b in c)',
    'f(a := 1, b)',
    'f((a := 1), b=2)',
    'f(a, b := 2, *c)',
    'f(a.b=1)',
    'f(lambda: 1=2)',
    'f(x for x in y for z in w, 1)',
    'class A(x for x in y): pass',
    'class A(b=1, c): pass',
    'class A(a=1, a=2): pass',
    'class A(**b, c): pass',
    'f(1)(2 3)',
    'f(a if b)',
    'f(a if b else)',
    'f(a, *, b)',
    'f(*a for a in b)',
    'f(**a for a in b)',
    'f(yield)',
    'f(a yield)',
    'print(a b)',
    'print a',
    'print a, b',
    "print 'x' % y",
    "exec 'x'",
    'exec x in y',
    'print',
    'print >> x',
    'print -1',
    'print(a) b',
    'print (a), b c',
    'print f(x)',
    'exec(a) b',
    'printx y',
    'match x',
    'case y',
    '_ x',
    'm n',
    '(m n)',
    '(match x)',
]:
    show(text)
