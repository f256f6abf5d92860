# float() of texts.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for text in ('1', ' 1.5 ', '-.5', '5.', '.', '', '1e5', '1E+5', '1e', 'e5', '1_0.5_0', '1__0', '_1', '1_.5', '1._5', 'inf', '-Infinity', 'NaN', '+nan', 'infin',
             '1e400', '-1e400', '1e-400', '0x1p3', '１.５', '\u0661.5', '1\u00a0', '1 2', '1,5', '\x001', '--1', '1e5.0', 'nan1', "it's", '\ud800'):
    show(float, text)
show(float, b'1.5')
show(float, b'x')
show(float, bytearray(b' 2 '))
