# Sequences of the real distributions.
import random
random.seed(42)
print([random.random() for _ in range(5)], random.uniform(1, 10), random.uniform(10, 1), random.triangular(), random.triangular(0, 10, 3))
for f, args in ((random.gauss, (0, 1)), (random.gauss, (5, 2)), (random.normalvariate, (0, 1)), (random.expovariate, (1.5,)), (random.betavariate, (2, 3)), (random.gammavariate, (2, 1)), (random.gammavariate, (0.5, 1)), (random.gammavariate, (1, 2)), (random.lognormvariate, (0, 1)), (random.paretovariate, (3,)), (random.weibullvariate, (1, 2)), (random.vonmisesvariate, (0, 1)), (random.vonmisesvariate, (1, 0))):
    print(f.__name__, [f(*args) for _ in range(3)])
print(random.gauss(mu=1, sigma=2), random.normalvariate(), random.gauss())
