# Regular expressions of random parts on texts and bytes: matches, their members, parts, replacements, errors.
import random, re, warnings, copy
warnings.simplefilter('ignore')
R = random.Random(2)
TOK = ['a','b','c','.','\\d','\\w','\\s','\\b','\\B','^','$','(',')','(?:','(?=','(?!','(?<=','(?<!','(?P<n>','(?P=n)','\\1','\\2','[a-c]','[^b]','[','] ','*','+','?','*?','+?','??','{2}','{1,3}','{,2}','{0,}?','|','(?i)','(?s:','(?-i:','(?(1)a|b)','(?>','*+','++','é','\U0001F600','\\u00e9','\\Z','\\A','(?#c)','-','\\x4','\\0','{3,1}','(?a:','(?u:','\n', 'ab', 'abc', 'x']
SUB = ['', 'a', 'abc', 'aabbcc', 'é', 'a\nb', 'ABC abc', '\U0001F600a', 'ab' * 20, 'xx abc, aé\n']
def show(f):
    try: return ascii(f())
    except Exception as e: return type(e).__name__ + ' ' + ascii(str(e))
def state(m): return m and (m.span(), m.groups(), m.lastindex, m.lastgroup, m.groupdict(), m.regs, m.pos, m.endpos, m[0])
for i in range(260):
    p = ''.join(R.choice(TOK) for _ in range(R.randint(1, 7)))
    fl = R.choice([0, 0, 0, re.I, re.M, re.S, re.A, re.I | re.S])
    r = show(lambda: re.compile(p, fl)); print(i, r)
    try: r = re.compile(p, fl)
    except Exception: continue
    for s in R.sample(SUB, 5):
        print(show(lambda: state(r.search(s))), show(lambda: state(r.match(s))), show(lambda: state(r.fullmatch(s))), show(lambda: [state(m) for m in r.finditer(s)]), show(lambda: r.findall(s)), show(lambda: r.split(s)), show(lambda: r.sub('<\\g<0>>', s)), show(lambda: r.subn('x', s, 1)), show(lambda: r.sub(lambda m: m[0] * 2, s)), show(lambda: state(r.search(s, 1))), show(lambda: state(r.match(s, 1, 3))), show(lambda: r.findall(s, -1, 2)), show(lambda: r.split(s, 1)))
    try: b = re.compile(p.encode('latin1'), fl & ~re.U)
    except Exception: continue
    for s in (b'', b'aabbcc', bytearray(b'abc ab')):
        print(show(lambda: [m.span() for m in b.finditer(s)]), show(lambda: b.findall(s)), show(lambda: b.sub(b'<\\g<0>>', s)), show(lambda: b.split(s)))
m = re.match('(?P<x>a)(b)?(?P<y>c)?', 'ab')
for c in ("m", "m.group()", "m.group('x')", "m.group(0, 1, 'y')", "m['x'], m[2], m[True]", "m.group(5)", "m.group('z')", "m.group(-1)", "m.group(1.5)", "m.groups('-')", "m.groups(default=1)", "m.groupdict(0)", "m.start('x'), m.end(2), m.span('y')", "m.start(9)", "m.expand('\\\\1-\\\\g<x>-\\\\3')", "m.expand('\\\\9')", "m.re, m.string", "copy.copy(m) is m, copy.deepcopy(m) is m", "bool(m)", "type(m), type(m.re)", "re.Match()", "re.Pattern()", "type('X', (re.Match,), {})", "re.match('a', b'a')", "re.match(b'a', 'a')", "re.match('a', 5)", "re.sub('a', 5, 'a')", "re.sub('a', lambda m: 5, 'ba')", "re.sub('a', lambda m: None, 'bab')", "re.sub('a', '\\\\9', 'a')", "re.sub('a', b'x', 'a')", "re.sub(b'a', 'x', b'a')", "re.sub('(a)', '\\\\1\\\\n', 'aé')", "re.sub('x', 'y', 'abc') ", "re.compile('a') == re.compile('a'), hash(re.compile('a')) == hash(re.compile('a'))", "re.compile('a') == re.compile('a', re.I)", "re.compile('a') < 1", "re.compile('(?P<n>a)').groupindex", "re.compile('a').groupindex['x']", "re.compile('(a)(b)').groups", "re.compile('a', re.I | re.M).flags", "__import__('pickle').loads(__import__('pickle').dumps(re.compile('a', 2)))", "__import__('pickle').dumps(m)", "re.compile('a').match()", "re.compile('a').match('a', 'x')", "re.compile('a').scanner('aab').search().span()", "re.compile('a').scanner('aab').pattern", "type(re.finditer('a', 'a'))", "re.split('(-)|x', 'a-bxc')", "re.findall('(a)|(b)', 'ab')", "re.subn('', '-', 'abc')", "re.sub('', '-', 'é')", "re.split('', 'ab')", "re.compile('a').fullmatch(string='a', pos=0)", "re.compile('a').sub(repl='b', string='aa', count=1)", "re.escape('a.b*é')", "re.purge()", "m.foo", "m.pos", "list[re.Match[str]]", "re.Pattern[bytes]", "len(m)", "re.compile('b').search('abc', 10)", "re.compile('').match('abc', 10).span()", "re.compile('a', 5).pattern", "re.sub('a', 'x', 'aaa', -1)", "re.split('a', 'bab', -1)", "[x.span() for x in re.finditer('a|', 'baa')]", "re.compile('a').search('bab', pos=-5, endpos=1 << 70).span()"):
    print(c, show(lambda: eval(c)).split(' at 0x')[0])
class S(str): pass
print(type(re.sub('x', 'y', S('abc'))), type(re.match('a', S('abc')).group()), re.match('a', S('abc')).string.__class__, re.split('b', S('abc')))

for group in (1 << 1000, -1 << 1000, -1, 2, 'b', 1.5, None):
    try:
        print(re.match('(?P<a>x)', 'x').group(group))
    except IndexError as error:
        print('IndexError', error)
