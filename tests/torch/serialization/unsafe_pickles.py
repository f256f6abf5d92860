# What torch.load(weights_only=True) reads of pickles, and in which words it refuses the others.
import collections
import io
import pickle
import warnings

import torch


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


def archive(data):
    return io.BytesIO(stored([('a/data.pkl', data), ('a/data/0', b'\0\0\x80?' * 4), ('a/version', b'3\n')]))


def tried(what, data, **options):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter('always')
        try:
            print(what, '->', ascii(torch.load(archive(data), **options))[:200].split(' at 0x')[0])
        except Exception as error:
            print(what, '->', type(error).__name__, str(error).replace(common, '...').split(' from ')[0])
        for each in given:
            if 'TypedStorage' not in str(each.message):
                print('   ', each.category.__name__, each.message)


common = ('In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running '
          '`torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you '
          'got the file from a trusted source.')


class Own:
    pass


class Slotted:
    __slots__ = ('a',)


P = b'\x80\x02'
for protocol in range(6):
    tried(protocol, pickle.dumps(Own(), protocol))
for value in ({1}, frozenset([1]), 1j, bytearray(b'a'), b'a', collections.Counter('a'), collections.deque([1]), collections.defaultdict(list),
              range(3), slice(3), ..., collections.OrderedDict(a=1), int, 2 ** 100, len, ValueError('x'), NotImplemented):
    tried(type(value).__name__, pickle.dumps(value, 2))
STORAGE = b'(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x00%sX\x03\0\0\0%sK%ctQ.'
for data in (b'cos\nsystem\n(U\x02lsq\x00tR.', b'cposix\nsystem\n.', b'csys\nexit\n.', b'cbuiltins\neval\n.', b'c__builtin__\neval\n.', b'cfoo\nbar\n.',
             b'ctorch\nSize\nK\x01K\x02\x86\x85R.', b'ctorch\nfloat32\n.', b'ctorch\ndevice\nX\x03\0\0\0cpu\x85R.', b'ctorch\nTensor\n)\x81.',
             b'ctorch\nTensor\n)R}b.', b'ccollections\nOrderedDict\n)\x81.', b'ccollections\nOrderedDict\n)R}X\x01\0\0\0aK\x01sb.', b'}}b.',
             b'ctorch\nadd\n.', b'ctorch.nn\nLinear\n.', b'cnumpy.core.multiarray\n_reconstruct\n.', b'c__builtin__\ncomplex\n)\x81.', b'K\x01)\x81.',
             b'K\x01)R.', b'ctorch\nFloatStorage\n.', b'}K\x01a.', b'}(K\x01K\x02e.', b']K\x00K\x01s.', b'](K\x01K\x02u.', b'.', b'R.', b't.', b's.',
             b'h\x05.', b'K', b'K\x01Q.', b'NQ.', b'X\x01\0\0\0a\x85Q.', b'(X\x03\0\0\0fooK\x04tQ.', STORAGE % (b'0', b'foo', 4), STORAGE % (b'0', b'cpu', 5),
             STORAGE % (b'9', b'cpu', 4), STORAGE % (b'0', b'cpu', 4), b'X\x01\0\0\0\xff.', b'X\x03\0\0\0\xed\xa0\x80.', b'K\x01K\x02.', b'\x8f.'):
    tried(data, P + data)
for byte in range(128, 256):
    if byte not in (0x80, 0x81, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8f):
        tried(byte, P + bytes([byte]) + b'.')
for byte in b'LIFST012Vloidpg\'\\#':
    tried(byte, P + b'K\x01' + bytes([byte]) + b'.')
tried('protocol 9', b'\x80\x09K\x01.')
tried('no protocol', b'K\x01.')
tried('encoding', P + b'U\x02\xc3\xa9.')
tried('encoding', P + b'U\x02\xc3\xa9.', encoding='latin1')
tried('pickle_module', P + b'K\x01.', pickle_module=pickle, weights_only=True)
for data in (pickle.dumps(Own(), 2), P + b'cnowhere\nname\n.', P + b'c__main__\nnoname\n.', P + b'K', P + b'\xff', P + b'U\x02\xc3\xa9.'):
    tried('all', data, weights_only=False)
tried('all', P + b'U\x02\xc3\xa9.', weights_only=False, encoding='bytes')
tried('own pickle_module', pickle.dumps(Own(), 2), pickle_module=pickle)

# what a program lets in
serialization = torch.serialization
serialization.clear_safe_globals()
with serialization.safe_globals([Own, (Slotted, 'elsewhere.Name'), range]):
    print(len(serialization.get_safe_globals()))
    tried('let in', pickle.dumps(Own(), 2))
    tried('let in', pickle.dumps(range(5), 2))
    tried('let in', P + b'celsewhere\nName\n)\x81.')
    tried('let in', pickle.dumps([Own(), len], 2))
print(serialization.get_safe_globals())
serialization.add_safe_globals([Own])
print(serialization.get_safe_globals())
tried('let in', pickle.dumps(Own(), 2))
serialization.clear_safe_globals()
for data in (pickle.dumps([Own(), len, 1], 2), pickle.dumps({'a': 1}, 2), pickle.dumps([Own, Slotted, int], 2)):
    print(sorted(serialization.get_unsafe_globals_in_checkpoint(archive(data))))
try:
    serialization.get_unsafe_globals_in_checkpoint(archive(pickle.dumps(Own(), 4)))
except pickle.UnpicklingError as error:
    print(error)
