# Codecs by many names.
for name in ('utf-8', 'UTF8', 'utf_8', 'U8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16be', 'utf-32', 'utf-32-le', 'utf_32_be', 'latin-1', 'latin1', 'iso-8859-1', 'L1', 'ascii', 'us-ascii', 'cp1252', 'windows-1252', 'raw_unicode_escape', 'unicode_escape', 'nope', ''):
    try:
        print(name, 'aé\n'.encode(name), 'aé\n'.encode(name).decode(name) == 'aé\n')
    except Exception as e:
        print(name, type(e).__name__, e)
for args in ((1,), ('utf-8', 1), ('utf-8', 'strict', 1)):
    try:
        'a'.encode(*args)
    except TypeError as e:
        print(e)
print('abc'.encode(encoding='ascii', errors='replace'), 'abc'.encode())
