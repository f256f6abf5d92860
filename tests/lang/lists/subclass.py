# A list subclass keeps attributes; results are plain lists.
class Stack(list):
    def __init__(self, *args, name='s'):
        super().__init__(*args)
        self.name = name
    def push(self, x):
        self.append(x)
        return self
s = Stack([1, 2], name='n').push(3)
print(s, s.name, type(s[:]).__name__, type(s + [1]).__name__, type(s * 2).__name__, type(s.copy()).__name__, s == [1, 2, 3], isinstance(s, list), len(s), s[::-1], repr(s), sorted(s, reverse=True))
s += [4]
print(type(s).__name__, s)
class Neg(list):
    def __getitem__(self, i):
        return -super().__getitem__(i)
n = Neg([1, 2])
print(n[0], list(n), n, [x for x in n], n.pop())
