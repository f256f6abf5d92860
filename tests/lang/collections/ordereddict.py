# move_to_end, popitem, order-sensitive equality.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from collections import OrderedDict
d = OrderedDict([('a', 1), ('b', 2), ('c', 3)])
d.move_to_end('a'); print(d, list(d)); d.move_to_end('c', last=False); print(d, d.popitem(), d.popitem(last=False), d)
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == {'b': 2, 'a': 1}, OrderedDict(), OrderedDict(a=1).copy(), list(reversed(OrderedDict(a=1, b=2))), OrderedDict(a=1) | {'z': 1}, OrderedDict.fromkeys('xy', 0))
show(d.move_to_end, 'zz'); show(OrderedDict().popitem); show(d.pop, 'zz'); show(d.pop, 'zz', 5); show(d.setdefault, 'q', 1); show(OrderedDict, 5)
d.update(x=1); del d['x']; print(d, len(d), list(d.keys()), list(d.values()), list(d.items()), 'q' in d)
