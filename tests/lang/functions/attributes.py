def f(a, b: int = 2, *c, d=4, **e) -> str:
    """Doc."""
    x = 1
    return lambda: x
print(f.__name__, f.__qualname__, f.__module__, f.__doc__)
print(f.__defaults__, f.__kwdefaults__, f.__annotations__, f.__closure__)
c = f.__code__
print(c.co_name, c.co_argcount, c.co_kwonlyargcount, c.co_posonlyargcount, c.co_varnames, c.co_flags & 12)
print(c.co_cellvars, c.co_freevars, c.co_firstlineno, c.co_nlocals)
g = f(1)
print(g.__name__, g.__qualname__, g.__closure__[0].cell_contents, g.__code__.co_freevars)
f.extra = 5
print(f.extra, f.__dict__, vars(f))
del f.extra
print(hasattr(f, 'extra'))
f.__name__ = 'renamed'
f.__qualname__ = 'q.renamed'
f.__doc__ = 'new'
print(f.__name__, f.__qualname__, f.__doc__, repr(f)[:21])
for name, v in [('__name__', 1), ('__qualname__', None), ('__defaults__', 1), ('__code__', 2), ('__kwdefaults__', 1), ('__dict__', 4)]:
    try:
        setattr(f, name, v)
    except (TypeError, AttributeError) as e:
        print(name, e)
print(f.__globals__ is globals())
try:
    f.__closure__ = ()
except AttributeError as e:
    print(e)
try:
    f.__globals__ = {}
except AttributeError as e:
    print(e)
try:
    del f.__name__
except TypeError as e:
    print(e)
