# Large integers: products, powers, texts.
import math
def work():
    n = 0
    for i in range(20):
        n += len(str(7**2000)) + pow(10**30 + 7, 10**30, 10**40 + 9) % 1000 + math.factorial(500) % 1009
    x = 3**20000
    return n, x * x % 1000, int('1' * 1000) % 997
