# Functions of math, operator, bisect and random numbers with a seed.
import bisect
import math
import operator
import random


def work():
    n, places, r = 0, list(range(0, 1000, 7)), random.Random(5)
    for i in range(1, 5000):
        n += math.sqrt(i) + math.floor(i / 7) + math.sin(i) + math.gcd(i, 84) + math.isqrt(i) + math.log(i) + math.hypot(i, 3)
        n += bisect.bisect(places, i % 1000) + operator.add(i, 2) + operator.mul(i, 3)
        n += r.random() + r.randint(1, 6) + math.comb(i % 20, 3) + math.factorial(i % 12)
    return round(n, 3)
