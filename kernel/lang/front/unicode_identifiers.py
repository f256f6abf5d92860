"""Writes unicode_identifiers.h: which characters may begin or continue an identifier, and which cannot be printed.

Run with Python 3.11, whose Unicode version is the one the language follows:  python3 unicode_identifiers.py > unicode_identifiers.h
"""
import sys
import unicodedata


def ranges(test):
    found, start = [], None
    for c in range(128, 0x110000):
        if test(chr(c)):
            if start is None:
                start = c
        elif start is not None:
            found.append((start, c - 1))
            start = None
    if start is not None:
        found.append((start, 0x10FFFF))
    return found


def table(name, test):
    rows = ranges(test)
    print("static const struct unicode_range %s[] = {" % name)
    line = "   "
    for low, high in rows:
        item = " {0x%X, 0x%X}," % (low, high)
        if len(line) + len(item) > 118:
            print(line)
            line = "   "
        line += item
    print(line)
    print("};")


print("/* clang-format off */")
print("/* Made by unicode_identifiers.py from Unicode %s; not edited by hand. ASCII is not in the tables. */"
      % unicodedata.unidata_version)
print("struct unicode_range {\n    uint32_t low, high;\n};\n")
table("name_start", str.isidentifier)
table("name_part", lambda c: ("a" + c).isidentifier())
table("unprintable", lambda c: not c.isprintable())
