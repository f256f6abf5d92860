# replace with counts and empty patterns.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'aaa'.replace('a', 'b')", "'aaa'.replace('a', 'b', 2)", "'aaa'.replace('a', '', -1)", "'abc'.replace('', '-')", "'abc'.replace('', '-', 2)", "''.replace('', 'x')", "''.replace('', 'x', 0)", "'abc'.replace('x', 'y')", "'aäa'.replace('a', '\\u4e2d')", "'\\u4e2da'.replace('\\u4e2d', 'b')", "'aaaa'.replace('aa', 'a')", "'abc'.replace('b')", "'abc'.replace(1, 'b')", "'abc'.replace('b', None)", "'abc'.replace('a', 'b', 'c')", "'abc'.replace('a', 'b', count=1)"):
    attempt(text)
