# Encoding with every handler.
text = 'aä\u20ac\ud800\U0001F600'
for encoding in ('ascii', 'latin-1', 'utf-8', 'utf-16', 'utf-16-le', 'utf-32-be', 'cp1252'):
    for errors in ('strict', 'ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace', 'surrogateescape', 'surrogatepass'):
        try:
            print(encoding, errors, text.encode(encoding, errors))
        except Exception as e:
            print(encoding, errors, type(e).__name__, e)
