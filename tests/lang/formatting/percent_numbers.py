# What %d and its like take for a number.
import math
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
class SF(str):
    def __float__(self): return 2.5
class SI(str):
    def __index__(self): return 7
class SN(str):
    def __int__(self): return 9
class BF(bytes):
    def __float__(self): return 2.5
class OF:
    def __float__(self): return 2.5
class OI:
    def __index__(self): return 7
class ON:
    def __int__(self): return 9
class OT:
    def __trunc__(self): return 9
for v in (SF('12'), SF(), SI('13'), SN('14'), BF(b'15'), OF(), OI(), ON(), OT(), 's', None, b'1', 1.5, True, 1j, [], complex, float('nan'), float('inf'), '12'):
    for f in '%d', '%i', '%x', '%o', '%X', '%c', '%f', '%g', '%5.2d', '%u':
        print(f, end=' '); attempt(lambda: f % v); attempt(lambda: f.encode() % v)
    attempt(int, v); attempt(float, v); attempt(complex, v); attempt(math.floor, v); attempt(math.trunc, v); attempt(round, v)
