# needs: numpy
"""Programs over numpy as notebooks have them: creation, indexing, reductions, printing, with tensors in between."""
import numpy as np
import torch

np.random.seed(0)

# creation
print(np.zeros((2, 3), dtype=int), np.ones(3, np.float32), np.full((2, 2), 7.5), np.eye(2, k=1), np.identity(2, dtype=bool))
print(np.arange(0, 1, 0.25), np.linspace(0, 1, 5, retstep=True), np.logspace(0, 2, 3), np.geomspace(1, 8, 4))
print(np.array([[1, 2], [3, 4]], order='F').flags['F_CONTIGUOUS'], np.empty((0, 3)).shape, np.array('text'), np.array(b'ab'))
print(np.fromiter((x * x for x in range(5)), dtype=np.int64), np.fromiter(map(float, '123'), float), np.frombuffer(b'\x01\x00\x02\x00', dtype='<i2'))
print(np.array(range(4)), np.array({1, 2}), np.array(None), np.array([1, 'a', 2.5]), np.array([True, 2]), np.array([[1, 2], [3, 4]], dtype=complex))
print(np.meshgrid([1, 2], [3, 4, 5], indexing='ij')[0], np.mgrid[0:2, 0:3][1], np.ogrid[0:2, 0:3], np.r_[1:4, 9], np.c_[[1, 2], [3, 4]])
print(np.tile([1, 2], 2), np.repeat([1, 2], [2, 3]), np.diag([1, 2]), np.tri(3, dtype=int), np.vander([1, 2, 3], 2), np.indices((2, 2)))
print(np.array(torch.arange(4)), np.array([torch.tensor(1.5), torch.tensor(2)]), np.asarray([torch.ones(2), torch.zeros(2)]), np.zeros_like(torch.ones(2, 2)))

# indexing
a = np.arange(24).reshape(2, 3, 4)
print(a[1, 2], a[..., -1], a[:, ::2, 1], a[None, 0].shape, a[:, np.newaxis].shape, a[[0, 1], [1, 2]], a[a % 5 == 0], a[0][:, [True, False, True, False]])
print(a[np.ix_([0], [0, 2], [1, 3])], np.take(a, [0, 5, 7]), a.take([1], axis=1), np.argwhere(a > 20), np.nonzero(a > 21), np.where(a[0] > 5, a[0], -1))
b = a.copy()
b[0, :, 1] = [7, 8, 9]
b[1] += 100
b[b > 110] *= -1
print(b, np.put(b, [0, 1], [-5, -6]), b[0, 0], np.shares_memory(a, a[0]), np.shares_memory(a, b), a[0].base is None)
i, j = np.unravel_index(np.argmax(a), a.shape)[1:]
print(i, j, type(i), a[torch.tensor([0]), torch.tensor(1)], a[0, torch.tensor(2)], np.ravel_multi_index((1, 2, 3), a.shape), np.searchsorted([1, 3, 5], [2, 5]))
for key in (5, (0, 0, 9), 'x', 1.5, ([0, 1], [0, 1, 2]), (0, 0, 0, 0), np.array([True, False, True])):
    try:
        print(a[key])
    except Exception as error:
        print(type(error).__name__, error)
del a

# broadcasting
x = np.arange(3)
print(x[:, None] + x, x * np.ones((2, 1)), np.broadcast_to(x, (2, 3)), np.broadcast_shapes((2, 1), (3,)), [m.shape for m in np.broadcast_arrays(x, x[:, None])])
print(np.subtract.outer(x, x), np.add.reduce(x), np.multiply.accumulate(x + 1), np.add.reduceat(np.arange(8), [0, 4]))
counts = np.zeros(4, int)
np.add.at(counts, [0, 0, 3], 1)
print(counts, np.hypot(3, 4), np.divmod(7, 3), np.modf(2.5), np.frexp(8.0))
try:
    np.ones((2, 3)) + np.ones((3, 2))
except ValueError as error:
    print(error)

# out and where
out = np.empty(3)
r = np.sqrt([1., 4., 9.], out=out)
print(r is out, out, np.add(1, 2, out=np.zeros(()), casting='unsafe'), np.divide(1, [1, 0, 2], where=[True, False, True], out=np.zeros(3)))
np.cumsum([1., 2., 3.], out=out)
print(out, np.dot(np.eye(3), out, out=np.zeros(3)), np.clip(out, 2, 5, out=out), out, np.exp(out, dtype=np.float32).dtype)
t = torch.zeros(3)
np.multiply([1, 2, 3], 2, out=t.numpy(), casting='unsafe')
print(t, np.add(np.ones(3), 1, out=(out,)) is out)
try:
    np.add([1, 2], 1, out=np.zeros(3))
except ValueError as error:
    print(error)
try:
    np.add(np.ones(2), 0.5, out=np.zeros(2, int))
except TypeError as error:
    print(type(error).__name__, error)

# reductions
m = np.array([[3, 1, 2], [9, 7, 8]])
print(m.sum(), m.mean(0), m.std(axis=1, ddof=1), m.min(), m.argmax(1), m.cumsum(), m.prod(), np.median(m), np.percentile(m, [25, 75]), m.ptp() if hasattr(m, 'ptp') else np.ptp(m))
print(np.sort(m, axis=1), np.argsort(m)[:, ::-1], np.unique([3, 1, 3], return_counts=True), np.histogram([1, 2, 1, 4], bins=3), np.bincount([0, 1, 1, 3]))
print(np.average([1, 2, 3], weights=[3, 1, 0]), np.cov(m), np.corrcoef(m).round(3), np.diff(m), np.gradient([1., 4., 9.]), np.trapezoid([1, 2, 3]), np.allclose(m, m + 1e-9))
print(np.any(m > 8), np.all(m), np.count_nonzero(m > 2), np.nanmean([1, np.nan, 3]), np.isnan([np.nan, 1]), np.ediff1d([1, 4]), m.any(axis=0), m.sum(keepdims=True))
print(type(m.sum()), type(m.mean()), type(m.sum(axis=0)), m.max().item(), type(m.tolist()[0][0]), m.tolist(), int(m[0, 0]), float(m.mean()), f'{m.mean():.2f}', '%d' % m[0, 0])
print([*m.flat][:3], [tuple(r) for r in m], dict(zip('ab', m)), dict(enumerate(m.sum(1))), max(m[0]), sum(m[1]), sorted(m[0]), list(map(int, m[0])), {k: v for k, v in np.ndenumerate(m)})

