# The parts of UnicodeEncodeError and UnicodeDecodeError.
try:
    'abc\u20acdef'.encode('ascii')
except UnicodeEncodeError as e:
    print(e.encoding, ascii(e.object), e.start, e.end, e.reason, e.args == ('ascii', 'abc\u20acdef', 3, 4, 'ordinal not in range(128)'), e)
try:
    b'ab\xff'.decode()
except UnicodeDecodeError as e:
    print(e.encoding, e.object, e.start, e.end, e.reason, e)
try:
    '\ud800\udc00x'.encode()
except UnicodeEncodeError as e:
    print(e.start, e.end, ascii(str(e)))
print(issubclass(UnicodeEncodeError, ValueError))
