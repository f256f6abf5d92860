# unicode-escape: characters by name; what is malformed or unknown, under each handler.
for data in (b'a\\N{SPACE}b', b'\\N{foo}x', b'\\N', b'\\N{', b'\\N{}x', b'\\Nx', b'\\N{SPACE', b'\\N{latin small letter a}',
             b'\\N{' + b'A' * 300 + b'}x', b'\\N{LF}\\N{GREEK SMALL LETTER ALPHA}\\x41', b'\\u12', b'\\x', b'\\U00110000z', b'\\'):
    for handler in ('strict', 'replace', 'ignore', 'backslashreplace'):
        try:
            print(handler, ascii(data.decode('unicode-escape', handler)))
        except UnicodeDecodeError as e:
            print(e)
