# stringprep: which characters are in the tables of RFC 3454, and what they are mapped to.
import stringprep
import zlib

numbers = (*range(0, 0x3400), *range(0xd7f8, 0xd810), *range(0xdff0, 0xe010), *range(0xf8f0, 0x10500), *range(0x1d000, 0x1d800),
           *range(0x1fff0, 0x20010), *range(0xe0000, 0xe0100), *range(0x10fff0, 0x110000))
for name in sorted(name for name in dir(stringprep) if name.startswith(('in_table', 'map_table'))):
    function = getattr(stringprep, name)
    if name.startswith('in'):
        inside = [number for number in numbers if function(chr(number))]
        print(name, len(inside), zlib.crc32(repr(inside).encode()))
    else:
        print(name, zlib.crc32(ascii([function(chr(number)) for number in numbers]).encode()))
for wrong in '', 'ab':
    for function in stringprep.map_table_b2, stringprep.map_table_b3, stringprep.in_table_a1, stringprep.in_table_c12:
        try:
            print(function(wrong))
        except TypeError:
            print('TypeError')
