# Classes registered as sequences and mappings.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
from collections.abc import Sequence, Mapping, MutableSequence
@Sequence.register
class Sq:
    def __len__(self): return 2
    def __getitem__(self, i): 
        if i>1: raise IndexError
        return i
@Mapping.register
class Mp:
    def keys(self): return ['a']
    def get(self,k,d=None): return 5 if k=='a' else d
    def __getitem__(self,k): return 5
    def __len__(self): return 1
    def __contains__(self,k): return k=='a'
def m(x):
    match x:
        case [a,b]: return ('seq',a,b)
        case {'a':v}: return ('map',v)
        case _: return 'no'
t('m1', lambda: m(Sq())); t('m2', lambda: m(Mp()))
class Sub(Sq): pass
t('m3', lambda: m(Sub()))
class Late:
    def __len__(self): return 2
    def __getitem__(self,i): return i
t('m4', lambda: m(Late()))
MutableSequence.register(Late)
t('m5', lambda: m(Late()))
