# center, ljust, rjust, zfill.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'ab'.center(5)", "'ab'.center(6)", "'abc'.center(6)", "'abc'.center(7, '*')", "'ab'.ljust(5, '.')", "'ab'.rjust(5, '\\u00e4')", "'abc'.center(2)", "'abc'.center(-5)", "'a'.center(3, 'xy')", "'a'.center(3, '')", "'a'.ljust(3, 1)", "'a'.rjust('3')", "'42'.zfill(5)", "'-42'.zfill(5)", "'+42'.zfill(5)", "'--1'.zfill(6)", "''.zfill(3)", "'a'.zfill(-1)", "'a'.zfill()", "'ab'.center(5.0)", "'-'.zfill(3)"):
    attempt(text)
