# Items, slices and iteration of views.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


m = memoryview(b'abcdef')
for text in ("m[0]", "m[-1]", "m[6]", "m['a']", "m[1:3].tobytes()", "m[::2].tobytes()", "m[::-1].tolist()", "m[4:1:-2].tolist()", "len(m[10:])", "list(m)", "97 in m", "len(m)", "m[1:][1:][0]", "m[None]", "m[1.5]", "m[10**30]", "bytes(m)", "bytes(m[::2])", "bytearray(m[1:3])", "list(reversed(m))", "m[2:4] == b'cd'", "sum(m)", "max(m)", "b''.join([m, m[:1]])", "m[::-1][::-1] == m", "str(m, 'ascii')", "int(memoryview(b'12'))", "m + m", "b'x' + m", "m * 2", "m()", "bytes.fromhex('00') + memoryview(b'z')"):
    attempt(text)
