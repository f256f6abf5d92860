# removeprefix and removesuffix.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'abcabc'.removeprefix('abc')", "'abcabc'.removesuffix('bc')", "'abc'.removeprefix('')", "'abc'.removesuffix('')", "'abc'.removeprefix('x')", "'abc'.removeprefix('abcd')", "'abc'.removeprefix(('a', 'b'))", "'abc'.removesuffix(None)", "'äb'.removeprefix('ä')"):
    attempt(text)
