# Sorting with key functions: built-in, lambda, by position.
words = [str(i * 7919 % 10007) for i in range(10000)]
pairs = [(i * 7919 % 1000, i) for i in range(10000)]
def work():
    return sorted(words)[5], sorted(words, key=len)[5], sorted(pairs, key=lambda p: p[0])[5], sorted(pairs)[5]
