# Incremental coders, streams of text on streams of bytes, files through a codec.
import codecs
import io
import os
import tempfile

text = 'aé€😀\nline two\r\nlast \ufeff'
for name in ('utf-8', 'utf-8-sig', 'utf-7', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be', 'unicode_escape',
             'raw_unicode_escape'):
    data = text.encode(name)
    decoder = codecs.getincrementaldecoder(name)()
    parts = [decoder.decode(bytes([b])) for b in data] + [decoder.decode(b'', True)]
    encoder = codecs.getincrementalencoder(name)()
    back = b''.join([encoder.encode(c) for c in text] + [encoder.encode('', True)])
    print(name, ''.join(parts) == text, back.decode(name) == text, list(codecs.iterdecode([data[:5], data[5:]], name))[0][:2],
          b''.join(codecs.iterencode(text, name)) == back)
    stream = codecs.getreader(name)(io.BytesIO(data))
    print([stream.readline(), stream.read(3), stream.readline(keepends=False), list(stream)])
    out = io.BytesIO()
    writer = codecs.getwriter(name)(out)
    writer.write('aé')
    writer.writelines(['b', '€'])
    print(out.getvalue())
for name, data in (('utf-8', b'a\xe2\x82'), ('utf-16', b'\xff\xfea\x00b'), ('utf-32', b'\xff\xfe\0\0a'), ('utf-7', b'a+IK')):
    decoder = codecs.getincrementaldecoder(name)()
    print(name, repr(decoder.decode(data)), decoder.getstate(), end=' ')
    try:
        decoder.decode(b'', True)
    except UnicodeDecodeError as e:
        print(e)
    decoder.reset()
    decoder = codecs.getincrementaldecoder(name)('replace')
    print(ascii(decoder.decode(data) + decoder.decode(b'', True)))
decoder = codecs.getincrementaldecoder('utf-16')()
try:
    decoder.decode(b'a\0b\0')
except UnicodeError as e:
    print(e)
try:
    codecs.getincrementaldecoder('hex_no')
except LookupError as e:
    print(e)
path = os.path.join(tempfile.mkdtemp(), 'f')
with codecs.open(path, 'w', 'utf-16') as f:
    print(f.encoding, f.write('häuser\n'), f.writelines(['a', 'b\n']))
with codecs.open(path, encoding='utf-16') as f:
    print(f.read(2), f.readline(), f.readlines(), f.read())
    f.seek(0)
    print(next(f))
print(open(path, 'rb').read(8), codecs.open(path, 'rb').read(2))
recoded = codecs.EncodedFile(io.BytesIO('äö\nü'.encode('utf-8')), 'latin-1', 'utf-8')
print(recoded.readline(), recoded.read(), recoded.data_encoding, recoded.file_encoding)
for mark in 'BOM', 'BOM_LE', 'BOM_BE', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF32', 'BOM_UTF32_BE':
    print(mark, getattr(codecs, mark))
print(codecs.charmap_encode('abc', 'strict', {97: 65, 98: b'BB', 99: None} | {99: 67}), codecs.charmap_decode(b'\0\1', 'replace', 'a'),
      codecs.charmap_encode('ab', 'strict', codecs.charmap_build('ba')), codecs.escape_encode(b"a'\n\xff"),
      codecs.escape_decode(rb"\x41\n\101\\"), codecs.utf_16_ex_decode(b'\xfe\xff\0a\0', 'strict', 0, False),
      codecs.raw_unicode_escape_decode(b'\\u00e9'), codecs.utf_8_decode(b'a\xc3'), codecs.make_identity_dict(range(2)),
      codecs.make_encoding_map({1: 2, 3: 2, 4: 5}))


class Shift(codecs.Codec):
    encode = codecs.latin_1_encode
    decode = codecs.latin_1_decode


print(Shift().encode('é'), codecs.lookup('utf8').name, codecs.lookup('latin1').name, codecs.lookup('cp1252')._is_text_encoding)
