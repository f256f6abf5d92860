# Assignment to and deletion of items and slices.
l = list(range(10))
l[2:4] = ['a', 'b', 'c']
print(l)
l[::3] = [0, 0, 0, 0]
print(l)
l[5:5] = (1, 2)
del l[0], l[-1]
del l[1:6:2]
print(l)
l[:0] = l
l[len(l):] = 'xy'
print(l)
l[::-1] = list(range(len(l)))
print(l)
def attempt(text):
    try:
        exec(text)
        print(text, l)
    except Exception as e:
        print(text, type(e).__name__, e)
l = [1, 2, 3]
for text in ("l[5] = 1", "l['a'] = 1", "l[0:2] = 5", "l[::2] = [1]", "del l[5]", "del l['a']", "l[0:2:0] = []", "l[None] = 1", "l[1.5]", "l[-4]", "del l[::0]", "l[10**20]", "l[10**20:] = [9]", "l[True] = 'T'", "l[2:1] = ['in']", "del l[-1:-100:-1]"):
    attempt(text)
