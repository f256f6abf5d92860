# Bytes: base64 and binascii, compression, digests and archives.
import base64
import binascii
import io
import zlib

DATA = bytes(i * 7919 >> 3 & 255 for i in range(1_000_000))
TEXT = b'the quick brown fox jumps over the lazy dog ' * 50_000


def digest(name):
    def make():
        import hashlib
        return lambda: hashlib.new(name, TEXT).hexdigest()
    return make


def small_digests():
    import hashlib

    def work():
        for i in range(10_000):
            hashlib.sha256(b'key %d' % i).hexdigest()
    return work


def zip_written():
    import zipfile

    def work():
        out = io.BytesIO()
        with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
            for i in range(100):
                archive.writestr(f'folder/member {i}', TEXT[:20_000])
        return len(zipfile.ZipFile(out).namelist())
    return work


def zip_read():
    import zipfile
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for i in range(100):
            archive.writestr(f'folder/member {i}', TEXT[:20_000])

    def work():
        with zipfile.ZipFile(out) as archive:
            return sum(len(archive.read(name)) for name in archive.namelist())
    return work


ROWS = {
    'base64_encode': lambda: lambda: len(base64.b64encode(DATA)),
    'base64_decode': lambda: lambda data=base64.b64encode(DATA): len(base64.b64decode(data)),
    'base64_urlsafe': lambda: lambda: len(base64.urlsafe_b64decode(base64.urlsafe_b64encode(DATA))),
    'binascii_hex': lambda: lambda: len(binascii.unhexlify(binascii.hexlify(DATA))),
    'binascii_crc32': lambda: lambda: binascii.crc32(TEXT),
    'zlib_compress': lambda: lambda: len(zlib.decompress(zlib.compress(TEXT))),
    'hashlib_sha256': digest('sha256'),
    'hashlib_md5': digest('md5'),
    'hashlib_small': small_digests,
    'zipfile_write': zip_written,
    'zipfile_read': zip_read,
}
