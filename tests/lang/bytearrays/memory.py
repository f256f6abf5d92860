# What a bytearray takes of memory: what was asked for when it is made at once, more only when it grows.
import tracemalloc


def taken(make):
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    return tracemalloc.get_traced_memory()[0] - before - len(made)


tracemalloc.start()
for size in (10_000, 1_000_000):
    text = b'x' * size
    print(size, taken(lambda: bytearray(size)) < 800, taken(lambda: bytearray(text)) < 800, taken(lambda: bytearray(text)[:size - 1]) < 800)
tracemalloc.stop()
array = bytearray(100)
before = array.__sizeof__()
array.append(1)
print(len(array), before > 100, array.__sizeof__() > before)
array[:] = b''
array += b'abc' * 5
print(array)
