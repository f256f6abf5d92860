# isinstance and issubclass with objects that stand for classes.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
class Ab:
    @property
    def __bases__(self): return (int,)
t('ab', lambda: issubclass(Ab(), int)); t('ab2', lambda: isinstance(True, Ab())); 
class Ab2:
    @property
    def __class__(self): return int
t('ab3', lambda: isinstance(Ab2(), int)); t('ab4', lambda: (Ab2().__class__, type(Ab2())))
class Fake:
    def __init__(self,b): self.__bases__=b
root=Fake(()); child=Fake((root,)); t('ab5', lambda: (issubclass(child, root), issubclass(root, child), issubclass(child, (int, root))))
class FI:
    def __init__(self,c): self._c=c
    @property
    def __class__(self): return self._c
t('ab6', lambda: isinstance(FI(child), root)); t('ab7', lambda: issubclass(3, int)); t('ab8', lambda: isinstance(3, 4)); t('ab9', lambda: issubclass(Fake(3), int))
