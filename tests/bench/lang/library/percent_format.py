# The % operator and str.format.
def work():
    n = 0
    for i in range(20000):
        n += len('%d: %s' % (i, 'abc')) + len('%.3f' % (i / 7)) + len('{} and {}'.format(i, 'xyz')) + len('{:>8}'.format(i))
    return n
