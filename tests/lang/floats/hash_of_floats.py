# hash() of floats agrees with that of equal ints and fractions of two.
for x in (0.0, 1.0, -1.0, 0.5, 1e20, 1e300, 0.1, -0.1, 5e-324, 3.14, 2.0**61, 1e-10):
    print(x, hash(x))
