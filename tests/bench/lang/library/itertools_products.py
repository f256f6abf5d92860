# product, permutations and combinations.
from itertools import combinations, combinations_with_replacement, permutations, product
def work():
    n = 0
    for x, y in product(range(100), range(100)):
        n += x
    for p in permutations(range(6)):
        n += p[0]
    for c in combinations(range(16), 4):
        n += c[3]
    for c in combinations_with_replacement(range(12), 4):
        n += c[0]
    return n
