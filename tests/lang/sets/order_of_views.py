# Sets made by operators of a dict's views: the order follows from the table's size, the dict's and the set's.
d = {i * 9: str(i) for i in range(9)}
del d[9]
for other in {9}, [27, 99], {18: 0}.keys():
    print(d.keys() - other, d.keys() | other, d.keys() ^ other, d.keys() & other)
print(set(d.keys()), set(d), d.keys() - set(), d.items() - set() == set(d.items()))


class Sub(dict):
    pass


s = Sub(d)
print(s.keys() - {9}, s.keys() | {1}, [0, 27] - d.keys(), {0, 27} | d.keys())
