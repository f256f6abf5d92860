# hex with separators and fromhex.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("b'\\x01\\xab\\xff'.hex()", "b'abcdef'.hex(':')", "b'abcdefg'.hex('-', 2)", "b'abcdefg'.hex('-', -2)", "b'abc'.hex(b'_')", "b'abc'.hex(sep=' ', bytes_per_sep=3)", "b'abc'.hex('::')", "b'abc'.hex('é')", "b'abc'.hex(5)", "b'abc'.hex('', 2)", "b''.hex('-')", "b'ab'.hex('-', 0)", "bytes.fromhex('01 aB\\tff')", "bytes.fromhex('0')", "bytes.fromhex('0 1')", "bytes.fromhex('zz')", "bytes.fromhex('é')", "bytes.fromhex(b'00')", "bytes.fromhex('')", "bytearray.fromhex('6162')", "bytes.fromhex(' 61 ')"):
    attempt(text)
