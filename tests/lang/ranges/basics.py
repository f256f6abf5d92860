# Length, items, slices, containment and comparison of ranges.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("range(5)", "range(1, 10, 3)", "range(10, 0, -3)", "list(range(10, 0, -3))", "len(range(0))", "len(range(5, 0))", "range(5)[2]", "range(5)[-1]", "range(5)[5]", "range(10)[2:8:2]", "range(10)[::-1]", "range(10)[20:]", "range(0, 10, 2)[1:-1]", "3 in range(5)", "2.0 in range(5)", "2.5 in range(5)", "'a' in range(5)", "10**30 in range(10**31)", "range(0) == range(2, 1)", "range(0, 3, 2) == range(0, 4, 2)", "range(3) == [0, 1, 2]", "hash(range(3)) == hash(range(0, 3))", "range(3) < range(4)", "range(1.0)", "range('a')", "range()", "range(1, 2, 0)", "range(1, 2, 3, 4)", "range(True, 3)", "range(3).index(2)", "range(3).index(5)", "range(3).index('a')", "range(0, 10, 2).count(4)", "range(5).count(7)", "range(5).start, range(5).stop, range(5).step", "range(stop=3)", "range(3) + range(3)", "range(3) * 2", "range(3)['a']", "range(3)[None]", "max(range(5))", "sum(range(101))", "bool(range(0))", "list(reversed(range(0, 10, 3)))", "range(None)"):
    attempt(text)
