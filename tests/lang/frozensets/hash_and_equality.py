# Frozen sets as keys.
f = frozenset('abc')
print(hash(frozenset()), hash(frozenset([1, 2, 3])), hash(frozenset([1, 2])) == hash(frozenset([2, 1])), f == set('abc'), {f: 1}[frozenset('cba')], frozenset(f) is f, f.copy() is f, hash(frozenset([(1, 2), 3.5])))
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("f.add(1)", "f.pop()", "f.update([1])", "frozenset(5)", "frozenset([[]])", "frozenset(1, 2)", "f | 'x'", "f.union('x') == set('abcx')", "frozenset('a') in {f}", "f.clear", "f.__ior__", "len(f)", "frozenset(iterable=[1])", "f.isdisjoint('z')", "frozenset([1, 2]) < {1, 2, 3}", "frozenset([1]).intersection([1, 2])"):
    attempt(text)
