# Sequences of randrange, randint, getrandbits.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import random
random.seed(1)
print([random.randint(1, 6) for _ in range(12)], [random.randrange(10) for _ in range(8)], [random.randrange(5, 50, 5) for _ in range(5)], [random.getrandbits(k) for k in (1, 8, 31, 32, 33, 64, 100)], random.randrange(10**30), random.randint(-5, 5), random.randbytes(5), random.getrandbits(0))
for f, args in ((random.randrange, (0,)), (random.randrange, (5, 5)), (random.randrange, (1, 10, 0)), (random.randrange, (1.5,)), (random.randrange, (10, 1)), (random.randint, (5, 1)), (random.getrandbits, (-1,)), (random.getrandbits, ('a',))):
    show(f, *args)
