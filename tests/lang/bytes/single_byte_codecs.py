# Character sets of single bytes: every byte, every character, names, error handlers.
NAMES = '''cp437 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp865 cp866 cp869 cp874 cp1250 cp1251 cp1252
cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9
iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u mac-roman'''.split()
everything = bytes(range(256))
characters = ''.join(map(chr, (*range(0x600), *range(0x1e00, 0x2700), *range(0xe00, 0xe60), 0xfb01, 0xfb02, 0xf8ff, 0x1f600)))
for name in NAMES:
    text = everything.decode(name, 'replace')
    print(name, ascii(text[128:]))
    total = 0
    for c in characters:
        try:
            total = total * 31 + c.encode(name)[0] & 0xffffffff
        except UnicodeEncodeError:
            total = total * 31 + 7 & 0xffffffff
    print(total, len(characters.encode(name, 'ignore')), text.replace('\ufffd', '').encode(name) == everything.decode(name, 'ignore').encode(name))
for name in ('latin2', 'L2', 'ISO_8859-2', 'windows-1251', 'Windows_1252', '1250', 'IBM437', 'ibm850', 'koi8_r', 'KOI8-U', 'macroman',
             'latin9', 'iso-8859-15', 'ISO8859_9', 'cyrillic', 'greek', 'hebrew', 'macintosh', 'thai', 'cp1259', 'iso8859-12', 'koi8'):
    try:
        print(name, ascii(b'\xc4\xd6\xdc'.decode(name)))
    except (LookupError, UnicodeDecodeError) as e:
        print(e)
for handler in ('strict', 'ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace', 'namereplace', 'surrogateescape', 'surrogatepass'):
    for name in ('cp1252', 'iso8859-3', 'cp437'):
        for work in (lambda: 'a\u4e00\u4e01b\udc81'.encode(name, handler), lambda: b'a\x81\xa5\xd0'.decode(name, handler)):
            try:
                print(name, handler, ascii(work()))
            except UnicodeError as e:
                print(name, handler, type(e).__name__, ascii(str(e)))
            except TypeError as e:  # a handler for the other direction
                print(name, handler, type(e).__name__)
