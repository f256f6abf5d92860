a = list[int]
print(a, repr(a), a.__origin__, a.__args__, type(a).__name__)
print(dict[str, int], tuple[int, ...], set[int], frozenset[str], type[int], list[list[int]], dict[str, list['x']], tuple[()], list[None])
print(a == list[int], a == list[str], hash(a) == hash(list[int]), a != list, a([1, 2]), list[int]())
print(a.append, isinstance([], a.__origin__), a.__parameters__, a.__mro__ == list.__mro__)
print(int | str, int | None, list[int] | None, type(int | str), (int | str).__args__, int | str == str | int, int | int, (int | str) | float, None | int)
print(isinstance(1, int | str), isinstance('x', int | float), issubclass(int, int | str), hash(int | str) == hash(str | int))
for f in (lambda: isinstance([], list[int]), lambda: int | 5, lambda: int[str], lambda: a[int], lambda: list[int].nope, lambda: (int | str)(), lambda: 5 | int, lambda: int | 'x'):
    try: print(f())
    except (TypeError, AttributeError) as e: print(e)
class B: pass
print(list[B], B | None, B | int)
def f(x: int | None = None, *y: dict[str, tuple[int, ...]]) -> list[int] | None: pass
print(f.__annotations__)
import collections
print(collections.deque[int], collections.defaultdict[str, int], collections.OrderedDict[str, int], collections.Counter[str])
import types
print(types.GenericAlias(list, (int,)), types.GenericAlias is type(a), types.UnionType is type(int | str))
print(a.__class__ is types.GenericAlias, list[int, str].__args__, enumerate[int], slice if 0 else range(1))
