# What sort and sorted refuse.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for l in ([1, 'a'], [None, 1], [1j, 2j], [{}, {}], [[1], ['a']]):
    show(sorted, l)
show(sorted, 5)
show(sorted, [1, 2], key=5)
show(sorted, [1, 2], lambda x: x)
show(sorted, [3, 1], reverse='a')
show(sorted, [3, 1], reverse=None)
show(sorted, [3, 1], key=None, reverse=2)
show([1, 2].sort, 5)
show([2, 1].sort, key=lambda x: 1 // 0)
show(sorted)
show(sorted, iterable=[1])
class Bad:
    def __lt__(self, other):
        raise RuntimeError('lt')
show(sorted, [Bad(), Bad()])
