# Looking up, counting, walking through dicts.
words = ('the quick brown fox jumps over the lazy dog ' * 500).split()
def work():
    n, d, pairs = 0, {str(i): i for i in range(1000)}, {(i, i): i for i in range(100)}
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    for i in range(10000):
        n += d['50'] + d.get('zz', 1) + ('51' in d) + pairs[5, 5]
    for _ in range(20):
        for k, v in d.items():
            n += v
        for k in d:
            n += 1
    return n, counts['fox']
