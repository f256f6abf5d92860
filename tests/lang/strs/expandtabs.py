# Tab stops of several widths.
for s in ('a\tb', '\t', 'abc\tdefghijkl\tm', 'a\n\tb\r\tc', '\t\t', 'ä\tö'):
    print([s.expandtabs(), s.expandtabs(4), s.expandtabs(tabsize=1), s.expandtabs(0), s.expandtabs(-3)])
for args in (('x',), (None,), (10**20,), (1, 2)):
    try:
        print('a\tb'.expandtabs(*args))
    except (TypeError, OverflowError) as e:
        print(type(e).__name__, e)
