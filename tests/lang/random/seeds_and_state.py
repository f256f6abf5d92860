# seed of every type, getstate and setstate, Random objects.
import random
for seed in (0, 1, -1, 10**30, 1.5, 'a', b'a', bytearray(b'a'), True, ''):
    random.seed(seed)
    print(repr(seed), random.random(), random.getrandbits(16))
random.seed(5)
state = random.getstate()
a = [random.random(), random.gauss(0, 1)]
random.setstate(state)
print(a == [random.random(), random.gauss(0, 1)], type(state).__name__, state[0], len(state[1]), state[2])
r, q = random.Random(7), random.Random(7)
print(r.random() == q.random(), r.randint(1, 100), r.sample(range(50), 3), isinstance(r, random.Random), r.choice('xyz'))
for seed in ([1], {}, None.__class__, 1j):
    try:
        random.seed(seed)
    except TypeError as e:
        print(e)
random.seed(3, version=2)
print(random.random())
