# + * comparison and hash of bytes.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("b'a' + b'b'", "b'a' + bytearray(b'b')", "bytearray(b'a') + b'b'", "b'a' + 'b'", "b'a' + 1", "b'ab' * 3", "2 * b'a'", "b'a' * -1", "b'a' * 1.5", "b'a' * b'b'", "b'a' < b'b'", "b'a' == 'a'", "b'a' == bytearray(b'a')", "b'a' < 'b'", "b'a' >= bytearray(b'a')", "hash(b'ab') == hash('ab')", "hash(bytearray())", "b'a' == 97", "{b'a': 1}[b'a']", "sorted([b'b', b'a', b''])", "max(b'abc')", "sum([b'a'], b'')", "b'abc' * 10**20"):
    attempt(text)
