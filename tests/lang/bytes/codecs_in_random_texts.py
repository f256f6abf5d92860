# Texts and bytes put together at random through all codecs and handlers: a sum over what comes out, for each pair.
state = 2024


def rnd(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n


def checksum(total, text):
    for c in text:
        total = (total * 31 + ord(c)) % 0xffffffffffc5
    return total


CODECS = ('utf-8', 'ascii', 'latin-1', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-be', 'cp1252', 'koi8-r', 'iso8859-7', 'utf-8-sig',
          'unicode-escape', 'raw-unicode-escape')
HANDLERS = ('strict', 'ignore', 'replace', 'backslashreplace', 'namereplace', 'surrogateescape', 'surrogatepass')
POOLS = ('abc xyz', 'äöüß', 'жук', '漢字', '😀😃', '\udc80\udcff', '\ud800\udbff\udc00\udfff', '\x00\x7f\x80\xff', '\u07ff\u0800\uffff', '\U00010000\U0010ffff\ue000\ud7ff',
         '€“Š', '\\u12 \\x4\n\t\r')
LENGTHS = (0, 1, 2, 3, 8, 15, 16, 17, 33, 64, 65, 129, 300, 513)


def text():
    pools = [POOLS[rnd(len(POOLS))] for _ in range(1 + rnd(3))]
    if rnd(2):
        pools[0] = POOLS[0]
    weight = (1, 2, 8, 40)[rnd(4)]
    out = []
    for _ in range(LENGTHS[rnd(len(LENGTHS))]):
        p = pools[0] if rnd(weight) else pools[rnd(len(pools))]
        out.append(p[rnd(len(p))])
    return ''.join(out)


def octets(codec):
    if rnd(4) == 0:
        return bytes([rnd(256) for _ in range(LENGTHS[rnd(len(LENGTHS) - 2)])])
    b = bytearray(text().encode(codec, 'ignore'))
    for _ in range(rnd(3)):
        if b:
            i = rnd(len(b))
            b[i:i + rnd(2)] = (b'\x80', b'\xff', b'\xc2', b'\xe6', b'\xed', b'\xf4', b'\xd8', b'\xdc', b'')[rnd(9)]
    return bytes(b)


def shown(work):
    try:
        return repr(work())
    except UnicodeError as e:
        return f'{type(e).__name__} {e.start} {e.end} {e.reason} {len(e.object)}'
    except TypeError as e:
        return type(e).__name__


for codec in CODECS:
    for handler in HANDLERS:
        total = good = 0
        for _ in range(25):
            s, b = text(), octets(codec)
            off = rnd(4)
            for result in shown(lambda: s.encode(codec, handler)), shown(lambda: str(memoryview(b'x' * off + b)[off:], codec, handler)), shown(lambda: b.decode(codec, handler)):
                total = checksum(total, result)
                good += result[0] in '"\'b'
        print(codec, handler, good, total)

# What needs more than one step of memory, or none.
for n in (127, 128, 129, 511, 512, 513, 4095, 4096, 4097, 70000):
    s = ('abcdefghij' * n)[:n - 1]
    for last in 'x', 'é', 'ж', '漢', '😀':
        for codec in 'utf-8', 'utf-16', 'utf-32-be':
            b = (s + last).encode(codec)
            assert b.decode(codec) == s + last and len(b.decode(codec)) == n
        print(len((last * n).encode()), len((last * n).encode('utf-16')), len((last * n).encode('ascii', 'backslashreplace')), end=' ')
    print()
print(('a' * 5000 + '\udc80').encode('utf-8', 'surrogateescape')[-2:], (b'a' * 5000 + b'\xff').decode('utf-8', 'backslashreplace')[-6:], len((b'\xff' * 200000).decode('ascii', 'backslashreplace')))
for name in 'UTF-8', 'utf_8', 'Utf8', 'LATIN_1', 'iso-8859-1', 'CP1252', 'windows_1252', 'utf-8-sig', 'UTF_16_LE', 'no-such-codec', '':
    for _ in range(2):
        try:
            print(name, 'é'.encode(name), b'\xc3\xa9'.decode(name, 'replace'))
        except LookupError as e:
            print(e)
