# count, cycle, repeat, islice.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from itertools import count, cycle, repeat, islice
def l(it, n=5):
    return list(islice(it, n))
print(l(count()), l(count(5, -2)), l(count(0.5, 0.25)), l(count(2**63 - 1), 3), count(3), count(1, 2), count(1.5), l(cycle('ab')), l(cycle([])), list(repeat('x', 3)), repeat(5), repeat('a', 2), l(repeat(1), 2), list(repeat(1, -5)))
print(list(islice('abcdef', 3)), list(islice('abcdef', 2, 5)), list(islice('abcdef', 1, None, 2)), list(islice('abc', 0)), list(islice('abc', 5, 10)), list(islice('abcdef', None)))
show(islice, 'a', -1); show(islice, 'a', 1, 'b'); show(islice, 'a', 1, 2, 0); show(islice, 'a'); show(count, 'a'); show(cycle, 5); show(repeat); show(repeat, 1, 'a'); show(islice, 5, 1); show(islice, 'a', 1.5)
it = iter('abcdef')
print(list(islice(it, 2)), next(it), list(it))
