# help() and the documentation of functions.
def documented(a, b=1, *args, c: int = 2, **kw) -> str:
    """First line.

    More text.
    """
def bare(x, /, y, *, z): pass
help(documented)
help(bare)
help(lambda q: q)
print(documented.__doc__, bare.__doc__, len.__doc__, abs.__text_signature__, len.__text_signature__)
