"""Writes unicode_char_names.def: the names of the characters, packed, and their aliases.

Run with Python 3.11, whose Unicode version is the one the language follows, and a Perl of the same Unicode version,
whose list of names is searched for aliases (Python can look them up, but not list them):
    python3 unicode_char_names.py > unicode_char_names.def
A name is a row of numbers of words; the words are sorted by how often they occur, so that the first ones take one byte.
"""
import collections
import glob
import re
import sys
import unicodedata

NAME_STEP, WORD_STEP = 64, 32


def read_names():
    names = {c: unicodedata.name(chr(c), None) for c in range(0x110000)}
    return {c: name for c, name in names.items() if name}


def read_aliases(names):
    known, aliases = set(names.values()), {}
    for path in glob.glob('/usr/share/perl/5*/unicore/Name.pl')[:1]:
        with open(path, encoding='utf-8') as file:
            for name in re.findall(r'^[0-9A-F]{4,6}\n([A-Z0-9 -]+)$', file.read(), re.MULTILINE):
                try:
                    found = unicodedata.lookup(name)
                except KeyError:
                    continue
                if name not in known and len(found) == 1:
                    aliases[name] = ord(found)
    return sorted(aliases.items())


def is_computed(c, name):
    return name.startswith('HANGUL SYLLABLE ') or name.endswith('-%04X' % c)


def numbers(kind, title, values, form):
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


def runs(codes):
    """Consecutive codes as (first, last)."""
    found = []
    for c in codes:
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def main():
    names = read_names()
    aliases = read_aliases(names)
    listed = [c for c in sorted(names) if not is_computed(c, names[c])]
    phrases = [names[c].split(' ') for c in listed] + [name.split(' ') for name, c in aliases]
    count = collections.Counter(word for phrase in phrases for word in phrase)
    words = [word for word, n in sorted(count.items(), key=lambda item: (-item[1], item[0]))]
    high = -(-len(words) // 256)
    while (len(words) - (255 - high)) > high * 256:
        high += 1
    short = 255 - high  # 1 .. short: one byte
    number = {word: i for i, word in enumerate(words)}
    packed, index = bytearray(), []
    for i, phrase in enumerate(phrases):
        if i % NAME_STEP == 0:
            index.append(len(packed))
        for word in phrase:
            n = number[word]
            packed += bytes([n + 1]) if n < short else bytes([short + 1 + (n - short) // 256, (n - short) % 256])
        packed.append(0)
    text, word_index = bytearray(), []
    for i, word in enumerate(words):
        if i % WORD_STEP == 0:
            word_index.append(len(text))
        text += word[:-1].encode() + bytes([ord(word[-1]) | 128])
    print('/* Made by unicode_char_names.py from Unicode %s; not edited by hand. */' % unicodedata.unidata_version)
    print('enum { NAME_STEP = %d, WORD_STEP = %d, SHORT_WORDS = %d, WORDS = %d, NAMES = %d, ALIASES = %d };'
          % (NAME_STEP, WORD_STEP, short, len(words), len(listed), len(aliases)))
    rank = 0
    print('static const struct { uint32_t first, last, rank; } name_runs[] = {')
    for first, last in runs(listed):
        print('    {0x%X, 0x%X, %d},' % (first, last, rank))
        rank += last - first + 1
    print('};')
    computed = collections.defaultdict(list)
    for c in sorted(names):
        if is_computed(c, names[c]) and not names[c].startswith('HANGUL'):
            computed[names[c][:names[c].rindex('-') + 1]].append(c)
    print('static const struct { uint32_t first, last; const char *prefix; } computed_runs[] = {')
    for prefix, codes in computed.items():
        for first, last in runs(codes):
            print('    {0x%X, 0x%X, "%s"},' % (first, last, prefix))
    print('};')
    numbers('uint32_t', 'alias_codes', [c for name, c in aliases], '0x%X')
    numbers('uint32_t', 'name_index', index, '%d')
    numbers('uint32_t', 'word_index', word_index, '%d')
    numbers('uint8_t', 'word_text', text, '%d')
    numbers('uint8_t', 'name_words', packed, '%d')
    print('%d bytes of words, %d of names, %d aliases' % (len(text), len(packed), len(aliases)), file=sys.stderr)


main()
