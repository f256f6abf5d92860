# split and rsplit with and without separator and limit.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'a b  c '.split()", "' a b  c '.split(None, 1)", "' a b  c '.rsplit(None, 1)", "' a b '.split(None, 0)", "' a b '.rsplit(None, 0)", "'a,b,,c'.split(',')", "'a,b,,c'.split(',', 2)", "'a,b,,c'.rsplit(',', 1)",
             "''.split()", "''.split(',')", "'   '.split()", "'aXXbXXc'.split('XX')", "'aXXXb'.rsplit('XX')", "'a b'.split(sep=' ', maxsplit=1)", "'a\\u2003b\\x1cc'.split()", "'a'.split('')", "'a'.split(1)", "'a'.split(b'a')",
             "'a b c'.split(maxsplit=-1)", "'a b'.split(None, 'x')", "'a'.split('a', 1, 2)", "'a'.split(foo=1)", "'äbä'.split('ä')", "'a\U0001F600b'.split('\U0001F600')", "'abc'.split('abcd')", "'a b c'.split(' ', True)"):
    attempt(text)
