# Heaps: push, pop, replace, heapify, nlargest, merge.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import heapq as h
l = [5, 2, 8, 1, 9, 3]
h.heapify(l); print(l, [h.heappop(l) for _ in range(3)], l)
h.heappush(l, 0); print(l, h.heapreplace(l, 7), l, h.heappushpop(l, 1), h.heappushpop(l, 100), l)
print(h.nlargest(2, [3, 1, 2]), h.nsmallest(2, 'hello'), h.nlargest(2, ['a', 'bbb', 'cc'], key=len), h.nsmallest(0, [1]), h.nlargest(9, [1, 2]), list(h.merge([1, 4], [2, 3], [0])), list(h.merge([3, 1], [2], reverse=True)), list(h.merge(['a', 'ccc'], ['bb'], key=len)), list(h.merge()))
show(h.heappop, []); show(h.heappush, 5, 1); show(h.heapify, (1,)); show(h.heapify, [1, 'a']); show(h.heapreplace, [], 1)
tasks = []
for p, t in ((2, 'b'), (1, 'a'), (3, 'c'), (1, 'A')):
    h.heappush(tasks, (p, t))
print([h.heappop(tasks) for _ in range(4)])
data = [(i * 7919) % 101 for i in range(300)]
heap = []
for x in data:
    h.heappush(heap, x)
print([h.heappop(heap) for _ in range(300)] == sorted(data))
