# ** of floats: signs, zeros, complex results.
for a in (2.0, -2.0, 0.0, -0.0, 0.5):
    for b in (2, 3.0, 0, 0.5, 1e3):
        print(a, b, a ** b)
print((-1.0) ** 0.5, (-8) ** (1 / 3), 4 ** 0.5, 2 ** 0.5, 10 ** -2, pow(2.5, 2), 1.5 ** 2.5)
