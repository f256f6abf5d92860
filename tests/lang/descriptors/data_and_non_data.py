class Data:
    def __get__(self, o, t): return 'data get', o is None, t.__name__
    def __set__(self, o, v): print('data set', v); o.__dict__['d'] = v
    def __delete__(self, o): print('data delete')
class NonData:
    def __get__(self, o, t=None): return 'non-data', o is None
class SetOnly:
    def __set__(self, o, v): o.__dict__['s'] = ('via set', v)
class C:
    d = Data(); n = NonData(); s = SetOnly()
c = C()
print(c.d, C.d, c.n, C.n)
c.d = 1; print(c.d, c.__dict__); del c.d
c.n = 5; print(c.n); del c.n; print(c.n)
c.s = 1; print(c.s)
print(type(C().s).__name__)
try: del c.s
except AttributeError as e: print(e)
c.__dict__['d'] = 'ignored'
print(c.d)
C.d = 'replaced'
print(c.d, C.d)
class Meta(type):
    d = Data()
class K(metaclass=Meta):
    pass
print(K.d)
try: K.d = 'm'
except TypeError as e: print(e)
print(Meta.__dict__['d'].__class__.__name__)
class Inst:
    def __init__(self): self.x = NonData()
print(type(Inst().x).__name__)
class NoDel:
    def __get__(self, o, t): return 1
    def __set__(self, o, v): raise AttributeError('read only')
class W: a = NoDel()
for f in (lambda: setattr(W(), 'a', 1), lambda: delattr(W(), 'a')):
    try: f()
    except AttributeError as e: print(e)
