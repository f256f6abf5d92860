# Sorting integers, floats and what is sorted already.
import random
draw = random.Random(1)
ints = [draw.randrange(10**6) for _ in range(20000)]
floats = [draw.random() for _ in range(20000)]
def work():
    return sorted(ints)[0], sorted(floats, reverse=True)[-1], len(sorted(range(50000)))
