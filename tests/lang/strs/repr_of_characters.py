# Quotes, escapes and what is not printable.
for s in ("it's", 'say "hi"', 'both \' and "', '\\', '\n\r\t\x00\x1b\x7f', '\x80\xa0\xad', 'é\u0378\u200b\u2028', '\ud800', '\U0001F600\U000E0001\U0010FFFF', '\ufeff', 'ñ' * 3):
    print(ascii(s), ascii(repr(s)), len(repr(s)), ascii(ascii(s)))
