# A local without a value fails when its turn as an operand comes, not when the operator needs it.
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def say(x): print('said', x); return x
def f1():
    u += (slice(missing, 100))
attempt(f1)
def f2():
    u += say(1)
attempt(f2)
def f3():
    return u + say(1)
    u = 1
attempt(f3)
def f4():
    return u + missing
    u = 1
attempt(f4)
def f5():
    return u < say(3) < missing
    u = 1
attempt(f5)
def f6():
    return [u, say(1)]
    u = 1
attempt(f6)
def f7():
    return say(u, say(1))
    u = 1
attempt(f7)
def f8():
    return u[say(1)], 2
    u = 1
attempt(f8)
def f9():
    u[say(1)] = say(2)
    u = 1
attempt(f9)
def f10():
    return u.x(say(2))
    u = 1
attempt(f10)
def f11():
    u.x = say(1)
    u = 1
attempt(f11)
def f12():
    u[1] += say(1)
    u = 1
attempt(f12)
def f13():
    del u[say(1)]
    u = 1
attempt(f13)
def f14():
    return f'{u}{say(1)}'
    u = 1
attempt(f14)
def f15():
    return {u: say(1)}, {say(1): u}
    u = 1
attempt(f15)
def f16():
    return u(say(1))
    u = 1
attempt(f16)
def f17():
    return u in say(1)
    u = 1
attempt(f17)
def f18():
    return u, say(1)
    u = 1
attempt(f18)
def f19():
    return (yield u, say(1))
    u = 1
attempt(lambda: list(f19()))
def f20():
    return say(1) if u else say(2)
    u = 1
attempt(f20)
def f21():
    return u and say(1)
    u = 1
attempt(f21)
def f22():
    a, b = u, say(1)
    u = 1
attempt(f22)
def f23():
    def g(): return u + say(1)
    return g()
    u = 1
attempt(f23)
def f24():
    def g():
        nonlocal u
        u += say(1)
    return g()
    u = 1
attempt(f24)
def f25():
    u @= say(1)
attempt(f25)
def f26():
    u **= missing
attempt(f26)
def f27():
    u += (yield say(1))
attempt(lambda: list(f27()))
def f28():
    u -= 1
attempt(f28)
def f29():
    u += [say(x) for x in (1, 2)]
attempt(f29)
def f30():
    u += u2 + say(1)
    u2 = 1
attempt(f30)
def f31():
    return print(u, say(1), sep=say(2))
    u = 1
attempt(f31)
def f32():
    return u[say(1):say(2)]
    u = 1
attempt(f32)
def f33():
    return u[1][say(2)]
    u = 1
attempt(f33)
def f34():
    print(*u, say(1))
    u = 1
attempt(f34)
def f35():
    return say(0) or u + say(1)
    u = 1
attempt(f35)
class K:
    try:
        zz += say(1)
    except NameError as e: print(e)
try: zz += say(1)
except NameError as e: print(e)
# what branches leave bound
def g1(a):
    if a == 1:
        v = 1
    elif a == 2:
        v = 2
    return v + say(a)
for a in 1, 2, 3: attempt(lambda: g1(a))
def g2(a):
    try:
        v = 1 // a
    except ZeroDivisionError as e:
        if a is False: w = v = 5
        else: raise
    else:
        w = 6
    return v + say(a) + w
for a in 1, 0, False, 'x': attempt(lambda: g2(a))
def g3(a):
    for i in a:
        v = i
        if i > 1: break
        del v
    return v + say(i)
for a in (), (1,), (1, 2): attempt(lambda: g3(a))
def g4(a):
    match a:
        case [x, y]: pass
        case {'k': x}: y = say(1)
        case x: pass
    return x, y + say(2)
for a in (1, 2), {'k': 1}, 3: attempt(lambda: g4(a))
def g5(a):
    try:
        v = a[0]
    finally:
        w = say('w')
    v += say(v)
    return v, w
for a in (1,), (): attempt(lambda: g5(a))
def g6(a):
    try: raise ValueError(a)
    except ValueError as v: pass
    return v + say(1)
attempt(lambda: g6(1))
def g7(a):
    while a:
        a -= 1
        v = a
    else:
        v += say(1)
    return v
for a in 0, 2: attempt(lambda: g7(a))
class Quiet:
    def __enter__(self): return self
    def __exit__(self, *info): return True
def g8(a):
    with Quiet() as q:
        v = 1 // a
    v += say(v)
    return v
for a in 1, 0: attempt(lambda: g8(a))
def g9(a):
    del a
    return a + say(1)
attempt(lambda: g9(1))
def g10(a):
    a = a or say(1)
    v = a and say(2)
    (p, *q), r = (v, 1), say(3)
    import math as m
    def f(): return 1
    class C: pass
    return p + say(4), q + [say(5)], r + say(6), m.floor(say(1.5)), f() + say(7), C.__name__ + say('n')
attempt(lambda: g10(0))
