"""A matrix with operators, slices, formatting, determinants, inverses and errors."""


class ShapeError(ValueError):
    pass


class Matrix:
    __slots__ = ('rows',)

    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ShapeError('rows differ in length')

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @classmethod
    def from_function(cls, m, n, f):
        return cls([[f(i, j) for j in range(n)] for i in range(m)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def T(self):
        return type(self)(zip(*self.rows))

    def __getitem__(self, key):
        match key:
            case int(i):
                return self.rows[i]
            case slice() as s:
                return Matrix(self.rows[s])
            case (int(i), int(j)):
                return self.rows[i][j]
            case (slice() as s, slice() as t):
                return Matrix([r[t] for r in self.rows[s]])
            case (slice() as s, int(j)):
                return [r[j] for r in self.rows[s]]
            case _:
                raise TypeError(f'bad index {key!r}')

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __eq__(self, other):
        return self.rows == other.rows if isinstance(other, Matrix) else NotImplemented

    def _same(self, other, sign):
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ShapeError(f'cannot {sign} {self.shape} and {other.shape}')
        return None

    def __add__(self, other):
        bad = self._same(other, 'add')
        if bad is NotImplemented:
            return bad
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __mul__(self, k):
        if isinstance(k, Matrix):
            return NotImplemented
        return Matrix([[a * k for a in r] for r in self.rows])

    __rmul__ = __mul__

    def __matmul__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape[1] != other.shape[0]:
            raise ShapeError(f'{self.shape} @ {other.shape}')
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows])

    def __imatmul__(self, other):
        self.rows = (self @ other).rows
        return self

    def __pow__(self, n):
        if not isinstance(n, int) or n < 0:
            raise ValueError('only natural powers')
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result = result @ base
            base, n = base @ base, n >> 1
        return result

    def __iter__(self):
        for row in self.rows:
            yield from row

    def __contains__(self, x):
        return any(x in r for r in self.rows)

    def __bool__(self):
        return any(self)

    def __abs__(self):
        return sum(x * x for x in self) ** 0.5

    def __len__(self):
        return len(self.rows)

    def det(self):
        n, m = self.shape
        if n != m:
            raise ShapeError('not square')
        if n == 1:
            return self[0, 0]
        return sum((-1) ** j * self[0, j] * self.minor(0, j).det() for j in range(n) if self[0, j])

    def minor(self, i, j):
        return Matrix([r[:j] + r[j + 1:] for k, r in enumerate(self.rows) if k != i])

    def inverse(self):
        n = len(self)
        work = [[float(x) for x in r] + [float(i == k) for k in range(n)] for i, r in enumerate(self.rows)]
        for c in range(n):
            pivot = max(range(c, n), key=lambda r: abs(work[r][c]))
            if abs(work[pivot][c]) < 1e-12:
                raise ZeroDivisionError('matrix is singular')
            work[c], work[pivot] = work[pivot], work[c]
            work[c] = [x / work[c][c] for x in work[c]]
            for r in range(n):
                if r != c and (f := work[r][c]):
                    work[r] = [x - f * y for x, y in zip(work[r], work[c])]
        return Matrix([r[n:] for r in work])

    def __format__(self, spec):
        cells = [[format(x, spec) for x in r] for r in self.rows]
        width = max(len(c) for r in cells for c in r)
        return '\n'.join(' '.join(c.rjust(width) for c in r) for r in cells)

    def __repr__(self):
        return f'Matrix({self.rows})'

    def __copy__(self):
        return Matrix(self.rows)


a = Matrix([[1, 2], [3, 4]])
b = Matrix.from_function(2, 2, lambda i, j: i + j)
print(a + b, a - b, 2 * a, a * 0.5, -a, a @ b, a.T, a ** 10)
print(a[0], a[1, 0], a[:, 1], a[:1], a[0:2, 1:], len(a), 3 in a, bool(b), f'{abs(a):.4f}', list(a), sum(a))
print(a.det(), Matrix([[2, 0, 1], [1, 3, 2], [1, 1, 4]]).det(), a == Matrix(((1, 2), (3, 4))), a != b, a == 5)
print(f'{a.inverse():.2f}')
print(f'{a @ a.inverse():5.1f}')
a[0, 0] = 10
c = a
c @= b
print(a, c is a)
for f in (lambda: a + Matrix([[1]]), lambda: a + 1, lambda: 1 + a, lambda: a @ Matrix([[1]]), lambda: a @ 2, lambda: Matrix([[1], [2, 3]]),
          lambda: a['x'], lambda: a[5], lambda: Matrix([[1, 2], [2, 4]]).inverse(), lambda: Matrix([[1, 2]]).det(), lambda: a ** -1,
          lambda: hash(a), lambda: setattr(a, 'name', 1), lambda: a < b, lambda: a * a):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
import copy
d = copy.copy(a)
d[0, 0] = -1
print(a[0, 0], d[0, 0])
print(f'{Matrix([[0, 1], [1, 1]]) ** 30}')
