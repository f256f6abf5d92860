# str.format with fields of all kinds.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class P:
    x, y = 1, [10, 20]
    def __format__(self, spec):
        return f'P<{spec}>'
p = P()
show('{} {}'.format, 1, 'a')
show('{1} {0} {1!r}'.format, 1, 'a')
show('{a}{b:>5}|'.format, a=1, b='x')
show('{0.x} {0.y[1]} {0}'.format, p)
show('{0:spec} {0!s:.5}'.format, p)
show('{d[key]} {d[0]}'.format, d={'key': 1, '0': 2})
show('{0[0]} {0[-1]}'.format, {'-1': 5, 0: 4})
show('{{}} {{{}}}'.format, 1)
show('{:{}}|{:>{w}.{p}f}'.format, 'a', 5, 3.14159, w=8, p=2)
show('{!a} {!s} {!r}'.format, 'é', 'é', 'é')
show('{0:{1}{2}}'.format, 5, '0', 4)
for bad in ('{} {1}', '{0} {}', '{', '}', '{}}', '{0', '{0!}', '{0!x}', '{0!r', '{0.}', '{0[}', '{0[]}', '{5}', '{a}', '{0.nope}', '{0[9]}', '{:{:{}}}', '{0!rr}', '{0[0]x}', '{a.b', '{:d}'):
    show(bad.format, 'text')
