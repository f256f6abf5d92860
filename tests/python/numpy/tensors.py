# needs: numpy
import torch, numpy as np
t = torch.arange(6.).reshape(2, 3)
a = t.numpy(); print(a, a.dtype, a.flags.writeable, a.strides)
a[0, 0] = 9; print(t)
b = np.arange(4, dtype=np.int32); u = torch.from_numpy(b); print(u, u.dtype); b[1] = 7; print(u)
print(torch.tensor(b), torch.tensor(np.float32(2.5)), torch.tensor(np.int64(3)), torch.tensor([np.float64(1), 2]))
print(torch.as_tensor(np.ones((2, 2))), torch.asarray(np.ones(2)))
print(torch.tensor([np.ones(2), np.zeros(2)]))
print(t * np.float32(2), (t * np.float32(2)).dtype, t + np.int64(1))
for f in [lambda: np.float64(2) * t, lambda: t + np.ones(3), lambda: np.ones(3) + t, lambda: np.ones((2,3), dtype=np.float32) * t, lambda: t @ np.ones((3,)), lambda: np.ones((2,)) @ t, lambda: t == np.ones(3), lambda: np.ones(3) == t,
   lambda: np.float32(2) ** t, lambda: t - np.ones((2, 3), dtype=np.float32), lambda: t > np.float64(2), lambda: np.float64(2) < t, lambda: 2 < t]:
    try:
        r = f(); print(type(r), r.dtype, r)
    except Exception as e: print(type(e).__name__, str(e)[:200])
print(np.asarray(t), np.array(t), np.exp(t), type(np.exp(t)), np.mean(t.numpy()), np.stack([t, t]).shape)
for f in [lambda: torch.ones(2, requires_grad=True).numpy(), lambda: torch.ones(2).bfloat16().numpy(), lambda: torch.from_numpy([1]), lambda: torch.from_numpy(np.array(['a'])), lambda: torch.tensor(np.array([object()])), lambda: torch.from_numpy(np.arange(4)[::-1]), lambda: np.asarray(torch.ones(2, requires_grad=True)), lambda: torch.tensor(np.arange(4)[::-1]), lambda: torch.from_numpy(np.arange(4).astype('>i4'))]:
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:300])
print(t[np.array([1, 0])], t[np.int64(1)], t[np.array([True, False])], t[:, np.array([0, 2])])
print(torch.zeros(np.int64(3)), torch.zeros((np.int64(2), 3)).shape, t.reshape(np.int64(3), 2).shape)

t[1, 1] = np.float64(1.5); print(t)
x = torch.from_numpy(np.arange(6).reshape(2, 3).T); print(x, x.stride())
print(torch.tensor(3.5).numpy(), repr(torch.tensor(3).numpy()), torch.tensor(True).numpy().dtype)
import gc
v = torch.ones(1000).numpy(); gc.collect(); print(v.sum())
w = torch.from_numpy(np.full(1000, 2.0)); gc.collect(); print(w.sum())
print(torch.ones(2, dtype=torch.float16).numpy().dtype, torch.ones(2, dtype=torch.complex64).numpy(), torch.zeros(0).numpy(), torch.ones(2, requires_grad=True).numpy(force=True))
print(isinstance(t, np.ndarray), np.isscalar(t), np.ndim(t), np.shape(t))
print(t.numpy().tolist(), list(map(float, np.linspace(0, 1, 3))))
print(torch.from_numpy(np.array(5)), torch.Tensor(np.array([1, 2])), torch.FloatTensor(np.ones(2, dtype=np.float32)), torch.LongTensor([np.int64(1)]))
print(torch.utils.data.default_collate([np.ones(2), np.zeros(2)]), torch.utils.data.default_collate([(np.float64(1), 2), (np.float64(3), 4)]))
print(torch.randint(0, 5, (np.int64(3),)).shape, torch.arange(np.int64(3)), torch.linspace(0, np.pi, 3), torch.full((2,), np.float32(3)))
for kind in ('uint8', 'uint16', 'uint32', 'int8', 'int16', 'bool', 'float16', 'complex64', 'complex128'):
    a = np.array([0, 1, 2]).astype(kind)
    t = torch.from_numpy(a)
    print(kind, t, t.dtype, t.numpy().dtype, torch.tensor(a).equal(t), torch.tensor(a[1]).dtype)
