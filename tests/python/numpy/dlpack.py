# needs: numpy
"""Capsules of DLPack in both directions."""
import gc
import re
import numpy as np
import torch
import warnings


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

from torch.utils.dlpack import to_dlpack, from_dlpack
class Q:
    def __init__(s, t): s.t = t
    def __dlpack_device__(s): return s.t.__dlpack_device__()
    def __dlpack__(s, **k):
        print('asked', k); return s.t.__dlpack__(**k)
class Old(Q):
    def __dlpack__(s): return s.t.__dlpack__()
t = torch.arange(6.).reshape(2, 3)
hide = lambda s: re.sub('0x[0-9a-f]+', '0x', repr(s))
print(hide(t.__dlpack__()), hide(to_dlpack(t)), t.__dlpack_device__(), type(t.__dlpack__()).__name__, type(t.__dlpack_device__()), hide(t.__dlpack__(max_version=(1,0))), hide(t.__dlpack__(max_version=(0,8))))
a = np.from_dlpack(t); print(a, a.dtype, a.flags.writeable); a[0,0] = 7 if a.flags.writeable else 0; print(t)
b = torch.from_dlpack(np.arange(4.)); print(b)
x = np.arange(4, dtype=np.int16); y = torch.from_dlpack(x); y[0] = 9; print(x); x[1] = 8; print(y)
u = from_dlpack(to_dlpack(t)); u[0,0] = 5; print(t, u.data_ptr() == t.data_ptr())
c = t.__dlpack__()
z = torch.from_dlpack(c); print(z, hide(c))
go(again=lambda: torch.from_dlpack(c), q=lambda: torch.from_dlpack(Q(t)), old=lambda: torch.from_dlpack(Old(t)), qnp=lambda: np.from_dlpack(Q(t)), t=lambda: torch.from_dlpack(t), num=lambda: torch.from_dlpack(5), lst=lambda: torch.from_dlpack([1]), none=lambda: torch.from_dlpack(None),
 dev=lambda: torch.from_dlpack(np.ones(2), device='cpu'), cp=lambda: torch.from_dlpack(np.ones(2), copy=True), cpf=lambda: torch.from_dlpack(np.ones(2), copy=False), devm=lambda: torch.from_dlpack(np.ones(2), device='meta'), tcp=lambda: torch.from_dlpack(t, copy=True).data_ptr()==t.data_ptr(),
 req=lambda: torch.ones(2,requires_grad=True).__dlpack__(), reqn=lambda: np.from_dlpack(torch.ones(2,requires_grad=True)), sp=lambda: t.to_sparse().__dlpack__(), meta=lambda: torch.ones(2,device='meta').__dlpack__(), metad=lambda: torch.ones(2,device='meta').__dlpack_device__(), st=lambda: t.__dlpack__(stream=1), st2=lambda: t.__dlpack__(stream='a'), stn=lambda: hide(t.__dlpack__(stream=None)), st3=lambda: hide(t.__dlpack__(stream=-1)),
 pos=lambda: hide(t.__dlpack__(1)), bf=lambda: hide(torch.ones(2).bfloat16().__dlpack__()), bfn=lambda: np.from_dlpack(torch.ones(2).bfloat16()), bo=lambda: np.from_dlpack(torch.tensor([True])), bot=lambda: torch.from_dlpack(np.array([True])), cx=lambda: np.from_dlpack(torch.tensor([1j])), cxt=lambda: torch.from_dlpack(np.array([1j])), f8=lambda: hide(torch.zeros(2,dtype=torch.float8_e4m3fn).__dlpack__()), f8b=lambda: torch.from_dlpack(torch.zeros(2,dtype=torch.float8_e4m3fn)), u16=lambda: torch.from_dlpack(np.ones(2,dtype=np.uint16)), u64=lambda: torch.from_dlpack(np.ones(2,dtype=np.uint64)), hf=lambda: torch.from_dlpack(np.ones(2,dtype=np.float16)), z0=lambda: torch.from_dlpack(np.array(3)), zz=lambda: torch.from_dlpack(np.zeros((0,3))), be=lambda: torch.from_dlpack(np.arange(3).astype('>i4')), ob=lambda: torch.from_dlpack(np.array(['a'])), ro=lambda: torch.from_dlpack(np.broadcast_to(np.ones(1),(3,))), strd=lambda: torch.from_dlpack(np.ones((4,6))[::2,::3]).stride(), trn=lambda: np.from_dlpack(t.T).strides, ex=lambda: np.from_dlpack(torch.ones(1).expand(3)), sl=lambda: np.from_dlpack(t[1:, 1:]), par=lambda: torch.from_dlpack(torch.nn.Parameter(torch.ones(1))), dd=lambda: hide(t.__dlpack__(dl_device=(1,0))), cpy=lambda: hide(t.__dlpack__(copy=True)), cpz=lambda: hide(t.__dlpack__(copy=False)), to=lambda: to_dlpack(np.ones(2)), frm=lambda: from_dlpack('a'), np0=lambda: np.from_dlpack(torch.tensor(3)), npd=lambda: np.from_dlpack(t, device='cpu'), npc=lambda: np.from_dlpack(t, copy=True).flags.writeable, tk=lambda: from_dlpack(ext_tensor=t), tk2=lambda: torch.from_dlpack(ext_tensor=t), one=lambda: np.from_dlpack(torch.ones(1,3).T).strides)
print(torch.utils.dlpack.DLDeviceType.kDLCPU, [x.name for x in torch.utils.dlpack.DLDeviceType] if hasattr(torch.utils.dlpack.DLDeviceType, '__iter__') or True else 0)
print(int(torch.utils.dlpack.DLDeviceType.kDLCUDA), 'from_dlpack' in dir(torch.utils.dlpack), torch.from_dlpack is torch.utils.dlpack.from_dlpack)


class Loud(np.ndarray):
    def __del__(self):
        print('array gone')


a = np.arange(3.).view(Loud)
t = torch.from_dlpack(a)
del a
gc.collect()
print(t.sum())
del t
gc.collect()
u = torch.arange(3.)
b = np.from_dlpack(u)
del u
gc.collect()
print(b.sum())
for _ in range(100):
    np.from_dlpack(torch.ones(1000)), torch.from_dlpack(np.ones(1000)), torch.ones(1000).__dlpack__(), torch.from_dlpack(torch.ones(10))
class Wrong:
    def __dlpack_device__(self):
        return (1, 0)
    def __dlpack__(self, **options):
        return options['capsule']
for wrong in (Wrong(), 'abc', object()):
    try:
        print(torch.from_dlpack(wrong))
    except Exception as error:
        print(type(error).__name__, error)
capsule = torch.ones(3).__dlpack__()
kept = np.array([capsule, capsule], dtype=object)  # as an object of the other side
print(kept[0] is capsule, torch.from_dlpack(capsule))
try:
    print(torch.from_dlpack(kept[1]))
except RuntimeError as error:
    print(str(error)[:40], repr(kept[0])[:31])
try:
    print(torch.ones(2).__dlpack__(dl_device=5))
except TypeError as error:
    print(error)
