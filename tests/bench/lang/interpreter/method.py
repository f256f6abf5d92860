# Method calls.
class Counter:
    def __init__(self):
        self.value = 0

    def step(self, by):
        self.value += by
        return self.value


def work():
    counter = Counter()
    for i in range(200000):
        counter.step(i)
    return counter.value
