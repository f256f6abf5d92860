# int() of decimal texts.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for text in ('0', ' 42 ', '-7', '+7', '1_000', '1__0', '_1', '1_', '', ' ', '-', '+-1', '1 2', '0x10', '1.5', '1e3', '\t\n9\r',
             '\u0661\u0662\u0663', '\uff11\uff12', '\u00b2', '١_٢', '007', '\x00', '1\x00', '\ud800', 'abc', "it's", '٣x'):
    show(int, text)
show(int, b' 12 ')
show(int, bytearray(b'13'))
show(int, b'1x')
show(int, b'\xff')
