# Streams of zlib: states, flushes, dictionaries, what is refused.
import zlib
import os
import re
import tempfile

os.chdir(tempfile.mkdtemp())


def t(make):
    """Prints what a call gives, or raises; without addresses."""
    try:
        text = '-> ' + repr(make())[:300]
    except Exception as error:
        text = f'{type(error).__name__} {error}'
    print(re.sub('0x[0-9a-f]{6,}', '0x', text))

t(lambda: zlib.compressobj(10))
t(lambda: zlib.compressobj(1,8,50))
t(lambda: zlib.compressobj(1,7))
t(lambda: zlib.compressobj(memLevel=99))
t(lambda: zlib.compressobj(strategy=99))
t(lambda: zlib.decompressobj(99))
t(lambda: zlib.decompressobj(zdict=3))
t(lambda: zlib.compressobj(zdict=3))
d=zlib.decompressobj()
t(lambda: d.decompress(b'x'*10))
t(lambda: d.decompress(b'a',-1))
t(lambda: d.decompress(b'a',max_length='x'))
t(lambda: d.flush(0))
t(lambda: d.flush(-1))
t(lambda: d.flush())
d=zlib.decompressobj(); c=zlib.compress(b'hello'*100)
t(lambda: d.decompress(c[:5]))
t(lambda: d.flush())
t(lambda: d.eof)
d=zlib.decompressobj()
t(lambda: d.decompress(c+b'abc',10))
t(lambda:(d.unused_data,d.unconsumed_tail,d.eof))
t(lambda: d.decompress(d.unconsumed_tail))
t(lambda:(d.unused_data,d.unconsumed_tail,d.eof))
t(lambda:d.decompress(b'more'))
t(lambda:(d.unused_data,d.unconsumed_tail,d.eof))
t(lambda: d.copy())
t(d.flush)
co=zlib.compressobj()
t(lambda: co.compress(b'a'))
t(lambda: co.flush(zlib.Z_SYNC_FLUSH))
t(lambda: co.flush())
t(lambda: co.flush())
t(lambda: co.compress(b'a'))
t(lambda: co.copy())
t(lambda: co.flush(0))
t(lambda: co.flush(77))
t(lambda: zlib.Compress())
t(lambda: type(co))
t(lambda: type(d))
t(lambda: d.unused_data)
z=zlib.compressobj(zdict=b'hello world'); q=z.compress(b'hello hello')+z.flush()
t(lambda: zlib.decompressobj().decompress(q))
t(lambda: zlib.decompressobj(zdict=b'bad').decompress(q))
t(lambda: zlib.decompressobj(zdict=b'hello world').decompress(q))
t(lambda: zlib.decompress(q))
t(lambda: zlib.decompress(b'x'))
t(lambda: zlib.decompress('x'))
t(lambda: zlib.compress('x'))
t(lambda: zlib.crc32('a'))
t(lambda: co.compress('a'))
t(lambda: d.decompress('a'))
t(lambda: zlib.compress(b'a',99))
t(lambda: zlib.compress(b'a', 1, 50))
t(lambda: zlib.decompress(c, 50))
t(lambda: zlib.decompress(c,15,0))
t(lambda: zlib.decompress(c,15,-1))
t(lambda: zlib.decompressobj(zdict=b'abc',wbits=-15))
t(lambda: zlib.decompress(c, wbits=31))
t(lambda: zlib.__version__)
