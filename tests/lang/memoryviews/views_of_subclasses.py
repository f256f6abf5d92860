# Instances of classes that derive from types with memory have that memory, too.
import array
import mmap


class Numbers(array.array):
    pass


class Map(mmap.mmap):
    pass


numbers = Numbers('i', [1, 2, 3])
view = memoryview(numbers)
view[1] = 20
print(view.format, view.tolist(), numbers[1], bytes(numbers)[:4], view.obj is numbers)
try:
    numbers.append(4)
except BufferError as error:
    print(error)
m = Map(-1, 8)
memoryview(m)[:2] = b'ab'
print(m[:3])
