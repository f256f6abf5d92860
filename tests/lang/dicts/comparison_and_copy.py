# Equality ignores order; copy is shallow.
a = {'x': [1], 'y': 2}
b = a.copy()
b['x'].append(2)
b['z'] = 3
print(a, b, a == b, {'x': 1, 'y': 2} == {'y': 2, 'x': 1}, {1: 2} != {1: 3}, {1: 2} == {1.0: 2.0})
for op in ('<', '>=', '+'):
    try:
        eval(f'a {op} b')
    except TypeError as e:
        print(e)
a.clear()
print(a, len(b))
class D(dict):
    pass
print(type(D(a=1).copy()).__name__, D(a=1) == {'a': 1}, repr(D(a=1)))
