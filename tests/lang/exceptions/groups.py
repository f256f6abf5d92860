# Exception groups: making, splitting, deriving.
def t(f):
    try: print('ok', repr(f()))
    except BaseException as e: print(type(e).__name__, e, '| ctx', repr(e.__context__), '| cause', repr(e.__cause__))
B=BaseExceptionGroup; G=ExceptionGroup
t(lambda: B()); t(lambda: B('a')); t(lambda: B(1,[])); t(lambda: B('a',3)); t(lambda: B('a',[])); t(lambda: B('a',[1])); t(lambda: B('a',[ValueError]))
t(lambda: B('a',[ValueError(1)],3)); t(lambda: B('a',exceptions=[ValueError(1)])); t(lambda: G('a',[KeyboardInterrupt()])); t(lambda: B('a',{ValueError(1)}))
t(lambda: type(B('a',[ValueError(1)]))); t(lambda: type(B('a',[KeyboardInterrupt(1)])))
class M(G): pass
t(lambda: M('a',[KeyboardInterrupt()]))
class N(B): pass
t(lambda: type(N('a',[ValueError()])))
class O(B,ValueError): pass
t(lambda: O('a',[KeyboardInterrupt()]))
g=G('m',(ValueError(1),G('n',[TypeError(2),OSError(3)])))
t(lambda: str(g)); t(lambda: g); t(lambda: g.args); t(lambda: g.message); t(lambda: g.exceptions); t(lambda: vars(g))
t(lambda: setattr(g,'message',1)); t(lambda: setattr(g,'exceptions',1)); 
t(lambda: g.split(TypeError)); t(lambda: g.split((TypeError,ValueError))); t(lambda: g.split(lambda e: isinstance(e,OSError)))
t(lambda: g.split(3)); t(lambda: g.split([ValueError])); t(lambda: g.split(int)); t(lambda: g.split((ValueError,int)));t(lambda: g.split(KeyError)); t(lambda: g.split(G)); t(lambda: g.subgroup(TypeError)); t(lambda: g.subgroup(KeyError)); t(lambda: g.subgroup(G) is g)
t(lambda: g.split(()))
t(lambda: g.split()); t(lambda: g.derive(3)); t(lambda: g.derive([ValueError()])); t(lambda: g.derive([KeyboardInterrupt()]))
t(lambda: G[int]); t(lambda: B.__mro__); t(lambda: G.__mro__); t(lambda: G.__bases__); t(lambda: B.__doc__); t(lambda: G.__doc__)
t(lambda: sorted(set(dir(G))-set(dir(Exception))))
class D(G):
    def derive(self, excs): return 3
t(lambda: D('x',[ValueError(1),TypeError(2)]).split(ValueError))
class D(G):
    def derive(self, excs): raise KeyError(2)
t(lambda: D('x',[ValueError(1),TypeError(2)]).split(ValueError))
class D(G):
    def __new__(cls, m, e, code): 
        o=super().__new__(cls,m,e); o.code=code; return o
    def derive(self, excs): return D(self.message, excs, self.code)
t(lambda: D('x',[ValueError(1),TypeError(2)],5))
class D(G):
    def __new__(cls, m, e, code): 
        o=super().__new__(cls,m,e); o.code=code; return o
    def __init__(self, m, e, code): pass
    def derive(self, excs): return D(self.message, excs, self.code)
d=D('x',[ValueError(1),TypeError(2)],5); d.add_note('hi')
t(lambda: d); t(lambda: d.args); t(lambda: d.split(ValueError)); t(lambda: d.split(ValueError)[0].__notes__)
t(lambda: d.split(ValueError)[0].__notes__ is d.__notes__)
t(lambda: d.split(lambda e: 1/0))
def gen(): yield ValueError(1)
t(lambda: G('a', gen())); t(lambda: G('a','abc')); t(lambda: G('a','')); t(lambda: G('a', range(0))); t(lambda:G('a',{1:ValueError()}))
t(lambda: issubclass(G,Exception)); t(lambda: issubclass(B,Exception)); 
import copy
t(lambda: copy.copy(g))
l=[ValueError(1)]; h=G('x',l); l.append(3); t(lambda: h); t(lambda: h.exceptions); t(lambda: h.args)
class Seq:
    def __getitem__(self,i): return [ValueError(1),TypeError(2)][i]
    def __len__(self): return 2

t(lambda: G('seq',Seq()).exceptions)
t(lambda: g.__init__('a',[1])); t(lambda: g); t(lambda: g.__init__(a=3)); t(lambda: g.__init__())
t(lambda: g.split(matcher=ValueError)); t(lambda: g.derive(excs=[]))
