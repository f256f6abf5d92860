"""Writes unicode_forms.def: properties of the characters, their numbers, decompositions and compositions, packed.

Run with Python 3.11, whose Unicode version is the one the language follows:  python3 unicode_forms.py > unicode_forms.def
A number in a packed row takes a byte for every seven bits, the low ones first; all bytes but the last have the high bit.
"""
import sys
import unicodedata

RUN_STEP, FORM_STEP = 64, 32
EVERY = range(0x110000)


def packed(n):
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return out


def rows(kind, title, values, form='%d'):
    print('static const %s %s[] = {' % (kind, title))
    line = '    '
    for value in values:
        item = form % value + ','
        if len(line) + len(item) > 118:
            print(line)
            line = '    '
        line += item
    print(line)
    print('};')


def texts(title, values):
    rows('char *const', title, values, '"%s"')


def properties():
    def of(c):
        s = chr(c)
        return (unicodedata.category(s), unicodedata.bidirectional(s), unicodedata.east_asian_width(s),
                unicodedata.combining(s), unicodedata.mirrored(s))
    records = [of(c) for c in EVERY]
    kinds = sorted(set(records))
    names = [sorted({r[i] for r in kinds}) for i in range(3)]
    for title, values in zip(('category_names', 'bidirectional_names', 'width_names'), names):
        texts(title, values)
    rows('struct unicode_kind', 'unicode_kinds',
         [(names[0].index(r[0]), names[1].index(r[1]), names[2].index(r[2]), r[3], r[4]) for r in kinds],
         '{%d,%d,%d,%d,%d}')
    number = {r: i for i, r in enumerate(kinds)}
    data, firsts, offsets, run, start = bytearray(), [], [], 0, 0
    for c in range(1, 0x110001):
        if c == 0x110000 or records[c] != records[start]:
            if run % RUN_STEP == 0:
                firsts.append(start)
                offsets.append(len(data))
            data += packed(c - start) + bytes([number[records[start]]])
            run, start = run + 1, c
    rows('uint32_t', 'run_firsts', firsts)
    rows('uint16_t', 'run_offsets', offsets)
    rows('uint8_t', 'run_data', data)
    return len(data)


def numbers():
    values = {c: unicodedata.numeric(chr(c)) for c in EVERY if unicodedata.numeric(chr(c), None) is not None}
    known = sorted(set(values.values()), key=lambda v: (v != int(v), v))
    runs = []
    for c, v in values.items():
        n = known.index(v)
        if runs and runs[-1][0] + runs[-1][1] == c and runs[-1][2] + runs[-1][1] == n:
            runs[-1][1] += 1
        else:
            runs.append([c, 1, n])
    rows('double', 'number_values', known, '%r')
    rows('struct unicode_numbers', 'number_runs', [tuple(r) for r in runs], '{%d,%d,%d}')


def forms():
    tags = ['']
    data, firsts, offsets, before = bytearray(), [], [], 0
    listed = [c for c in EVERY if unicodedata.decomposition(chr(c))]
    for i, c in enumerate(listed):
        parts = unicodedata.decomposition(chr(c)).split()
        tag = parts.pop(0) if parts[0][0] == '<' else ''
        if tag not in tags:
            tags.append(tag)
        if i % FORM_STEP == 0:
            firsts.append(c)
            offsets.append(len(data))
            before = c
        data += packed(c - before) + bytes([tags.index(tag), len(parts)])
        for part in parts:
            data += packed(int(part, 16))
        before = c
    texts('form_tags', tags)
    print('enum { FORMS = %d, RUN_STEP = %d, FORM_STEP = %d };' % (len(listed), RUN_STEP, FORM_STEP))
    rows('uint32_t', 'form_firsts', firsts)
    rows('uint16_t', 'form_offsets', offsets)
    rows('uint8_t', 'form_data', data)
    pairs = []
    for c in listed:
        parts = unicodedata.decomposition(chr(c)).split()
        if parts[0][0] != '<' and len(parts) == 2 and unicodedata.normalize('NFC', chr(c)) == chr(c):
            pairs.append((int(parts[0], 16), int(parts[1], 16), c))
    rows('struct unicode_pair', 'unicode_pairs', sorted(pairs), '{0x%X,0x%X,0x%X}')
    return len(data)


def main():
    print('/* clang-format off */')
    print('/* Made by unicode_forms.py from Unicode %s; not edited by hand. */' % unicodedata.unidata_version)
    print('''struct unicode_kind {
    uint8_t category, bidirectional, width, combining, mirrored;
};
struct unicode_numbers { /* characters in a row whose values follow each other in number_values */
    uint32_t first;
    uint16_t count, value;
};
struct unicode_pair {
    uint32_t first, second, composed;
};''')
    sizes = properties(), forms()
    numbers()
    print('%d bytes of properties, %d of decompositions' % sizes, file=sys.stderr)


if __name__ == '__main__':
    main()
