# Tuples packed and unpacked, zip and enumerate.
def work():
    total = 0
    first, second = list(range(100000)), list(range(100000))
    for i, (a, b) in enumerate(zip(first, second)):
        a, b = b, a
        total += a + b - i
    return total
