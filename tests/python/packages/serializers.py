# needs: msgpack orjson joblib
"""msgpack, orjson and joblib with objects of the notebook."""
import dataclasses
import datetime
import enum
import io
import uuid

import joblib
import msgpack
import orjson

print(msgpack.unpackb(msgpack.packb({'a': [1, 2.5, None, b'x'], 'b': {'c': True}})), msgpack.packb([1, 2]))


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and vars(self) == vars(other)

    def __repr__(self):
        return f'Point({self.x}, {self.y})'


def encode(value):
    if isinstance(value, Point):
        return {'__point__': [value.x, value.y]}
    raise TypeError(f'no way for {value!r}')


packed = msgpack.packb([Point(1, 2)], default=encode)
print(msgpack.unpackb(packed, object_hook=lambda d: Point(*d['__point__']) if '__point__' in d else d), msgpack.unpackb(packed))
try:
    msgpack.packb(object)
except TypeError as error:
    print(error)
try:
    msgpack.packb({1, 2}, default=encode)
except TypeError as error:
    print(error)
unpacker = msgpack.Unpacker(io.BytesIO(msgpack.packb(1) + msgpack.packb('two')))
print(list(unpacker), msgpack.unpackb(msgpack.packb(msgpack.ExtType(5, b'abc'))), msgpack.unpackb(msgpack.packb(datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc), datetime=True), timestamp=3))
print(orjson.dumps({'b': 1, 'a': [1.5, None]}, option=orjson.OPT_SORT_KEYS), orjson.loads(b'[1, {"x": "y"}]'), orjson.dumps(datetime.date(2024, 1, 2)), orjson.dumps(uuid.UUID(int=1)))
print(orjson.dumps([Point(1, 2)], default=lambda p: [p.x, p.y]), orjson.dumps({1: 2}, option=orjson.OPT_NON_STR_KEYS))
try:
    orjson.dumps(Point(1, 2))
except orjson.JSONEncodeError as error:
    print(error)
try:
    orjson.loads('{bad')
except orjson.JSONDecodeError as error:
    print(type(error).__name__, isinstance(error, ValueError))
factor = 3


def times(x):
    return x * factor


print(joblib.Parallel(n_jobs=1)(joblib.delayed(pow)(i, 2) for i in range(4)), joblib.Parallel(n_jobs=2, backend='threading')(joblib.delayed(times)(i) for i in range(4)))
joblib.dump({'p': Point(5, 6), 'l': [1, 2]}, 'saved.joblib')
print(joblib.load('saved.joblib'))
memory = joblib.Memory('cache', verbose=0)
calls = []


@memory.cache
def square(x):
    calls.append(x)
    return x ** 2


print(square(3), square(3), square(4), calls)
print(joblib.hash([1, 2]) == joblib.hash([1, 2]), joblib.hash(Point(1, 2)) == joblib.hash(Point(1, 2)))
