# translate, delete and maketrans.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


t = bytes.maketrans(b'abc', b'xyz')
print(len(t), t[97:100])
for text in ("b'aabbcc'.translate(t)", "b'aabbcc'.translate(t, b'b')", "b'abc'.translate(None, b'a')", "b'abc'.translate(None, delete=b'c')", "b'abc'.translate(b'x')", "b'abc'.translate('x')", "bytes.maketrans(b'a', b'bc')", "bytes.maketrans('a', b'b')", "b'abc'.translate()", "b'abc'.translate(None)", "bytearray.maketrans(b'a', b'b') == bytes.maketrans(b'a', b'b')"):
    attempt(text)
