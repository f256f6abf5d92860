# f-strings, plain and with format specifications.
def work():
    n, name = 0, 'value'
    for i in range(20000):
        n += len(f'{name}: {i}') + len(f'{i:08d}') + len(f'{i / 7:.3f}') + len(f'{name:>10}') + len(f'{i:,}')
    return n
