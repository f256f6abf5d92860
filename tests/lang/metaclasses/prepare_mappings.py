# __prepare__ may return any mapping.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
class Log(dict):
    def __setitem__(self,k,v):
        if not k.startswith('__'): print('set',k)
        super().__setitem__(k,v)
class NonDict:
    def __init__(self): self.d={}
    def __getitem__(self,k): 
        return (print('get',k) if k[:2] != '__' else None, self.d[k])[1] self.d[k]
    def __setitem__(self,k,v): print('set',k); self.d[k]=v
    def keys(self): return self.d.keys()
    def __delitem__(self,k): print('del',k); del self.d[k]
class Meta(type):
    @classmethod
    def __prepare__(m,n,b,**k): return NonDict()
    def __new__(m,n,b,ns,**k): return super().__new__(m,n,b,dict(ns.d))
def prep():
    class X(metaclass=Meta):
        a=1
        b=a+1
        del a
        def f(self): return 5
    return X.b, X().f()
t('prep', prep)
class Meta2(type):
    @classmethod
    def __prepare__(m,n,b,**k): return Log()
def prep2():
    class X(metaclass=Meta2):
        a=1
    return X.a
t('prep2',prep2)
class Meta3(type):
    @classmethod
    def __prepare__(m,n,b,**k): return 3
def prep3():
    class X(metaclass=Meta3): pass
t('prep3',prep3)
class Meta4(type):
    @classmethod
    def __prepare__(m,n,b,**k): return NonDict()
def prep4():
    class X(metaclass=Meta4): a=1
t('prep4',prep4)
