# split, rsplit, splitlines, partition and join.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("b' a b  c '.split()", "b'a,b,,c'.split(b',')", "b'a,b,c'.rsplit(b',', 1)", "b'a b c '.split(None, 1)", "b'a'.split(b'')", "b'a'.split('a')", "b'a\\nb\\r\\nc\\x0bd\\r'.splitlines()", "b'a\\nb'.splitlines(True)", "b'a.b.c'.partition(b'.')", "b'a.b.c'.rpartition(b'.')", "b'abc'.partition(b'x')", "b'abc'.rpartition(b'x')", "b'a'.partition('x')", "b','.join([b'a', bytearray(b'b')])", "b''.join([])", "b','.join(['a'])", "b','.join([1])", "b','.join(5)", "b','.join(b'ab')", "b'-'.join(iter([b'x', b'y']))"):
    attempt(text)
