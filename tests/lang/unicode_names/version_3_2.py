# unicodedata.ucd_3_2_0: what the version of internationalized domain names said of characters.
import unicodedata
import zlib

old = unicodedata.ucd_3_2_0
print(old.unidata_version, type(old), old.name('a'), old.lookup('SNOWMAN'), old.category('\u0221'), unicodedata.category('\u0221'))
total = 0
for number in (*range(0, 0x3400), *range(0xa000, 0xac20), *range(0xd7f0, 0xe000, 8), *range(0xf900, 0x11000), *range(0x1d000, 0x1d800),
               *range(0x2f800, 0x2fa20), *range(0xe0000, 0xe0080)):
    char = chr(number)
    said = (old.category(char), old.bidirectional(char), old.east_asian_width(char), old.mirrored(char), old.combining(char),
            old.decomposition(char), old.decimal(char, None), old.digit(char, None), old.numeric(char, None), old.name(char, None),
            *(ascii(old.normalize(form, char)) for form in ('NFC', 'NFD', 'NFKC', 'NFKD')))
    total = zlib.crc32(repr(said).encode(), total)
print(total)
print([ascii(old.normalize('NFC', char)) for char in '\U0002f868\U0002f874\U0002f91f'], old.is_normalized('NFC', '\U0002f868'),
      ascii(old.normalize('NFC', '\u1b05\u1b35')), ascii(old.normalize('NFD', '\u1b06')))
for wrong in (lambda: old.lookup('BALINESE LETTER AKARA'), lambda: type(old)(), lambda: old.name('\u1b05'), lambda: old.digit('xx'),
              lambda: old.numeric('\u1b50'), lambda: old.normalize('X', 'é'), lambda: old.normalize('NFC', 3), lambda: old.lookup(3)):
    try:
        print(wrong())
    except (KeyError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
