# needs: re
"""Regular expressions as notebooks use them."""
import re
from collections import Counter, defaultdict

text = '''The quick brown fox. 2024-01-15 The lazy dog; 2023-12-31
name=Ann age=30
name=Bob age=41'''
print(re.findall(r'\b[tT]he\b', text), re.split(r'[.;]\s*', 'a. b;c'), re.sub(r'\s+', ' ', 'a  b \n c'))
for match in re.finditer(r'(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)', text):
    print(match.group(), match.span(), match['year'], match.groupdict(), match.start('month'))
pattern = re.compile(r'name=(\w+)\s+age=(\d+)', re.I)
people = {name: int(age) for name, age in pattern.findall(text)}
print(people, pattern.pattern, pattern.flags, pattern.groups, pattern)
print(Counter(w.lower() for w in re.findall(r'\w+', text) if w.isalpha()).most_common(2))


def tokenize(code):
    spec = [('NUMBER', r'\d+(\.\d*)?'), ('NAME', r'[A-Za-z_]\w*'), ('OP', r'[-+*/=()]'), ('SKIP', r'[ \t]+'), ('BAD', r'.')]
    for match in re.finditer('|'.join(f'(?P<{kind}>{rule})' for kind, rule in spec), code):
        if match.lastgroup == 'BAD':
            raise SyntaxError(f'{match.group()!r} at {match.start()}')
        if match.lastgroup != 'SKIP':
            yield match.lastgroup, match.group()


print(list(tokenize('x = 3.5 * (y + 2)')))
try:
    list(tokenize('x = $'))
except SyntaxError as error:
    print(error)


class Template(str):
    PATTERN = re.compile(r'\{\{\s*(\w+)\s*\}\}')

    def render(self, **values):
        return self.PATTERN.sub(lambda match: str(values.get(match[1], match[0])), self)


print(Template('Dear {{ name }}, {{nothing}} {{n}}').render(name='Ann', n=3), re.match('a', Template('abc')))
print(re.sub('(a)(b)?', r'<\1\g<2>>', 'abaa'), re.subn('x', 'y', 'xx'), re.escape('1+1'), re.fullmatch('a+', 'aab'))
try:
    re.compile('(a')
except re.error as error:
    print(type(error).__name__, error, error.pos, error.pattern, error.msg)
match = re.match(r'(\w)(\w)', 'ab')
print(match, match.groups(), match.re is re.compile(r'(\w)(\w)'), match.string, match[0], match.expand(r'\2\1'), match.regs)
print(isinstance(match, re.Match), isinstance(pattern, re.Pattern), type(match), type(pattern).__name__, re.I | re.M, re.IGNORECASE)
groups = defaultdict(list)
for word in 'apple avocado bean beet corn'.split():
    groups[re.match('.', word)[0]].append(word)
print(dict(groups))
rules = [(re.compile(p), f) for p, f in ((r'^\d+$', int), (r'^\d+\.\d+$', float), (r'.*', str.strip))]
print([next(f(s) for p, f in rules if p.match(s)) for s in ('1', '2.5', ' x ')])
print(re.compile(rb'\d').findall(b'1a2'), re.sub(rb'a', lambda m: m[0].upper(), b'banana'))
print(sorted('b10 a2 b2 a10'.split(), key=lambda s: [int(p) if p.isdigit() else p for p in re.split(r'(\d+)', s)]))
match re.match(r'(\d+)-(\d+)', '3-4').groups():
    case (a, b):
        print(a, b)
if (found := re.search(r'(?<=age=)\d+', text)):
    print(found[0], {found: 1}[found])
print(pattern == re.compile(r'name=(\w+)\s+age=(\d+)', re.I), hash(pattern) == hash(re.compile(pattern.pattern, re.I)))
