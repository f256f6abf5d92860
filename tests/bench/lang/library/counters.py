# Counter, defaultdict, OrderedDict, namedtuple and ChainMap.
from collections import ChainMap, Counter, OrderedDict, defaultdict, namedtuple

words = ('the quick brown fox jumps over the lazy dog ' * 50).split()
Pair = namedtuple('Pair', 'x y')


def work():
    n = 0
    for _ in range(20):
        counts, places, order = Counter(words), defaultdict(list), OrderedDict()
        for i, word in enumerate(words):
            places[word].append(i)
            order[word] = i
            n += counts[word]
        for word in order:
            order.move_to_end(word) if n == 0 else None
        both = counts + Counter('abc')
        n += counts.most_common(2)[0][1] + len(places['fox']) + len(both) + both['zz'] + ChainMap(counts, both)['dog']
        for i in range(200):
            p = Pair(i, 2)
            n += p.x + p[1] + p._replace(x=3).x
    return n
