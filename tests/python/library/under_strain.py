# needs: numpy click markupsafe
"""Objects of both sides under strain: weak references, cycles, threads, recursion, exceptions that come back."""
import gc, weakref, sys, enum, threading, pickle, copy, signal, time
import numpy as np, urllib.parse, collections, string, click, textwrap
from markupsafe import Markup
# content proxies: cycles, weak references, threads
for x in (np.str_('a'), urllib.parse.urlparse('http://a'), Markup('x'), np.bytes_(b'a')):
    try: print(type(weakref.ref(x)).__name__)
    except TypeError as e: print(e)
class Node(list): pass
held = []
def keep(x): held.append(x); return x
N = collections.namedtuple('N', 'a b')
for i in range(300):
    n = Node(); n.append(urllib.parse.urlparse('http://a')); n.append(n); keep(np.str_('w%d' % i))
del n; held.clear(); gc.collect(); print('collected')
p = urllib.parse.urlparse('http://a')
print(p is pickle.loads(pickle.dumps([p, p]))[0], copy.copy(p) == p, sys.getsizeof(p) > 0, hash(p) == hash(tuple(p)))
def work():
    for i in range(500):
        s = np.str_('t%d' % i); assert s == 't%d' % i and {s: 1}['t%d' % i]
        q = urllib.parse.urlparse('http://h/%d' % i); assert q[2] == '/%d' % i
ts = [threading.Thread(target=work) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]; print('threads')
# exceptions: identity, chains, memory
class E(click.UsageError):
    def __init__(self, n): super().__init__('m%d' % n); self.n = n
es = [E(i) for i in range(300)]
print(es[5].n, es[5].message, len({id(e) for e in es}))
del es; gc.collect()
def there(f):
    try: string.Formatter().format('{0}', f)
    except Exception as e: return e
class Bad:
    def __str__(self): raise e0
    __format__ = lambda s, spec: str(s)
e0 = E(7); r = there(Bad()); print(r is e0, r.n, r.__traceback__ is not None)
def rec(n): return textwrap.TextWrapper and sorted([1], key=lambda v: rec(n + 1))
try: rec(0)
except RecursionError as e: print('deep')
class R(Exception):
    def __getattr__(self, name): raise AttributeError('none ' + name)
try: string.Formatter().format('{0.zz}', R())
except AttributeError as e: print(e)
class Cyc(enum.Enum):
    A = 1
    def __repr__(self): return repr([self]) if 0 else 'cyc'
print(string.Formatter().format('{!r} {!r}', Cyc.A, [Cyc.A]))
class Slow(enum.Enum):
    X = np.float64(1.5); Y = np.str_('y'); Z = urllib.parse.urlparse('http://z')
print(string.Formatter().format('{} {} {}', *Slow), Slow(np.str_('y')), Slow('y'), Slow.Z.value.netloc)
del e0, r
print(gc.collect() >= 0)
print(bool(textwrap.TextWrapper), textwrap.TextWrapper and 1, not np.ndarray, bool(enum.Enum("Q", "A")))
