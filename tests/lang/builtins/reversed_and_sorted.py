# reversed of sequences and of others.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class Seq:
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return i
class Rev:
    def __reversed__(self):
        return 'own'
print(list(reversed([1, 2])), list(reversed('ab')), list(reversed(Seq())), reversed(Rev()), list(reversed({1: 2, 3: 4})), list(reversed(range(3))), list(reversed((1, 2))), list(reversed(b'ab')), type(reversed(Seq())).__name__, type(reversed('a')).__name__)
for v in ({1}, 5, None, iter([1]), object()):
    show(reversed, v)
show(reversed)
show(reversed, [1], [2])
show(sorted, {3: 1, 1: 2})
show(sorted, 'bca', reverse=True)
r = reversed([1, 2, 3])
print(next(r), r.__length_hint__(), list(r))
