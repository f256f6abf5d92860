# Integer arithmetic in a for loop.
def work():
    total = 0
    for i in range(400000):
        total = total + i * 3 % 7
    return total
