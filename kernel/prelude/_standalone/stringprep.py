"""The tables of RFC 3454 (stringprep), by which internationalized names are prepared: in_table_X says whether a character is in
one, map_table_X what it becomes. They are those of Unicode 3.2; most follow from its properties, the others are listed."""
from unicodedata import ucd_3_2_0 as _old


def _characters(*runs):
    """The characters of runs (first, last) and of single numbers."""
    pairs = [run if isinstance(run, tuple) else (run, run) for run in runs]
    return frozenset(chr(number) for first, last in pairs for number in range(first, last + 1))


_B1 = _characters(0xAD, 0x34F, 0x1806, (0x180B, 0x180D), (0x200B, 0x200D), 0x2060, (0xFE00, 0xFE0F), 0xFEFF)
_C22 = _characters((0x80, 0x9F), 0x6DD, 0x70F, 0x180E, 0x200C, 0x200D, 0x2028, 0x2029, (0x2060, 0x2063), (0x206A, 0x206F), 0xFEFF,
                   (0xFFF9, 0xFFFC), (0x1D173, 0x1D17A))
_C6 = _characters((0xFFF9, 0xFFFD))
_C7 = _characters((0x2FF0, 0x2FFB))
_C8 = _characters(0x340, 0x341, 0x200E, 0x200F, (0x202A, 0x202E), (0x206A, 0x206F))
_C9 = _characters(0xE0001, (0xE0020, 0xE007F))


def _table(description, has):
    def in_table(code):
        return has(code)
    in_table.__doc__ = description
    return in_table


def _is_noncharacter(code):
    number = ord(code)
    return 0xFDD0 <= number <= 0xFDEF or number & 0xFFFE == 0xFFFE


def _is_unassigned(code):
    return _old.category(code) == 'Cn' and not _is_noncharacter(code)


def _is_control(code):
    return ord(code) < 0x20 or code == '\x7f'


def _is_other_space(code):
    return _old.category(code) == 'Zs' and code != ' '


in_table_a1 = _table('A.1: unassigned in Unicode 3.2.', _is_unassigned)
in_table_b1 = _table('B.1: commonly mapped to nothing.', _B1.__contains__)
in_table_c11 = _table('C.1.1: the space of ASCII.', ' '.__eq__)
in_table_c12 = _table('C.1.2: other spaces.', _is_other_space)
in_table_c11_c12 = _table('C.1: spaces.', lambda code: _old.category(code) == 'Zs')
in_table_c21 = _table('C.2.1: control characters of ASCII.', _is_control)
in_table_c22 = _table('C.2.2: other control characters.', _C22.__contains__)
in_table_c21_c22 = _table('C.2: control characters.', lambda code: code in _C22 or _is_control(code))
in_table_c3 = _table('C.3: private use.', lambda code: _old.category(code) == 'Co')
in_table_c4 = _table('C.4: code points that are no characters.', _is_noncharacter)
in_table_c5 = _table('C.5: surrogates.', lambda code: _old.category(code) == 'Cs')
in_table_c6 = _table('C.6: inappropriate for plain text.', _C6.__contains__)
in_table_c7 = _table('C.7: inappropriate for canonical representation.', _C7.__contains__)
in_table_c8 = _table('C.8: change display properties, or deprecated.', _C8.__contains__)
in_table_c9 = _table('C.9: tagging characters.', _C9.__contains__)
in_table_d1 = _table('D.1: bidirectional property "R" or "AL".', lambda code: _old.bidirectional(code) in ('R', 'AL'))
in_table_d2 = _table('D.2: bidirectional property "L".', lambda code: _old.bidirectional(code) == 'L')

for _name, _function in list(globals().items()):
    if _name.startswith('in_table_'):
        _function.__name__ = _function.__qualname__ = _name


def _folded(text):
    """A text in lower case, but for characters whose counterpart Unicode 3.2 does not have."""
    out = ''
    for char in text:
        lower = char.casefold() if _old.category(char) != 'Cn' else char
        out += char if any(_old.category(part) == 'Cn' for part in lower) else lower
    return out


def map_table_b3(code):
    """B.3: case folding, for texts that are not normalized."""
    ord(code)
    lower = _folded(code)
    if lower == code:  # what has a compatible form with capitals
        plain = _old.normalize('NFKC', code)
        if _folded(plain) != plain:
            return _folded(plain)
    return lower


def map_table_b2(code):
    """B.2: case folding, for texts that are normalized (NFKC) thereafter."""
    lower = map_table_b3(code)
    plain = _old.normalize('NFKC', lower)
    again = _old.normalize('NFKC', ''.join(map(map_table_b3, plain)))
    return lower if again == plain else again
