"""Texts that the checks of unittest share: shortened representations, and what two collections have of each other."""

_MAX_LENGTH = 80


def safe_repr(obj, short=False):
    """repr(), or that of object where it fails; cut where it is long."""
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    return text[:_MAX_LENGTH] + ' [truncated]...' if short and len(text) >= _MAX_LENGTH else text


def strclass(cls):
    """The full name of a class."""
    return f'{cls.__module__}.{cls.__qualname__}'


_PLACEHOLDER_LEN, _MIN_BEGIN_LEN, _MIN_END_LEN, _MIN_COMMON_LEN, _MIN_DIFF_LEN = 12, 5, 5, 5, 5
_MIN_DIFF_LEN = _MAX_LENGTH - (_MIN_BEGIN_LEN + _PLACEHOLDER_LEN + _MIN_COMMON_LEN + _PLACEHOLDER_LEN + _MIN_END_LEN)


def _shorten(text, head, tail):
    """What lies between head and tail becomes its length, where that is shorter."""
    hidden = len(text) - head - tail
    if hidden > _PLACEHOLDER_LEN:
        return f'{text[:head]}[{hidden} chars]{text[len(text) - tail:]}'
    return text


def _common_start(texts):
    low, high = min(texts), max(texts)
    size = 0
    while size < len(low) and low[size] == high[size]:
        size += 1
    return low[:size]


def _common_shorten_repr(*args):
    """Representations with the parts cut that all of them begin with, and then their ends."""
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    start = _common_start(texts)
    size = len(start)
    room = _MAX_LENGTH - (longest - size + _MIN_BEGIN_LEN + _PLACEHOLDER_LEN)
    if room > _MIN_COMMON_LEN:
        start = _shorten(start, _MIN_BEGIN_LEN, room)
        return tuple([start + text[size:] for text in texts])
    start = _shorten(start, _MIN_BEGIN_LEN, _MIN_COMMON_LEN)
    return tuple([start + _shorten(text[size:], _MIN_DIFF_LEN, _MIN_END_LEN) for text in texts])


def sorted_list_difference(expected, actual):
    """What only the first of two sorted lists has, and what only the second; what is there several times counts once."""
    only, position = ([], []), [0, 0]
    lists = expected, actual

    def skip(which):
        item = lists[which][position[which]]
        while position[which] < len(lists[which]) and lists[which][position[which]] == item:
            position[which] += 1
        return item

    while position[0] < len(expected) and position[1] < len(actual):
        first, second = expected[position[0]], actual[position[1]]
        if first == second:
            skip(0)
            skip(1)
        else:
            which = 0 if first < second else 1
            only[which].append(skip(which))
    for which in 0, 1:
        only[which].extend(lists[which][position[which]:])
    return only


def unorderable_list_difference(expected, actual):
    """The same for items that cannot be compared; what both have is taken out of actual."""
    missing = []
    while expected:
        item = expected.pop()
        try:
            actual.remove(item)
        except ValueError:
            missing.append(item)
    return missing, actual


def three_way_cmp(x, y):
    """-1, 0 or 1."""
    return (x > y) - (x < y)


_Mismatch = None


def _mismatch(actual, expected, value):
    global _Mismatch
    if _Mismatch is None:
        from collections import namedtuple
        _Mismatch = namedtuple('Mismatch', 'actual expected value')
    return _Mismatch(actual, expected, value)


def _count_diff_hashable(actual, expected):
    """(number in the first, number in the second, value) where the two differ."""
    counts = {}
    for which, items in enumerate((actual, expected)):
        for item in items:
            counts.setdefault(item, [0, 0])[which] += 1
    return [_mismatch(n, m, value) for value, (n, m) in counts.items() if n != m]


def _count_diff_all_purpose(actual, expected):
    """The same for what has no hash."""
    counts = []
    for which, items in enumerate((actual, expected)):
        for item in items:
            for row in counts:
                if row[2] is item or row[2] == item:
                    break
            else:
                row = [0, 0, item]
                counts.append(row)
            row[which] += 1
    return [_mismatch(*row) for row in counts if row[0] != row[1]]
