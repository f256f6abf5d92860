# Classes as iterators in all consumers.
class Count:
    def __init__(self, n):
        self.n, self.i = n, 0
    def __iter__(self):
        return self
    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i
print(list(Count(3)), tuple(Count(2)), set(Count(2)), sum(Count(4)), max(Count(3)), sorted(Count(3), reverse=True), [*Count(2)], dict(zip(Count(2), 'ab')), 2 in Count(3), 9 in Count(3), list(map(str, Count(2))), ''.join(map(str, Count(3))), list(enumerate(Count(2))))
a, *b = Count(3)
print(a, b, dict.fromkeys(Count(2)), list(filter(lambda x: x % 2, Count(5))), any(Count(1)), bytes(Count(3)), frozenset(Count(1)), [x + y for x in Count(2) for y in Count(2)])
class NoIter:
    def __next__(self):
        return 1
class BadNext:
    def __iter__(self):
        return self
for f, v in ((list, NoIter()), (list, BadNext()), (sum, 5), (next, NoIter())):
    try:
        print(f(v))
    except TypeError as e:
        print(e)
