class C: pass
o = C(); o.a = 1; o.b = 2
l = list(range(10))
d = {1: 2, 3: 4}
x = y = z = 0
del x, (y, [z]), o.a, l[0], l[2:4], l[::2], d[1]
print(l, d, vars(o))
for name in 'xyz':
    print(name in globals())
for code in ['del x', 'del o.zz', 'del l[100]', 'del d[9]', 'del (1)[0]', 'del "abc"[0]', 'del (1,2)[0]', 'del o.b.c', 'del 1 .real', 'del len.__name__', 'del l["a"]', 'del l[1.5]']:
    try:
        exec(code)
    except Exception as e:
        print(code, '->', type(e).__name__, e)
for code in ['del f()', 'del 1', 'del a+b', 'del (a, 1)', 'del None', 'del x if y else z', 'del *a', 'del a := 1', 'del [i for i in l]', 'del lambda: 0', 'del -x', 'del "a"', 'del ...', 'del {1}', 'del a < b', 'del a and b', 'del (yield)', 'del']:
    try:
        compile(code, '<t>', 'exec')
    except SyntaxError as e:
        print(code, '->', e.msg)
def f():
    a = 1
    del a
    try:
        return a
    except UnboundLocalError as e:
        return str(e)
print(f())
del ()
del []
