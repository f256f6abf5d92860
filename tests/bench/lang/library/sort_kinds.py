import random
from operator import itemgetter

random.seed(7)
numbers = [random.randrange(10**6) for _ in range(4000)]
pairs = [(n % 50, n) for n in numbers]
named = [(n % 50, 'name %d' % n) for n in numbers]
lists = [[n % 50, n] for n in numbers]
large = [n * 10**20 for n in numbers]
mixed = [n if n & 1 else float(n) for n in numbers]
texts = ['key%d' % n for n in numbers]
counts = dict(zip(texts, numbers))


def work():
    for _ in range(4):
        for values in pairs, named, lists, large, mixed, texts:
            sorted(values)
        sorted(named, key=itemgetter(1))
        sorted(numbers, key=lambda n: (-n, n))
        sorted(counts.items(), key=lambda item: item[1], reverse=True)
        sorted(counts)
    for n in numbers:
        sorted((n, 5, 3))
    return sorted(pairs)[:3]
