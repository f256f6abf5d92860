# Operators on wrong operands.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for op in ('+', '-', '*', '/', '//', '%', '**', '@', '<<', '>>', '&', '|', '^'):
    attempt(f"1 {op} 'a'")
    attempt(f"None {op} 1")
attempt("divmod(1, 'a')")
attempt("-'a'")
attempt("~1.0")
attempt("+[]")
attempt("abs('a')")
