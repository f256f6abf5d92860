# The name of every character, as sums over blocks of them.
for block in range(0, 0xF0000, 0x1000):
    value = named = 0
    for c in range(max(block, 128), block + 0x1000):
        if 0xD800 <= c < 0xE000 or 0xAC10 < c < 0xD700 or 0x4E10 < c < 0x9F00 or 0x20010 < c < 0x2A600:
            continue
        text = chr(c).encode('ascii', 'namereplace')
        if text[:3] == b'\\N{':
            named += 1
            value = (value * 31 + int.from_bytes(text, 'big')) % 1000000007
    if named:
        print(hex(block), named, value)
