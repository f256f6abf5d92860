# Numbers that are none.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    '0777',
    '00',
    '007',
    '09',
    '0_7',
    '1__2',
    '1_',
    '0_',
    '0x',
    '0xg',
    '0x_',
    '0x1_',
    '0xfg',
    '0b',
    '0b2',
    '0b12',
    '0b_1',
    '0o',
    '0o8',
    '0o78',
    '0o_7_',
    '1a',
    '1_a',
    '1.a',
    '1.5a',
    '1e',
    '1e+',
    '1e5x',
    '1e_5',
    '1._5',
    '1.5_',
    '1_.5',
    '1j2',
    '1jj',
    '1.5.5',
    '1..2',
    '0x1.5',
    '1é',
    '0xé',
    '1if x else y',
    '1or 2',
    '1and 2',
    '1in x',
    '1is x',
    '1not in x',
    '0x1for x in y',
    '1_000_',
    '0b1_0_',
    '12 34',
    '1 2 3',
    '(1 2)',
    'f(1 2)',
    '0b1e3',
    '0o1e3',
    '0xez',
    '5abc',
    '3.14.15',
    '1__0',
    '1e1_',
    '1e1__0',
]:
    show(text)
