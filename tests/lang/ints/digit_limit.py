# Texts of more than 4300 digits are refused, and the limit can be set.
import sys
print(sys.get_int_max_str_digits())
for action in (lambda: len(str(10**4299)), lambda: str(10**4300), lambda: int('1' * 4300) > 0, lambda: int('1' * 4301),
               lambda: repr(-10**5000), lambda: '%d' % 10**5000 if False else len('%x' % 10**5000), lambda: f'{10**5000}',
               lambda: len(hex(10**5000)), lambda: int('f' * 6000, 16) > 0, lambda: int('1_' * 5000 + '1')):
    try:
        print(action())
    except ValueError as e:
        print('ValueError:', e)
sys.set_int_max_str_digits(6000)
print(len(str(10**5000)))
sys.set_int_max_str_digits(0)
print(len(str(10**9000)))
for bad in (1, 639, -1, 'a', 10**20):
    try:
        sys.set_int_max_str_digits(bad)
    except (ValueError, TypeError, OverflowError) as e:
        print(type(e).__name__, e)
