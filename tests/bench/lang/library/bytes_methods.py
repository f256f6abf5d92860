# bytes and bytearray.
def work():
    n, s, b = 0, b'hello world', bytearray()
    for i in range(10000):
        n += s.find(b'wor') + len(b'a,b,c'.split(b',')) + len(s.replace(b'o', b'0')) + len(s[2:5]) + s[1] + len(s.hex())
        n += len(b','.join([s, s])) + (b'wor' in s) + s.startswith(b'he') + len(s.decode())
        b.append(i & 255)
        b += b'ab'
    return n, len(b), sum(bytes(range(200)))
