# bytes() of every source and its errors.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class B:
    def __bytes__(self):
        return b'B!'
class Bad:
    def __bytes__(self):
        return 'x'
class I:
    def __index__(self):
        return 3
for args in ((), (3,), (b'ab',), (bytearray(b'ab'),), ([1, 2, 255],), ((0,),), (range(3),), ('aé', 'utf-8'), ('aé', 'ascii', 'replace'), (B(),), (Bad(),), (I(),), (iter([5]),), ({7: 1},),
             ('a',), (-1,), ([256],), ([-1],), (['a'],), (1.5,), (None,), (5, 'utf-8'), (b'a', 'ascii'), ('a', 5), (10**30,), ([1.5],), (object,)):
    show(bytes, *args)
show(bytes, source=b'x')
show(bytes, 'é', encoding='latin-1')
show(bytes, errors='strict')
show(bytes, nope=1)
