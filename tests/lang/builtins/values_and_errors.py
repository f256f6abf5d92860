# Builtin functions: values and the texts of their errors.
import sys


def show(text):
    try:
        print(text, '->', repr(eval(text)))
    except Exception as e:
        print(text, '->', type(e).__name__, e)


class A:
    x = 1

    def __init__(self):
        self.y = 2

    def method(self):
        'doc'


class B(A):
    def __dir__(self):
        return ['z', 'a']

    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10

    def __round__(self, n=None):
        return ('round', n)

    def __abs__(self):
        return 'abs'

    def __index__(self):
        return 255

    def __call__(self):
        return 'called'

    def __bool__(self):
        return False

    def __contains__(self, v):
        return v == 7

    def __hash__(self):
        return 77

    def __format__(self, spec):
        return f'<{spec}>'

    def __repr__(self):
        return 'B!'

    def __divmod__(self, o):
        return 'divmod'

    def __pow__(self, o, m=None):
        return ('pow', o, m)

    def __reversed__(self):
        return iter('reversed')


a, b = A(), B()
for text in '''abs(-3) abs(-2.5) abs(True) abs(b) abs('x') all([]) all([1,0]) any([0,1]) any([]) all(5) ascii('é\\n') bin(10) bin(-5) bin(b) bin(True)
bin(1.5) callable(len) callable(a) callable(b) callable(A) chr(97) chr(0x1f600) chr(-1) chr('a') ord('a') ord('ab') ord(b'x') ord(5)
divmod(7,3) divmod(-7,3) divmod(7.5,2) divmod(1,0) divmod(b,1) divmod('a',2) format(3.14159,'.2f') format(b,'spec') format('x') format(5,'d') format(5,3)
format([],'d') getattr(a,'x') getattr(a,'q',5) getattr(a,'q') getattr(a,5) hasattr(a,'y') hasattr(a,'q') hash(1) hash(2.0) hash(b) hash(a)==hash(a) hash([])
hex(255) hex(-255) hex(b) hex('a') oct(8) oct(-8) isinstance(1,int) isinstance(True,int) isinstance(a,A) isinstance(b,A) isinstance(a,B) isinstance(1,(str,int))
isinstance(1,(str,(float,int))) isinstance(1,'int') isinstance(1,int|str) isinstance('x',int|str) isinstance(1.0,int|str) issubclass(B,A) issubclass(A,B)
issubclass(bool,int) issubclass(int,(str,int)) issubclass(1,int) issubclass(int,1) isinstance(None,type(None)) len('abc') len(b) len(5) len(a) len({}) max(1,2,3) max([1,5,2])
max('abc') max([]) max([],default=0) max(1,'a') max([1,-5],key=abs) max(5) max() max(1,2,key=lambda_) min(3,1) min([2,1],default=0) min((i*i-4*i for i_ in [1])) min([[1,2],[1]])
min(['b','a']) max(2.5,2) max(2,2.5) max(True,1) max(1,True) min(0,-0.0) next(iter([1])) next(iter([])) next(iter([]),'d') next([]) pow(2,10) pow(2,-1) pow(2,10,7) pow(3,-1,7) pow(2,-1,4)
pow(2,3,0) pow(b,1) pow(b,1,2) pow(2.0,3,4) pow(0,0) pow('a',2) repr('x') repr(b) repr([b]) round(2.5) round(3.5) round(-2.5) round(2.567,2) round(1234,-2) round(1250,-2) round(b) round(b,1) round(a)
round(2.5,None) round(1e300) round(float('inf')) round(1.5,'a') sorted('bca') sorted([3,1,2],reverse=True) sorted(b) sum([1,2,3]) sum([0.1]*10) sum([],5) sum([[1],[2]],[]) sum(['a','b'],'') sum(['a'])
sum(b) sum([1,2.5,True]) sum([2**63,1]) sum((1,2),start=10) sum(5) list(enumerate('ab')) list(enumerate('ab',5)) list(enumerate([],start=1)) enumerate(5) list(zip('ab',[1,2,3]))
list(zip()) list(zip('ab','cd','ef')) list(zip(*[(1,2),(3,4)])) list(zip('ab',[1],strict=True)) zip(1) list(map(str,[1,2])) list(map(pow,[2,3],[3,2])) list(map(None,[1])) map(str) list(filter(None,[0,1,'',2])) list(filter(str.isdigit,'a1b2'))
filter(1,2) list(reversed([1,2])) list(reversed('abc')) list(reversed(b)) list(reversed(range(3))) reversed({1,2}) reversed(5) list(reversed({1:2,3:4})) list(iter(b)) list(range(5)[::-1]) iter(5) iter(5,6)
type(1) type('a') type(a) type(A) type(len) type(iter([])) type(enumerate([])) type(zip()) type(map(str,[])) type(print) type(None) type(...) type(NotImplemented) type(lambda_) type(type) type(range(1)) vars(a)
vars(5) dir(b) 'x'in(dir(a)) 'y'in(dir(a)) 'method'in(dir(A)) 'append'in(dir([])) dir(5)==sorted(dir(5)) 7in(b) 8in(b) bool(b) bool([]) not(b) b() id(a)==id(a) id(a)==id(b) id(None)==id(None) slice(1,2,3) int('12')
float('1.5') str(5) str(b) list('ab') tuple([1]) dict([(1,2)]) set([1]) frozenset() bool() int() float() str() object().__class__ globals()['a']is(a) __name__ 'a'in(globals()) eval('1+1') eval('a.x') eval('x',{'x':5})
eval('x',{},{'x':6}) eval('x+y',{'x':1},{'y':2}) eval('1+') eval('q_undefined') exec('zz=5') callable(print) print.__name__ len.__doc__[:10] __import__('math').pi __import__('os.path').name __import__('nomodule')
a.method.__doc__ A.method.__name__ a.__class__.__name__ setattr(a,'n',1) a.n delattr(a,'n') delattr(a,'n') setattr(5,'x',1) setattr(a,5,1) input.__name__'''.split():
    if 'lambda_' in text or 'i_' in text:
        continue
    show(text)
