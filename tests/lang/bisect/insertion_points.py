# bisect and insort on both sides.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import bisect as b
l = [1, 3, 3, 5]
print([b.bisect_left(l, x) for x in range(7)], [b.bisect_right(l, x) for x in range(7)], b.bisect(l, 3), b.bisect_left(l, 3, 2), b.bisect_left(l, 3, 0, 1), b.bisect([], 1), b.bisect_left('abd', 'c'))
b.insort(l, 4); b.insort_left(l, 3); b.insort(l, 0); print(l)
words = ['a', 'bbb', 'ccccc']
print(b.bisect_left(words, 3, key=len), b.bisect_right(words, 3, key=len))
b.insort(words, 'dd', key=len); print(words)
show(b.bisect, [1], 1, -1); show(b.bisect, [1, 'a'], 'b'); show(b.bisect, 5, 1)
