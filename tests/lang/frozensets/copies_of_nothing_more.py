# Methods without another set give a copy, also of a frozenset
a = frozenset('a\tb\nc')
for name in ('union', 'difference', 'intersection', 'copy'):
    made = getattr(a, name)()
    print(name, made is a, made == a, type(made).__name__)
    numbers = frozenset(range(0, 60, 7))
    print(getattr(numbers, name)(), getattr(set(numbers), name)())
