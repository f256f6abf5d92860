# to_bytes with both orders, signs and lengths.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


attempt("(1024).to_bytes(2, byteorder='big')")
attempt("(1024).to_bytes(4, 'little')")
attempt("(-1024).to_bytes(4, 'big', signed=True)")
attempt("(255).to_bytes()")
attempt("(0).to_bytes(0, 'big')")
attempt("(2**70).to_bytes(9, 'big')")
attempt("(-2**63).to_bytes(8, 'little', signed=True)")
attempt("(256).to_bytes(1, 'big')")
attempt("(-1).to_bytes(1, 'big')")
attempt("(128).to_bytes(1, 'big', signed=True)")
attempt("(1).to_bytes(-1, 'big')")
attempt("(1).to_bytes(1, 'middle')")
attempt("(1).to_bytes(1, 5)")
attempt("(1).to_bytes('a', 'big')")
attempt("(1).to_bytes(1, 'big', False)")
attempt("(1).to_bytes(1, order='big')")
attempt("True.to_bytes(2, 'big')")
