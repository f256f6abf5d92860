# ASCII case mappings and the is... family.
names = [n for n in dir(bytes) if n.startswith('is')]
print(names)
for b in (b'', b'abc', b'ABC', b'Ab Cd', b'1a', b'12', b' \t', b'\xe4', b'aB\xc4'):
    print(b, b.upper(), b.lower(), b.title(), b.capitalize(), b.swapcase(), *[int(getattr(b, n)()) for n in names])
print(b"they're bill's".title())
