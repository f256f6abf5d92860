"""Functional tools for creating and using iterators."""


class _Iterator:
    """An iterator that a generator drives."""
    __slots__ = ('_step',)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._step)


class count(_Iterator):
    """Return a count object whose .__next__() method returns consecutive values."""
    __slots__ = ('_value', '_by')

    def __init__(self, start=0, step=1):
        if not hasattr(start, '__add__') or isinstance(start, (str, list, tuple)):
            raise TypeError('a number is required')
        self._value, self._by = start, step

    def __next__(self):
        value = self._value
        self._value = value + self._by
        return value

    def __repr__(self):
        return f'count({self._value!r})' if type(self._by) is int and self._by == 1 else f'count({self._value!r}, {self._by!r})'


class cycle(_Iterator):
    """Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely."""
    __slots__ = ()

    def __init__(self, iterable, /):
        def step(items):
            saved = []
            for item in items:
                yield item
                saved.append(item)
            while saved:
                yield from saved
        self._step = step(iter(iterable))


class repeat(_Iterator):
    """repeat(object [,times]) -> create an iterator which returns the object for the specified number of times."""
    __slots__ = ('_object', '_left')

    def __init__(self, object, times=None):
        self._object = object
        self._left = None if times is None else max(times, 0)

    def __next__(self):
        if self._left is not None:
            if self._left == 0:
                raise StopIteration
            self._left -= 1
        return self._object

    def __length_hint__(self):
        if self._left is None:
            raise TypeError('len() of unsized object')
        return self._left

    def __repr__(self):
        return f'repeat({self._object!r})' if self._left is None else f'repeat({self._object!r}, {self._left})'


class chain(_Iterator):
    """Return a chain object whose .__next__() method returns elements from the first iterable until it is exhausted,
    then elements from the next iterable, until all of the iterables are exhausted."""
    __slots__ = ()

    def __init__(self, *iterables):
        self._step = self._walk(iter(iterables))

    @staticmethod
    def _walk(iterables):
        for iterable in iterables:
            yield from iterable

    @classmethod
    def from_iterable(cls, iterable, /):
        "Alternative chain() constructor taking a single iterable argument that evaluates lazily."
        self = cls()
        self._step = cls._walk(iter(iterable))
        return self


class accumulate(_Iterator):
    """Return series of accumulated sums (or other binary function results)."""
    __slots__ = ()

    def __init__(self, iterable, func=None, *, initial=None):
        def step(items):
            total = initial
            if initial is None:
                for total in items:
                    break
                else:
                    return
            yield total
            for item in items:
                total = total + item if func is None else func(total, item)
                yield total
        self._step = step(iter(iterable))


class compress(_Iterator):
    """Return data elements corresponding to true selector elements."""
    __slots__ = ()

    def __init__(self, data, selectors):
        self._step = (item for item, chosen in zip(data, selectors) if chosen)


class dropwhile(_Iterator):
    """Drop items from the iterable while predicate(item) is true."""
    __slots__ = ()

    def __init__(self, predicate, iterable, /):
        def step(items):
            for item in items:
                if not predicate(item):
                    yield item
                    break
            yield from items
        self._step = step(iter(iterable))


class takewhile(_Iterator):
    """Return successive entries from an iterable as long as the predicate evaluates to true for each entry."""
    __slots__ = ()

    def __init__(self, predicate, iterable, /):
        def step(items):
            for item in items:
                if not predicate(item):
                    break
                yield item
        self._step = step(iter(iterable))


class filterfalse(_Iterator):
    """Return those items of iterable for which function(item) is false."""
    __slots__ = ()

    def __init__(self, function, iterable, /):
        self._step = (item for item in iterable if not (item if function is None else function(item)))


class starmap(_Iterator):
    """Return an iterator whose values are returned from the function evaluated with an argument tuple taken from the
    given sequence."""
    __slots__ = ()

    def __init__(self, function, iterable, /):
        self._step = (function(*args) for args in iterable)


