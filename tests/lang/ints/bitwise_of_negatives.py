# & | ^ ~ as in two's complement of any width.
values = (0, 1, -1, 6, -6, 2**64 - 1, -2**64, -2**63, 10**25)
for a in values:
    print(~a, [a & b for b in values], [a | b for b in values], [a ^ b for b in values])
print(True & False, True | 2, type(True & True).__name__, type(True & 1).__name__, ~True)
