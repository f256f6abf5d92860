# The package encodings: names, aliases, modules, character sets.
import codecs
import encodings
import encodings.aliases
import encodings.cp037
import encodings.utf_8
from encodings import latin_1, punycode

for name in 'UTF-8', 'utf 8', '  utf--8..x ', 'ISO_8859-1', b'Latin 1':
    print(repr(encodings.normalize_encoding(name)))
print(len(encodings.aliases.aliases), encodings.aliases.aliases['l1'], encodings.search_function('nothing'), codecs.lookup('L 1').name)
print(encodings.cp037.decoding_table[0xc1:0xca], latin_1.getregentry().name, encodings.utf_8.decode(b'\xc3\xa9'))
every = sorted(set(encodings.aliases.aliases.values()) - {'mbcs'})
sample = bytes(range(32, 127)).decode()
for name in every:
    info = codecs.lookup(name)
    if info._is_text_encoding and name not in ('utf_7', 'hz'):
        plain = sample.encode(name, 'replace')
        print(name, info.name, len(plain), plain[33:36])
for name in 'cp1006', 'cp720', 'kz1048', 'mac_greek', 'koi8_t', 'hp_roman8', 'ptcp154', 'cp856', 'mac_arabic', 'tis_620', 'palmos':
    print(name, ascii(bytes(range(0xa0, 0x100, 7)).decode(name, 'replace')))
for name, text in (('gbk', '中文'), ('big5', '中文'), ('euc_jp', 'かな漢字'), ('shift_jis', 'かな漢字'), ('euc_kr', '한글'), ('iso2022_jp', 'aかb'),
                   ('gb18030', '中😀'), ('johab', '한글'), ('gb2312', '中文'), ('cp949', '한글')):
    data = text.encode(name)
    print(name, data, data.decode(name) == text, (b'a' + data[:-1]).decode(name, 'replace')[:1], 'a\u0e01'.encode(name, 'replace')
          if name != 'gb18030' else '')
    try:
        '\ud800'.encode(name)
    except UnicodeEncodeError as e:
        print(e)
for word in 'bücher', 'ليهمابتكلموشعربي؟', 'PorqunopuedensimplementehablarenEspañol', '', 'abc':
    data = word.encode('punycode')
    print(data, data.decode('punycode') == word)
for data in b'xyz-\xff', b'abc-9', b'a-b!':
    try:
        print(data.decode('punycode'))
    except UnicodeError as e:
        print(type(e).__name__, e)
for name in 'undefined', 'cp1252':
    try:
        print('\x81\u20ac'.encode(name))
    except UnicodeError as e:
        print(e)
