#!/usr/bin/env python3
"""Write unicode_tables.def: properties and case mappings of every character, as two-stage tables.

Usage: unicode_tables.py > unicode_tables.def, with the Python whose Unicode version is wanted (3.11 knows Unicode 14).
"""
import unicodedata

SHIFT = 7
SIGMA = '\u03a3'
FLAGS = ('ALPHA', 'DECIMAL', 'DIGIT', 'NUMERIC', 'LOWER', 'UPPER', 'TITLE', 'SPACE', 'PRINTABLE', 'START', 'CONTINUE', 'CASED',
         'IGNORABLE', 'SPECIAL')


def is_final(text):
    """Whether the capital sigma at the end of text becomes a final one."""
    return text.lower()[-1] == '\u03c2'


def record(code, specials):
    """Return the row of a character."""
    char = chr(code)
    maps = (char.upper(), char.lower(), char.title(), char.casefold())
    special = any(len(text) != 1 for text in maps)
    if special:
        specials.append((code, maps))
    # the final sigma tells what is ignorable between letters: it looks through ignorable characters for a cased one
    ignorable = is_final('A' + char + SIGMA) and not is_final(char + SIGMA)
    cased = char.islower() or char.isupper() or unicodedata.category(char) == 'Lt'
    properties = (char.isalpha(), char.isdecimal(), char.isdigit(), char.isnumeric(), char.islower(), char.isupper(),
              unicodedata.category(char) == 'Lt', char.isspace(), char.isprintable(), char.isidentifier(),
              ('a' + char).isidentifier(), cased, ignorable, special)
    flags = sum(1 << bit for bit, has in enumerate(properties) if has)
    deltas = tuple(ord(text) - code if len(text) == 1 else 0 for text in maps)
    return (*deltas, flags, unicodedata.decimal(char, -1))


def numbers(name, kind, values):
    """Print an array of numbers."""
    print(f'const {kind} {name}[] = {{')
    line = '   '
    for value in values:
        word = f' {value},'
        if len(line) + len(word) > 118:
            print(line)
            line = '   '
        line += word
    print(line)
    print('};')


def main():
    records, index2, index1, blocks, specials = {}, [], [], {}, []
    size = 1 << SHIFT
    for start in range(0, 0x110000, size):
        block = tuple(records.setdefault(record(code, specials), len(records)) for code in range(start, start + size))
        if block not in blocks:
            blocks[block] = len(blocks)
            index2.extend(block)
        index1.append(blocks[block])
    print(f'/* unicode_tables.def: made by unicode_tables.py from Unicode {unicodedata.unidata_version}; do not edit. Included by unicode.c. */')
    print('/* flags, from the lowest bit:', ' '.join(FLAGS), '*/')
    print('const struct lang_char_record lang_char_records[] = {')
    for row in records:
        print('    {' + ', '.join(map(str, row)) + '},')
    print('};')
    numbers('lang_char_index1', 'uint16_t', index1)
    numbers('lang_char_index2', 'uint16_t', index2)
    print('const struct lang_case_special lang_case_specials[] = {')
    for code, maps in specials:
        rows = ', '.join('{' + ', '.join(hex(ord(char)) for char in text) + '}' for text in maps)
        print(f'    {{{code:#x}, {{{rows}}}}},')
    print('};')
    print(f'const int lang_case_special_count = {len(specials)};')


if __name__ == '__main__':
    main()
