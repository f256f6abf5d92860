# Operators of int and bool: small, at the edge of 64 bits, beyond.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


M = 2**63
values = [0, 1, -1, 2, -2, 7, -7, 10, 255, -256, True, False, M - 1, M, -M, -M - 1, 2**64, 2**64 - 1, -2**64, 10**25, -10**25,
          3**100, -3**100, 2**200 + 1]
for a in values:
    for b in values:
        row = [a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a <= b, a == b, a != b, a > b, a >= b]
        if b:
            row += [a // b, a % b, divmod(a, b)]
        print(hash(tuple(row)) if False else row)
for a in values:
    for b in (0, 1, 2, 63, 64, 65, 100, 200):
        print(a << b, a >> b, end=' ')
    print(-a, +a, ~a, abs(a), bool(a), hash(a))
for a in values:
    for b in values:
        if b:
            t(lambda: a / b)
for a in (0, 1, -1, 2, -2, 3, 10, -7, True, 2**40, -2**63):
    for b in (0, 1, 2, 3, 5, 20, 63, 64, 100):
        print(a**b, end=' ')
    print()
for a in (2, -2, 10, 3):
    for b in (-1, -2, -3):
        t(lambda: a**b)
t(lambda: 0**-1)
for a, b, m in [(2, 10, 7), (2, 10, -7), (-2, 3, 5), (3, -1, 7), (2, -1, 4), (7, 0, 1), (7, 5, 1), (10**30, 10**20, 10**9 + 7),
                (2, 100, 0), (3, 200, 2**70), (-3, 201, -2**70), (38, -1, 97), (5, 3, True), (0, 0, 3)]:
    t(lambda: pow(a, b, m))
for f in (lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: divmod(1, 0), lambda: 2**70 // 0, lambda: 2**70 % 0,
          lambda: 2**70 / 0, lambda: divmod(2**70, 0), lambda: 1 << -1, lambda: 1 >> -1, lambda: 2**70 << -1, lambda: 1 << 2**70,
          lambda: 0 << 2**70, lambda: 1 >> 2**70, lambda: -1 >> 2**70, lambda: -2**80 >> 2**70, lambda: 0 >> 5,
          lambda: 1 + 'a', lambda: 'a' - 1, lambda: 1 < 'a', lambda: [] * 1.5, lambda: 1 + None, lambda: 1 @ 2, lambda: ~1.5,
          lambda: 10**400 / 3, lambda: 10**400 / 10**399, lambda: 1 / 10**400, lambda: -1 / 10**400, lambda: 10**400 / -1,
          lambda: 1 == 'a', lambda: 1 != None, lambda: 2**70 == 2.0**70, lambda: 2**53 + 1 == float(2**53 + 1)):
    t(f)
print(2**63 - 1 + 1, -2**63 - 1, (2**63 - 1) * (2**63 - 1), -2**63 // -1, -2**63 % -1, divmod(-2**63, -1), abs(-2**63), -(-2**63))
print(True + True, True & False, True | False, True ^ True, True & 1, 1 | False, ~True, -True, True * 3, True // 1, True == 1, True < 2)
print(sum(range(100)), 1_000_000, 0x_ff, 0b1010, 0o777, 0xFFFFFFFFFFFFFFFFFF)
# division is exact and correctly rounded
for a, b in [(1, 3), (2, 3), (10**20, 3), (2**64 + 1, 2**64), (2**1000, 2**990 + 1), (1, 2**1074), (1, 2**1075), (3, 2**1075), (5, 2**1076),
             (2**53 + 1, 1), (2**54 + 2, 2), (2**54 + 3, 2), (9007199254740993, 1), (9007199254740995, 3), (10**308, 1), (10**30, 10**30 + 1),
             (-7, 2), (7, -2), (0, -5), (2**1024 - 2**970, 1), (2**1023 * 3, 2)]:
    t(lambda: a / b)
