class C:
    def __call__(self, *a, **k): return a, k
    def __format__(self, spec): return f'<{spec}>'
c = C()
print(c(), c(1, *[2], x=3, **{'y': 4}), callable(c), callable(C), callable(5))
print(f'{c}', f'{c:abc}', '{:x y}'.format(c), format(c), format(c, 'q'), f'{c:{"n"}{1}}', '%s' % (c(1),))
c.__call__ = lambda: 'instance attribute is not used'
print(c())
class D: pass
d = D(); d.__call__ = lambda: 1
try: d()
except TypeError as e: print(e)
for v in 5, 'x', None, [], {}, (1,), 1.5, print(end=''), D(), ...:
    try: v()
    except TypeError as e: print(e)
class P:
    def __str__(self): return 'str!'
print(f'{P()}', f'{P()!s:>6}', format(P()), '{}'.format(P()))
try: f'{P():5}'
except TypeError as e: print(e)
try: format(P(), 5)
except TypeError as e: print(e)
class S(str): pass
print(f'{S("a"):>3}', type(f'{S("a")}').__name__)
for v, s in (1, 'z'), ('a', 'd'), (1.5, 'd'), ([], 's'), (None, '5'), (True, '5'), (1j, 'd'), ('a', '='), (5, ',s'), (5, '.2d'), ('x', '+'), ('x', ','), ({}, 'x'), (3, 's'):
    try: print(repr(format(v, s)))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
class Callable2:
    __call__ = C()
print(Callable2()(5))
