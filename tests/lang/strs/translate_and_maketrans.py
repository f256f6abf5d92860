# Tables of characters.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


t = str.maketrans('abc', 'xyz', 'd')
print(t)
attempt("'aabbccdd!'.translate(t)")
attempt("str.maketrans({'a': 'AA', 'b': None, 99: 67, 'd': 100})")
attempt("'abcd'.translate({97: 'AA', 98: None, 99: 67})")
attempt("'abc'.translate(['x'] * 98)")
attempt("'abc'.translate({97: 2**21})")
attempt("'abc'.translate({97: 1.5})")
attempt("'abc'.translate(5)")
attempt("str.maketrans('ab', 'c')")
attempt("str.maketrans({'ab': 1})")
attempt("str.maketrans({1.5: 1})")
attempt("str.maketrans([])")
attempt("str.maketrans('a', 1)")
attempt("str.maketrans(1, 'a')")
attempt("str.maketrans()")
class Upper:
    def __getitem__(self, c):
        if c == 98:
            raise LookupError
        return chr(c).upper()
print('abcä'.translate(Upper()))
