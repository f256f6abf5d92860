# needs: numpy
"""Programs over numpy: linear algebra, einsum, random numbers, polynomials, files, functions of the notebook in numpy."""
import io
import numpy as np
import torch

# linalg
A = np.array([[4., 1.], [2., 3.]])
print(np.linalg.det(A).round(6), np.linalg.inv(A) @ A, np.linalg.solve(A, [1, 2]), np.linalg.norm(A), np.linalg.norm(A, ord=1, axis=0), np.linalg.matrix_rank(A), np.trace(A), np.linalg.cond(A).round(4))
values, vectors = np.linalg.eig(A)
print(np.sort(values), np.allclose(A @ vectors, vectors * values), type(np.linalg.eigh(A)).__name__, np.linalg.eigh(A).eigenvalues.round(4))
u, s, vt = np.linalg.svd(A)
print(np.allclose(u * s @ vt, A), s.round(4), np.linalg.qr(A)[1].round(3).shape, np.linalg.cholesky(A @ A.T).round(4), np.linalg.lstsq(A, np.array([1, 2]), rcond=None)[0], np.linalg.matrix_power(A, 3), np.kron([1, 2], [1, 1]), np.cross([1, 0, 0], [0, 1, 0]))
print(np.einsum('ij,jk->ik', A, A), np.einsum('ii', A), np.einsum('i,j', [1, 2], [3, 4]), np.tensordot(A, A, axes=1), np.inner(A, A), np.outer([1, 2], [3, 4]), np.vdot([1, 2], [3, 4]), np.einsum('bij,bj->bi', np.ones((2, 3, 4)), torch.ones(2, 4)))
print(np.linalg.multi_dot([A, A, A]), torch.tensor(np.linalg.inv(A)), torch.linalg.solve(torch.tensor(A), torch.tensor([1., 2.], dtype=torch.float64)), A @ torch.ones(2).numpy(), np.matmul(A, torch.ones(2)))
for bad in (lambda: np.linalg.inv(np.ones((2, 2))), lambda: np.linalg.inv(np.ones((2, 3))), lambda: np.linalg.cholesky(-A), lambda: A @ np.ones(3), lambda: np.einsum('ij->k', A), lambda: np.linalg.solve(A, np.ones(3))):
    try:
        print(bad())
    except (np.linalg.LinAlgError, ValueError) as error:
        print(type(error).__name__, isinstance(error, ValueError), error)

# random
rng = np.random.default_rng(42)
print(rng.integers(0, 10, 5), rng.random(2), rng.normal(size=2), rng.choice(['a', 'b', 'c'], 2, replace=False), rng.permutation(4), rng)
items = ['x', 'y', 'z', 'w']
rng.shuffle(items)
print(items, rng.uniform(-1, 1, (2, 2)), rng.poisson(3, 3), rng.multivariate_normal([0, 0], np.eye(2)).round(3), rng.dirichlet([1, 1]).sum().round(6), rng.bit_generator.state['bit_generator'])
np.random.seed(1)
print(np.random.rand(2), np.random.randn(2), np.random.randint(5, size=3), np.random.choice(5, 3, p=[.1, .2, .3, .2, .2]), np.random.normal(0, 1), type(np.random.rand()), np.random.permutation([1, 2, 3]), np.random.binomial(10, .5))
state = np.random.get_state()
first = np.random.rand()
np.random.set_state(state)
print(first == np.random.rand(), state[0], np.random.RandomState(3).randint(10, size=2), len(np.random.SeedSequence(1).spawn(2)))
torch.manual_seed(0)
print(torch.from_numpy(np.random.RandomState(0).rand(2)).float(), torch.utils.data.TensorDataset(torch.tensor(np.arange(3)))[1])
try:
    np.random.choice([1, 2], 3, replace=False)
except ValueError as error:
    print(error)

# functions of the notebook
def step(x, threshold=0.5):
    """One above the threshold."""
    return 1 if x > threshold else 0

