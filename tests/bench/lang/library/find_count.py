# Searching texts: near, far, from the end, dense.
near, far, dense = 'hello world', 'hello world ' * 5000 + 'needle', 'ab' * 5000
def work():
    n = 0
    for _ in range(20000):
        n += near.find('wor') + ('wor' in near) + near.count('o') + near.rfind('o')
    for _ in range(20):
        n += far.find('needle') + dense.count('a') + dense.count('ab') + dense.rfind('ba' * 20 + 'c')
    return n
