# The module random: the same numbers for the same seed.
import random


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for seed in (0, 1, -1, 42, 2**32, 2**31 - 1, 2**64 + 12345, 10**50, -10**30, 1.5, -0.0, 'text', '', 'äöü', b'bytes', True, 3.7e10):
    random.seed(seed)
    print(repr(seed), random.random(), random.getrandbits(40), random.randint(1, 6))
random.seed(12345)
print([random.random() for _ in range(3)], [random.randrange(10) for _ in range(10)])
print([random.randint(-5, 5) for _ in range(8)], random.randrange(0, 100, 7), random.randrange(100, 0, -9), random.randrange(10**30))
print(random.choice('abcdef'), random.choice([1, 2, 3]), random.choice(range(100)), random.choices('ab', k=5))
print(random.choices([1, 2, 3], weights=[1, 2, 3], k=6), random.choices('xyz', cum_weights=[1, 5, 6], k=4), random.choices('q'))
x = list(range(20))
random.shuffle(x)
print(x, random.sample(x, 5), random.sample(range(10**6), 4), random.sample('abcdef', 6), random.sample([1, 2], counts=[3, 2], k=4))
print(random.sample(range(100), 30))
print(random.uniform(1, 10), random.uniform(5, -5), random.triangular(0, 10, 3), random.triangular(), random.gauss(0, 1), random.gauss(5, 2))
print(random.normalvariate(0, 1), random.lognormvariate(0, 1), random.expovariate(2.0), random.vonmisesvariate(0, 4))
print(random.gammavariate(2, 3), random.gammavariate(0.5, 1), random.gammavariate(1, 1), random.betavariate(2, 5), random.paretovariate(3),
      random.weibullvariate(1, 2), random.vonmisesvariate(1, 0))
print(random.getrandbits(1), random.getrandbits(64), random.getrandbits(100), random.getrandbits(0), random.randbytes(7))
state = random.getstate()
a = [random.random() for _ in range(3)]
random.setstate(state)
print(a == [random.random() for _ in range(3)], state[0], len(state[1]), state[2])
r = random.Random(99)
print(r.random(), r.randint(1, 100), r.choice('abc'), random.Random('x').random())
r2 = random.Random()
r2.setstate(r.getstate())
print(r.random() == r2.random(), isinstance(r, random.Random))
m = [[1], [2], [3]]
random.seed(1)
random.shuffle(m)
print(m)


class R(random.Random):
    extra = 1


print(R(5).random(), R(5).randint(1, 9))
show(lambda: random.choice([]))
show(lambda: random.randrange(0))
show(lambda: random.randrange(5, 5))
show(lambda: random.randint(5, 1))
show(lambda: random.randrange(1, 10, 0))
show(lambda: random.randrange(10, 1, 2))
show(lambda: random.randrange(1, step=2))
show(lambda: random.sample([1], 2))
show(lambda: random.sample({1, 2}, 1))
show(lambda: random.sample([1], -1))
show(lambda: random.choices([1, 2], weights=[1]))
show(lambda: random.choices([1, 2], [0, 0]))
show(lambda: random.choices([1, 2], 5))
show(lambda: random.choices([1], weights=[1], cum_weights=[1]))
show(lambda: random.shuffle((1, 2)))
show(lambda: random.seed([]))
show(lambda: random.getrandbits(-1))
show(lambda: random.setstate((3, (1, 2), None)))
show(lambda: random.expovariate(0))
show(lambda: random.gammavariate(0, 1))
show(lambda: random.uniform('a', 1))