vstep = np.vectorize(step, otypes=[int])
print(vstep([0.1, 0.9]), vstep(np.ones((2, 2)), threshold=2), vstep.__doc__, np.frompyfunc(lambda a, b: a * 10 + b, 2, 1)([1, 2], [3, 4]), np.frompyfunc(len, 1, 1)(np.array(['aa', 'b'], dtype=object)))
print(np.apply_along_axis(sorted, 1, [[3, 1], [2, 0]]), np.apply_over_axes(np.sum, np.ones((2, 3)), [0]), np.piecewise(np.array([-1., 2.]), [lambda v: v < 0, lambda v: v >= 0], [lambda v: -v, lambda v: v * 2]), np.select([np.array([1, 5]) > 3], ['big'], 'small'))
print(np.fromfunction(lambda i, j: (i == j) * 1.0, (2, 2)), np.array([step, len], dtype=object)[0](0.7), np.array([f(2) for f in (lambda v: v, lambda v: v * v)]), np.vectorize(lambda s: s[::-1])(['ab', 'cd']))
class Vec:
    def __init__(self, *xs):
        self.xs = np.array(xs, dtype=float)
    def __array__(self, dtype=None, copy=None):
        return self.xs if dtype is None else self.xs.astype(dtype)
    def __add__(self, other):
        return Vec(*(self.xs + np.asarray(other)))
    __radd__ = __add__
    def __len__(self):
        return len(self.xs)
    def __getitem__(self, i):
        return self.xs[i]
    def __repr__(self):
        return f'Vec({", ".join(map(str, self.xs))})'
v = Vec(1, 2, 3)
print(v + v, np.asarray(v), np.sum(v), np.array([v, v]).shape, v + [1, 1, 1], np.dot(v, v), np.mean(v), list(v), np.array(v, dtype=int), np.stack([v, v]), np.max(v))
class Unit:
    __array_priority__ = 100
    def __init__(self, value):
        self.value = value
    def __mul__(self, other):
        return Unit(self.value * np.asarray(other))
    __rmul__ = __mul__
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        inputs = [i.value if isinstance(i, Unit) else i for i in inputs]
        return Unit(getattr(ufunc, method)(*inputs, **kwargs))
    def __repr__(self):
        return f'Unit({self.value})'
print(np.ones(2) * Unit(3), Unit(2) * np.arange(3), np.add(Unit(1), np.ones(2)), np.sqrt(Unit(np.array([4., 9.]))), np.add.reduce(Unit(np.arange(4))))

# subclass
class Signal(np.ndarray):
    def __new__(cls, data, rate=1):
        obj = np.asarray(data, dtype=float).view(cls)
        obj.rate = rate
        return obj
    def __array_finalize__(self, obj):
        if obj is not None:
            self.rate = getattr(obj, 'rate', None)
    @property
    def seconds(self):
        return len(self) / self.rate
    def energy(self):
        return float((self ** 2).sum())
s = Signal([1, 2, 3, 4], rate=2)
print(s, repr(s), s.rate, s.seconds, s.energy(), type(s[1:]).__name__, s[1:].rate, (s * 2).rate, isinstance(s, np.ndarray), type(s + 1), np.mean(s), s.max(), s.tolist(), s[0])

# polynomials and windows
p = np.poly1d([1, -3, 2])
print(p, p(3), p.roots, np.polyfit([0, 1, 2], [1, 3, 7], 2).round(6), np.polyval([1, 0], 5), p * p, p.deriv(), np.polynomial.Polynomial([1, 2, 3])(2), repr(np.polynomial.Polynomial([1, 2])), np.roots([1, -1]))
print(np.convolve([1, 2, 3], [0, 1, .5]), np.interp(2.5, [1, 2, 3], [3, 2, 0]), np.fft.fft([1, 0, 0, 0]), np.abs(np.fft.rfft(np.sin(np.linspace(0, 2 * np.pi, 8, endpoint=False)))).round(4), np.lib.stride_tricks.sliding_window_view(np.arange(5), 3), np.hanning(4).round(3), np.pad([1, 2], 1), np.roll([1, 2, 3], 1), np.flip([[1, 2], [3, 4]]), np.rot90([[1, 2], [3, 4]]))

