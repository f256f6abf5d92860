# chain, groupby, zip_longest, pairwise, tee.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from itertools import chain, groupby, zip_longest, pairwise, tee
print(list(chain('ab', [1])), list(chain()), list(chain.from_iterable(['ab', [1]])), [(k, list(g)) for k, g in groupby('aabbbca')], [(k, len(list(g))) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)], list(zip_longest('abc', [1])), list(zip_longest('abc', [1], fillvalue='-')), list(zip_longest()), list(pairwise('abcd')), list(pairwise('a')))
a, b = tee('abc')
print(next(a), list(b), list(a), tee('a', 0), len(tee('ab', 3)))
show(lambda: list(chain(5))); show(lambda: list(chain([1], 5))); show(groupby); show(groupby, 5); show(zip_longest, 5); show(zip_longest, 'a', nope=1); show(pairwise, 5); show(tee, 5); show(tee, 'a', -1); show(chain.from_iterable, 5)
g = groupby('aab')
k, first = next(g)
k2, second = next(g)
print(k, k2, list(first), list(second))
