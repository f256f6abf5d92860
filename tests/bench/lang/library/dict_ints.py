# A dict with integer keys, counted up.
def work():
    counts = {}
    for i in range(200000):
        key = i * 7919 % 1000
        counts[key] = counts.get(key, 0) + 1
    return len(counts), counts[0]
