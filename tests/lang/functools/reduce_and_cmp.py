# reduce, cmp_to_key, total_ordering.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


from functools import reduce, cmp_to_key, total_ordering
show(reduce, lambda a, b: a + b, [1, 2, 3]); show(reduce, lambda a, b: a * b, [], 5); show(reduce, lambda a, b: a, []); show(reduce, lambda a, b: a, 5); show(reduce, lambda: 0, [1, 2]); show(reduce, max, 'hello', 'z')
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), sorted('bca', key=cmp_to_key(lambda a, b: (a > b) - (a < b))))
k = cmp_to_key(lambda a, b: a - b)
print(k(1) < k(2), k(1) == k(1), k(1).obj)
@total_ordering
class V:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return self.n == other.n
    def __lt__(self, other):
        return self.n < other.n
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), max(V(1), V(3)).n)
try:
    @total_ordering
    class W:
        pass
except ValueError as e:
    print(e)
