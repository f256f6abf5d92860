# product, permutations, combinations.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from itertools import product, permutations, combinations, combinations_with_replacement
print(list(product('ab', [1, 2])), list(product()), list(product('ab', repeat=2)), list(product([], 'a')), len(list(product(range(3), repeat=4))))
print(list(permutations('abc', 2)), list(permutations([1, 2, 3])), list(permutations('a', 2)), list(permutations('ab', 0)), list(combinations('abcd', 2)), list(combinations('ab', 3)), list(combinations('ab', 0)), list(combinations_with_replacement('abc', 2)))
show(product, 5); show(product, 'a', repeat=-1); show(product, 'a', nope=1); show(permutations, 5); show(permutations, 'a', -1); show(permutations, 'a', 'b'); show(combinations, 'a'); show(combinations, 'a', -1); show(combinations, 'abc', 1.5); show(combinations_with_replacement, 'a', -1)
