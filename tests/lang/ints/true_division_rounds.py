# int / int is correctly rounded, however big the operands.
print(1 / 3, -1 / 3, 10**400 / 10**399, 2**1100 / 3**600, (2**53 + 1) / 1, (2**53 + 3) / 1, 10**22 / 10**21)
print(1 / 10**400, -1 / 10**330, 3 / 2**1075, 7 / 7, 0 / -5)
print((2**1024 - 1) / 2, (2**54 + 2) / 2**54)
try:
    print(2**1024 / 1)
except OverflowError as e:
    print(e)
try:
    float(10**400)
except OverflowError as e:
    print(e)
