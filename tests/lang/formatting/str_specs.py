# Specifications of texts.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for spec in ('', 's', '5', '<5', '>5', '^5', '*^7', '.2', '5.1', '.2s', '>5.2s', '05', '<05', '\u00e4>6', '{>5', '10.0'):
    show(format, 'abc', spec)
for spec in ('d', '=5', '+', ' ', '-', ',', '_', '#', '.', '05d', 'x', '%', '5.', 'ss', 'z', '.2,', '=', '0=5'):
    show(format, 'abc', spec)
