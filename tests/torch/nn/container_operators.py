"""Parameter dicts as dicts, orders of what they are given, and sequences that are added and repeated in place."""
from collections import OrderedDict

import torch
from torch import nn


def P(x=0.):
    return nn.Parameter(torch.full((1,), x))


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Mapping(dict):
    pass


for given in ({'b': P(), 'a': P()}, OrderedDict(b=P(), a=P()), [('b', P()), ('a', P())], nn.ParameterDict([('b', P()), ('a', P())]), Mapping(b=P(), a=P())):
    print(list(nn.ParameterDict(given)))
p = nn.ParameterDict({'c': P(1.)})
q = p
q |= {'z': P(), 'd': torch.ones(2), 'n': None}
print(list(q), q is p, type(q['d']), q['n'], list(p.parameters())[0] is p['c'])
r = p | {'y': P(), 'x': P()}
print(list(r), list(p), type(r), r['c'] is p['c'])
s = {'k': P(), 'j': P()} | p
print(list(s), type(s))
show(lambda: p | 3)
show(lambda: [('q', P())] | p)
print(list(reversed(p)), list(p.keys()), len(p), 'z' in p)
print(p.get('z') is p['z'], p.get('absent'), p.get('absent', 5))
print(p.setdefault('z', P(9.)).item(), p.setdefault('new', P(3.)).item(), p.setdefault('none'))
print(p.popitem(), list(p))
c = p.copy()
print(type(c), list(c) == list(p), c['c'] is p['c'])
del c['c']
print('c' in p, 'c' in c)
f = nn.ParameterDict({'left': P()}).fromkeys(['m', 'l'], 1)
print(list(f), type(f), f['m'])
show(lambda: p.pop('absent'))
show(lambda: p['absent'])
show(lambda: nn.ParameterDict({}).popitem())
show(lambda: p.update(3))
show(lambda: p.update([1]))
show(lambda: p.update([(1,)]))
p.clear()
print(len(p), list(p.parameters()), p)

s = nn.Sequential(nn.ReLU(), nn.Tanh())
t = s
t += nn.Sequential(nn.Sigmoid())
print(t is s, t)
t *= 2
print(t is s, len(t), t[0] is t[3], [type(m).__name__ for m in t])
print(len(s + nn.Sequential(nn.ELU())), len(2 * s), len(s * 3))
for bad in (lambda: s + nn.ReLU(), lambda: s * 1.5, lambda: s * 0, lambda: s.__imul__(0), lambda: s.__imul__('a'), lambda: s.__iadd__([nn.ReLU()]),
            lambda: s.__iadd__(nn.ReLU())):
    show(bad)
