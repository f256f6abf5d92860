# A generator, resumed for each value.
def squares(n):
    for i in range(n):
        yield i * i


def work():
    total = 0
    for square in squares(200000):
        total += square
    return total
