def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print(e)
t(len); t(len, 1, 2); t(len, 5); t(abs, 'x'); t(ord, 'ab'); t(ord, 5); t(chr, 'a')
t(isinstance, 1); t(issubclass, 1, int); t(isinstance, 1, 5); t(sum, 5); t(sum, ['a']); t(sum, 'a', 'b')
t(max); t(max, 5); t(min, []) if 0 else None
t(int, 'x', []) ; t(int, 5, 5); t(round, 'x'); t(pow, 2); t(pow, 2, 3, 'x'); t(divmod, 1)
t(hash, []); t(iter, 5); t(next, 5); t(reversed, 5); t(sorted); t(sorted, 5); t(enumerate); t(zip, 5); t(map); t(map, 5)
t(filter, None); t(getattr, 1); t(getattr, 1, 2); t(setattr, 1, 2); t(hasattr, 1, 2); t(callable)
t(str, 1, 2); t(bytes, 'x'); t(bytearray, 'x'); t(list, 5); t(tuple, 5); t(dict, 5); t(set, 5); t(dict, [1])
t(range); t(range, 'x'); t(range, 1.5); t(slice); t(bool, 1, 2); t(float, []); t(complex, []); t(object, 1)
t(type); t(type, 1, 2); t(property, 1, 2, 3, 4, 5); t(open); t(print, sep=5); t(input, 1, 2); t(vars, 5)
t(bin, 1.5); t(hex, 'x'); t(all, 5); t(any); t(format); t(format, 1, 2); t(eval, 5); t(id); t(repr); t(staticmethod)
