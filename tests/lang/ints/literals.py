# Every form of integer literal.
print(0xFF, 0XfF, 0o17, 0O17, 0b101, 0B1, 1_000_000, 0x_ff, 0b_1, 00, 0_0, 123456789012345678901234567890)
print(1 .real, 1..real, (1).real, -1 ** 2, (-1) ** 2, 2 ** -1, 1if True else 2)
