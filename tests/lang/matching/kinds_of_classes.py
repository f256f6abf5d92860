# What match takes a class for that is a sequence and a mapping by its bases: the nearest in its MRO decides. [*_] asks nobody for a length.
import collections
import collections.abc as abc


def kind(x):
    match x:
        case [*_]:
            return 'seq'
        case {}:
            return 'map'
        case _:
            return '-'


def stars(x):
    match x:
        case [*all]:
            return all


hooks = {n: lambda s, *a: 0 for n in ('__len__', '__getitem__')} | {'__iter__': lambda s: iter('ab')}
for bases in ((collections.UserDict, list), (list, collections.UserDict), (collections.UserDict, abc.Sequence),
              (abc.Sequence, collections.UserDict), (abc.Mapping, abc.Sequence), (abc.Sequence, abc.Mapping), (abc.Sized,),
              (collections.UserList,), (collections.deque,), (dict,), (collections.ChainMap, list)):
    cls = type('C', bases, dict(hooks))
    sub = type('S', (cls,), {})
    print([b.__name__ for b in bases], kind(cls()), kind(sub()))


class Parent:
    pass


class Early(Parent):
    pass


class Grand(Early):
    pass


abc.Sequence.register(Parent)


class Late(Parent):
    def __iter__(self):
        return iter('xyz')


print([kind(c()) for c in (Parent, Early, Grand, Late)], stars(Late()))
for f in (lambda: stars(Parent()),):
    try:
        print(f())
    except TypeError as e:
        print(e)
