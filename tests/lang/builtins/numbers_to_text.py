# bin, oct, hex, ascii, chr, repr.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


class I:
    def __index__(self):
        return 10
for text in ("bin(5)", "bin(-5)", "oct(8)", "hex(255)", "hex(-10**20)", "bin(True)", "hex(I())", "bin(1.5)", "oct('a')", "hex(None)", "bin()", "ascii('é\\n')", "ascii(['ü'])", "repr('é')", "repr()", "ascii(1, 2)", "abs(-5)", "abs(-5.5)", "abs(3+4j)", "abs('a')", "abs(True)", "divmod(7, 2)", "divmod(-7, 2.0)", "divmod(1)", "round(2.5)", "round(2.567, 2)", "round(1234, -2)", "round('a')", "round(1.5, None)", "round(number=2.567, ndigits=1)", "round()", "round(1, 2, 3)", "id(1) == id(1)", "hash('a') == hash('a')", "hash([])", "callable(len)", "callable(5)", "callable(int)", "len(5)", "len()", "len([1], [2])"):
    attempt(text)
