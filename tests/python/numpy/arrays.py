# needs: numpy
import numpy as np

a = np.arange(6).reshape(2, 3)
print(a, repr(a), a.shape, a.dtype, type(a), type(a) == np.ndarray, isinstance(a, np.ndarray))
print(a + 1, 2 * a, a @ a.T, a.sum(axis=0), a[0], a[1, 2], a[:, 1], a[a > 2], -a, a ** 2, a // 2, divmod(a, 2), a % 2)
print(np.float64(2.5), repr(np.float64(2.5)), isinstance(np.float64(1), float), np.int64(3) + 1, np.float32(1) / 3, hash(np.int64(5)))
b = np.array([3.0, 1.0, 2.0])
b.sort()
b[0] = 7
b += 1
print(b, len(b), list(b), sum(a[0]), 3 in a, [x for x in a], max(b), sorted(b), [*reversed(b)])
shuffled = [3, 1, 2]
np.random.seed(0)
np.random.shuffle(shuffled)
print(shuffled)
print(np.vectorize(lambda x: x * 2)(a), np.apply_along_axis(lambda row: row.sum(), 1, a), np.fromfunction(lambda i, j: i + j, (2, 2)))
for wrong in (lambda: np.linalg.inv(np.zeros((2, 2))), lambda: a.nothing, lambda: np.zeros(3) + np.zeros(4), lambda: a[5], lambda: np.array([1, 2])['x'],
              lambda: hash(a), lambda: bool(a), lambda: np.zeros(-1), lambda: np.reshape(a, (4, 4)), lambda: a + object()):
    try:
        print(wrong())
    except Exception as error:
        print(type(error), type(error).__mro__[1].__name__, error)
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as error:
    print('caught', error, isinstance(error, ValueError))
record = np.zeros(2, dtype=[('name', 'U5'), ('age', 'i4')])
record['name'] = ['a', 'b']
print(record, record.dtype.names, record[0]['age'], record[0])
with np.errstate(divide='ignore'):
    print(np.array([1.0]) / 0)
with np.printoptions(precision=2):
    print(np.array([1 / 3]))
print(np.ndarray.sum, np.sum.__name__, np.add, np.pi, np.newaxis, np.inf, np.nan)
match np.float64(1.5):
    case float(x):
        print('a float', x)
print(f'{np.float64(3.14159):.2f} {np.int64(5):>4d} {a}', '%.1f %d' % (np.float64(2.25), np.int64(7)), round(np.float64(2.567), 2), int(np.float64(3.9)), float(np.int8(2)))
rng = np.random.default_rng(0)
print(rng.integers(0, 10, 5), rng.normal(size=2).round(3), rng.choice(['x', 'y'], 3))
print(np.where(a > 2, a, -1), np.concatenate([a, a]), np.stack([b, b]).shape, np.einsum('ij,kj->ik', a, a), np.argsort(b), np.unique([2, 1, 2]))


class Sub(np.ndarray):
    def twice(self):
        return self * 2


s = a.view(Sub)
print(type(s), s.twice(), isinstance(s, np.ndarray), Sub.__mro__[1])
print({np.int64(1): 'one'}[1], {1: 'x'}[np.int64(1)], [10, 20, 30][np.int64(1)], 'ab' * np.int64(2), range(np.int64(2)), 'x'.join(np.array(['a', 'b'])))
print(sorted([np.float64(2), 1, np.int32(3)]), max(np.int64(1), 2), abs(np.float64(-1)), pow(np.int64(2), 3), complex(np.complex64(1 + 2j)))
