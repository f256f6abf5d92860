# Reading and writing list items: a sieve.
def work():
    flags = [True] * 200000
    for i in range(2, 450):
        if flags[i]:
            for k in range(i * i, 200000, i):
                flags[k] = False
    return sum(flags) - 2
