# default_collate and default_convert: what becomes of leaves, and which types of containers are kept.
import collections
import collections.abc
import enum
import warnings

import torch
from torch.utils.data import default_collate, default_convert


def hide(text):
    """Without addresses."""
    first, *rest = text.split(' at 0x')
    return first + ''.join([part[len(part) - len(part.lstrip('0123456789abcdef')):] for part in rest])


def show(expressions):
    for text in expressions.strip().split('\n'):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            try:
                result = repr(eval(text))
            except Exception as error:
                result = '%s: %s' % (type(error).__name__, error)
        print(text, '->', hide(result))
        for each in caught:
            print('   ', each.category.__name__, hide(str(each.message)))


NT = collections.namedtuple('NT', 'a b')


class M(collections.abc.Mapping):
    def __init__(self, items):
        self.d = dict(items)

    def __getitem__(self, key):
        return self.d[key]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return 'M(%r)' % self.d


class MM(M, collections.abc.MutableMapping):
    def __setitem__(self, key, value):
        self.d[key] = value

    def __delitem__(self, key):
        del self.d[key]


class MX(M):
    def __init__(self, items, more):
        self.d = dict(items)


class MMX(MM):
    def __init__(self):
        self.d = {}

    def update(self, *args, **kwargs):
        raise TypeError('no')


class S(collections.abc.Sequence):
    def __init__(self, items):
        self.l = list(items)

    def __getitem__(self, i):
        return self.l[i]

    def __len__(self):
        return len(self.l)

    def __repr__(self):
        return 'S(%r)' % self.l


class S0(S):
    def __init__(self):
        self.l = [1, 2]


class MS(S, collections.abc.MutableSequence):
    def __setitem__(self, i, value):
        self.l[i] = value

    def __delitem__(self, i):
        del self.l[i]

    def insert(self, i, value):
        self.l.insert(i, value)


class LL(list):
    pass


class DD(dict):
    pass


class TT(tuple):
    pass


class DDK(dict):
    def __init__(self, *, k):
        super().__init__(k=k)


class En(enum.IntEnum):
    A = 1
    B = 2


class Str(str):
    pass


x = torch.tensor
show('''
default_collate([1,2])
default_collate([1,2.])
default_collate([1.,2])
default_collate([True,False])
default_collate([1,2**40])
default_collate([1,2**70])
default_collate([1j,2j])
default_collate(['a','b'])
default_collate(('a','b'))
default_collate([b'a',b'b'])
default_collate([None,None])
default_collate([])
default_collate(5)
default_collate('abc')
default_collate({'a':1})
default_collate(iter([1,2]))
default_collate([x([1,2]),x([3,4])])
default_collate([x([1,2]),x([3])])
default_collate([x(1),2])
default_collate([1,x(2)])
default_collate([x([1.]),x([2])])
default_collate(x([[1,2],[3,4]]))
default_collate([(1,2),(3,4)])
default_collate([(1,2),(3,4,5)])
default_collate([[1,2],[3,4]])
default_collate([[1,2],(3,4)])
default_collate([(),()])
default_collate([[],[]])
default_collate([{},{}])
default_collate([NT(1,2.),NT(3,4.)])
default_collate([{'a':1,'b':x(1)},{'a':2,'b':x(2)}])
default_collate([{'a':1},{'b':2}])
default_collate([{'a':1,'b':2},{'a':2}])
default_collate([{'a':1},{'a':2,'b':2}])
default_collate([collections.OrderedDict(a=1),collections.OrderedDict(a=2)])
default_collate([collections.defaultdict(int,a=1),collections.defaultdict(int,a=2)])
default_collate([collections.Counter('ab'),collections.Counter('ab')])
default_collate([M({'a':1}),M({'a':2})])
default_collate([MM({'a':1}),MM({'a':2})])
default_collate([MX({'a':1},0),MX({'a':2},0)])
default_collate([MMX(),MMX()])
default_collate([DD(a=1),DD(a=2)])
default_collate([DDK(k=1),DDK(k=2)])
default_collate([S([1,2]),S([3,4])])
default_collate([S0(),S0()])
default_collate([MS([1,2]),MS([3,4])])
default_collate([LL([1,2]),LL([3,4])])
default_collate([TT([1,2]),TT([3,4])])
default_collate([collections.deque([1,2]),collections.deque([3,4])])
default_collate([range(2),range(2)])
default_collate([{1},{2}])
default_collate([object(),object()])
default_collate([lambda:0])
default_collate([En.A,En.B])
default_collate([Str('a')])
default_collate([bytearray(b'ab')])
default_collate([memoryview(b'ab')])
default_collate([torch.nn.Parameter(x([1.])),torch.nn.Parameter(x([2.]))])
default_collate([torch.Size([1,2]),torch.Size([3,4])])
default_collate([torch.float32])
default_collate([(1,'a',[2.,{'k':(x([1]),)}]),(2,'b',[3.,{'k':(x([2]),)}])])
default_collate([1,'a'])
default_collate(['a',1])
default_convert(5)
default_convert([1,(2,3),{'a':4}])
default_convert(NT(1,2))
default_convert((1,2))
default_convert('a')
default_convert(M({'a':1}))
default_convert(MM({'a':1}))
default_convert(MX({'a':1},0))
default_convert(S([1]))
default_convert(S0())
default_convert(MS([1]))
default_convert(LL([1]))
default_convert(TT([1]))
default_convert(collections.OrderedDict(a=1))
default_convert(collections.defaultdict(int,a=1))
default_convert(collections.deque([1]))
default_convert(range(3))
default_convert({1})
default_convert(None)
default_convert(x(1))
default_convert(DDK(k=1))
default_convert(b'a')
type(default_convert(LL([1])))
type(default_collate([LL([1])]))
type(default_collate([TT([1])]))
type(default_collate([DD(a=1)]))
type(default_convert(TT([1])))
type(default_collate([collections.Counter('ab')]))
torch.utils.data._utils.collate.collate([1,2])
torch.utils.data._utils.collate.collate([1,2],collate_fn_map={int: lambda b,collate_fn_map=None: sum(b)})
torch.utils.data._utils.collate.collate([(1,'a'),(2,'b')],collate_fn_map={(int,str): lambda b,collate_fn_map=None: list(b)})
torch.utils.data._utils.collate.collate([True],collate_fn_map={int: lambda b,*,collate_fn_map=None: 'int'})
torch.utils.data._utils.collate.default_collate_err_msg_format
list(torch.utils.data._utils.collate.default_collate_fn_map.values())[-2:]
''')
