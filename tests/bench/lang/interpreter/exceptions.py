# Raising and catching.
def check(i):
    if i % 3 == 0:
        raise ValueError(i)
    return i


def work():
    caught = 0
    for i in range(60000):
        try:
            check(i)
        except ValueError:
            caught += 1
    return caught
