# partition and rpartition.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'a.b.c'.partition('.')", "'a.b.c'.rpartition('.')", "'abc'.partition('.')", "'abc'.rpartition('.')", "'abc'.partition('')", "'abc'.partition(1)", "''.partition('x')", "'aXXb'.partition('XX')", "'äöü'.partition('ö')", "'abc'.partition()", "'abc'.rpartition(None)"):
    attempt(text)
