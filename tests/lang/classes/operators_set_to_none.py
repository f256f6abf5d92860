# Special methods that are None.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
class R:
    __radd__=None
    def __rmul__(self,o): return 'rmul'
    __add__=None
t('r1', lambda: 1+R()); t('r2', lambda: R()+1); t('r3', lambda: 3*R())
class R2:
    def __add__(self,o): return NotImplemented
t('r4', lambda: R2()+R())
class I:
    __iter__=None; __contains__=None; __hash__=None; __len__=None; __reversed__=None; __getitem__=None
    def __len__(self): return 3
t('i1', lambda: iter(I())); t('i2', lambda: 1 in I()); t('i3', lambda: hash(I())); t('i4', lambda: reversed(I()))
