class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        print('new', name, [b.__name__ for b in bases], sorted(k for k in ns if not k.startswith('__')), kw)
        return super().__new__(m, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        print('init', name, kw)
        super().__init__(name, bases, ns)
    def __call__(cls, *a, **k):
        print('call', cls.__name__, a, k)
        return super().__call__(*a, **k)
    @classmethod
    def __prepare__(m, name, bases, **kw):
        print('prepare', name, kw)
        return {'prepared': 1}
    def meta_method(cls): return cls.__name__
    @property
    def meta_prop(cls): return 'prop of ' + cls.__name__
    def __len__(cls): return 42
    def __iter__(cls): return iter('abc')
    def __getitem__(cls, k): return cls.__name__, k
    def __contains__(cls, x): return x == 1
    def __repr__(cls): return f'<{cls.__name__}!>'
    def __getattr__(cls, n): return 'meta getattr ' + n
    def __bool__(cls): return False
    def __add__(cls, o): return 'add', o
    def __eq__(cls, o): return cls is o
    def __hash__(cls): return 1
    def __dir__(cls): return ['d']
class A(metaclass=Meta, flag=True):
    x = 1
    def __init__(self, v): self.v = v
a = A(5)
print(a.v, A.prepared, A.meta_method(), A.meta_prop, len(A), list(A), A['k'], 1 in A, 2 in A, A, str(A), A.nope, bool(A), A + 1, dir(A))
try: a.meta_method
except AttributeError as e: print(e)
class B(A): y = 2
print(type(B), isinstance(B, Meta), B(1).v)
try: A.meta_prop = 1
except AttributeError as e: print(e)
print({A: 1}[A], A == B, type(A).__name__, A.__class__)
