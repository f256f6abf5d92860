# Case mappings, questions about characters, padding.
long = 'Hello World ' * 1000
def work():
    n = 0
    for _ in range(20000):
        s = 'Hello'
        n += len(s.upper()) + len(s.lower()) + s.isalpha() + len(s.ljust(10)) + len(s.title()) + '123'.isdigit()
    for _ in range(100):
        n += len(long.upper())
    return n
