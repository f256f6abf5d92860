# tomllib: documents and the texts of errors.
import tomllib
doc = '''
# c
title = "T\\u00e9 \\n"
a.b.c = 1
'q k' = 'lit\\n'
[owner]
dob = 1979-05-27T07:32:00-08:00
d = 1979-05-27
t = 07:32:00.5
n = [1, 2.5, -3e2, 0xff, 0b1, 0o7, 1_000, inf, -nan, true, [ "x", ], # c
  ]
p = { x = 1, y.z = "q" }
m = """
a\\
   b ""c"""
l = \'\'\'
x\'y\'\'\'
[[prod]]
n = 1
[prod.sub]
k = 1
[[prod]]
n = 2
[a.x]
'''
print(tomllib.loads(doc))
for bad in ['a = ', 'a', 'a = 1 2', '[a', 'a = 1\na = 2', '[a]\n[a]', 'a = "x', 'a = [1', 'a = {x=1', 'a = {x=1,}', 'a = 1979-13-01', 'a = 01', 'a.b = 1\na = 2', '[a.b]\n[a]\nb.c=1', 'a = "\\q"', 'a = "\n"', 'a={}\na.b=1', '[[a]]\n[a]', 'a = 1\n[a.b]', '= 1', 'a = "\\ud800"', 'a = tru', 'a=[]\n[[a]]', 'a = {b=1, b=2}', "a = '''", 'a = """\\', '# \x00', '[a]\nb.c=1\n[a.b]', '[a]]', '[[a]', 'a = "\\u12"', '\ra=1', 'a=1979-05-27T07', 'a = {b={}, b.c=1}']:
    try: print(tomllib.loads(bad))
    except tomllib.TOMLDecodeError as e: print(repr(bad), e)
for f in (lambda: tomllib.loads(b'a'), lambda: tomllib.loads('a=1.5', parse_float=lambda s: 'F'+s), lambda: tomllib.loads('a=1.5', parse_float=lambda s: [])):
    try: print(f())
    except Exception as e: print(type(e), e)
