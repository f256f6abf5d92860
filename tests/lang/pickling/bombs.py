"""Few bytes that ask for much: they end soon, in an exception or with what they mean."""
import pickle

P = b'\x80\x02'
doubled = b'K\x01' + b''.join(b'q%ch%c\x86' % (i, i) for i in range(60))
for data in (P + doubled + b'0N.', P + b'(' * 1000000 + b'.', P + b']' + b'q\x00' + b'h\x00a' * 500000 + b'.', P + b'K\x01' * 500000 + b'.',
             P + b'}' + b'q\x00h\x00h\x00s' * 2 + b'.', P + b'B\xff\xff\xff\xff.', P + b'\x8b\xff\xff\xff\x7f.',
             P + b'Nr\xff\xff\x00\x00.', P + b'(' * 100000 + b't' * 99999 + b'l.'):
    try:
        print(type(pickle.loads(data)).__name__)
    except Exception as error:
        print(type(error).__name__, error)
