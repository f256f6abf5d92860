# list() and comparison of lists.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("list()", "list('abc')", "list(range(3))", "list({'a': 1})", "list((1, 2))", "list(5)", "list(1, 2)", "list(iterable=[1])", "[1, 2] < [1, 3]", "[1] < [1, 0]", "[] < [0]", "[1, 'a'] < [1, 2]", "[1] == (1,)", "[1] != [1.0]", "[1] < (2,)", "[1, 2] == [1, 2]", "[[1]] > [[0, 9]]", "hash([])", "[1] + (2,)", "[1] + [2]", "[1] * 2", "3 * [0, 1]", "[1] * -1", "[1] * 'a'", "[1] * 1.5", "[1] - [1]", "2 in [1, 2]", "'a' not in ['b']", "len([1, [2, 3]])", "[].__class__", "bool([])"):
    attempt(text)
