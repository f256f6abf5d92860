def register(cls):
    registry[cls.__name__] = cls
    return cls
registry = {}
@register
class A: pass
def add_repr(*names):
    def deco(cls):
        cls.__repr__ = lambda self: f'{cls.__name__}({", ".join(f"{n}={getattr(self, n)}" for n in names)})'
        return cls
    return deco
@register
@add_repr('x', 'y')
class P:
    def __init__(self, x, y): self.x, self.y = x, y
print(registry, P(1, 2))
class JsonMixin:
    def to_dict(self): return {k: v for k, v in vars(self).items() if not k.startswith('_')}
class EqMixin:
    def __eq__(self, o): return type(self) is type(o) and vars(self) == vars(o)
    def __hash__(self): return hash(tuple(sorted(vars(self).items())))
class User(JsonMixin, EqMixin):
    def __init__(self, n): self.n = n; self._secret = 1
print(User('a').to_dict(), User('a') == User('a'), len({User('a'), User('a')}))
class Base:
    def __init__(self, **kw):
        super().__init__()
        self.log = getattr(self, 'log', []) + ['Base']
class L(Base):
    def __init__(self, l=0, **kw): super().__init__(**kw); self.log.append(f'L{l}')
class R(Base):
    def __init__(self, r=0, **kw): super().__init__(**kw); self.log.append(f'R{r}')
class B(L, R):
    def __init__(self, **kw): super().__init__(**kw); self.log.append('B')
print(B(l=1, r=2).log)
def singleton(cls):
    inst = {}
    def get(*a): return inst.setdefault(cls, None) or inst.update({cls: cls(*a)}) or inst[cls]
    return get
@singleton
class S: pass
print(S() is S())
class Meta(type):
    def __new__(m, n, b, ns): ns['added'] = n.lower(); return super().__new__(m, n, b, ns)
class WithMeta(metaclass=Meta): pass
print(WithMeta.added)
class Chain:
    def __init__(self): self.ops = []
    def __getattr__(self, n):
        def op(*a): self.ops.append((n, *a)); return self
        return op
print(Chain().select('a').where(1, 2).limit().ops)
