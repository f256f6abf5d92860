# accumulate, compress, dropwhile, takewhile, filterfalse, starmap.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from itertools import accumulate, compress, dropwhile, takewhile, filterfalse, starmap
import operator
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)), list(accumulate('abc')), list(accumulate([])), list(accumulate([], initial=5)), list(accumulate([3, 1, 2], max)), list(accumulate([1, 2], func=None)))
print(list(compress('abcd', [1, 0, True])), list(dropwhile(lambda x: x < 3, [1, 3, 1])), list(takewhile(lambda x: x < 3, [1, 3, 1])), list(filterfalse(None, [0, 1, ''])), list(filterfalse(str.isdigit, 'a1b')), list(starmap(pow, [(2, 3), (3, 2)])))
show(accumulate, 5); show(lambda: list(accumulate([1, 'a']))); show(compress, 'a'); show(compress, 5, [1]); show(dropwhile, 5); show(lambda: list(dropwhile(5, [1]))); show(starmap, pow); show(lambda: list(starmap(pow, [1]))); show(lambda: list(starmap(pow, [(1,)]))); show(filterfalse, None); show(takewhile); show(accumulate, [1], nope=1)
