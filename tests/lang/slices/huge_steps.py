# Steps and bounds beyond every length, also beyond 64 bits.
import sys

MANY = sys.maxsize
for kind in (list, bytearray):
    for step in (MANY, MANY - 1, -MANY, -MANY - 1, 1 << 100, -(1 << 100)):
        for start in (None, 0, 3, 9, -1, -10, MANY, -MANY, 1 << 90):
            a = kind(range(10))
            part = a[start::step]
            del a[start::step]
            b = kind(range(10))
            try:
                b[start::step] = kind([77] * len(part))
            except ValueError as e:
                print(e)
            print(kind.__name__, step, start, list(part), list(a), list(b))
print((1, 2, 3)[::MANY], 'abc'[2::-MANY], range(10)[5::MANY], b'abc'[1::1 << 70])
