# sum, min and max with all their arguments.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("sum([1, 2])", "sum([1.5, 2], 10)", "sum([], start=5)", "sum([[1], [2]], [])", "sum('ab')", "sum(['a'], '')", "sum([b'a'], b'')", "sum(5)", "sum()", "sum([1], 2, 3)", "sum([1, 'a'])", "sum([10**20, 1.5, 1j])", "sum([True, True])", "sum([0.1] * 10)", "min(3, 1, 2)", "max([3, 1, 2])", "max('a', 'bb', key=len)", "min([], default='d')", "min([])", "max()", "max(5)", "max(1, 'a')", "max(1, 2, default=3)", "min([1], key=None)", "max([1, 2], key=lambda x: -x)", "max([(1, 'a'), (1, 'b')])", "min('hello')", "max({'a': 1, 'b': 0}, key={'a': 1, 'b': 0}.get)", "min(1, 2, nope=3)", "max([1.0, 1])", "min([1.0, 1])", "max([float('nan'), 1])", "max(x for x in range(3))", "max([], key=len)", "min(None)", "max(1, 2, key=5)"):
    attempt(text)
