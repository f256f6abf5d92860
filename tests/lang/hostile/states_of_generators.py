# Generators of random numbers with a state that a program has set, and with numbers at the edge.
import random

state = (3, (0,) * 624 + (624,), None)
r = random.Random()
r.setstate(state)
print(r.random(), r.getrandbits(70), r.randrange(10), r.randrange(2**80), r.gauss(), r.choice('ab'), r.choices('ab', k=2), r.sample('abc', 2))
for bad in ((3, (0,) * 624 + (625,), None), (3, (0,) * 624 + (-1,), None), (3, (0,) * 5, None), (3, 5, None), 5,
            (3, (0,) * 624 + ('a',), None)):
    try:
        r.setstate(bad)
        print('taken')
    except Exception as e:
        print(type(e).__name__)
r.seed(5)


class I(int):
    def bit_length(self):
        return -5

    def __rshift__(self, other):
        return 'x'

    def __gt__(self, other):
        return True

    def __lt__(self, other):
        return False


import math
print(round(math.log(I(2**2000)), 6), math.log2(I(2**3000)), math.ldexp(1.0, I(-2**70)))
print(0 <= r.randrange(int(I(2**70))) < 2**70)
for f in (lambda: math.log(I(-2**70)), lambda: math.factorial(I(-5)), lambda: math.comb(I(5), I(2)), lambda: r.sample(range(2**62), 2**62 + 1),
          lambda: len(r.sample(range(2**62), 3)), lambda: r.sample('ab', 3, counts=[1, 1]), lambda: r.sample('ab', 2, counts=[1, 1, 1]),
          lambda: sorted(r.sample(range(1000), 500, counts=[1] * 1000)) != [], lambda: r.choices([], k=1), lambda: r.choices('ab', [0, 0]),
          lambda: r.choices('ab', [float('nan'), 1]), lambda: r.randbytes(-1), lambda: r.getrandbits(-1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)