# dtypes
for kind in ('i1', 'u2', np.int32, float, 'complex64', bool, 'datetime64[D]', 'S3', '<U4', object, np.dtype([('a', 'i4')])):
    d = np.dtype(kind)
    print(repr(d), d, d.kind, d.itemsize, d.name, d.char, d == np.dtype(kind), hash(d) == hash(np.dtype(kind)))
print(np.result_type(np.int8, np.float16), np.promote_types('i4', 'f4'), np.can_cast('i8', 'i4'), np.int8(100) + np.int8(27), np.iinfo(np.int16), np.finfo(np.float32).eps)
print(np.float64(0.1) + np.float32(0.1), np.int64(7) // 2, np.uint8(200).astype(np.int8), np.bool_(True) & np.bool_(False), np.float32(1) / 3, 3 / np.float32(2), np.int64(2) ** 3, -np.uint8(1))
print(np.array([1.7, -1.7]).astype(int), np.array(['1', '2']).astype(float), np.array([1, 0]).astype(bool), np.array([1.5]).view(np.int64), np.issubdtype(np.int32, np.integer))
try:
    np.array(['x']).astype(float)
except ValueError as error:
    print(error)
try:
    np.dtype('nothing')
except TypeError as error:
    print(error)
print(torch.tensor(np.array([1, 2], dtype=np.int16)).dtype, torch.from_numpy(np.array([1.0])).dtype, np.float64(3).item(), torch.ones(2).numpy().dtype == np.float32, np.dtype(np.float32).type is np.float32)

# structured
people = np.array([('Ann', 31, 1.7), ('Bob', 25, 1.8)], dtype=[('name', 'U10'), ('age', int), ('size', float)])
print(people, people['name'], people[people['age'] > 30], people.dtype.names, people[0], people[0]['size'], type(people[0]), people.dtype.fields['age'])
people['age'] += 1
print(np.sort(people, order='age')['name'], people.shape, people[['name', 'size']], [str(p['name']) for p in people], people[0].item(), repr(people))
rec = people.view(np.recarray)
print(rec.age, rec[1].name, np.rec.fromarrays([[1, 2], ['a', 'b']], names='x,y'))
for name, age, size in people:
    print(name, age, size, type(age))

# strings and dates
s = np.array(['apple', 'Fig', 'kiwi'])
print(np.char.upper(s), np.char.add(s, '!'), np.strings.str_len(s), s == 'Fig', np.char.replace(s, 'i', 'I'), s[s > 'b'], s.astype('U2'), 'Fig' in s, [w.title() for w in s], s[0] + 'x', len(s[0]))
d = np.array(['2024-01-31', '2024-02-29'], dtype='datetime64[D]')
print(d + np.timedelta64(1, 'D'), d[1] - d[0], d.astype('datetime64[M]'), np.arange('2024-01', '2024-04', dtype='datetime64[M]'), np.datetime64('2024-01-01T12:00'), d.tolist(), np.is_busday(d), np.datetime64('NaT'))
print(repr(d[0]), d[0].astype(object), d.max(), np.timedelta64(90, 'm').astype('timedelta64[h]'), np.datetime_as_string(d))

# masked
mm = np.ma.array([1., 2., 3., 4.], mask=[0, 1, 0, 0])
print(mm, mm.mean(), mm.filled(-1), mm.compressed(), repr(mm), mm[1], mm[1] is np.ma.masked, np.ma.masked_greater(mm, 3), mm.count(), np.ma.masked_invalid([1, np.nan]), mm + 1)

# printing
with np.printoptions(precision=2, suppress=True):
    print(np.array([1.23456, 1e-8, 1234.5]))
np.set_printoptions(precision=3, linewidth=60, threshold=10, edgeitems=2)
print(np.arange(100) / 7, np.random.rand(20, 20).shape, repr(np.arange(20.) / 3))
np.set_printoptions(formatter={'float': lambda x: f'<{x:.1f}>'})
print(np.array([1.25, 2.5]), repr(np.array([[1.0]])))
np.set_printoptions(edgeitems=3, infstr='inf', linewidth=75, nanstr='nan', precision=8, suppress=False, threshold=1000, formatter=None)
print(np.array2string(np.array([1.5, 2]), separator=', ', prefix='a='), np.array_repr(np.ones(2)), np.format_float_positional(0.1, precision=3), np.format_float_scientific(1234.5))
print(f'{np.float32(3.14159):.3f} {np.int64(255):x} {np.array([1, 2])!r:>20} {np.float64(2)!s}', '%s %r %.2f' % (np.float64(1.5), np.float32(1.5), np.float64(2)), str(np.float16(0.1)), repr(np.bool_(True)))
print(np.array([1e10, 1]), np.array([np.inf, -np.nan]), np.array([1 + 2j]), np.array([[]]), np.array([None, 1]), np.array([[1, 2], [3]], dtype=object), repr(np.array([], dtype=np.int32)), repr(np.array(['a'])), repr(np.array(3)))
