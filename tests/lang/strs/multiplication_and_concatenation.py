# + and * of texts.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'ab' * 3", "3 * 'ab'", "'ab' * 0", "'ab' * -1", "'ab' * True", "'a' + 'b'", "'a' + 1", "1 + 'a'", "'a' * 1.5", "'a' * 'b'", "'a' * 10**20", "'a' - 'b'", "'ä' * 2 + '中'", "'a' in 'abc'", "'' in ''", "1 in 'abc'", "None in 'a'", "'a' * [1]", "'a' + b'b'"):
    attempt(text)
