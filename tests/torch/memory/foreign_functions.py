# A function of C works on the memory of tensors: compiled, opened with ctypes, given data_ptr().
import ctypes
import os
import shutil
import subprocess
import tempfile

import torch

SOURCE = '''
#include <stdint.h>
void scale(float *data, int64_t count, float by) { for (int64_t i = 0; i < count; i++) data[i] *= by; }
double sum(const double *data, const int64_t *shape, const int64_t *strides)
{
    double s = 0;
    for (int64_t i = 0; i < shape[0]; i++)
        for (int64_t k = 0; k < shape[1]; k++)
            s += data[i * strides[0] + k * strides[1]] * (i + 1);
    return s;
}
void squares(int64_t *out, int64_t count) { for (int64_t i = 0; i < count; i++) out[i] = i * i; }
'''

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'lib.so')
    subprocess.run([shutil.which('gcc') or shutil.which('cc'), '-shared', '-fPIC', '-O1', '-o', path, '-xc', '-'], input=SOURCE.encode(), check=True)
    lib = ctypes.CDLL(path)

lib.scale.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_float]
lib.scale.restype = None
x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
view = x[1]
lib.scale(x.data_ptr(), x.numel(), 2.5)
print(x, view)
lib.scale(view.data_ptr(), 1, -1)
print(x)

Sizes = ctypes.c_int64 * 2
lib.sum.restype = ctypes.c_double
lib.sum.argtypes = [ctypes.POINTER(ctypes.c_double), Sizes, Sizes]
y = torch.arange(6, dtype=torch.float64).reshape(3, 2).t()
print(lib.sum(ctypes.cast(y.data_ptr(), ctypes.POINTER(ctypes.c_double)), Sizes(*y.shape), Sizes(*y.stride())), (y * torch.tensor([[1.], [2]])).sum().item())

z = torch.zeros(5, dtype=torch.int64)
lib.squares(ctypes.c_void_p(z.data_ptr()), ctypes.c_int64(5))
print(z)
print((ctypes.c_int64 * 5).from_address(z.data_ptr())[:])
buffer = (ctypes.c_float * 4)(1, 2, 3, 4)
t = torch.frombuffer(buffer, dtype=torch.float32)
t[1] = 20
print(buffer[:], t)
