# zlib: check sums, compression and expansion of whole texts, errors
import zlib


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs))[:80])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


print(zlib.crc32(b''), zlib.crc32(b'hello'), zlib.crc32(b'lo', zlib.crc32(b'hel')), zlib.adler32(b''), zlib.adler32(b'hello'), zlib.adler32(b'lo', zlib.adler32(b'hel')))
print(zlib.crc32(bytearray(b'abc')), zlib.crc32(memoryview(b'abc')), zlib.crc32(b'abc', -1), zlib.crc32(b'abc', 2**32 - 1))
for text in [b'', b'a', b'hello ' * 1000, bytes(range(256)) * 300]:
    for level in (-1, 0, 1, 6, 9):
        packed = zlib.compress(text, level)
        print(len(packed), zlib.decompress(packed) == text, end=' ')
    print(zlib.decompress(zlib.compress(text, wbits=-15), wbits=-15) == text, zlib.decompress(zlib.compress(text, wbits=31), 31) == text,
          zlib.decompress(zlib.compress(text, wbits=31), 47) == text)
print(zlib.compress(b'hello'), zlib.compress(b'hello', level=0), zlib.compress(b'hello', wbits=-9))
attempt(zlib.compress, b'a', 10)
attempt(zlib.compress, b'a', wbits=3)
attempt(zlib.compress, 'a')
attempt(zlib.crc32, 'a')
attempt(zlib.decompress, b'abc')
attempt(zlib.decompress, b'')
attempt(zlib.decompress, zlib.compress(b'hello' * 100)[:-5])
attempt(zlib.decompress, zlib.compress(b'hello')[:-1] + b'x')
attempt(zlib.decompress, b'x\x9c\xff\xff\xff')
attempt(zlib.decompress, zlib.compress(b'a'), bufsize=-1)
attempt(zlib.decompress, zlib.compress(b'hello') + b'more')
print(zlib.error.__mro__, zlib.MAX_WBITS, zlib.DEFLATED, zlib.Z_BEST_COMPRESSION, zlib.Z_DEFAULT_COMPRESSION)
