# PickleBuffer: memory in the pickle, or beside it.
import gc
import pickle
import weakref
from pickle import PickleBuffer


def told(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


class Picture:
    def __init__(self, data):
        self.data = data

    def __reduce_ex__(self, protocol):
        return Picture, (PickleBuffer(self.data) if protocol >= 5 else bytes(self.data),)


pb = PickleBuffer(b'foo')
print(pickle.dumps([pb, pb], 5), pickle.dumps(PickleBuffer(bytearray(b'ab')), 5), PickleBuffer)
print(bytes(pb), memoryview(pb).readonly, pb.raw().format, len(memoryview(pb)))
for data in (b'abc', bytearray(b'abc'), memoryview(b'0123456789')[2:5]):
    buffers = []
    made = pickle.dumps(Picture(data), 5, buffer_callback=buffers.append)
    back = pickle.loads(made, buffers=buffers).data
    print(len(made) < 70, type(buffers[0]).__name__, bytes(back), memoryview(back).readonly)
    print(type(pickle.loads(pickle.dumps(Picture(data), 5)).data), type(pickle.loads(pickle.dumps(Picture(data), 4)).data))
    print(pickle.loads(pickle.dumps(Picture(data), 5, buffer_callback=lambda buffer: True)).data)
whole = bytearray(b'abcdef')
buffers = []
made = pickle.dumps(PickleBuffer(whole), protocol=5, buffer_callback=buffers.append)
pickle.loads(made, buffers=[whole])[0:1] = b'X'
print(whole, bytes(buffers[0]), memoryview(pickle.loads(made, buffers=[b'ro'])).readonly)
view = memoryview(bytes(range(12))).cast('B', [3, 4])
inside = memoryview(PickleBuffer(view))
print(inside.shape, inside.format, PickleBuffer(view).raw().shape, bytes(PickleBuffer(view.cast('B').cast('h')).raw()))
print(told(lambda: whole.append(1)))
for buffer in buffers:
    buffer.release()
    buffer.release()
print(told(lambda: whole.append(1)), whole, told(lambda: memoryview(buffers[0])), told(lambda: buffers[0].raw()))
for wrong in (lambda: PickleBuffer('foo'), lambda: pickle.dumps(pb, 4), lambda: pickle.dumps(1, 4, buffer_callback=print),
              lambda: pickle.dumps(PickleBuffer(memoryview(b'abcd')[::2]), 5), lambda: PickleBuffer(memoryview(b'abcd')[::2]).raw(),
              lambda: pickle.loads(made), lambda: pickle.loads(made, buffers=[]), lambda: pickle.dumps(pb, 5, buffer_callback=lambda x: 1 / 0),
              lambda: pickle.dumps(buffers[0], 5), lambda: pickle.dumps(pb, 5, buffer_callback=3)):
    print(told(wrong))


class Bytes(bytes):
    pass


held = Bytes(b'foo')
held.cycle = PickleBuffer(held)
alive = weakref.ref(held.cycle)
del held
gc.collect()
print(alive())
