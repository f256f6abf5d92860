# needs: numpy
"""Memory that both sides see: torch.frombuffer, memoryview, bytes of arrays, views and byte arrays of the program over there."""
import warnings
import numpy as np
import torch


def show(r):
    if isinstance(r, torch.Tensor): return f'T {r.dtype} {tuple(r.shape)} {r.tolist()}'
    if isinstance(r, np.ndarray): return f'A {r.dtype} {r.shape} {r.tolist()}'
    return f'{type(r).__module__}.{type(r).__name__} {r!r}'
def go(**fs):
    for n, f in fs.items():
        try:
            with warnings.catch_warnings(record=True) as w:
                warnings.simplefilter('always')
                r = f()
            print(n, show(r), [str(x.message)[:90] for x in w])
        except Exception as e: print(n, type(e).__name__, str(e)[:300])

import array, mmap
fb = torch.frombuffer
ba = bytearray(b'\x01\x02\x03\x04\x05\x06\x07\x08')
t = fb(ba, dtype=torch.uint8); ba[0] = 9; print(t); t[1] = 7; print(ba)
ar = array.array('f', [1, 2, 3]); u = fb(ar, dtype=torch.float32); u[0] = 5; print(ar, u)
n = np.arange(4, dtype=np.int32); v = fb(n, dtype=torch.int32); v[0] = 9; print(n)
mm = mmap.mmap(-1, 8); w = fb(mm, dtype=torch.int64); w[0] = 258; print(mm[:])
go(by=lambda: fb(b'abcd', dtype=torch.uint8), by2=lambda: fb(b'abcd', dtype=torch.int16), mv=lambda: fb(memoryview(ba)[2:6], dtype=torch.int16), mv2=lambda: fb(memoryview(ba)[::2], dtype=torch.uint8), cnt=lambda: fb(ba, dtype=torch.int16, count=2, offset=2), off=lambda: fb(ba, dtype=torch.int16, offset=1), e0=lambda: fb(b'', dtype=torch.uint8), e1=lambda: fb(ba, dtype=torch.uint8, count=0), e2=lambda: fb(ba, dtype=torch.uint8, offset=8), e3=lambda: fb(ba, dtype=torch.uint8, offset=-1), e4=lambda: fb(ba, dtype=torch.int64, count=2), e5=lambda: fb(5, dtype=torch.uint8), e6=lambda: fb([1], dtype=torch.uint8), e7=lambda: fb('ab', dtype=torch.uint8), e8=lambda: fb(ba), e9=lambda: fb(dtype=torch.uint8), e10=lambda: fb(ba, torch.uint8), e11=lambda: fb(ba, dtype=torch.float32, requires_grad=True), e12=lambda: fb(ba, dtype=torch.int32, requires_grad=True), e13=lambda: fb(ba, dtype=torch.bool), e14=lambda: fb(ba, dtype='x'), e15=lambda: fb(ba, dtype=torch.uint8, count=-2), e16=lambda: fb(np.ones((2,3)), dtype=torch.float64), e17=lambda: fb(np.ones((2,3)).T, dtype=torch.float64), e18=lambda: fb(np.ones(6)[::2], dtype=torch.float64), e19=lambda: fb(ba, dtype=torch.bfloat16), e20=lambda: fb(torch.ones(2), dtype=torch.float32), e21=lambda: fb(np.float32(2), dtype=torch.float32), e22=lambda: fb(buffer=ba, dtype=torch.uint8), e23=lambda: fb(ba, dtype=torch.uint8, foo=1), e24=lambda: fb(ba, dtype=torch.uint8, count=1.5), e25=lambda: fb(np.broadcast_to(np.float32(1),(3,)), dtype=torch.float32), e26=lambda: fb(None, dtype=torch.float32))
m = memoryview(np.arange(6, dtype=np.int16).reshape(2,3)); print(m.format, m.shape, m.tolist(), m[1,2], type(m), isinstance(m, memoryview), bytes(m), m.nbytes, bytes(m.cast('B'))[:4], len(m), m.readonly)
print(bytes(np.arange(3,dtype=np.uint8)), bytearray(np.array([1,2],dtype=np.uint8)), b''.join([np.array([65,66],dtype=np.uint8), b'x']), bytes(array.array('B',[1,2])), int.from_bytes(np.array([1,2],dtype=np.uint8), 'little'), b'ab' + np.array([67],dtype=np.uint8).tobytes(), bytes(np.float32(1)))
import io, zlib, hashlib, struct
f = io.BytesIO(); f.write(np.arange(3, dtype=np.uint8)); print(f.getvalue(), zlib.crc32(np.arange(3, dtype=np.uint8)), hashlib.md5(np.arange(3)).hexdigest(), hashlib.md5(bytearray(b'ab')).hexdigest(), hashlib.md5(memoryview(b'ab')).hexdigest(), struct.unpack('<H', memoryview(b'ab')))
b2 = bytearray(4); struct.pack_into('<H', b2, 1, 513); print(b2)
print(np.frombuffer(bytearray(b'abcd'), dtype=np.uint8), np.frombuffer(memoryview(b'abcd')[1:], dtype=np.uint8), np.frombuffer(memoryview(bytearray(b'abcd')), dtype='<u2').flags.writeable)
m = memoryview(bytearray(8)).cast('i'); q = np.asarray(m); q[1] = 3; print(m.tolist(), q.dtype, q.shape)
b3 = bytearray(8); q = np.frombuffer(memoryview(b3), dtype=np.int32); q[0] = 5; print(b3)
