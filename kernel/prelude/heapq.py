"""Heaps in lists: heap[k] <= heap[2 * k + 1] and heap[k] <= heap[2 * k + 2] for every k that has such items."""

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def _check(heap, argument):
    if not isinstance(heap, list):
        raise TypeError(f'{argument} must be list, not {type(heap).__name__}')


def _rise(heap, start, place):
    """Moves the item at place up until its parent is not larger."""
    item = heap[place]
    while place > start:
        above = (place - 1) >> 1
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _sink(heap, place):
    """Lets the smaller children rise to a leaf and puts the item there, from where it rises: fewer comparisons than to
    compare it on the way down."""
    start, end, item = place, len(heap), heap[place]
    child = 2 * place + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _rise(heap, start, place)


def heappush(heap, item, /):
    """Push item onto heap, maintaining the heap invariant."""
    _check(heap, 'heappush() argument 1')
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap, /):
    """Pop the smallest item off the heap, maintaining the heap invariant."""
    _check(heap, 'heappop() argument')
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return first


def heapreplace(heap, item, /):
    """Pop and return the current smallest value, and add the new item."""
    _check(heap, 'heapreplace() argument 1')
    if not heap:
        raise IndexError('index out of range')
    first = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return first


def heappushpop(heap, item, /):
    """Push item on the heap, then pop and return the smallest item from the heap."""
    _check(heap, 'heappushpop() argument 1')
    if heap and heap[0] < item:
        heap[0], item = item, heap[0]
        _sink(heap, 0)
    return item


def heapify(heap, /):
    """Transform list into a heap, in-place, in O(len(heap)) time."""
    _check(heap, 'heapify() argument')
    for place in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, place)


def nsmallest(n, iterable, key=None):
    """Find the n smallest elements in a dataset: sorted(iterable, key=key)[:n]"""
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    """Find the n largest elements in a dataset: sorted(iterable, key=key, reverse=True)[:n]"""
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


class _Head:
    """The next item of one of merge's inputs; equal ones in the order of the inputs."""
    __slots__ = ('key', 'value', 'order', 'rest', 'reverse')

    def __init__(self, value, order, rest, key, reverse):
        self.value, self.order, self.rest, self.reverse = value, order, rest, reverse
        self.key = value if key is None else key(value)

    def __lt__(self, other):
        a, b = (other, self) if self.reverse else (self, other)
        if a.key < b.key:
            return True
        return not b.key < a.key and self.order < other.order


def merge(*iterables, key=None, reverse=False):
    """Merge multiple sorted inputs into a single sorted output, one item at a time."""
    heap = []
    for order, rest in enumerate(map(iter, iterables)):
        for value in rest:
            heap.append(_Head(value, order, rest, key, reverse))
            break
    heapify(heap)
    while heap:
        head = heap[0]
        yield head.value
        for value in head.rest:
            heapreplace(heap, _Head(value, head.order, head.rest, key, reverse))
            break
        else:
            heappop(heap)
