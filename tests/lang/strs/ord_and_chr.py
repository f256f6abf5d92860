# ord, chr and their errors.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for c in ('a', '\0', '中', '\U0010ffff', '\ud800', b'a', '', 'ab', 5, b'ab', None):
    show(ord, c)
for n in (97, 0, 0x10ffff, 0x110000, -1, 'a', 1.0, 10**20, True):
    try:
        print(ascii(chr(n)))
    except Exception as e:
        print(type(e).__name__, e)
