# Methods of str.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


texts = ['', 'a', 'hello world', '  padded\t\n', 'a,b,,c', 'Straße', 'ÀÉÎõü', 'ΑΣ ΣΑΣ. Σ', 'ﬁne ǆ ǅ ŉ', 'İIıi', '日本語 テスト', '😀 smile 😀', 'x\x1cy\x85z\u2028w\r\nq\rv\x0bu',
         'tab\tin\tside', '123', '١٢٣', '½²', 'Ⅷ', 'mixed CASE Text', "they're bill's", '\u00a0nbsp\u3000', '_id1', '1id', 'été', 'a\x00b', '\x7f', '\ud800', 'ab' * 40]
for s in texts:
    print(ascii(s))
    for name in ('upper', 'lower', 'casefold', 'title', 'capitalize', 'swapcase'):
        print(name, ascii(getattr(s, name)()), end=' ')
    print()
    print([getattr(s, name)() for name in ('isalpha', 'isalnum', 'isdecimal', 'isdigit', 'isnumeric', 'isspace', 'isupper', 'islower', 'istitle', 'isidentifier', 'isprintable', 'isascii')])
    print(ascii([s.strip(), s.lstrip(), s.rstrip(), s.strip('ab '), s.lstrip('a'), s.rstrip('b'), s.strip('')]))
    print(ascii([s.split(), s.split(None, 1), s.rsplit(None, 1), s.split(','), s.split(',', 1), s.rsplit(',', 1), s.split(' '), s.rsplit(' ', 2), s.split('ab', 3)]))
    print(ascii([s.splitlines(), s.splitlines(True), s.splitlines(keepends=False)]))
    print(ascii([s.partition(' '), s.rpartition(' '), s.partition('zz'), s.rpartition('zz')]))
    print([s.find('a'), s.rfind('a'), s.find('a', 1), s.find('a', -3), s.find('a', 0, 3), s.rfind('a', 0, -1), s.find(''), s.rfind(''), s.find('', 5), s.find('', 100), s.count('a'), s.count(''),
           s.count('ab'), s.count('a', 1, 5), s.startswith('a'), s.endswith('b'), s.startswith(('x', 'h')), s.endswith(()), s.startswith('', 3), s.startswith('', 300), s.startswith('e', 1)])
    print(ascii([s.replace('a', 'XY'), s.replace('', '-'), s.replace('ab', ''), s.replace('a', 'b', 1), s.replace('', '.', 2), s.replace('b', 'é'), s.replace('é', 'e'), s.replace('日', 'x'), s.replace('zz', '')]))
    print(ascii([s.center(15), s.center(16, '*'), s.ljust(12, '.'), s.rjust(12, 'é'), s.zfill(8), s.expandtabs(), s.expandtabs(3), s.expandtabs(0)]))
    print(ascii([s[::-1], s[1:], s[:-1], s[2:5], s[::2], s[-3:], s[5:2], s * 2, s * 0, s + '!', '¡' + s, len(s), s[1:2], s[-1:]]))
    print(ascii([s.removeprefix('a'), s.removesuffix('b'), s.removeprefix(s), s.removesuffix('')]))
    print(repr(s) if s != '\ud800' else ascii(s), ascii(s.translate({97: 'A', 98: None, 99: 0x65e5})))
    print('a' in s, '' in s, s in s, 'zzz' in s, s == s[:], s < 'b', s > 'é', hash(s) == hash(s[:1] + s[1:]))
