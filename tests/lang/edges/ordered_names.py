"""OrderedDict names its arguments; a namedtuple belongs to the module that makes it."""
from collections import OrderedDict, namedtuple


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Mine(OrderedDict):
    pass


show(lambda: OrderedDict(a=1).pop(key='a'))
show(lambda: OrderedDict(a=1).pop(key='b', default='none'))
show(lambda: OrderedDict(a=1).pop('b'))
show(lambda: OrderedDict().pop())
show(lambda: (OrderedDict().setdefault(key='k', default=[]), Mine(z=1).setdefault('z'), Mine().setdefault('z')))
show(lambda: OrderedDict().setdefault())
show(lambda: (OrderedDict.fromkeys(iterable='ab', value=0), Mine.fromkeys('xy'), type(Mine.fromkeys('')).__name__))
show(lambda: OrderedDict.fromkeys())
show(lambda: OrderedDict.fromkeys(3))
d = Mine.fromkeys(range(4), 'v')
d.move_to_end(1)
d.pop(2)
d[2] = 'again'
print(d, list(reversed(d)), d.popitem(last=False), d)
P = namedtuple('P', 'x y')
made = {}
exec("from collections import namedtuple\nQ = namedtuple('Q', 'a')\nR = namedtuple('R', 'a', module='far')",
     {'__name__': 'elsewhere'}, made)
print(P.__module__, P, made['Q'], made['R'].__module__)
