# In which order names are read and bound.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
def late():
    total += missing
attempt(late)
def late2():
    total += print('right')
attempt(late2)
def late3():
    x = x + missing
attempt(late3)
def late4(o=[1]):
    o[missing1] += missing2
attempt(late4)
def late5():
    missing1.x += missing2
attempt(late5)
def late6():
    global gg
    gg += missing2
attempt(late6)
gtotal = 5
def late7():
    global gtotal
    def f():
        global gtotal
        gtotal = 100
        return 1
    gtotal += f()
    return gtotal
attempt(late7)
def late8():
    t = 5
    def f():
        nonlocal t
        t = 100
        return 1
    t += f()
    return t
attempt(late8)
def late9():
    t = 5
    t += (t := 7)
    return t
attempt(late9)
def late10():
    t = 5
    t = t + (t := 7) * t
    return t
attempt(late10)
def late11():
    t = 5
    return [t, (t := 7), t], t < (t := 3), (t, (t := 9)), {t: (t := 1)}, f'{t}{(t := 2)}{t}', print(t, (t := 4), t, sep=str(t)), t[0] if 0 else t
attempt(late11)
def late12(l=[1, 2, 3]):
    i = 0
    l[i] = (i := 2)
    l[i], i = i, 0
    l[i] += (i := 1)
    x = l
    x[0], x = 5, 7
    return l, i, x
attempt(late12)
def late13():
    t = [1]
    t += (t := [2])
    return t
attempt(late13)
def late14():
    del t
attempt(late14)
def late15():
    a, b = 1, 2
    a, b = b, a
    a = b = a + b
    return a, b, (a, (a := 5), a), a.real + (a := 6).real
attempt(late15)
def late16():
    s = 'x'
    s += (lambda: s * 2)()
    f = lambda a, b: (a, b)
    r = f(f, (f := 3))
    o = [5]
    r2 = o.append((o := 7))
    return s, r[1], f, r2, o
attempt(late16)
