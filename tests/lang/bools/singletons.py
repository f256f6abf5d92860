# bool, None, NotImplemented, Ellipsis.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(True, False, None, NotImplemented, ..., repr(True), str(None), type(True), type(None), type(...), type(NotImplemented))
print(bool(), bool(0), bool(''), bool('a'), bool([]), bool([0]), bool(0.0), bool(None), bool(...), bool(2**70), bool(b''), bool({}), bool(range(0)))
print(True + 1, True * 2.5, -True, ~False, True & True, True | 2, False ^ True, True << 3, True == 1, hash(True), int(True), float(False), True / 2, True // 2, 5 % True, 2 ** True)
print(f'{True}', f'{True:d}', f'{True:>6}', '%s' % False, '%d' % True, format(True), format(False, '5'), [1, 2][True], True is True, not True, True and 5, None or 6, True.real, True.bit_length())
print(None == None, None != 0, None is None, hash(None) == hash(None), {None: 1}[None], (None, ...), isinstance(True, int), issubclass(bool, int), bool.__mro__)
for f in (lambda: bool(1, 2), lambda: bool(x=1), lambda: None + 1, lambda: None < None, lambda: None(), lambda: None.x, lambda: None[0], lambda: len(None), lambda: iter(None), lambda: ... + 1, lambda: type(None)(),
          lambda: type(None)(1), lambda: type(...)(), lambda: True(), lambda: None.__class__, lambda: type(NotImplemented)(), lambda: int(None), lambda: True < None, lambda: -None, lambda: ~True, lambda: abs(None)):
    t(f)


class Odd:
    def __bool__(self):
        return 5


class Sized:
    def __len__(self):
        return 0


class Neg:
    def __len__(self):
        return -1


for c in (Odd, Sized, Neg):
    t(lambda: bool(c()))
