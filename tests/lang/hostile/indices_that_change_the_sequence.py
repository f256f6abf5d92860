# Arguments whose __index__ clears, extends or shortens what the method was called on: they become numbers first, once
# each and in order, and then the sequence is looked at.
import sys

here = sys.implementation.name != 'cpython'  # CPython 3.11 itself reads freed memory in some of these


class Index:
    def __init__(self, name, value, act):
        self.name, self.value, self.act = name, value, act

    def __index__(self):
        asked.append(self.name)
        self.act()
        return self.value


asked = []


def show(label, function):
    del asked[:]
    try:
        result = repr(function())[:100]
    except Exception as error:
        result = f'{type(error).__name__}: {error}'
    print(label, ' '.join(asked), result)


def safe(label, function, known):
    """As show; where CPython is not known to be right, it must only not crash."""
    if known:
        show(label, function)
    elif here:
        try:
            function()
        except Exception:
            pass


acts = {
    'keep': lambda s: lambda: None,
    'clear': lambda s: lambda: s.clear(),
    'grow': lambda s: lambda: s.extend(b'z' * 4000),
    'shrink': lambda s: lambda: s.__delitem__(slice(2, None)),
}


def slices(act, s):
    yield slice(Index('start', 1, act(s)), Index('stop', -1, act(s)))
    yield slice(Index('start', 1, act(s)), Index('stop', -1, act(s)), Index('step', 2, act(s)))
    yield slice(Index('start', -1, act(s)), Index('stop', 1, act(s)), Index('step', -1, act(s)))
    yield slice(None, None, Index('step', 3, act(s)))
    yield slice(Index('start', 10**30, act(s)), Index('stop', -10**30, act(s)), -1)


def put(s, key, value):
    s[key] = value
    return s


def delete(s, key):
    del s[key]
    return s


for kind in list, bytearray:
    for name, act in acts.items():
        known = kind is list or name == 'keep'
        for number in range(5):
            fresh = lambda: (lambda s: (s, list(slices(act, s))[number]))(kind(b'abcdefgh'))
            s, key = fresh()
            show(f'{kind.__name__} {name} get {number}', lambda: s[key][:20])
            s, key = fresh()
            safe(f'{kind.__name__} {name} set {number}', lambda: put(s, key, kind(b'xyz'))[:20], known)
            s, key = fresh()
            safe(f'{kind.__name__} {name} set iterator {number}', lambda: put(s, key, iter([1, 2]))[:20], known)
            s, key = fresh()
            safe(f'{kind.__name__} {name} del {number}', lambda: delete(s, key)[:20], known)
        s = kind(b'abcdefgh')
        show(f'{kind.__name__} {name} insert', lambda: s.insert(Index('at', -1, act(s)), 5))
        s = kind(b'abcdefgh')
        show(f'{kind.__name__} {name} pop', lambda: s.pop(Index('at', -1, act(s))))
        s = kind(b'abcdefgh')
        show(f'{kind.__name__} {name} times', lambda: (s * Index('n', 2, act(s)))[:20])
        s = kind(b'abcdefgh')
        show(f'{kind.__name__} {name} times in place', lambda: s.__imul__(Index('n', 2, act(s)))[:20])
        s = kind(b'abcdefgh')
        show(f'{kind.__name__} {name} index', lambda: s.index(99, Index('start', -6, act(s)), Index('stop', 7, act(s))))
        s = kind(b'abcdefgh')
        safe(f'{kind.__name__} {name} get', lambda: s[Index('at', -1, act(s))], known)
        s = kind(b'abcdefgh')
        safe(f'{kind.__name__} {name} set', lambda: len(put(s, Index('at', -1, act(s)), 5)), known)
        s = kind(b'abcdefgh')
        safe(f'{kind.__name__} {name} del', lambda: delete(s, Index('at', 1, act(s)))[:20], known)
s = bytearray(b'abcdefgh')
show('order', lambda: put(s, Index('at', 100, s.copy), Index('value', 500, s.copy)))
show('order', lambda: put(s, Index('at', 100, s.copy), Index('value', 50, s.copy)))

for name, act in acts.items():
    for method, make in {
        'find': lambda s: (Index('sub', 100, act(s)), Index('start', -7, act(s)), Index('stop', -1, act(s))),
        'rindex': lambda s: (b'd', Index('start', -7, act(s)), Index('stop', 8, act(s))),
        'count': lambda s: (Index('sub', 100, act(s)), Index('start', 0, act(s)), Index('stop', -1, act(s))),
        'startswith': lambda s: (b'b', Index('start', 1, act(s)), Index('stop', 8, act(s))),
        'endswith': lambda s: ((b'q', b'h'), Index('start', -7, act(s)), Index('stop', 8, act(s))),
        'split': lambda s: (b'd', Index('most', 1, act(s))),
        'rsplit': lambda s: (None, Index('most', 1, act(s))),
        'splitlines': lambda s: (Index('keep', 1, act(s)),),
        'ljust': lambda s: (Index('width', 40, act(s)),),
        'rjust': lambda s: (Index('width', 40, act(s)), b'-'),
        'center': lambda s: (Index('width', 41, act(s)), b'-'),
        'zfill': lambda s: (Index('width', 40, act(s)),),
        'replace': lambda s: (b'd', b'--', Index('most', 1, act(s))),
        'expandtabs': lambda s: (Index('size', 3, act(s)),),
        'hex': lambda s: (':', Index('group', 3, act(s))),
        'append': lambda s: (Index('byte', 3, act(s)),),
        'remove': lambda s: (Index('byte', 98, act(s)),),
        'extend': lambda s: ([Index('byte', 98, act(s)), 7],),
        '__contains__': lambda s: (Index('byte', 98, act(s)),),
    }.items():
        s = bytearray(b'abc\tdefgh')
        known = name == 'keep' or method not in ('find', 'rindex', 'count', 'startswith', 'endswith', '__contains__')
        safe(f'bytearray {name} {method}', lambda: (getattr(s, method)(*make(s)), len(s)), known)

if here:  # what is there after the conversion is what counts
    s = bytearray(b'abcdefgh')
    assert s.startswith(b'b', Index('start', 1, lambda: s.extend(b'x' * 4000)))
    assert s.count(Index('sub', 120, lambda: s.extend(b'x' * 4000))) == 8000
    assert s[Index('at', -1, lambda: s.append(7))] == 7
    assert put(s, Index('at', -1, lambda: s.append(0)), Index('value', 9, s.copy))[-1] == 9

# What is converted first is held while the rest is converted.
held = bytearray(b'b')
show('held', lambda: b'abc'.replace(held, b'', Index('most', 1, held.clear)))
show('held', lambda: b'abc'.replace(b'b', memoryview(held), Index('most', 1, held.clear)))
view = memoryview(held)
show('held', lambda: b'abc'.replace(view, b'', Index('most', 1, view.release)))
show('free', lambda: (view.release(), held.clear()))


class Count:
    def __index__(self):
        data.clear()
        return 10


data = bytearray(b'abc')
show('made', lambda: (bytes(Count()), bytearray(Count()), data.__init__(Count()), len(data)))
