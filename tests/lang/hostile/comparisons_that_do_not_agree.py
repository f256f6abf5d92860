# Values that are smaller now and larger then, in what heapq, bisect and sort do with them: nothing is lost, nothing is read from elsewhere.
import bisect
import heapq

turn = 0


class C:
    def __lt__(self, other):
        global turn
        turn = (turn * 1103515245 + 12345) % 2**31
        return bool(turn >> 16 & 1)

    __gt__ = __lt__


for seed in range(40):
    turn = seed
    values = [C() for _ in range(20)]
    print(len(heapq.nsmallest(3, values)), len(heapq.nlargest(5, values)), len(heapq.nsmallest(30, iter(values))),
          len(list(heapq.merge(values[:10], values[10:]))), len(sorted(values)) == len(set(values)), end=' ')
    heapq.heapify(values)
    heapq.heappush(values, C())
    heapq.heappop(values)
    heapq.heappushpop(values, C())
    heapq.heapreplace(values, C())
    bisect.insort(values, C())
    values.sort()
    print(len(values), len(set(values)), min(values) in values, max(values) in values)
