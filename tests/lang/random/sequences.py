# choice, choices, shuffle and sample.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import random
random.seed('text seed')
l = list(range(10))
random.shuffle(l)
print(l, random.choice('abc'), [random.choice([1, 2, 3]) for _ in range(6)], random.choices('abc', k=5), random.choices([1, 2], weights=[1, 9], k=6), random.choices('ab', cum_weights=[1, 5], k=4), random.sample(range(100), 5), random.sample('abcdef', 3), random.sample([1, 2, 3], 3), random.sample(range(10**10), 3), random.sample(['a', 'b'], counts=[3, 2], k=4))
for f, args, kw in ((random.choice, ([],), {}), (random.choice, (5,), {}), (random.choices, ([],), {}), (random.choices, ([1, 2],), {'weights': [1]}), (random.choices, ([1],), {'weights': [0]}), (random.choices, ([1],), {'weights': [1], 'cum_weights': [1]}), (random.sample, ([1], 2), {}), (random.sample, ([1], -1), {}), (random.sample, ({1, 2}, 1), {}), (random.shuffle, ((1, 2),), {}), (random.shuffle, (5,), {}), (random.choice, ({1: 2, 3: 4},), {}), (random.sample, (5, 1), {})):
    show(f, *args, **kw)
