"""Writes unicode_old.def: in what Unicode 3.2 differs from the version of unicode_forms.def.

Run with Python 3.11:  python3 unicode_old.py > unicode_old.def
"""
import unicodedata
from itertools import groupby

from unicode_forms import EVERY, rows, texts

OLD = unicodedata.ucd_3_2_0
NAMES = 'category', 'bidirectional', 'east_asian_width', 'mirrored'


def of(database, c):
    return tuple(getattr(database, name)(chr(c)) for name in NAMES)


def runs(characters, key):
    """Neighbours with the same key: (first, last, key)."""
    for _, run in groupby(enumerate(characters), lambda pair: (pair[1] - pair[0], key(pair[1]))):
        run = [c for _, c in run]
        yield run[0], run[-1], key(run[0])


def main():
    print('/* clang-format off */')
    print('/* Made by unicode_old.py from Unicode %s and %s; not edited by hand. */' %
          (OLD.unidata_version, unicodedata.unidata_version))
    assigned = [c for c in EVERY if OLD.category(chr(c)) != 'Cn']
    rows('struct old_run', 'old_assigned', [run[:2] for run in runs(assigned, lambda c: None)], '{0x%X,0x%X}')
    changed = [c for c in assigned if of(OLD, c) != of(unicodedata, c)]
    kinds = sorted({of(OLD, c) for c in changed})
    names = [sorted({kind[i] for kind in kinds}) for i in range(3)]
    for title, values in zip(('categories', 'bidirectional', 'widths'), names):
        texts('old_' + title, values)
    rows('struct old_kind', 'old_kinds', [(*(names[i].index(kind[i]) for i in range(3)), kind[3]) for kind in kinds],
         '{%d,%d,%d,%d}')
    rows('struct old_change', 'old_changes', list(runs(changed, lambda c: kinds.index(of(OLD, c)))), '{0x%X,0x%X,%d}')
    digits = [c for c in assigned if OLD.decimal(chr(c), None) is not None and unicodedata.decimal(chr(c), None) is None]
    rows('uint16_t', 'old_decimals', digits, '0x%X')
    moved = [(c, ord(OLD.normalize('NFD', chr(c)))) for c in assigned
             if OLD.normalize('NFD', chr(c)) != unicodedata.normalize('NFD', chr(c))]
    rows('struct old_form', 'old_forms', moved, '{0x%X,0x%X}')


main()
