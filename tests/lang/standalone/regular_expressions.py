import re
print(re.match(r'(\w+)\s+(?P<x>\d+)', 'hello 42 foo'))
print(re.findall(r'a(b)?', 'abaab'), re.sub(r'(\d)', r'<\1>', 'a1b22'), re.split(r'(,)\s*', 'a, b,c'))
print(re.compile('x*', re.I|re.M), re.I|re.M, repr(re.I))
print([m.span() for m in re.finditer('x*', 'axxb')], re.sub('x*', '-', 'abxd'))
for p in ['(', ')', '*a', 'a**', '[', '(?P<a>x)(?P<a>y)', '\\', '(?<=a+)b', '[z-a]', '(?', '(?i', 'a{3,1}', r'\1', '(?P<1a>x)', '(?z)', r'\xg', 'x(?i)y', '(?(1)a|b|c)']:
    try: print(re.compile(p))
    except re.error as e: print(p, '|', e)
print(re.match(r'(?:a|ab)(?:c|bcd)(?:d*)$', 'abcd'), re.search(r'(a+)+b', 'aaaaaaaaab'), re.fullmatch('(a|ab)(c|bcd)', 'abcd').groups())
print(re.match(r'(?i)straße', 'STRAßE'), re.match('(?i)[k]', '\u212a'), re.search(r'\bfoo\b', 'a foo b'), re.match(b'\w+', b'abc'))
print(re.match(r'((a)|b)*', 'ab').groups(), re.match('(?P<q>[\'"]).*?(?P=q)', '"abc" "').group(), re.match('(a)(?=b)(?!c)b', 'ab'), re.search('(?<=-)\w+', 'spam-egg'))
print(re.match('(a)?(?(1)b|c)', 'ab'), re.match('(a)?(?(1)b|c)', 'c'), re.match('a++b', 'aab'), re.match('(?>a*)a','aaa'))
print(re.escape('a.b*c'), re.match('a*?b', 'aaab'), re.match('(?:ab){2,3}', 'ababab'), re.match('(?:a|b)*?c', 'abac'))
print(re.search('((?(1)a|b))', 'b'), re.findall('(?P<n>[ab](?(n)c|d))', 'adbcbd'))
