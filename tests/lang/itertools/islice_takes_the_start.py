# What lies in front of the start is taken from the iterator even where the end comes earlier
import itertools

for start, stop, step in ((3, 0, 1), (0, 0, 1), (2, 2, 1), (5, 2, 3), (1, 4, 2), (9, 3, 1), (0, 7, 3), (2, None, 4)):
    source = iter(range(10))
    part = itertools.islice(source, start, stop, step)
    print(start, stop, step, list(part), list(source), list(part))
