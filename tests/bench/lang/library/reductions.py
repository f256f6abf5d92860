# sum, min, max, any, all, sorted over lists.
ints, floats = list(range(5000)), [i * 0.5 for i in range(5000)]
def work():
    n = 0
    for _ in range(50):
        n += sum(ints) + sum(floats) + min(ints) + max(floats) + any(x < 0 for x in (1, 2)) + all(ints)
        n += sum(range(5000)) + max(1, 2) + min(3, 4, 5) + max(ints, key=abs)
    return n
