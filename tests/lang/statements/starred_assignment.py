a, *b = 1, 2, 3
print(a, b)
*a, b = 'xyz'
print(a, b)
a, *b, c = range(5)
print(a, b, c)
a, *b, c = 1, 2
print(a, b, c)
[a, *b], c = [1, 2, 3], 4
print(a, b, c)
(*a,) = 1, 2
print(a)
*a, = []
print(a)
(a, (b, *c)), *d = (1, (2, 3, 4)), 5, 6
print(a, b, c, d)
for x, *y in [(1, 2, 3), 'ab']:
    print(x, y)
l = [0, 0, 0]
l[0], *l[1:], l = 1, 2, 3, 4
print(l)
class O: pass
o = O()
o.a, *o.b = 'hello'
print(o.a, o.b)
def t(s):
    try:
        exec(s)
    except Exception as e:
        print(type(e).__name__, e)
t('a, b = 1'); t('a, b = 1,'); t('a, b = 1, 2, 3'); t('a, b, c = [1, 2]'); t('a, *b, c = [1]'); t('a, b = {1}'); t('a, = []'); t('() = [1]'); t('[] = 1')
t('a, b = iter([1, 2, 3])'); t('*a, b, c = iter([1])'); t('a, b = "abc"'); t('a, b = {1: 2, 3: 4, 5: 6}'); t('a, b = None'); t('(a, b), c = 1, 2')
print([*range(3), *'ab'], (*[1], 2), {*[1, 1]}, {**{'a': 1}, 'b': 2, **{'a': 3}})
x = *range(3), 5
print(x)
def r(): return 1, *[2, 3]
print(r())
def y(): yield 1, *[2]
print(list(y()))
for q in *[1], 2: print(q, end=' ')
print()
