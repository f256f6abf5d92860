# Every presentation type of floats.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.0, -0.0, 1.5, -2.25, 1234567.891, 1e-7, 1e22, 0.1, 123456789012345678.0, float('inf'), float('-inf'), float('nan')):
    print([format(x, s) for s in ('', 'f', '.0f', '#.0f', '.3f', 'e', '.2e', 'E', 'g', '.3g', '#g', 'G', 'n', '%', '.1%', '+', ' .2f', '010.2f', ',', ',.2f', '_.1f', '>12.2f', '<12|'[:3], '^12.1f', '=+12.2f', '.10', '.1', 'z.0f', 'z', 'F')])
for spec in ('d', 'x', 's', 'c', 'b', '.', '.2.3', 'q', ',n', '_n', '.2q', 'i', '5.2f2', '.99999999999', ',e', '\ud800', '.200f', '+-5'):
    show(format, 1.5, spec)
