src='''
def f():
    y = 1
    def g():
        global y
        return y
    def h():
        return y + 1
    return g, h
y = 9
z = 1
g, h = f()
r = g(), h()
class C:
    global w
    w = 5
    def m(self):
        global q
        q = 6
        return w
w += 1
print(C().m(), 'q' in globals())
for y in range(3): pass
import math as y
'''
a,b={},{}
exec(src,a,b)
print(sorted(k for k in a if k!='__builtins__'), sorted(b), b['r'], a['w'])
exec('x = 1\ndef f():\n    global x\n    x = 2\nf()\nprint(x)')
