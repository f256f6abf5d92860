# from_bytes of bytes, lists, iterators and wrong things.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


attempt("int.from_bytes(b'\\x01\\x02', 'big')")
attempt("int.from_bytes(b'\\x01\\x02', 'little')")
attempt("int.from_bytes(b'\\xff\\xfe', 'big', signed=True)")
attempt("int.from_bytes(b'', 'big')")
attempt("int.from_bytes(b'\\x07')")
attempt("int.from_bytes([255, 0, 1], 'big')")
attempt("int.from_bytes((1, 2), byteorder='little')")
attempt("int.from_bytes(bytearray(b'\\x80' * 9), 'big')")
attempt("int.from_bytes(iter([1, 2, 3]), 'big')")
attempt("int.from_bytes([256], 'big')")
attempt("int.from_bytes('ab', 'big')")
attempt("int.from_bytes(5, 'big')")
attempt("int.from_bytes(b'a', 'x')")
attempt("int.from_bytes()")
attempt("bool.from_bytes(b'\\x00\\x01', 'big')")
class Age(int):
    pass
attempt("type(Age.from_bytes(b'a', 'big')).__name__")
