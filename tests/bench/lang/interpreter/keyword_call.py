# Calls with defaults and keyword arguments.
def scale(value, factor=2, *, offset=0):
    return value * factor + offset


def work():
    total = 0
    for i in range(150000):
        total += scale(i, offset=1)
    return total
