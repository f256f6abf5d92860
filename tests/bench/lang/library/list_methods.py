# append, pop, insert, remove, extend, index.
def work():
    n, l = 0, []
    for i in range(20000):
        l.append(i)
        l.append(i)
        n += l.pop()
    for i in range(1000):
        l.insert(i, i)
        n += l.pop(0)
    for i in range(200):
        n += l.index(i + 1500) + l.count(5)
    for i in range(20000):
        k = [1, 2]
        k.extend((3, 4))
        n += len(k)
    return n
