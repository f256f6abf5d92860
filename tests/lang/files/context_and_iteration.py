# Files as context managers and iterators.
class Boom(Exception):
    pass
try:
    with open('c.txt', 'w') as f:
        f.write('data')
        raise Boom
except Boom:
    print(f.closed, open('c.txt').read())
with open('c.txt', 'w') as a, open('d.txt', 'w') as b:
    print('1\n2\n3', file=a)
with open('c.txt') as f:
    first = next(f)
    rest = [int(x) for x in f]
    print(first, rest, f.readline() == '')
with open('c.txt') as f:
    for i, line in enumerate(f, 1):
        print(i, line, end='')
print(sum(1 for _ in open('c.txt')), max(open('c.txt'), key=int), [*open('d.txt')], iter(f) is f if False else '')
try:
    with open('c.txt') as f:
        f.read()
    f.read()
except ValueError as e:
    print(e)
print(repr(open('c.txt', 'rb').read()), type(open('c.txt')).__name__, type(open('c.txt', 'rb')).__name__, type(open('c.txt', 'wb')).__name__)
