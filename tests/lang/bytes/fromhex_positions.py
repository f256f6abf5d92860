# Where bytes.fromhex() finds the first character that is no digit.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
for t in ('12straße', 'straßeABC', 'ß', '1ß', '12 3', '12 x3', '1 2', 'zz', '1', '12\u3000', '1１', '12\x00', '12 \t\n34', '1ä'):
    attempt(bytes.fromhex, t); attempt(bytearray.fromhex, t)