values = iter([1, 2, 3, 0, 5])
print(list(iter(lambda: next(values), 0)), list(values))
m = max([(1, 'b'), (1, 'a'), (0, 'z')], key=lambda p: p[0])
print(m, min(('bb', 'a', 'cc'), key=len), max('bb', 'a', 'cc', key=len), sorted(['B', 'a', 'C'], key=str.lower), max({'a': 1, 'b': 2}))
print(1, 'a', None, [1, 'x'], sep='-', end='!\n')
print()
print(end='')
print('a', 'b', sep='')
print('a', 'b', sep=None, end=None)
print(*range(3), sep=', ')
for text in ("print(1, sep=5)", "print(1, end=5)", "print(1, foo=2)", "print(1, file=5)"):
    show(text)


class Out:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)


out = Out()
print('x', 1, sep='|', file=out)
print(out.parts)
old, sys.stdout = sys.stdout, out
print('hidden')
sys.stdout = old
print(out.parts, sys.stdout is old)
sys.stdout.write('direct\n')


def local():
    p, q = 1, 2
    return sorted(locals()), sorted(vars()), dir()


print(local())
x = [1, 2, 3]
e = enumerate(x)
print(next(e), next(e), list(e), next(e, 'end'))
pairs = [p for p in enumerate('ab')]
print(pairs)
kept = []
for p in zip([1, 2], 'ab'):
    kept.append(p)
print(kept)
z = zip([1, 2, 3], iter([4]))
print(list(z), next(z, 'end'))
g = (i for i in range(3))
print(sum(g), sum(g), any(i > 1 for i in x), all(i > 0 for i in x), max(i * i for i in x))


class Boom:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError('boom')


for f in (list, tuple, set, sum, max, sorted, any, lambda v: dict(v), lambda v: [*v], lambda v: list(zip(v)), lambda v: list(map(str, v)),
          lambda v: list(enumerate(v)), lambda v: ''.join(v), lambda v: [].extend(v)):
    try:
        f(Boom())
    except ValueError as error:
        print(error, end=' ')
print()


class NoLen:
    def __len__(self):
        return -1


class BadLen:
    def __len__(self):
        return 'x'


for bad in (NoLen(), BadLen()):
    try:
        len(bad)
    except Exception as error:
        print(type(error).__name__, error)
print(sys.maxsize, sys.byteorder, sys.version_info[:2], sys.version_info >= (3, 8), sys.version_info.major, sys.float_info.max, sys.float_info.epsilon,
      sys.getrecursionlimit(), sys.platform, type(sys.argv), 'sys' in sys.modules, sys.intern('a') is sys.intern('a'), sys.hash_info.modulus)
try:
    1 / 0
except ZeroDivisionError:
    print(sys.exc_info()[0], sys.exc_info()[1])
print(sys.exc_info())
