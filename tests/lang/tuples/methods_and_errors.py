# index, count, and what tuples refuse.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


t = (1, 2, 3, 2)
for text in ("t.index(2)", "t.index(2, 2)", "t.index(9)", "t.index(2, 0, 1)", "t.count(2)", "t.index()", "t.index(1, 'a')", "t[0]", "t[-1]", "t[1:3]", "t[::-1]", "t[9]", "t['a']", "t[None]", "t + (4,)", "t + [4]", "t * 2", "0 * t", "t * 'a'", "2 in t", "t < (1, 3)", "t == [1, 2, 3, 2]", "hash(t) == hash((1, 2, 3, 2))", "hash(([],))", "len(t)", "tuple()", "tuple('ab')", "tuple(5)", "tuple([1], 2)", "(1,)", "()", "((), (1,))", "t.append(1)", "max(t)", "(1, 'a') < (1, 2)", "tuple(iterable=[1])", "t.__getnewargs__()", "t.count()"):
    attempt(text)
for text in ("t[0] = 1", "del t[0]", "t.x = 1", "t += [1]"):
    try:
        exec(text)
    except (TypeError, AttributeError) as e:
        print(e)