for f in (lambda: 'a'.find(1), lambda: 'a'.find('a', 'b'), lambda: 'a'.replace(1, 'a'), lambda: 'a'.replace('a', 1), lambda: 'a'.strip(1), lambda: 'a'.lstrip(1), lambda: 'a'.rstrip(1),
          lambda: 'a'.startswith(1), lambda: 'a'.endswith((1,)), lambda: 'a'.center(5, 'xx'), lambda: 'a'.center(5, 1), lambda: 'a'.center('x'), lambda: 'a'.zfill('x'), lambda: 'a'.count(1),
          lambda: 'a'.index('b'), lambda: 'a'.rindex('b'), lambda: 'a'.removeprefix(1), lambda: 'a'.removesuffix(1), lambda: 'a'.expandtabs('x'), lambda: 'a'.translate(5),
          lambda: 'a'.translate({97: 1.5}), lambda: 'a'.translate({97: -1}), lambda: str.maketrans(1), lambda: str.maketrans('a', 'bc'), lambda: str.maketrans({'ab': 1}),
          lambda: str.maketrans({1.5: 1}), lambda: str.maketrans(1, 'a'), lambda: str.maketrans('a', 1), lambda: str.maketrans('a', 'b', 1), lambda: 'a'.join(5), lambda: 'a'.join([1]),
          lambda: 'a'.join(['x', 2]), lambda: 'a'.split(''), lambda: 'a'.split(1), lambda: 'a'.partition(''), lambda: 'a'.partition(1), lambda: 'a'.upper(1), lambda: 'a'.split(x=1),
          lambda: 'a'.join(), lambda: 'a'[5], lambda: 'a'['x'], lambda: 'a'[1.5], lambda: 'a'[10**30], lambda: 'a' + 1, lambda: 1 + 'a', lambda: 'a' * 'b', lambda: 'a' * 1.5, lambda: 'a' - 'b',
          lambda: 'a' < 1, lambda: 5 in 'a', lambda: 'a' * 10**30, lambda: 'abc'[::0], lambda: 'a'.foo, lambda: 'a'.encode('x'), lambda: 'é'.encode('ascii'), lambda: 'aéb'.encode('ascii', 'replace'),
          lambda: 'aéb日'.encode('ascii', 'ignore'), lambda: 'aéb日😀'.encode('ascii', 'backslashreplace'), lambda: 'aéb日'.encode('ascii', 'xmlcharrefreplace'), lambda: 'é'.encode('ascii', 'foo'),
          lambda: '日本'.encode('latin-1'), lambda: 'é'.encode('latin-1'), lambda: 'é日😀'.encode(), lambda: 'é'.encode('UTF8'), lambda: 'é'.encode('utf_16'), lambda: 'é😀'.encode('utf-16-le'),
          lambda: 'é'.encode('utf-16-be'), lambda: 'é😀'.encode('utf-32'), lambda: '\ud800'.encode(), lambda: 'x\ud800\ud801y'.encode(), lambda: '\ud800'.encode('utf-8', 'replace'),
          lambda: '\ud800'.encode('utf-8', 'surrogatepass'), lambda: '\udc80'.encode('utf-8', 'surrogateescape'), lambda: 'a'.encode(1), lambda: 'a'.encode('utf-8', 1)):
    t(f)
print('-'.join(['a', 'b', 'c']), ''.join([]), ','.join('xyz'), '日'.join(['a', 'é', '😀']), ''.join(c for c in 'gen'), '+'.join(('t', 'u')), '-'.join(['only']), '-'.join({'k': 1}))
table = str.maketrans('abc', 'xyz', 'd')
print(table, 'abcd'.translate(table), 'abc'.translate(str.maketrans({'a': 'AA', 98: None})))
print(str(), str(5), str('x'), str(b'abc', 'utf-8'), str(b'\xc3\xa9', encoding='utf-8'), str(object=7), str(b'\xff', 'utf-8', 'replace'), str(b'a'))
for f in (lambda: str('a', 'utf-8'), lambda: str(5, 'utf-8'), lambda: str(b'\xff', 'ascii'), lambda: str(1, 2), lambda: str(b'a', 'nope')):
    t(f)
print([c for c in 'añ日😀'], list(reversed('abc')), sorted('hello'), min('b', 'a'), max('abc'), list(enumerate('ab')))
print('abc' < 'abd', 'abc' < 'ab', 'a' < 'é' < '日' < '😀', 'Z' < 'a', '' < 'a', 'abc' == 'abc', 'a' != 'b', 'é' == 'e\u0301')
print(repr("it's"), repr('say "hi"'), repr('both \' and "'), repr('back\\slash'), repr('\n\r\t\x00\x1b\x7f\x80\xa0\xad'), repr('é日😀'), ascii(repr('\u200b\ue000\ud800\U0010ffff')), ascii('é日😀\n'))
s = 'x'
for i in range(1000):
    s += str(i)
print(len(s), s[-10:], hash(s) == hash(''.join(['x'] + [str(i) for i in range(1000)])))
s = 'a'
u = s
s += 'é'
s += '日'
s += '😀'
print(s, u, len(s), [hex(ord(c)) for c in s])


class S(str):
    def shout(self):
        return self.upper() + '!'


s = S('abc')
s.note = 1
print(s, repr(s), s.shout(), s + 'd', type(s + 'd'), s == 'abc', hash(s) == hash('abc'), {'abc': 5}[s], s.note, s[1:], type(s[:]), type(s.strip()), type(str(s)), len(s), isinstance(s, str), S(5), ''.join([s]), f'{s:>5}', '%s' % s)
