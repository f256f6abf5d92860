def t(x, v=None):
    print(x, end=' ')
    return x if v is None else v
class O:
    def __getitem__(self, k): print('get', k, end=' '); return 1
    def __setitem__(self, k, v): print('set', k, v, end=' ')
    def __setattr__(self, k, v): print('setattr', k, v, end=' ')
    def __call__(self, *a, **k): print('call', a, k, end=' '); return self
o = O()
t(1) + t(2) * t(3); print()
t(1) < t(2) < t(3); print(); t(3) < t(2) < t(1); print()
[t(1), t(2)]; {t('a'): t(1), t('b'): t(2)}; (t(1), *[t(2)], t(3)); print()
t('f', o)(t(1), *[t(2)], k=t(3), **{'z': t(4)}); print()
t('o', o)[t('k')] = t('v'); print()
t('o', o).attr = t('v'); print()
a, o[t(1)], *b = t('rhs', [1, 2, 3]); print()
o[t(1)] = o[t(2)] = t('v'); print()
t('c') if t('cond') else t('no'); t('') or t('alt'); t(0, 0) or t('x'); t('y') and t('z'); print()
o[t(1):t(2):t(3)]; o[t(1), t(2)]; print()
x = [t(i) for i in (t(7), t(8))]; print()
def f(a=t('default'), *, b=t('kw')): pass
print()
class C(t('base', object), metaclass=t('meta', type)): t('body')
print()
lambda a=t('lambda default'): a
d = {**{t('k1'): 1}, t('k2'): t('v2')}; print()
o[t('i')] += t('inc'); print()
assert t(1), t('not evaluated'); del d[t('k1')]; print()
(t(1), t(2))[t(0, 0)]; t(2) ** t(3); not t(1); -t(1); t(1) in t('l', [1]); print()
for i in t('iter', [1, 2]): t('body')
else: t('else')
print()
try: raise t('exc', ValueError) from t('cause', None)
except t('match', ValueError): pass
print()
with t('ctx', open('/dev/null')) as o[t('target')]: pass
print()
