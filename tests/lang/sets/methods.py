# Methods of sets and their errors.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


s = {1, 2, 3}
s.add(4)
s.add(1)
s.discard(9)
s.remove(4)
print(s, len(s), 2 in s, s.copy() == s, s.copy() is s)
for f, args in ((s.remove, (99,)), (s.remove, ('k',)), (s.add, ([],)), (s.discard, ([],)), (set().pop, ()), (s.add, ()), (s.pop, (1,)), (s.union, (5,)), (s.union, ([[]],)), (s.update, (None,)), (s.intersection, ('a', 5)), (s.issubset, (5,)), (s.isdisjoint, (5,)), (s.symmetric_difference, ()), (s.symmetric_difference, ([1], [2])), (s.__contains__, ([],)), (s.remove, ({1},)), (s.discard, ({1},)), (hash, (s,)), (set, (5,)), (set, (1, 2)), (set, ([[]],)), (s.clear, (1,))):
    show(f, *args)
print(s.union([5], (6,), {7: 8}), s.intersection([1, 2], {2}), s.difference([1], [2]), s.symmetric_difference([3, 4]), s.issubset(range(10)), s.issuperset([1]), s.isdisjoint([9]), s.union())
s.update([10], 'a')
s.intersection_update([1, 2, 'a'])
s.difference_update([2])
s.symmetric_difference_update(['a', 'b'])
print(sorted(s, key=str))
{1}.pop()
s.clear()
print(s, set('') == set(), {*[1, 2], *'a'} == {1, 2, 'a'})
