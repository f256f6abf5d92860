"""Heaps in lists: heap[k] <= heap[2 * k + 1] and heap[k] <= heap[2 * k + 2] for every k that has such items."""
from _heapq import _best, _heapify_max, _heappop_max, _heapreplace_max, _merge
from _heapq import heapify, heappop, heappush, heappushpop, heapreplace

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def _is_small(n, size):
    """Whether a sorted buffer of the n best is faster than sorting all."""
    return n < 100 or n < size >> 5


def nsmallest(n, iterable, key=None):
    """Find the n smallest elements in a dataset: sorted(iterable, key=key)[:n]"""
    size = len(iterable) if hasattr(iterable, '__len__') else 0
    return _best(n, iterable, key, False) if _is_small(n, size) else sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    """Find the n largest elements in a dataset: sorted(iterable, key=key, reverse=True)[:n]"""
    size = len(iterable) if hasattr(iterable, '__len__') else 0
    return _best(n, iterable, key, True) if _is_small(n, size) else sorted(iterable, key=key, reverse=True)[:n]


def merge(*iterables, key=None, reverse=False):
    """Merge multiple sorted inputs into a single sorted output, one item at a time."""
    yield from _merge(iterables, key, reverse)
