# The is... family over characters of many kinds.
names = [n for n in dir(str) if n.startswith('is')]
print(names)
for s in ('', 'a', 'A', 'abc1', '1', '²', '½', '٣', '一', 'ǅ', ' ', '\t\n', '\u2003', 'Ab', 'Ab Cd', 'aB', 'a b', '_a', '1a', 'é', '\x00', '\u200b', 'ª', 'Ⅷ', 'ⓐ', '\ud800', '\U0001F600', 'def', 'µ', '·', '℘', 'A1 B2', '\u0345', 'ß'):
    print(ascii(s), *[int(getattr(s, n)()) for n in names])
