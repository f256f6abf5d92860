# Cutting short and long texts, and putting them together.
long = ' '.join(str(i) for i in range(20000))
def work():
    n = 0
    for _ in range(10000):
        n += len('the quick brown fox jumps'.split()) + len('a,b,c,d,e'.split(',')) + len('key=value'.partition('='))
        n += len('-'.join(['ab', 'cd', 'ef']))
    return n, len(','.join(long.split())), len('\n'.join(words for words in long.split(' ')).splitlines())
