# find and kin with bytes and ints.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("b'hello'.find(b'l')", "b'hello'.find(108)", "b'hello'.rfind(b'l', 0, 3)", "b'hello'.index(b'z')", "b'hello'.rindex(300)", "b'hello'.find('l')", "b'aaaa'.count(b'aa')", "b'aaaa'.count(97, 1)", "b'aaaa'.count(b'')", "b'abc'.startswith(b'a')", "b'abc'.startswith((b'x', b'a'))", "b'abc'.startswith('a')", "b'abc'.endswith((b'c', 'x'))", "b'abc'.endswith(('x', b'c'))", "b'abc'.find(b'c', -1)", "b'abc'.index(b'b', None, None)", "b'abc'.find(None)", "b'abc'.endswith([b'c'])"):
    attempt(text)
