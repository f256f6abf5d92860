# Archives that PyTorch refuses are refused in its words: cut, encrypted, with wrong records, of other versions.
import io
import warnings

import torch

warnings.simplefilter('ignore')


def stored(records, flags=0, method=0):
    """A plain zip archive of names and bytes; flags and method are those of the record data/0."""
    body, directory = b'', b''
    for name, data in records:
        raw = name if isinstance(name, bytes) else name.encode()
        bits, kind = (flags, method) if raw.endswith(b'data/0') else (0, 0)
        sizes = b'\0' * 4 + len(data).to_bytes(4, 'little') * 2 + len(raw).to_bytes(2, 'little')
        common = bits.to_bytes(2, 'little') + kind.to_bytes(2, 'little') + b'\0' * 4 + sizes + b'\0\0'
        directory += b'PK\1\2\0\0\0\0' + common + b'\0' * 10 + len(body).to_bytes(4, 'little') + raw
        body += b'PK\3\4\0\0' + common + raw + data
    count = len(records).to_bytes(2, 'little')
    return (body + directory + b'PK\5\6\0\0\0\0' + count + count + len(directory).to_bytes(4, 'little')
            + len(body).to_bytes(4, 'little') + b'\0\0')


PICKLE = (b'\x80\x02ctorch._utils\n_rebuild_tensor_v2\nq\x00((X\x07\x00\x00\x00storageq\x01ctorch\nFloatStorage\nq\x02X\x01\x00\x00\x000q\x03'
          b'X\x03\x00\x00\x00cpuq\x04K\x04tq\x05QK\x00K\x04\x85q\x06K\x01\x85q\x07\x89ccollections\nOrderedDict\nq\x08)Rq\ttq\nRq\x0b.')
DATA = b'\0\0\x80?' * 4
good = [('a/data.pkl', PICKLE), ('a/byteorder', b'little'), ('a/data/0', DATA), ('a/version', b'3\n')]


def tried(what, data, **options):
    try:
        print(what, torch.load(io.BytesIO(data), **options))
    except Exception as error:
        print(what, type(error).__name__, str(error)[:300])


def replaced(name, data):
    return stored([(each, data if each == name else old) for each, old in good])


tried('good', stored(good))
tried('other bytes behind', stored(good) + b'behind' * 10)
tried('twice', stored(good + [('a/data/0', DATA)]))
tried('two folders', stored(good + [('b/data/1', b'x')]))
tried('other folder first', stored([('b/data/1', b'x')] + good))
tried('no folder', stored([(name[2:], data) for name, data in good]))
tried('folders', stored([('a/', b'')] + good))
tried('name that is no text', stored(good + [(b'a/data/\xff', b'x')]))
for flags in (1, 32, 64, 0x800):
    tried('flags %d' % flags, stored(good, flags=flags))
tried('method', stored(good, method=12))
for name in ('a/data.pkl', 'a/data/0', 'a/version', 'a/byteorder'):
    tried('without ' + name, stored([row for row in good if row[0] != name]))
for version in (b'0\n', b'1\n', b'10\n', b'11\n', b'x\n', b'100\n', b'-1'):
    tried('version %r' % version, replaced('a/version', version))
for order in (b'little', b'big', b'middle', b''):
    tried('order %r' % order, replaced('a/byteorder', order))
for size in (0, 15, 17, 32):
    tried('storage of %d bytes' % size, replaced('a/data/0', (DATA * 2)[:size]))
tried('script', stored(good + [('a/constants.pkl', b'x')]))
data = stored(good)
for cut in (1, 5, 20, 22, 23, 60, 200, len(data) - 30):
    tried('cut by %d' % cut, data[:-cut])
tried('empty', b'')
tried('other text', b'hello world, this is no archive')
tried('mapped', data, mmap=True)
b = io.BytesIO(b'before' + data + b'')
b.seek(6)
print(torch.load(b))
