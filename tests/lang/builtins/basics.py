# Builtin functions.
print(abs(-2), all([1, 0]), any([0, 1]), bin(3), bool([]), callable(len), chr(65), divmod(7, 3), hex(16), isinstance(1, (str, int)), issubclass(bool, int), len({1: 2}), max(1, 2, key=lambda v: -v), min('ab'), oct(8), ord('A'), pow(2, 3, 5), repr('x'), round(3.14159, 2), sorted([2, 1]), sum([1, 2]), type(1).__name__)
print('a', 1, None, sep='|', end='!\n'); print(); print('no newline', end=''); print(' after'); print(*range(3)); print([1, 'a'], (1,), {'k': None}, {1}, sep='\n')
print(list(map(lambda x, y: x + y, [1, 2], [10, 20, 30])), list(filter(lambda x: x > 1, [1, 2, 3])), list(zip([1, 2], 'ab')), list(enumerate(['x'], 5)), list(reversed([1, 2, 3])), list(iter('ab')))
print(int('7') + float('1.5'), str(5) + 'x', list('ab'), tuple([1]), dict(a=1), set([1]), frozenset([2]), bytes(2), complex(1, 2) if False else '', bool('x'), slice(1, 2), range(2), object().__class__)
print(getattr('abc', 'upper')(), hasattr(5, 'real'), type(print).__name__, type(len) is type(abs), type(lambda: 0).__name__, type(type), type(None).__name__, type(...).__name__, type(NotImplemented).__name__)
print(hash(5), hash('') == hash(''), id(5) == id(5), isinstance([], list), isinstance(None, type(None)), ascii('é'), format(3.14159, '.2f'), format(5, '>4'), format('x'), eval('1 + 2'), eval('x', {'x': 5}))
class P:
    a = 1
    def __init__(self): self.b = 2
    def __dir__(self): return ['z', 'y']
print(dir(P()), sorted(k for k in vars(P) if not k.startswith('__')), vars(P()), 'append' in dir([]), 'print' in dir(__builtins__), __name__)
print(sum([[1], [2]], []), sum((0.1, 0.2)), max([3, 1], [2, 9]), min({5: 'a', 2: 'b'}), max('apple', 'fig', key=len), round(-0.5), round(1.5), round(2.5), abs(-2.5), pow(2.0, 3), pow(2, -1), divmod(-7.5, 2))
x = [1, 2]; y = x[:]; print(x is y, x == y, x is x, id(x) == id(x)); print(any(map(str.isdigit, 'a1')), all(c.isalpha() for c in 'ab'), list(map(int, '1 2 3'.split())), sorted([('b', 1), ('a', 2)]), sorted('Ba', key=str.lower))
g = globals(); g['made'] = 5; print(made, 'g' in globals()); exec('made += 1'); print(made)
def loc(a): b = 2; return sorted(locals())
print(loc(1), str(print), repr(len), str(int), repr(type(P())), str(P), repr(None), str(True), repr(...), NotImplemented)
import os, sys, time, random, collections, gc
print(os.path.join('a', 'b'), os.path.basename('/x/y.txt'), os.path.splitext('a.b.c'), os.path.exists('/nonexistent'), os.sep, os.path.dirname('/x/y'), type(os.getcwd()).__name__, os.environ.get('NOTHING_SET', 'unset'), sys.version_info[:2], sys.maxsize, sys.byteorder, len(sys.argv))
t = time.time(); time.sleep(0.001); print(time.time() > t, time.perf_counter() > 0, type(time.time()).__name__, gc.collect() >= 0)
random.seed(42); print(random.random(), random.randint(1, 10), random.choice('abc'), random.uniform(1, 2), random.sample(range(10), 3)); l = list(range(10)); random.shuffle(l); print(l, random.randrange(5), random.gauss(0, 1))
c = collections.Counter('banana'); print(c, c['a'], c['z'], c.most_common(2), sorted(c.elements())); d = collections.defaultdict(list); d['k'].append(1); print(d, d['new'], dict(d)); q = collections.deque([1, 2], maxlen=3); q.append(3); q.append(4); q.appendleft(0); print(q, q.popleft(), q[0], len(q))
o = collections.OrderedDict([('b', 1), ('a', 2)]); o.move_to_end('b'); print(o, list(o)); Pt = collections.namedtuple('Pt', 'x y'); p = Pt(1, y=2); print(p, p.x, p[1], p._replace(x=5), p == (1, 2), Pt._fields, p._asdict()); a, b = p; print(a, b)
with open('t.txt', 'w') as f: print(f.write('line 1\nline 2\n'), f.closed)
with open('t.txt') as f: print(f.read(), f.read() == '')
with open('t.txt') as f: print([line.rstrip() for line in f], f.name)
with open('t.txt', 'a') as f: f.writelines(['x\n', 'y\n'])
with open('t.txt') as f: print(f.readline(), f.readlines(), f.closed)
with open('t.bin', 'wb') as f: f.write(b'\x00\x01')
with open('t.bin', 'rb') as f: print(f.read(), os.path.getsize('t.bin'))
os.remove('t.txt'); os.remove('t.bin'); print(os.listdir('.'))
