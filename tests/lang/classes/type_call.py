T = type('T', (), {'x': 1, 'm': lambda self: self.x})
print(T.__name__, T().m(), T.__module__, T.__bases__, T.__qualname__)
U = type('U', (T,), dict(y=2))
print(U().x, U().y, issubclass(U, T))
for args in (('A',), ('A', ()), ('A', (), {}, 1), (1, (), {}), ('A', [], {}), ('A', (), []), ('A', (1,), {}), ('A\0', (), {})):
    try: print(type(*args))
    except (TypeError, ValueError) as e: print(e)
print(type('K', (), {'__doc__': 'd', '__qualname__': 'a.K', '__module__': 'mm'}), type(type), type(1), type(None))
try: type('K', (), {'__qualname__': 5})
except TypeError as e: print(e)
ns = {'a': 1}
V = type('V', (), ns); ns['b'] = 2
print(hasattr(V, 'b'))
print(type('W', (int,), {})(5) + 1, type('X', (dict,), {})(a=1))
print(type.__call__(int, '5'), type.__new__(type, 'N', (), {}).__name__)
try: type.__new__(int, 'N', (), {})
except TypeError as e: print(e)
try: type.__new__(5)
except TypeError as e: print(e)
