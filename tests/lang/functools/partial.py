# partial objects.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from functools import partial
p = partial(int, base=2)
print(p('101'), p.func, p.args, p.keywords, repr(p), partial(print, 1, sep='-'), partial(p, '11')(), partial(pow, 2)(5), partial(partial(pow, 2), 3).args)
show(partial); show(partial, 5); show(p, 5, 6, 7); show(p, '12', base=8)
def f(*a, **k):
    return a, k
q = partial(f, 1, x=2)
print(q(3, y=4), q(x=9), q.keywords)
class C:
    m = partial(f, 'bound?')
print(C().m(5), callable(q), isinstance(q, partial))
q.extra = 1
print(q.extra)
