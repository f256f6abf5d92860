# Every line boundary of Unicode.
s = 'a\nb\rc\r\nd\x0be\x0cf\x1cg\x1dh\x1ei\x85j\u2028k\u2029l\x1fm'
print(s.splitlines())
print(s.splitlines(True))
print(s.splitlines(keepends=1))
print(''.splitlines(), '\n'.splitlines(), 'a\n'.splitlines(), '\n\n'.splitlines(True), 'a\n\nb'.splitlines())
for bad in ('x', None, 1.5):
    try:
        print(s.splitlines(bad))
    except TypeError as e:
        print(e)
