# Modules made by a program: subclasses, __dir__, __annotations__, a second __init__
import types


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Lazy(types.ModuleType):
    loads = 0

    def __init__(self, name, table):
        super().__init__(name, 'lazy ' + name)
        self.table = table

    def __getattr__(self, name):
        if name.startswith('_') or name not in self.table:
            raise AttributeError(f'{self.__name__} has no {name}')
        type(self).loads += 1
        value = self.table[name]()
        setattr(self, name, value)
        return value

    def __setattr__(self, name, value):
        print('set', name)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print('del', name)
        super().__delattr__(name)

    @property
    def size(self):
        return len(self.table)

    def __dir__(self):
        return ['size', *self.table]


m = Lazy('store', {'answer': lambda: 42})
print(type(m).__name__, isinstance(m, types.ModuleType), m.__name__, m.__doc__, m.size)
print(m.answer, m.answer, Lazy.loads, sorted(k for k in vars(m) if k[0] != '_'), dir(m))
attempt(lambda: m.question)
m.__dict__['size'] = 'hidden'
print(m.size)
del m.answer
print(m.answer, Lazy.loads)
attempt(setattr, m, 'size', 1)
m.__class__ = types.ModuleType if False else Lazy

plain = types.ModuleType('plain')
print(plain, plain.__doc__, sorted(vars(plain)))
print(plain.__annotations__, '__annotations__' in vars(plain))
plain.__annotations__['x'] = int
print(plain.__annotations__, vars(plain)['__annotations__'])
del plain.__annotations__
print(plain.__annotations__)
plain.__annotations__ = None
print(plain.__annotations__)
plain.x = 1
plain.__init__('renamed', doc='new')
print(plain.__name__, plain.__doc__, plain.x)
plain.__dir__ = lambda: ['b', 'a']
print(dir(plain))
plain.__dir__ = 5
attempt(dir, plain)
plain.__dir__ = lambda extra: []
attempt(dir, plain)
plain.__getattr__ = 5
attempt(lambda: plain.missing)
bare = types.ModuleType.__new__(types.ModuleType)
attempt(lambda: bare.missing)
print(bare)
for arguments in ((), (5,), ('a', 'b', 'c'), ('a', 5)):
    attempt(lambda: types.ModuleType(*arguments).__doc__)
