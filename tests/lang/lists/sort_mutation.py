# A list changed during its sort is an error; it is empty meanwhile.
l = [3, 1, 2]
def key(x):
    l.append(x)
    return x
try:
    l.sort(key=key)
except ValueError as e:
    print(e, l)
l = [3, 1, 2]
seen = []
l.sort(key=lambda x: seen.append(len(l)) or x)
print(l, seen)
class C:
    def __init__(self, v):
        self.v = v
    def __lt__(self, other):
        l.clear()
        return self.v < other.v
l = [C(2), C(1)]
try:
    l.sort()
    print([c.v for c in l])
except ValueError as e:
    print(e)
l = [3, 'a', 1]
try:
    l.sort()
except TypeError:
    print(sorted(map(str, l)))
