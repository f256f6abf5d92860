# str.format and format_map.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class P:
    x = 5
    y = [1, {'k': 'v'}, 3]

    def __format__(self, spec):
        return f'P<{spec}>'


texts = ['', 'plain', '{}', '{} {}', '{0} {1} {0}', '{a}', '{0.x}', '{0.y[1][k]}', '{0.y[2]}', '{2.y}', '{{}}', '{{{}}}', '{!r}', '{!s:>8}', '{!a}', '{0!r:^12}', '{:{}}', '{:{1}}', '{0:{a}}',
         '{', '}', '{0', '{0!', '{0!r', '{0!rx}', '{0!x}', '{0!}', '{0.}', '{0[}', '{0[1}', '{0[1]x}', '{}{0}', '{0}{}', '{5}', '{b}', '{:{:{}}}', '{0:', '{-1}', '{0[a]}', '{0[-1]}', '{{}', '{}}',
         '{0]}', '{:{', '{0[]}', '{ 0}', '{0 }', '{99999999999999999999}', 'a{', '{0!r:', '{[0]}', '{.x}', '{a[}', '{0:{1}', '{0{}}', '{:}}', '{!}', '{0!rr}', 'é{}日', '{0:>5}|{1:<5}|{a:^5}',
         '{0:d}', '{0:.2f}', '{0!s:.1}', '{:%%}']
for text in texts:
    t(lambda: text.format('ABC', 6, P(), a='7'))
    t(lambda: text.format([5], 2, 3, a="x"))
t(lambda: '{a} {b}'.format_map({'a': 1, 'b': [2]}))
t(lambda: '{a}'.format_map({}))
t(lambda: '{}'.format_map({}))
t(lambda: '{a}'.format_map(5))
t(lambda: 'x'.format_map(5))


class D(dict):
    def __missing__(self, key):
        return f'<{key}>'


t(lambda: '{a} {b}'.format_map(D(a=1)))
t(lambda: '{:%Y}'.format(5))
t(lambda: str.format('{} {}', 1, 2))
t(lambda: '{0:>{1}}'.format('a', 5))
t(lambda: '{:,} {:_} {:e} {:x} {:b}'.format(10**6, 10**6, 1.5, 255, 5))
