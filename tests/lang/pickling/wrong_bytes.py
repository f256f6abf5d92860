"""Bytes that are no pickle, or one that ends too early or asks for what is not there: an exception each."""
import pickle

made = pickle.dumps({'a': [1, 2.5, 'text', (None, True)], 'b': {1, 2}, 'c': b'bytes', 'd': 2 ** 100}, 4)
old = pickle.dumps({'a': [1, 2.5, 'text', (None, True)], 'd': 2 ** 100}, 0)


def tried(data, **options):
    try:
        return repr(pickle.loads(data, **options))[:100]
    except Exception as error:
        return type(error).__name__ + ': ' + str(error)


for end in range(0, len(made), 7):
    print(end, tried(made[:end]))
for end in range(0, len(old), 5):
    print(end, tried(old[:end]))
for byte in {*range(256)} - {147}:
    print(byte, tried(bytes([byte])), '|', tried(b'K\x01' + bytes([byte]) + b'.'), '|', tried(b'(' + bytes([byte]) + b'.'))
for data in (b'\x80\x06N.', b'I00\n.', b'I01\n.', b'I7\n.', b'I0x1f\n.', b'Ix\n.', b'L7L\n.', b'L7\n.', b'F1.5\n.', b"S'a\\x41\\n\\\\\\''\n.",
             b'S"q"\n.', b"S'\n.", b'Sabc\n.', b'U\x01\xe9.', b'T\x01\0\0\0a.', b'T\xff\xff\xff\xff.', b'Va\\u00e9\n.', b'\x8b\xff\xff\xff\xff.',
             b'\x8b\x02\0\0\0\xff\x7f.', b'\x8a\0.', b'h\x05.', b'j\x05\0\0\0.', b'g5\n.', b'p-1\n.',
             b'cnowhere\nname\n.', b'cbuiltins\nnowhere\n.', b'\x80\x04\x8c\x08builtins\x8c\x09int.__add\x93.', b'\x80\x04K\x01K\x02\x93.',
             b'cbuiltins\nint\nK\x01R.', b'K\x01)R.', b'cbuiltins\nint\n)\x81.', b'K\x01)\x81.', b'cbuiltins\nint\nK\x01\x81.',
             b'cbuiltins\nint\n)}\x92.', b'}N}b.', b'(K\x01d.', b'}(K\x01u.', b'](K\x01K\x02e.', b'}(K\x01e.', b'K\x01K\x02a.', b'K\x01K\x02K\x03s.',
             b'\x8f(K\x01\x90.', b'\x8f(]\x90.', b'}]K\x01s.', b'\x82\x05.', b'\x84\0\0\0\0.', b'Pid\n.', b'K\x01Q.', b'\x95\xff\0\0\0\0\0\0\0N.',
             b'\x95\xff\xff\xff\xff\xff\xff\xff\xffN.', b'B\xff\xff\xff\xffa.', b'X\x01\0\0\0\xff.',
             b'X\x03\0\0\0\xed\xa0\x80.', b'\x97.', b'K\x01\x98.', b'(ibuiltins\nint\n.', b'(cbuiltins\nint\nK\x05o.', b'(o.', b'(K\x01K\x02l.', b'K\x011.',
             b'(K\x01K\x02', b'K\x010K\x02.', b'K\x05\x85.', b'2.', b'K\x012\x86.', b'(((.', b'\x96\x03\0\0\0\0\0\0\0abc.'):
    print(data, tried(data))
print(tried(b'U\x02\xc3\xa9.', encoding='utf-8'), tried(b'U\x02\xc3\xa9.', encoding='bytes'), tried(b'U\x02\xc3\xa9.', errors='replace'),
      tried(b'U\x02\xc3\xa9.', encoding='latin1'), tried(b'c__builtin__\nxrange\n.'), tried(b'cexceptions\nValueError\n.'),
      tried(b'c__builtin__\nxrange\n.', fix_imports=False), tried(b'\x97.', buffers=[b'given']), tried(bytearray(b'N.')), tried('text'))


assert pickle.loads(b'Nr\xff\xff\x00\x00j\xff\xff\x00\x00.') is None


class NoState:
    def __reduce__(self):
        return self.made


for made in (5, (), (int,), (5, ()), (int, 5), (int, (), None, 5), (int, (), None, None, 5), (int, (), None, None, None, 5), tuple(range(7)),
             'nowhere', (NoState.__new__, (NoState,)), (lambda: 0, ())):
    value = NoState()
    value.made = made
    try:
        print(pickle.dumps(value, 2))
    except Exception as error:
        print(type(error).__name__, str(error).split(' at 0x')[0])
for value in (lambda: 0, (x for x in ''), pickle, memoryview(b''), NoState.__dict__, type('Hidden', (), {}), {'a': [lambda: 0]}):
    try:
        pickle.dumps(value)
    except Exception as error:
        print(type(error).__name__, str(error).split(' at 0x')[0])
for arguments in (dict(protocol=6), dict(protocol='x'), dict(protocol=-1), dict(protocol=None), dict(protocol=4, buffer_callback=print)):
    try:
        print(pickle.dumps(1, **arguments))
    except Exception as error:
        print(type(error).__name__, error)
for call in (lambda: pickle.Pickler(5), lambda: pickle.Unpickler(5), lambda: pickle.dump(1, None), lambda: pickle.load(None)):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
