# Hexadecimal texts both ways.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.0, -0.0, 1.0, 0.1, -2.5, 1e300, 5e-324, 2.2250738585072014e-308, float('inf'), float('-inf'), float('nan'), 255.0):
    print(x.hex(), float.fromhex(x.hex()))
for text in ('0x1.8p1', '1.8', '-0x.8p0', 'ff', '0x1p-1075', '0x1p1024', '0x1.fffffffffffff8p1023', '  0x10  ', 'inf', '-nan', 'infinity', '', '0x', 'xyz', '1p', '0x1.8p+03', '0x1.00000000000008p0', '0x1.00000000000018p0'):
    show(float.fromhex, text)
show(float.fromhex, 5)
