"""Classes derived from Pickler and Unpickler: persistent ids, tables, overrides, which names may be loaded."""
import copyreg
import io
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f'Point({self.x}, {self.y})'


table = {'one': Point(1, 1), 'two': Point(2, 2)}


class Saves(pickle.Pickler):
    def persistent_id(self, obj):
        for name, known in table.items():
            if known is obj:
                return name


class Loads(pickle.Unpickler):
    def persistent_load(self, pid):
        return table[pid]

    def find_class(self, module, name):
        print('find', module, name)
        return super().find_class(module, name)


for protocol in range(6):
    file = io.BytesIO()
    Saves(file, protocol).dump([table['two'], Point(3, 4), table['one']])
    print(protocol, file.getvalue())
    file.seek(0)
    back = Loads(file).load()
    print(back, back[0] is table['two'])
try:
    pickle.loads(file.getvalue())
except pickle.UnpicklingError as error:
    print(error)


def as_tuple(point):
    return tuple, ((point.x, point.y),)


pickler = pickle.Pickler(file := io.BytesIO(), 3)
pickler.dispatch_table = copyreg.dispatch_table.copy()
pickler.dispatch_table[Point] = as_tuple
pickler.dump([Point(5, 6), 1j])
print(pickle.loads(file.getvalue()))
pickler = pickle.Pickler(file := io.BytesIO(), 2)
pickler.persistent_id = lambda obj: obj.x if isinstance(obj, Point) else None
pickler.dump([Point(7, 8)])
unpickler = pickle.Unpickler(io.BytesIO(file.getvalue()))
unpickler.persistent_load = lambda pid: pid * 10
print(file.getvalue(), unpickler.load())


class Overrides(pickle.Pickler):
    def reducer_override(self, obj):
        if isinstance(obj, Point):
            return str, (repr(obj),)
        if obj is as_tuple:
            return 'as_tuple'
        return NotImplemented


Overrides(file := io.BytesIO(), 4).dump([Point(9, 9), as_tuple, {1: 2}])
print(pickle.loads(file.getvalue())[::2])


class Strict(pickle.Unpickler):
    def find_class(self, module, name):
        raise pickle.UnpicklingError(f'global {module}.{name} is forbidden')


for data in (pickle.dumps([1, {'a': 2}]), pickle.dumps(Point(1, 2)), b"cos\nsystem\n(S'echo'\ntR."):
    try:
        print(Strict(io.BytesIO(data)).load())
    except pickle.UnpicklingError as error:
        print(error)
# without __init__
class Forgets(pickle.Pickler):
    def __init__(self):
        pass


class ForgetsToo(pickle.Unpickler):
    def __init__(self):
        pass


for call in (lambda: Forgets().dump(1), lambda: ForgetsToo().load()):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
# extension codes
copyreg.add_extension('__main__', 'Point', 240)
copyreg.add_extension('__main__', 'as_tuple', 1000)
for protocol in range(6):
    data = pickle.dumps([Point, as_tuple], protocol)
    print(data, pickle.loads(data) == [Point, as_tuple])
for arguments in (('__main__', 'Point', 241), ('__main__', 'Other', 240), ('a', 'b', 0), ('a', 'b', 2 ** 31)):
    try:
        copyreg.add_extension(*arguments)
    except ValueError as error:
        print(error)
copyreg.remove_extension('__main__', 'Point', 240)
try:
    pickle.loads(b'\x82\xf0.')
except ValueError as error:
    print(error)


# files of one's own
class Reader:
    def __init__(self, data):
        self.data, self.at, self.calls = data, 0, []

    def read(self, n):
        self.calls.append(n)
        self.at += n
        return self.data[self.at - n:self.at]

    def readline(self):
        end = self.data.index(b'\n', self.at) + 1
        self.at, start = end, self.at
        return self.data[start:end]


for protocol in range(6):
    reader = Reader(pickle.dumps([1, 'two', 3.0, {'k': None}], protocol) + b'more')
    print(pickle.load(reader), len(reader.data) - reader.at)


class Bad:
    def __init__(self, gives):
        self.gives = gives

    def read(self, n):
        return self.gives

    def readline(self):
        return self.gives


for gives in (b'', 'text', None):
    try:
        print(pickle.load(Bad(gives)))
    except Exception as error:
        print(type(error).__name__)
    except RecursionError:
        print('RecursionError')


class Fails:
    def write(self, data):
        raise OSError('disk full')


try:
    pickle.dump([1], Fails())
except OSError as error:
    print(error)
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, pickle.format_version, pickle.compatible_formats)
print(pickle.MARK, pickle.STACK_GLOBAL, pickle.BYTEARRAY8)
print(issubclass(pickle.PicklingError, pickle.PickleError), pickle.PickleError.__mro__[1].__name__, pickle.UnpicklingError.__module__)
