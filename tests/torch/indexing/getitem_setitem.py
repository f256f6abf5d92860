# x[...] and x[...] = value.
import torch


def tr(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def put(key, value, make=lambda: torch.arange(12.).reshape(3, 4)):
    x = make()
    try:
        x[key] = value
        print(x)
    except Exception as e:
        print(type(e).__name__, e)


x = torch.arange(24.).reshape(2, 3, 4)
t = torch.tensor
keys = [0, -1, 5, (0, 1), (0, 1, 2), (0, 0, 0, 0), slice(None), slice(0, 1), slice(None, None, 2), slice(-1, None), slice(5, 9), None,
        (None, 0), Ellipsis, (Ellipsis, 0), (0, Ellipsis, 1), [0, 1], [1], [], [True, False], ([0, 1], [0, 2]), ([0, 1], [0, 2], [1, 1]),
        (slice(None), [0, 2]), ([0, 1], slice(None), None), (0, [0, 2]), (slice(None), slice(None), [0, 1, 3]), range(2), (range(2), 1),
        t(1), t([1, 0]), t([[0, 1], [1, 0]]), t([True, False]), True, False, t(True), (slice(None), t([True, False, True])),
        t([0, 1], dtype=torch.int32), ([0], slice(None), [1]), (slice(None), None, [1, 2]), (t([0]), 1), ([0, 1], [0, 1, 2])]
for key in keys:
    tr(lambda: x[key])
tr(lambda: x[x > 20])
tr(lambda: x[x > 100])
for key in [1.5, slice(None, None, -1), slice(None, None, 0), {}, t(1.5), t([1.5]), (Ellipsis, Ellipsis), [5], t([True, False, True]),
            slice(1.0, None), 2 ** 70]:
    tr(lambda: x[key])
tr(lambda: t(5)[0])
tr(lambda: t(5)[...])
tr(lambda: t(5)[None])
for key, value in [(0, 1), (0, t([1., 2., 3., 4.])), ((0, 1), 5.5), ((slice(None), 1), -1), (slice(0, 2), 7), ([0, 2], 9), (t([True, False, True]), 3),
                   (Ellipsis, 0), ((0, [1, 2]), t([8., 9.])), (0, [1, 2]), (0, 'a'), (0, None), (0, torch.ones(2)), (5, 1),
                   (0, t([1, 2, 3, 4])), (0, True), ((slice(None), [0, 3]), t([[1.], [2.], [3.]])), ((0, 0), t(3)),
                   ([0, 1], torch.ones(3, 3)), (slice(None), 2), (None, 4)]:
    put(key, value)
y = torch.arange(6)
y[y > 2] = 0
y[0] = 1.7
print(y)
y[2:4] += 10
y[-1] -= 1
print(y)
v = x[0]
v[0] = 100
print(x[0, 0], v.data_ptr() == x.data_ptr(), x[1].storage_offset(), x[:, 1].stride(), x[..., ::2].shape)
for row in t([[1, 2], [3, 4]]):
    print(row)
a, b = t([5, 6])
print(a, b, len(x), list(t([1, 2])), 5. in x, 1000 in x)
try:
    del x[0]
except TypeError as e:
    print(e)
w = torch.ones(3, requires_grad=True)
print(w[0], w[1:], w[None], w[...], w[[0, 1]], w[w > 0])
z = w * 1
z[0] = 5
print(z)
z = w * 1
z[z > 0] = 2.
print(z)

# sequences that hold sequences are read as tuples, with a warning; texts are such sequences
import warnings


class Items:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


x = torch.arange(24).reshape(2, 3, 4)
for key in ('a', 'ab', ['a'], [0, 'a'], ('ab', 0), b'a', [1j], [0.5], [[1j]], Items(0, 1), Items([0], [1]), Items(None, 0), Items(), {}, {0: 1},
            range(2), [range(2)], [(0, 1)], [slice(1)], Items(1, slice(2)), [0] * 40, [[0]] * 40):
    name = f'Items{key.items}' if isinstance(key, Items) else key
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(name, tuple(x[key].shape), end=' ')
        except Exception as error:
            print(name, type(error).__name__, error, end=' ')
        print([str(one.message)[:40] for one in said])
