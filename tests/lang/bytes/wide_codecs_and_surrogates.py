# UTF-16 and UTF-32: single surrogates, error handlers, byte order marks.
def tried(work):
    try:
        print(ascii(work()))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


for codec in ('utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be'):
    for handler in ('strict', 'ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace', 'surrogateescape', 'surrogatepass'):
        for text in ('\ud800', 'a\udc80b', '\udfff\ud800', '\ud83d\ude00', '\U0001f600', 'a\udc80\udc81\ud800é€b'):
            tried(lambda: text.encode(codec, handler))
for spec in ('z', '<z1', 'z#', '-z.0f', 'z.1e', '+z'):
    print([format(v, spec) for v in (-0j, complex(-0.0, -3), complex(-0.01, -0.04), complex(1, -0.0))])
for value in (300, -1, 1 << 70, -(1 << 70)):
    tried(lambda: b'%c' % value)
