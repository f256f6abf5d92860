# Text: literals, indexing, methods, Unicode, formatting.
s = 'hello, world'
print(s[0], s[-1], s[1:4], s[::-1], s[::2], s[7:], s[:5], s[100:], s[-5:-1], s[5:2], len(s), 'lo' in s, 'xyz' not in s)
print(s.upper(), s.title(), s.capitalize(), 'ABC'.lower(), 'aBc'.swapcase(), s.find('o'), s.rfind('o'), s.find('z'), s.index('w'), s.count('l'), s.count('l', 4))
print(s.split(', '), 'a b  c '.split(), 'a,b,,c'.split(','), 'a b c'.split(' ', 1), 'a b c'.rsplit(' ', 1), 'a\nb\r\nc'.splitlines(), ''.split(), ''.split(','), 'a\nb\n'.splitlines(True))
print('-'.join(['a', 'b', 'c']), ''.join(str(i) for i in range(5)), ', '.join([]), 'ab' * 3, 3 * 'ab', 'ab' * 0, 'a' + 'b', 'a' 'b')
print('  x '.strip() + '|', '  x '.lstrip() + '|', '  x '.rstrip() + '|', 'xxaxx'.strip('x'), 'abcabc'.lstrip('ab'), s.replace('o', '0'), s.replace('o', '0', 1), s.replace('', '-', 3))
print(s.startswith('hell'), s.endswith('world'), s.startswith(('x', 'h')), s.startswith('lo', 3), s.removeprefix('hello'), s.removesuffix('world'), s.partition(', '), s.rpartition('o'), 'abc'.partition('x'))
print('abc'.isalpha(), '123'.isdigit(), 'a1'.isalnum(), ' '.isspace(), 'ABC'.isupper(), 'abc'.islower(), ''.isalpha(), 'Abc Def'.istitle(), 'x1'.isidentifier(), '½'.isnumeric(), '²'.isdigit(), '२'.isdecimal())
print('x'.center(5) + '|', 'x'.ljust(5, '.') + '|', 'x'.rjust(5) + '|', '42'.zfill(5), '-42'.zfill(5), 'a\tb'.expandtabs(4), 'x'.center(6, '*'))
print('a' < 'b', 'a' < 'B', 'abc' < 'abd', 'abc' == 'abc', 'ab' < 'abc', '' < 'a', max('hello'), sorted('hello'), min('b', 'a'))
print(repr('it\'s'), repr("a\"b"), repr('both\'"'), repr('tab\tnew\nline\\ \x00 \x7f \xa0 é 中 \u200b 😀'), ascii('é中😀'), str('x'), repr(''))
print(ord('a'), chr(97), chr(8364), ord('😀'), chr(0x1f600), len('😀é'), '😀é'[0], 'é'.upper(), 'ß'.upper(), 'ß'.casefold(), 'İ'.lower() == 'i̇', 'ΑΣ'.lower())
print('naïve café'.title(), '中文'.encode(), b'\xe4\xb8\xad'.decode(), 'é'.encode('latin-1'), 'a中'.encode('ascii', 'replace'), 'a中'.encode('ascii', 'ignore'), b'\xff'.decode('utf-8', 'replace'))
print('''triple
quoted''', """another 'one'""", r'raw \n', 'A\u0042\x43\103', '\u2022', 'con' 'cat' "ed", 'back\
slash')
print('%s and %r' % ('a', 'a'), '%s' % 5, '%10s|%-10s|' % ('a', 'b'), '%%', '%c' % 'x', '%(name)s is %(n)d' % {'name': 'x', 'n': 3}, '%s' % (1,), '%.2s' % 'abc', '%5.1f' % 2.25)
print('{} {}'.format(1, 2), '{1} {0}'.format(1, 2), '{a} {b:>5}'.format(a=1, b=2), '{0[1]} {1.real}'.format([1, 2], 3), '{{}}'.format(), '{:*^9}'.format('x'), '{!r}'.format('x'), '{:{}}'.format('a', 5))
name, n, xs = 'Ada', 3, [1, 2]
print(f'{name} {n + 1} {name!r} {n:>5} {n:05.1f} {xs[0]} {name.upper()} {"nested"} {n=} {n = } {name=!s} {{literal}} {n:{n}} {xs!r:>10} {len(xs)}')
print(f'{"a" if n > 2 else "b"} {[x * 2 for x in xs]} {(lambda v: v + 1)(n)} {xs[-1]:.2f} {name:^7}| {name:.2}' f' joined {n}' ' plain {n}')
print(f'''{n}
{name}''', rf'\{n}', f'{n!r}', f'{3.0}', f'{None} {True}', f'{"x":>{n}}|', f'{1e3:{"." + "1f"}}')
print(str.maketrans('ab', 'xy') == {97: 120, 98: 121}, 'abc'.translate({97: 'X', 98: None}), 'abc'.translate(str.maketrans('abc', 'xyz')), hash('a') == hash('a'), 'a' is 'a' or True)
for c in 'añ😀':
    print(c, ord(c), end='; ')
print()
print(list('abc'), tuple('ab'), set('a'), list(enumerate('ab')), list(zip('ab', 'cd')), list(reversed('abc')), 'abc'.__len__(), 'b' in 'abc', '' in 'abc')
for bad in ("'abc'[5]", "'abc'['a']", "'abc'.index('z')", "'a' + 1", "'a' * 'b'", "'%d' % 'x'", "'%s %s' % 1", "'%s' % (1, 2)", "'a'.join([1])", "ord('ab')", 'chr(-1)', "chr(1114112)",
            "'abc'.nothing", "'{}'.format()", "'{a}'.format()", "f'{1:x.}'", "b'\\xff'.decode()", "'é'.encode('ascii')", "'a' < 1", "''.split('')", "'x' % {}", "'%z' % 1", "f'{\"a\":d}'", "int('a')", "'abc'.find()"):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
try:
    s[0] = 'x'
except TypeError as error:
    print(error)
