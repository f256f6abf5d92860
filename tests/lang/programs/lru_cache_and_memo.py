"""Caches: a linked list with a dict, OrderedDict, functools, and a decorator with statistics."""
from __future__ import annotations
from collections import OrderedDict
from functools import lru_cache, wraps
from typing import Any, Callable, Generic, Hashable, TypeVar

K = TypeVar('K', bound=Hashable)
V = TypeVar('V')


class _Link:
    __slots__ = 'key', 'value', 'before', 'after'

    def __init__(self, key: Any = None, value: Any = None) -> None:
        self.key, self.value = key, value
        self.before: _Link | None = None
        self.after: _Link | None = None


class LRU(Generic[K, V]):
    """Least recently used goes first."""

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f'capacity must be positive, not {capacity}')
        self.capacity = capacity
        self._table: dict[K, _Link] = {}
        self._root = _Link()
        self._root.before = self._root.after = self._root

    def _unlink(self, link: _Link) -> None:
        link.before.after, link.after.before = link.after, link.before

    def _push(self, link: _Link) -> None:
        last = self._root.before
        last.after = self._root.before = link
        link.before, link.after = last, self._root

    def __getitem__(self, key: K) -> V:
        link = self._table[key]
        self._unlink(link)
        self._push(link)
        return link.value

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._table:
            self._unlink(self._table.pop(key))
        elif len(self._table) >= self.capacity:
            oldest = self._root.after
            self._unlink(oldest)
            del self._table[oldest.key]
        self._table[key] = link = _Link(key, value)
        self._push(link)

    def __contains__(self, key: object) -> bool:
        return key in self._table

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self):
        link = self._root.after
        while link is not self._root:
            yield link.key
            link = link.after

    def __repr__(self) -> str:
        return f'{type(self).__name__}({{{", ".join(f"{k!r}: {self._table[k].value!r}" for k in self)}}})'


cache: LRU[str, int] = LRU[str, int](3)
for i, name in enumerate('abc'):
    cache[name] = i
print(cache, 'a' in cache, len(cache))
cache['a']
cache['d'] = 9
print(cache, list(cache))
cache['c'] = 7
cache['e'] = 1
print(cache)
try:
    cache['zz']
except KeyError as e:
    print('missing', e)
try:
    LRU(0)
except ValueError as e:
    print(e)


class Ordered(OrderedDict):
    def __init__(self, size, *args, **kw):
        self.size = size
        super().__init__(*args, **kw)

    def __setitem__(self, k, v):
        super().__setitem__(k, v)
        self.move_to_end(k)
        while len(self) > self.size:
            self.popitem(last=False)


o = Ordered(2)
o['x'], o['y'] = 1, 2
o['x'] = 3
o['z'] = 4
print(list(o.items()))


def memo(func: Callable) -> Callable:
    results: dict = {}

    @wraps(func)
    def wrapper(*args, **kw):
        key = args, tuple(sorted(kw.items()))
        wrapper.calls += 1
        if key not in results:
            wrapper.misses += 1
            results[key] = func(*args, **kw)
        return results[key]
    wrapper.calls = wrapper.misses = 0
    wrapper.clear = results.clear
    return wrapper


@memo
def fib(n: int) -> int:
    """The n-th Fibonacci number."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.calls, fib.misses, fib.__name__, fib.__doc__, fib.__wrapped__.__name__)


@lru_cache(maxsize=None)
def paths(r, c):
    return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)


print(paths(16, 16), paths.cache_info())
paths.cache_clear()
print(paths.cache_info())
print(LRU.__getitem__.__annotations__, memo.__annotations__)
