# Replacing, stripping and testing ends of short texts.
def work():
    n, s, t = 0, 'hello world', '  hello  '
    for _ in range(20000):
        n += len(s.replace('o', '0')) + len(s.replace('world', 'there')) + len(t.strip()) + s.startswith('hello')
        n += len(s.removeprefix('hello')) + s.endswith('ld')
    return n, len(('abcdefg ' * 10000).replace('cd', 'xyz'))
