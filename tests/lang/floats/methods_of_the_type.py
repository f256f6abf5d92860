# Attributes and methods of every float.
x = 2.5
print(x.real, x.imag, x.conjugate(), x.__abs__(), x.__neg__(), x.__pos__(), x.__bool__(), x.__int__(), x.__float__(), x.__repr__(), x.__eq__(2.5), x.__lt__(3), x.__eq__('a'))
print(x.__add__(1), x.__radd__(1), x.__sub__(1), x.__rsub__(1), x.__mul__(2), x.__truediv__(2), x.__rtruediv__(5), x.__floordiv__(2), x.__mod__(2), x.__divmod__(2), x.__pow__(2), x.__rpow__(2), x.__add__('a'))
for name in ('real', 'imag', 'nope'):
    try:
        setattr(x, name, 1)
    except AttributeError as e:
        print(e)
class Meters(float):
    def __repr__(self):
        return f'{float(self)} m'
m = Meters('1.5')
print(m, [m], str(m), f'{m:.3f}', m + 1, type(m * 2).__name__, m == 1.5, '%s' % m)
