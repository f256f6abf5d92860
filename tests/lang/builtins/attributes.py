# getattr, setattr, delattr, hasattr, vars, dir.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    x = 1
    def __init__(self):
        self.y = 2
    @property
    def bad(self):
        raise AttributeError('inner')
    @property
    def worse(self):
        raise ValueError('inner')
a = A()
show(getattr, a, 'x')
show(getattr, a, 'z')
show(getattr, a, 'z', None)
show(getattr, a, 'bad')
show(getattr, a, 'bad', 'default')
show(getattr, a, 'worse', 'default')
show(getattr, a, 5)
show(getattr, a)
show(setattr, a, 'z', 3)
show(setattr, a, 5, 3)
show(setattr, 5, 'z', 3)
show(delattr, a, 'z')
show(delattr, a, 'z')
show(hasattr, a, 'y')
show(hasattr, a, 'bad')
show(hasattr, a, 'worse')
show(hasattr, a, 1)
show(vars, a)
show(vars, 5)
print([n for n in dir(a) if not n.startswith('__')], [n for n in dir(A) if n in ('x', 'bad', '__init__', '__class__')], 'append' in dir([]))
class D:
    def __dir__(self):
        return ['b', 'a']
print(dir(D()))
show(dir, 1, 2)