class islice(_Iterator):
    """islice(iterable, stop) --> islice object
    islice(iterable, start, stop[, step]) --> islice object
    """
    __slots__ = ()

    def __init__(self, iterable, /, *args):
        if not args:
            raise TypeError('islice expected at least 2 arguments, got 1')
        if len(args) > 3:
            raise TypeError(f'islice expected at most 4 arguments, got {len(args) + 1}')
        start, stop, by = (0, args[0], 1) if len(args) == 1 else (*args, None)[:3]
        for value, text in ((stop, 'Stop argument'), (start, 'Indices')):
            if value is not None and (not hasattr(value, '__index__') or value.__index__() < 0):
                if len(args) == 1:
                    raise ValueError('Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
                raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
        if by is not None and (not hasattr(by, '__index__') or by.__index__() < 1):
            raise ValueError('Step for islice() must be a positive integer or None.')
        self._step = self._walk(iter(iterable), start or 0, stop, by or 1)

    @staticmethod
    def _walk(items, start, stop, by):
        position = 0
        while stop is None or position < stop:
            if position > start:
                start += by
            while position < start:
                if stop is not None and position >= stop:
                    return
                try:
                    next(items)
                except StopIteration:
                    return
                position += 1
            if stop is not None and position >= stop:
                return
            try:
                item = next(items)
            except StopIteration:
                return
            position += 1
            yield item


class pairwise(_Iterator):
    """Return an iterator of overlapping pairs taken from the input iterator."""
    __slots__ = ()

    def __init__(self, iterable, /):
        def step(items):
            for first in items:
                for second in items:
                    yield first, second
                    first = second
        self._step = step(iter(iterable))


class zip_longest(_Iterator):
    """Return a zip_longest object whose .__next__() method returns a tuple where the i-th element comes from the i-th
    iterable argument."""
    __slots__ = ()

    def __init__(self, *iterables, fillvalue=None):
        def step(iterators):
            left = len(iterators)
            while left:
                row = []
                for i, items in enumerate(iterators):
                    if items is not None:
                        try:
                            row.append(next(items))
                            continue
                        except StopIteration:
                            left -= 1
                            if not left:
                                return
                            iterators[i] = None
                    row.append(fillvalue)
                yield tuple(row)
        self._step = step([iter(items) for items in iterables])


class product(_Iterator):
    """Cartesian product of input iterables.  Equivalent to nested for-loops."""
    __slots__ = ()

    def __init__(self, *iterables, repeat=1):
        if repeat < 0:
            raise ValueError('repeat argument cannot be negative')
        pools = [tuple(pool) for pool in iterables] * repeat

        def step():
            if not all(pools):
                return
            indices = [0] * len(pools)
            row = [pool[0] for pool in pools]
            while True:
                yield tuple(row)
                for i in reversed(range(len(pools))):
                    indices[i] += 1
                    if indices[i] < len(pools[i]):
                        row[i] = pools[i][indices[i]]
                        break
                    indices[i] = 0
                    row[i] = pools[i][0]
                else:
                    return
        self._step = step()


class permutations(_Iterator):
    """Return successive r-length permutations of elements in the iterable."""
    __slots__ = ()

    def __init__(self, iterable, r=None):
        pool = tuple(iterable)
        n = len(pool)
        r = n if r is None else r
        if not isinstance(r, int):
            raise TypeError('Expected int as r')
        if r < 0:
            raise ValueError('r must be non-negative')

        def step():
            if r > n:
                return
            indices = list(range(n))
            cycles = list(range(n, n - r, -1))
            yield tuple([pool[i] for i in indices[:r]])
            while n:
                for i in reversed(range(r)):
                    cycles[i] -= 1
                    if cycles[i] == 0:
                        indices[i:] = indices[i + 1:] + indices[i:i + 1]
                        cycles[i] = n - i
                    else:
                        j = n - cycles[i]
                        indices[i], indices[j] = indices[j], indices[i]
                        yield tuple([pool[k] for k in indices[:r]])
                        break
                else:
                    return
        self._step = step()


class combinations(_Iterator):
    """Return successive r-length combinations of elements in the iterable."""
    __slots__ = ()

    def __init__(self, iterable, r):
        pool = tuple(iterable)
        n = len(pool)
        if r < 0:
            raise ValueError('r must be non-negative')

        def step():
            if r > n:
                return
            indices = list(range(r))
            while True:
                yield tuple([pool[i] for i in indices])
                for i in reversed(range(r)):
                    if indices[i] != i + n - r:
                        break
                else:
                    return
                indices[i] += 1
                for j in range(i + 1, r):
                    indices[j] = indices[j - 1] + 1
        self._step = step()


class combinations_with_replacement(_Iterator):
    """Return successive r-length combinations of elements in the iterable allowing individual elements to have successive
    repeats."""
    __slots__ = ()

    def __init__(self, iterable, r):
        pool = tuple(iterable)
        n = len(pool)
        if r < 0:
            raise ValueError('r must be non-negative')

        def step():
            if not n and r:
                return
            indices = [0] * r
            while True:
                yield tuple([pool[i] for i in indices])
                for i in reversed(range(r)):
                    if indices[i] != n - 1:
                        break
                else:
                    return
                indices[i:] = [indices[i] + 1] * (r - i)
        self._step = step()


class groupby(_Iterator):
    """make an iterator that returns consecutive keys and groups from the iterable"""
    __slots__ = ('_items', '_key', '_current', '_target', '_value', '_group')

    def __init__(self, iterable, key=None):
        self._items = iter(iterable)
        self._key = key
        self._target = self._current = self._group = object()

    def _advance(self):
        self._value = next(self._items)
        self._current = self._value if self._key is None else self._key(self._value)

    def __next__(self):
        self._group = object()
        while self._current == self._target:
            self._advance()
        self._target = self._current
        return self._current, self._members(self._target, self._group)

    def _members(self, target, group):
        while self._group is group and self._current == target:
            yield self._value
            try:
                self._advance()
            except StopIteration:
                self._target = self._current = target
                self._items = iter(())
                self._group = None
                return


def tee(iterable, n=2, /):
    """Returns a tuple of n independent iterators."""
    if n < 0:
        raise ValueError('n must be >= 0')
    from collections import deque
    items = iter(iterable)
    queues = [deque() for _ in range(n)]

    def step(mine):
        while True:
            if not mine:
                try:
                    item = next(items)
                except StopIteration:
                    return
                for queue in queues:
                    queue.append(item)
            yield mine.popleft()
    return tuple([step(queue) for queue in queues])
