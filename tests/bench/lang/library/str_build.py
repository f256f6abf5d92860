# Texts that grow, and slices of them.
def work():
    s = ''
    for i in range(20000):
        s += 'x'
    t = ''
    for i in range(20000):
        t += str(i)
    n = 0
    for i in range(20000):
        n += len(t[i:i + 7]) + len(s[i:]) % 3
    return n, len(t)
