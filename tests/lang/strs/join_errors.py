# join takes texts only.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("','.join(['a', 'b'])", "''.join('abc')", "'-'.join(('x',))", "'-'.join([])", "'ä'.join(['\\u4e2d', 'b'])", "','.join(c for c in 'abc')", "','.join({'a': 1})", "','.join([1])", "','.join(['a', None])", "','.join(5)", "','.join(None)", "','.join([b'a'])", "','.join()", "','.join('a', 'b')"):
    attempt(text)