# joining
a, b = np.ones((2, 2)), np.zeros((2, 2))
print(np.concatenate([a, b]), np.vstack([a, b]).shape, np.hstack((a, b)).shape, np.stack([a, b], -1).shape, np.split(np.arange(6), 3), np.array_split(np.arange(5), 2), np.block([[a, b], [b, a]]).shape, np.concatenate([a, torch.zeros(1, 2)]), np.append([1], [[2, 3]]), np.insert([1, 2], 1, 9), np.delete([1, 2, 3], [0]), np.column_stack(([1, 2], [3, 4])), np.dstack([a, b]).shape, np.squeeze(a[None]).shape, np.moveaxis(np.ones((1, 2, 3)), 0, -1).shape, a.T.shape, np.expand_dims(a, 0).shape, a.ravel(), a.flatten().shape, np.swapaxes(np.ones((1, 2)), 0, 1).shape, np.intersect1d([1, 2], [2, 3]), np.union1d([1], [2]), np.setdiff1d([1, 2], [2]), np.isin([1, 2], [2]))

# files
buffer = io.BytesIO()
np.save(buffer, np.arange(3))
buffer.seek(0)
print(np.load(buffer))
np.savez('many.npz', a=np.ones(2), b=torch.zeros(2).numpy())
with np.load('many.npz') as data:
    print(sorted(data.files), data['a'], data['b'].dtype, 'a' in data)
np.savetxt('t.csv', [[1, 2], [3, 4]], delimiter=',', fmt='%d', header='x,y')
print(open('t.csv').read(), np.loadtxt('t.csv', delimiter=','), np.genfromtxt(io.StringIO('1,2\n3,'), delimiter=','), np.loadtxt(['1 2', '3 4'], converters=lambda s: float(s) * 10), np.genfromtxt(io.StringIO('a b\n1 2'), names=True))
out = io.StringIO()
np.savetxt(out, np.eye(2), fmt='%.1f')
print(repr(out.getvalue()), np.fromstring('1 2', sep=' '), np.ones(2, np.uint8).tobytes(), np.arange(3).astype('i1').tobytes().hex())
with open('raw.bin', 'wb') as f:
    np.arange(3, dtype='i4').tofile(f)
print(np.fromfile('raw.bin', dtype='i4'), np.memmap('raw.bin', dtype='i4', mode='r')[1], open('raw.bin', 'rb').read()[:4], np.frombuffer(open('raw.bin', 'rb').read(), 'i4'), np.frombuffer(bytearray(b'\x01\x02'), np.uint8))

# errors and warnings
with np.errstate(divide='ignore', invalid='ignore'):
    print(np.array([1., 0.]) / 0, np.log([0, -1]))
old = np.seterr(all='raise')
try:
    np.array([1.]) / 0
except FloatingPointError as error:
    print(error, sorted(old))
np.seterr(**old)
seen = []
with np.errstate(divide='call', call=lambda kind, flag: seen.append((kind, flag))):
    np.ones(1) / 0
print(seen)
for bad in (lambda: np.array([1, 2]).nothing, lambda: np.zeros(3).reshape(2, 2), lambda: np.array([[1, 2], [3]]), lambda: np.concatenate([np.ones(2), np.ones((2, 2))]), lambda: np.ones(3).sum(axis=1), lambda: np.arange(3).item(), lambda: np.ones(2, 3), lambda: int(np.ones(2)), lambda: np.int64('x'), lambda: np.arange(2)[:] + 'a', lambda: np.testing.assert_allclose(1, 2), lambda: np.uint8(300), lambda: np.stack([]), lambda: 'a' + np.str_('b') + 1, lambda: np.nope, lambda: np.ones(2) if np.ones(2) else 0, lambda: np.array([1, 2], dtype='i4', foo=1), lambda: np.float64.fromhex('zz'), lambda: setattr(np.ones(2), 'x', 1)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)
np.testing.assert_array_equal([1, 2], [1, 2])

# sequences of the notebook
class Even:
    def __len__(self):
        return 3
    def __getitem__(self, i):
        if i >= 3:
            raise IndexError(i)
        return i * 2
from collections import deque, UserList
print(np.array(Even()), np.sum(Even()), np.mean(deque([1., 2.])), np.array(UserList([1, 2])), np.array([deque([1, 2]), deque([3, 4])]), list(reversed(Even())), np.fromiter({'a': 1}.values(), float), type(np))
