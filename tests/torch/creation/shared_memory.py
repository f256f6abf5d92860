"""Tensors on memory of other objects, and capsules of it."""
import torch
from torch.utils.dlpack import DLDeviceType, from_dlpack, to_dlpack


def show(*functions):
    for function in functions:
        try:
            print(function())
        except Exception as error:
            print(type(error).__name__, str(error)[:200])


data = bytearray(range(1, 9))
t = torch.frombuffer(data, dtype=torch.uint8)
data[0] = 9
t[1] = 7
print(t, data)
view = memoryview(data)[2:6]
u = torch.frombuffer(view, dtype=torch.int16, count=1, offset=2)
u.fill_(0)
print(u, data, torch.frombuffer(data, dtype=torch.uint8, offset=3, count=2).storage_offset())
show(lambda: torch.frombuffer(b'', dtype=torch.uint8), lambda: torch.frombuffer(data, dtype=torch.uint8, count=0),
     lambda: torch.frombuffer(data, dtype=torch.uint8, offset=8), lambda: torch.frombuffer(data, dtype=torch.uint8, offset=-1),
     lambda: torch.frombuffer(data, dtype=torch.int64, count=2),
     lambda: torch.frombuffer(data, dtype=torch.int16, offset=1), lambda: torch.frombuffer(memoryview(data)[::2], dtype=torch.uint8),
     lambda: torch.frombuffer([1], dtype=torch.uint8), lambda: torch.frombuffer('a', dtype=torch.uint8), lambda: torch.frombuffer(data),
     lambda: torch.frombuffer(data, dtype=torch.int32, requires_grad=True), lambda: torch.frombuffer(data, dtype='x'),
     lambda: torch.frombuffer(None, dtype=torch.uint8), lambda: torch.frombuffer(data, dtype=torch.uint8, count=1.5),
     lambda: torch.frombuffer(torch.ones(2), dtype=torch.float32))
x = torch.ones(2, requires_grad=True)
y = torch.arange(3.)
show(lambda: torch.asarray(y) is y, lambda: torch.asarray(y, copy=True).data_ptr() == y.data_ptr(), lambda: torch.asarray(y, dtype=torch.int32),
     lambda: torch.asarray(y, dtype=torch.int32, copy=False), lambda: torch.asarray([1, 2], copy=False), lambda: torch.asarray([1, 2]),
     lambda: torch.asarray(data, dtype=torch.int16), lambda: torch.asarray(5, dtype=torch.float16), lambda: torch.asarray('abc'),
     lambda: torch.asarray(None), lambda: torch.asarray(object()), lambda: torch.asarray(range(3)), lambda: torch.asarray([1.5], requires_grad=True),
     lambda: torch.asarray([1], requires_grad=True), lambda: torch.asarray(x, requires_grad=False).requires_grad,
     lambda: torch.asarray(x * 2, requires_grad=True), lambda: torch.asarray(y, device='meta', copy=False), lambda: torch.asarray(),
     lambda: torch.asarray(y, torch.float32), lambda: torch.asarray(y.__dlpack__()))
capsule = to_dlpack(y)
z = from_dlpack(capsule)
z[0] = 5
print(y, z.data_ptr() == y.data_ptr(), type(capsule).__name__, repr(capsule)[:31])
show(lambda: from_dlpack(capsule), lambda: from_dlpack(5), lambda: torch.from_dlpack(y), lambda: torch.from_dlpack(y, copy=True).data_ptr() == y.data_ptr(),
     lambda: y.__dlpack_device__(), lambda: torch.ones(1, requires_grad=True).__dlpack__(), lambda: y.to_sparse().__dlpack__(), lambda: torch.ones(2, device='meta').__dlpack__(),
     lambda: torch.ones(2, device='meta').__dlpack_device__(), lambda: y.__dlpack__(stream=1), lambda: y.__dlpack__(stream='a'), lambda: y.__dlpack__(1),
     lambda: from_dlpack(y.__dlpack__(), copy=True), lambda: to_dlpack([1]), lambda: list(DLDeviceType)[:3],
     lambda: repr(y.__dlpack__(max_version=(1, 0)))[:35], lambda: torch.from_dlpack(torch.ones(2, 3, dtype=torch.bfloat16).t()))


class Other:
    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()

    def __dlpack__(self, **options):
        print(options)
        return self.tensor.__dlpack__(**options)


class Older(Other):
    def __dlpack__(self):
        return self.tensor.__dlpack__()


show(lambda: torch.from_dlpack(Other(y)), lambda: torch.from_dlpack(Older(y)), lambda: torch.from_dlpack(Other(y), device='cpu', copy=False))
