# UserDict, UserList and UserString.
from collections import UserDict, UserList, UserString
class D(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(k.upper(), v)
d = D(a=1)
d.update(b=2)
print(d, d.data, len(d), 'A' in d, list(d), d.get('A'), D({'x': 1}) | {'y': 2})
l = UserList([3, 1, 2])
l.append(0)
l.sort()
print(l, l.data, l[1:], l + [9], 3 in l, len(l), l * 2, l == [0, 1, 2, 3], l.pop(), l.index(1))
s = UserString('abc')
print(s, s.upper(), s + 'd', len(s), s == 'abc', s[1:], 'b' in s, hash(s) == hash('abc'))
