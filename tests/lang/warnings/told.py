# What the compiler warns of is told on standard error, before anything runs.
x = 1
if x is 1: pass
assert (x, "a")
s = "\d"
t = b"\q"
u = f"\d{x}"
y = 1if x else 2
print([1, 2] (3)) if 0 else 0
"abc"['a'] if 0 else 0
def f():
    return "\.", x is not 'a'
'''
\w
'''
'\400'
