# A subclass of str in the methods of str.
class Name(str):
    def __new__(cls, text, extra=None):
        self = super().__new__(cls, text)
        self.extra = extra
        return self
n = Name('abc', extra=1)
print(n, n.extra, type(n.upper()).__name__, type(n + 'd').__name__, type(n[:]).__name__, type(n * 1).__name__, type(str(n)).__name__, type(n.strip()).__name__, type(n.replace('x', 'y')).__name__)
print(n == 'abc', hash(n) == hash('abc'), {'abc': 1}[n], n in 'xabcx', ','.join([n, n]), f'{n:>5}', '%s' % n, repr(n), isinstance(n, str), [c for c in n], n.__class__.__name__)
print(sorted(n), n > 'abb', len(n), n.find('c'), Name('x').__dict__)
