if 1: print('a'); print('b')
for i in range(2): print(i); print('x')
while 0: pass
else: print('else')
class A: x = 1; y = 2
def f(): a = 1; return a
print(A.x, A.y, f())
try: 1 / 0
except ZeroDivisionError: print('z'); print('zz')
finally: print('fin')
x = 1; y = 2; print(x, y);
if x: pass
elif y: pass
else: pass
a = b = c = []
print(a is b is c)
z = (1 +
     2 +
     3)
w = 1 + \
    2
print(z, w)
print('a' 'b'
      'c')
if (x and
        y): print('wrapped')
lst = [
    1,
    2,  # comment

    3,
]
print(lst)
def g(a,
      b=2,
      ): return a, b
print(g(1,))
with open('/dev/null') as fh: pass
print(fh.closed)
match x:
    case 1: print('one'); print('still')
    case _: pass
	# a comment with a tab
print('end')
