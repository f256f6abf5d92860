import heapq
from bisect import bisect, insort

numbers = [i * 7919 % 10007 for i in range(3000)]
tasks = [(n % 50, n) for n in numbers]


def work():
    heap = numbers[:]
    heapq.heapify(heap)
    while heap:
        heapq.heappop(heap)
    for task in tasks:
        heapq.heappush(heap, task)
    while heap:
        heapq.heappop(heap)
    best = heapq.nlargest(10, numbers) + heapq.nsmallest(10, tasks, key=lambda task: task[1])
    merged = list(heapq.merge(sorted(numbers), range(0, 10000, 3)))
    ordered = []
    for n in numbers:
        insort(ordered, n)
    return best[:3], len(merged), sum(bisect(ordered, n) for n in numbers)
