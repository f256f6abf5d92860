# A subclass of int keeps its type only where Python does.
class Money(int):
    def __new__(cls, value, unit='EUR'):
        self = super().__new__(cls, value)
        self.unit = unit
        return self
    def __repr__(self):
        return f'Money({int(self)}, {self.unit!r})'
    def __add__(self, other):
        return Money(int(self) + other, self.unit)
m = Money('12', unit='CHF')
print(m, m + 1, 1 + m, type(1 + m).__name__, m * 2, type(-m).__name__, type(+m).__name__)
print(type(m.real).__name__, type(m.numerator).__name__, type(abs(m)).__name__, type(int(m)).__name__, type(round(m)).__name__)
print(m == 12, hash(m) == hash(12), {12: 'a'}[m], [0] * Money(2), 'abc'[Money(1)], f'{m:04d}', '%d' % m, str(m))
big = Money(10**30)
print(type(big + 0).__name__, big // 10**29, isinstance(big, int), big.bit_length())
