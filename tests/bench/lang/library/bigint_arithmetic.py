# Integers of a few limbs.
def work():
    a, b, n = 0, 1, 0
    for i in range(1000):
        a, b = b, a + b
    x = 10**30
    for i in range(20000):
        n += (x + i) * 3 // 7 % 1000 + (x - 1 > x) + (x << 5 >> 100)
    return n, b % 10**9
