#!/usr/bin/env python3
"""Write float_powers.c: 10**k for all k that printing a double needs, as 128-bit significands rounded up.

Usage: float_powers.py > float_powers.c
"""
FIRST, LAST = -292, 324


def main():
    print('/* float_powers.c: made by float_powers.py; do not edit. */')
    print('#include "types/float_impl.h"\n')
    print(f'/* from 10**{FIRST} to 10**{LAST}: high and low half */')
    print('const uint64_t lang_float_powers[][2] = {')
    for k in range(FIRST, LAST + 1):
        high, low = (10**k, 1) if k >= 0 else (1, 10**-k)
        shift = high.bit_length() - low.bit_length()
        if (high << max(-shift, 0)) < (low << max(shift, 0)):
            shift -= 1
        scale = 127 - shift  # 2**shift <= 10**k < 2**(shift + 1)
        numerator, denominator = (high << scale, low) if scale >= 0 else (high, low << -scale)
        value = -(-numerator // denominator)
        assert 1 << 127 <= value < 1 << 128
        print(f'    {{0x{value >> 64:016x}, 0x{value & (1 << 64) - 1:016x}}},')
    print('};')


if __name__ == '__main__':
    main()
