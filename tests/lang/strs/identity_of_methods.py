# Methods as values: bound, unbound, by map.
print(list(map(str.upper, ['a', 'b'])), list(map('-'.join, ['ab', 'cd'])), sorted(['b', 'A'], key=str.lower), str.join('-', 'abc'), str.__len__('abc'), 'abc'.__contains__('b'), 'abc'.__getitem__(1), 'a'.__add__('b'), 'ab'.__mul__(2), 'ab'.__rmul__(2), 'a'.__eq__('a'), 'a'.__lt__('b'), 'a'.__eq__(1), '%d'.__mod__(5))
for f, args in ((str.upper, (1,)), (str.upper, ()), (str.join, ('-',)), (str.split, (1, 2)), (str.__len__, (5,)), (str.__add__, ('a', 5))):
    try:
        print(f(*args))
    except TypeError as e:
        print(e)
