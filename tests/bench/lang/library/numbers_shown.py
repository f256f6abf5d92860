# Numbers as texts in every base and form.
def work():
    n = 0
    for i in range(6000):
        x = i * 1.25 + 0.001
        n += len(hex(i)) + len(bin(i)) + len(oct(i)) + len('%x' % i) + len('%5d|%-5d' % (i, i)) + len('%g' % x) + len('%e' % x)
        n += len(format(x, 'g')) + len(f'{x:.2f}') + len(f'{i:08b}') + len(f'{i:,}') + len('{:.1%}'.format(x)) + len('%s' % i) + len('{0} {1} {0}'.format(i, x))
    return n
