# newline, encoding and errors of open.
with open('n.txt', 'wb') as f:
    f.write(b'a\r\nb\rc\nd')
for nl in (None, '', '\n', '\r', '\r\n'):
    print(repr(nl), open('n.txt', newline=nl).read().split('d')[0].encode(), open('n.txt', newline=nl).readlines())
for nl in (None, '', '\n', '\r\n'):
    with open('w.txt', 'w', newline=nl) as f:
        f.write('x\ny\r\n')
    print(repr(nl), open('w.txt', 'rb').read())
with open('e.txt', 'w', encoding='latin-1') as f:
    f.write('äöü')
print(open('e.txt', 'rb').read(), open('e.txt', encoding='latin-1').read(), open('e.txt', errors='replace').read(), ascii(open('e.txt', errors='surrogateescape').read()))
try:
    open('e.txt').read()
except UnicodeDecodeError as e:
    print(e)
with open('u.txt', 'w', encoding='utf-16') as f:
    f.write('hi')
print(open('u.txt', 'rb').read(), open('u.txt', encoding='utf-16').read())
try:
    open('n.txt', newline='x')
except ValueError as e:
    print(e)
try:
    open('e.txt', 'w', encoding='ascii').write('ä')
except UnicodeEncodeError as e:
    print(e)
