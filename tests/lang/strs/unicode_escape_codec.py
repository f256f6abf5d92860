# unicode_escape and raw_unicode_escape both ways.
s = 'a\n\t\\\'"é\u20ac\U0001F600\x7f\x00'
print(s.encode('unicode_escape'), s.encode('raw_unicode_escape'))
print(s.encode('unicode_escape').decode('unicode_escape') == s)
print(ascii(b'\\x41\\u20ac\\n\\101\xe4'.decode('unicode_escape')), ascii(b'\\u20ac\\n\xe4\\x41'.decode('raw_unicode_escape')))
for data in (b'\\x4', b'\\u12', b'\\U00110000', b'abc\\'):
    try:
        print(data, ascii(data.decode('unicode_escape')))
    except UnicodeDecodeError as e:
        print(e)
