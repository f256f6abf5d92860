"""Views of an OrderedDict have names of their own."""
from collections import OrderedDict
import collections.abc as c
o=OrderedDict(a=1,b=2); print(o.keys(), o.values(), o.items(), type(o.keys()), type(o.keys()).__mro__, list(reversed(o.keys())), o.keys() & {'a'}, o.keys()=={'a','b'}, sorted({'c'}|o.keys()), 'a' in o.keys(), ('a',1) in o.items(), len(o.values()), o.keys().isdisjoint('c'))
class P(OrderedDict): pass
print(P(a=1).items(), o.keys().mapping)
print(isinstance(o.keys(), c.KeysView), isinstance(o.keys(), c.Set), isinstance(o.values(), c.ValuesView))
print({'a': 1}.keys() == o.keys(), o.items() - {'a': 1}.items(), [k for k in o.keys()], o.keys() <= {'a', 'b', 'c'}, {'a': 1, 'b': 2}.items() == o.items())
print(list(map(type, (o.keys(), o.values(), o.items()))), {**o}, dict.keys(o))
try:
    hash(o.keys())
except TypeError as e:
    print(e)
