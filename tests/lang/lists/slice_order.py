# The bounds of a slice are known before the value is consumed.
def never():
    print('consumed')
    yield 1
def attempt(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
class Loud:
    def __init__(self, n): self.n = n
    def __index__(self):
        print('index', self.n)
        return self.n
l = [1, 2, 3, 4]
for s in slice(1, 0, 0), slice('a', 2), slice(Loud(1), Loud(3), Loud(2)), slice(Loud(1), Loud(3)):
    attempt(lambda: l.__setitem__(s, never()))
    print(l)
    attempt(lambda: l.__setitem__(s, 5))
    attempt(lambda: l.__delitem__(s))
    print(l)
    l = [1, 2, 3, 4]
def shrinking():
    l.clear()
    yield 'x'
for s in slice(1, 3), slice(0, 10), slice(3, None), slice(None, 2), slice(2, 2):
    l = [1, 2, 3, 4]
    l[s] = shrinking()
    print(s, l)
def growing():
    l.extend('abc')
    yield 'x'
    yield 'y'
for s in slice(1, 3), slice(0, 10), slice(3, None), slice(None, None, 3), slice(None, None, -3):
    l = [1, 2, 3, 4]
    attempt(lambda: l.__setitem__(s, growing()))
    print(s, l)
l[1:2] = l
print(l)
l[::-1] = l
print(l)
