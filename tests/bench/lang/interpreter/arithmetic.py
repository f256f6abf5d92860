# Arithmetic on locals: every operator, ints and floats.
def work():
    total, scale, parity = 0, 0.5, 0
    for i in range(100000):
        total += (i + 3) * 2 - (i >> 1)
        parity ^= i & 5 | total % 9
        scale = scale * 0.5 + i // 3 / 4.0 - -i
    return total, parity, scale
