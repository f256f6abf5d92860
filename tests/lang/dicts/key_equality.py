# Keys that are equal, hash alike or raise.
class K:
    def __init__(self, v):
        self.v = v
    def __hash__(self):
        return 1
    def __eq__(self, other):
        return isinstance(other, K) and self.v == other.v
    def __repr__(self):
        return f'K{self.v}'
d = {K(1): 'a', K(2): 'b', K(1): 'c'}
print(d, d[K(2)], K(3) in d, len(d))
class Bad:
    def __hash__(self):
        return 1
    def __eq__(self, other):
        raise RuntimeError('eq')
try:
    {Bad(): 1}[Bad()]
except RuntimeError as e:
    print(e)
class NoHash:
    __hash__ = None
for k in (NoHash(), [], {}, set(), slice(1), bytearray()):
    try:
        d[k] = 1
    except TypeError as e:
        print(e)
nan = float('nan')
print({0: 'z', False: 'f', 0.0: 'g', -0.0: 'h'}, {'1': 1, 1: 2}, {(1, 2): 3}[(1.0, 2)], {None: 1}[None], {frozenset([1]): 2}[frozenset([1])])
