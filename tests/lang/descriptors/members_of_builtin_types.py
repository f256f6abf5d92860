# Which attributes of built-in types are members, how they show themselves, and that they cannot be written.
import collections
import functools
import types

for c in (complex, range, slice, type, property, super, classmethod, staticmethod, types.FunctionType, types.MethodType,
          types.GeneratorType, types.FrameType, types.TracebackType, types.ModuleType, OSError, StopIteration, SystemExit,
          SyntaxError, UnicodeDecodeError, ImportError, NameError, AttributeError, collections.defaultdict):
    print(c.__name__, *(n for n, v in sorted(vars(c).items()) if type(v) is types.MemberDescriptorType and n != '__builtins__'))

print(complex.real, slice.start, range.stop, type.__dict__['__mro__'], types.FunctionType.__closure__, collections.defaultdict.default_factory)
print(complex.real.__name__, complex.real.__qualname__, complex.real.__objclass__, complex.real.__doc__)
print(complex.real.__get__(3 + 4j), slice.start.__get__(slice(5)), type.__dict__['__mro__'].__get__(int))
print(collections.deque.maxlen, int.real, int.real.__get__(5))


class C:
    __slots__ = 'a'


print(type(C.a) is type(slice.start), type(C.a))


def refused(action):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)


def f():
    pass


refused(lambda: complex.real.__get__(3))
refused(lambda: complex.real.__set__(3j, 1))
refused(lambda: setattr(1j, 'real', 1))
refused(lambda: setattr(slice(1), 'start', 1))
refused(lambda: setattr(range(3), 'step', 1))
refused(lambda: setattr(f, '__closure__', 1))
refused(lambda: setattr(f, '__globals__', {}))
refused(lambda: delattr(f, '__globals__'))
refused(lambda: setattr(C().__init__, '__self__', 1))
refused(lambda: setattr(collections.deque(), 'maxlen', 1))
refused(lambda: collections.deque.maxlen.__get__(3))
refused(lambda: setattr(functools.partial(f), 'func', 1))
refused(lambda: setattr(property(), 'fget', 1))
refused(lambda: setattr(C.a, '__name__', 1))
refused(lambda: setattr(5, 'real', 1))
refused(lambda: collections.deque.append(3, 4))
refused(lambda: collections.deque.append.__get__(3))
refused(lambda: list.append(3, 4))
