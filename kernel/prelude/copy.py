"""Generic (shallow and deep) copying operations."""
from _copy import foreign as _foreign, plain as _plain
from _weakref import ref as _ref
from copyreg import dispatch_table as _table


class Error(Exception):
    pass


error = Error


class _Sample:
    def method(self):
        pass


_METHOD = type(_Sample().method)

# What is its own copy.
_ATOMS = {type(None), type(Ellipsis), type(NotImplemented), int, float, complex, bool, str, bytes, type, type(len),
          type([].append), type(lambda: 0), type((lambda: 0).__code__), property, _ref, range}
_COPIED = {list, dict, set, bytearray}  # by their own method


def _restore(y, state):
    """Gives an instance its state: by its own method, or a dict of attributes, or a pair of those and of slots."""
    if hasattr(y, '__setstate__'):
        y.__setstate__(state)
        return
    members = None
    if isinstance(state, tuple) and len(state) == 2:
        state, members = state
    if state is not None:
        y.__dict__.update(state)
    if members is not None:
        for name, value in members.items():
            setattr(y, name, value)


def _reduced(x):
    """What the class of x says of how to make another: a tuple; a text where x is its own copy."""
    reduce = _table.get(type(x))
    if reduce is not None:
        return reduce(x)
    made = _foreign(x)
    if made is not NotImplemented:
        return made
    reduce = getattr(x, '__reduce_ex__', None)
    if reduce is not None:
        return reduce(4)
    reduce = getattr(x, '__reduce__', None)
    if reduce is None:
        raise Error(f'un(deep)copyable object of type {type(x)}')
    return reduce()


def _reconstruct(x, memo, make, args, state=None, items=None, pairs=None):
    """Puts together what was taken apart; with a memo, from deep copies."""
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = make(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        _restore(y, deepcopy(state, memo) if deep else state)
    if items is not None:
        for item in items:
            y.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y


def copy(x):
    """Shallow copy operation on arbitrary Python objects."""
    cls = type(x)
    if cls in _ATOMS or cls is tuple or cls is frozenset or cls is slice:
        return x
    if cls in _COPIED:
        return x.copy()
    if cls not in _table:
        made = _plain(x)
        if made is not NotImplemented:
            return made
    if issubclass(cls, type):
        return x
    own = getattr(cls, '__copy__', None)
    if own is not None:
        return own(x)
    made = _reduced(x)
    return x if isinstance(made, str) else _reconstruct(x, None, *made)


_nothing = []


def _keep(x, memo):
    """Holds x while the copy runs: its id is a key of memo."""
    memo.setdefault(id(memo), []).append(x)


def deepcopy(x, memo=None, _nil=_nothing):
    """Deep copy operation on arbitrary Python objects."""
    if memo is None:
        memo = {}
    cls = type(x)
    if cls in _ATOMS or issubclass(cls, type):
        return x
    key = id(x)
    y = memo.get(key, _nothing)
    if y is not _nothing:
        return y
    if cls is list:
        memo[key] = y = []
        for item in x:
            y.append(deepcopy(item, memo))
    elif cls is dict:
        memo[key] = y = {}
        for name, value in x.items():
            y[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        items = [deepcopy(item, memo) for item in x]
        if key in memo:
            return memo[key]
        y = x if all(a is b for a, b in zip(items, x)) else tuple(items)
    elif hasattr(x, '__deepcopy__'):
        y = x.__deepcopy__(memo)
    elif cls is _METHOD:
        y = cls(x.__func__, deepcopy(x.__self__, memo))
    else:
        made = _reduced(x)
        y = x if isinstance(made, str) else _reconstruct(x, memo, *made)
    if y is not x:
        memo[key] = y
        _keep(x, memo)
    return y


__all__ = ['Error', 'copy', 'deepcopy']
