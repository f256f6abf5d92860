# __length_hint__ of iterators.
import operator
its = [iter([1, 2]), iter((1, 2)), iter('ab'), iter(b'ab'), iter({1: 2, 3: 4}), iter({1, 2}), iter(range(2)), iter({1: 2}.values()), reversed([1, 2]), reversed({1: 2}), iter(bytearray(b'ab'))]
for it in its:
    a = operator.length_hint(it)
    next(it)
    print(type(it).__name__, a, operator.length_hint(it), it.__length_hint__())
class H:
    def __init__(self, v):
        self.v = v
    def __length_hint__(self):
        return self.v
for v in (5, NotImplemented, -1, 'a', 2**70):
    try:
        print(operator.length_hint(H(v), 9))
    except Exception as e:
        print(type(e).__name__, e)
print(operator.length_hint(5), operator.length_hint(object(), 3), operator.length_hint([1, 2]))
