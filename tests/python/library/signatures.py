# needs: inspect
"""Signatures, kinds and members of functions and classes of the program, as the module inspect sees them."""
import functools
import inspect
def f(a, /, b: int, *args, c=3, **kw) -> str: 
    "doc"
@functools.wraps(f)
def g(*a, **k): return f(*a, **k)
class C:
    def __init__(self, x, y=2): pass
    def m(self, q): pass
    @classmethod
    def cm(cls, z): pass
    @staticmethod
    def sm(z): pass
class D(C): pass
class K:
    def __call__(self, w=1): pass
def gen():
    yield 1
for o in (f, g, C, C(1).m, C.m, C.cm, C.sm, D, K(), lambda x: x):
    try: print(inspect.signature(o))
    except Exception as e: print(type(e), e)
print(inspect.isfunction(f), inspect.ismethod(C(1).m), inspect.isclass(C), inspect.isroutine(f), inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.iscoroutinefunction(f), inspect.isbuiltin(len), inspect.isbuiltin(f), callable(f))
print(inspect.getdoc(f), inspect.getfullargspec(f), list(inspect.signature(f).parameters))
print(inspect.signature(f).parameters['b'].annotation, inspect.signature(f).return_annotation)
print([n for n,_ in inspect.getmembers(C(1), inspect.ismethod)], [n for n,_ in inspect.getmembers(C, inspect.isfunction)])
import types
print(inspect.isfunction(types.FunctionType), inspect.ismodule(types), inspect.iscode(f.__code__), inspect.isdatadescriptor(property()))
print(inspect.signature(f).bind(1,2,3,c=4))
class C:
    q = 1
    def m(self): pass
    @property
    def p(self): return 2
c = C()
c.z = 3
print([n for n, _ in inspect.getmembers(c) if n[:2] != '__'])
print([n for n, _ in inspect.getmembers(C) if n[:2] != '__'])
