# Making and dropping instances.
class Pair:
    def __init__(self, first, second):
        self.first = first
        self.second = second


def work():
    total = 0
    for i in range(100000):
        total += Pair(i, 1).second
    return total
