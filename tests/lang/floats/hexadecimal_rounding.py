# Hexadecimal texts are rounded once, to even between two; what is too large and what is no number
for text in ('0x0.ffffffffffffecp-1022', '0x0.ffffffffffffe8p-1022', '0x1.fffffffffffff7p0', '0x1.fffffffffffff8p0',
             '0x1.00000000000008p0', '0x1.00000000000008000000000000001p0', '0x1.00000000000018p0', '0x1p-1075', '0x1.1p-1075',
             '0x1p-1076', '0x1.fffffffffffff8p+1023', '0x1.fffffffffffff7p+1023', '0x0p99999999999999999999', '1' * 600,
             '0x.' + '0' * 600 + '1', ' -0X1.8P+1 ', '.8', '8.', '0x1p1024', '0xf.1p+1075.', '0x1p', '0x', '', '.', '0x.p1', '+ 1',
             'inf', '-INFINITY', 'nan', 'infinit', '0xinf', '0x1.8p0\0', '1p1p1'):
    try:
        print(text[:40], repr(float.fromhex(text)))
    except (ValueError, OverflowError) as error:
        print(text[:40], type(error).__name__, error)
