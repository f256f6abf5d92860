# Every presentation type of ints.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for n in (0, 42, -42, 255, 10**20, True):
    print([format(n, s) for s in ('', 'd', 'b', 'o', 'x', 'X', '#b', '#o', '#x', '#X', 'n', 'e', '.2f', 'g', '%', '+d', ' d', '08d', '+08.1f', ',', '_', '_b', '_x', '#_x', '<8', '>8', '^8', '=+8', '*^+9', '010,', 'E', 'F', 'G')])
show(format, 65, 'c')
show(format, 0x1F600, '>3c')
for spec in ('s', 'q', '.2d', '.2', 'c,', '+c', '#c', ',x', ',b', ',_', '_,', ',,', '__', '-5', '5-', '.', '.x', '10.', '=', '^', '<<5', '\u00e4<5', '05', '<05', '0', '00', '10 ', 'dd', '#', '+', 'z', 'zf', 'zd', '99999999999999999999'):
    show(format, 7, spec)
show(format, -1, 'c')
show(format, 0x110000, 'c')
show(format, 10**400, 'f')
