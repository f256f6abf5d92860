# Numbers to texts and back.
def work():
    n = 0
    for i in range(20000):
        n += int(str(i)) + len(str(i / 8)) + int(float('3.25')) + len(hex(i)) + int('ff', 16) + round(i / 3) + len(repr('a'))
    return n
