"""Numbers, arrays and structures of C in memory that processes share, with a lock beside them or without one."""
import ctypes

from . import context, heap, reduction

__all__ = ['RawValue', 'RawArray', 'Value', 'Array', 'copy', 'synchronized']

# Codes of types, as the module array has them.
typecode_to_type = dict(zip('cubBhHiIlLqQfd', (
    ctypes.c_char, ctypes.c_wchar, ctypes.c_byte, ctypes.c_ubyte, ctypes.c_short, ctypes.c_ushort, ctypes.c_int, ctypes.c_uint,
    ctypes.c_long, ctypes.c_ulong, ctypes.c_longlong, ctypes.c_ulonglong, ctypes.c_float, ctypes.c_double)))


# ---- objects without a lock ------------------------------------------------------------------------------------------------------
def _placed(ctype, wrapper):
    """An object of a type in a block; the block lives as long as the object."""
    reduction.register(ctype, reduce_ctype)
    made = ctype.from_buffer(wrapper.create_memoryview())
    made._wrapper = wrapper
    return made


def _new_value(ctype):
    return _placed(ctype, heap.BufferWrapper(ctypes.sizeof(ctype)))


def RawValue(typecode_or_type, *args):
    """Returns a ctypes object allocated from shared memory."""
    made = _new_value(typecode_to_type.get(typecode_or_type, typecode_or_type))
    ctypes.memset(ctypes.addressof(made), 0, ctypes.sizeof(made))
    made.__init__(*args)
    return made


def RawArray(typecode_or_type, size_or_initializer):
    """Returns a ctypes array allocated from shared memory."""
    element = typecode_to_type.get(typecode_or_type, typecode_or_type)
    if isinstance(size_or_initializer, int):
        return RawValue(element * size_or_initializer)
    made = _new_value(element * len(size_or_initializer))
    made.__init__(*size_or_initializer)
    return made


def copy(obj):
    """A shared object with the contents of another object of ctypes."""
    made = _new_value(type(obj))
    ctypes.pointer(made)[0] = obj
    return made


def reduce_ctype(obj):
    """How an object travels to a child that is being started: its type and its block."""
    context.assert_spawning(obj)
    element, count = (obj._type_, obj._length_) if isinstance(obj, ctypes.Array) else (type(obj), None)
    return rebuild_ctype, (element, obj._wrapper, count)


def rebuild_ctype(type_, wrapper, length):
    """The object that a block holds: one of a type, or an array of them."""
    return _placed(type_ if length is None else type_ * length, wrapper)


# ---- objects with a lock ---------------------------------------------------------------------------------------------------------
def Value(typecode_or_type, *args, lock=True, ctx=None):
    """Return a synchronization wrapper for a Value."""
    return _with_lock(RawValue(typecode_or_type, *args), lock, ctx)


def Array(typecode_or_type, size_or_initializer, *, lock=True, ctx=None):
    """Return a synchronization wrapper for a RawArray."""
    return _with_lock(RawArray(typecode_or_type, size_or_initializer), lock, ctx)


def _with_lock(raw, lock, ctx):
    if lock is False:
        return raw
    if lock not in (True, None) and not hasattr(lock, 'acquire'):
        raise AttributeError(f"{lock!r} has no method 'acquire'")
    return synchronized(raw, None if lock is True else lock, ctx)


def _locked(read):
    """A method that runs while the lock is held."""
    def method(self, *args):
        obj, lock = self._parts
        with lock:
            return read(obj, *args)
    return method


def _field(name):
    """An attribute of the shared object, read and written while the lock is held."""
    return property(_locked(lambda obj: getattr(obj, name)), _locked(lambda obj, value: setattr(obj, name, value)))


def _of_lock(name):
    """A method of the lock."""
    def method(self, *args, **kwargs):
        return getattr(self._parts[1], name)(*args, **kwargs)
    method.__name__ = name
    return method


class SynchronizedBase:
    """A shared object with the lock that guards it; `with` holds the lock."""

    def __init__(self, obj, lock=None, ctx=None):
        if not lock:
            lock = (ctx or context._default_context).get_context().RLock()
        self._parts = obj, lock

    acquire, release, __enter__, __exit__ = map(_of_lock, ('acquire', 'release', '__enter__', '__exit__'))
    get_obj, get_lock = (lambda self: self._parts[0]), (lambda self: self._parts[1])

    def __reduce__(self):
        context.assert_spawning(self)
        return synchronized, self._parts

    def __repr__(self):
        return '<%s wrapper for %s>' % (type(self).__name__, self._parts[0])


class Synchronized(SynchronizedBase):
    """One number or character with its lock."""
    value = _field('value')


class SynchronizedArray(SynchronizedBase):
    """An array with its lock."""

    def __len__(self):
        return len(self._parts[0])

    __getitem__ = _locked(lambda obj, index: obj[index])
    __getslice__ = _locked(lambda obj, start, stop: obj[start:stop])

    __setitem__ = _locked(lambda obj, index, value: obj.__setitem__(index, value))

    def __setslice__(self, start, stop, values):
        self[start:stop] = values


class SynchronizedString(SynchronizedArray):
    """An array of characters with its lock."""
    value, raw = _field('value'), _field('raw')


_structures = {}


def synchronized(obj, lock=None, ctx=None):
    """Return a wrapper object for a ctypes object that synchronizes access to it."""
    if isinstance(obj, SynchronizedBase):
        raise AssertionError('object already synchronized')
    ctx = ctx or context._default_context.get_context()
    if isinstance(obj, ctypes._SimpleCData):
        return Synchronized(obj, lock, ctx)
    if isinstance(obj, ctypes.Array):
        return (SynchronizedString if obj._type_ is ctypes.c_char else SynchronizedArray)(obj, lock, ctx)
    cls = type(obj)
    if cls not in _structures:
        fields = {name: _field(name) for name, *_ in cls._fields_}
        _structures[cls] = type('Synchronized' + cls.__name__, (SynchronizedBase,), fields)
    return _structures[cls](obj, lock, ctx)
