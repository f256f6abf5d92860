# Decoding broken bytes with every handler.
for data in (b'a\xffb', b'\xc3', b'\xe2\x82', b'\xed\xa0\x80', b'\xf0\x9f\x98', b'\xc0\x80', b'\xf5\x80', b'a\x80\x80b', b'\xe2\x28\xa1'):
    for errors in ('strict', 'ignore', 'replace', 'backslashreplace', 'surrogateescape', 'surrogatepass'):
        try:
            print(data, errors, ascii(data.decode('utf-8', errors)))
        except UnicodeDecodeError as e:
            print(data, errors, e)
for encoding, data in (('ascii', b'a\x80'), ('utf-16', b'\xff\xfea\x00b'), ('utf-16', b'\x00\xd8a\x00'), ('utf-32', b'\x00\x00\x11\x00'), ('utf-8-sig', b'\xef\xbb\xbfa'), ('cp1252', b'\x80\x81')):
    try:
        print(encoding, ascii(data.decode(encoding)))
    except UnicodeDecodeError as e:
        print(encoding, e)
