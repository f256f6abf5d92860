# Identifiers are compared in the normal form NFKC.
ﬁ = 1
print(fi, ﬁ, 'fi' in globals(), 'ﬁ' in globals())
é = 2
print(é, é, sorted(n for n in globals() if len(n) <= 2))
class A:
    ℌ = 3
    def ﬀ(self, ﬂ=4): return ﬂ
    def __ﬁ(self): return 7
    def m(self): return self.__fi()
a = A()
print(A.H, a.ff(fl=5), a.ﬀ(ﬂ=6), hasattr(a, 'ﬀ'), A.ff.__name__, A.ff.__code__.co_varnames, a.m(), [n for n in vars(A) if 'fi' in n])
print(f'{ﬁ=} {fi=}')
def f(𝐱, *, 𝑦=2):
    global ﬆ
    ﬆ = 𝐱 + y
    return x * 𝑦
print(f(3), f(x=4, y=5), st)
ｉｆ = 9
print(globals()['if'], ｉｆ)
import ｍａｔｈ
print(math.pi == ｍａｔｈ.ｐｉ)
try: print(ﬄ)
except NameError as e: print(e)
try: A.ﬃ
except AttributeError as e: print(e)
try: exec('def g(ﬁ, fi): pass')
except SyntaxError as e: print(e)
try: exec('f(x=1, 𝐱=2)')
except SyntaxError as e: print(e)
match {'k': 1}:
    case {'k': ﬁ}: print(fi)
