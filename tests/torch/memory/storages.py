# Storages: bytes and elements behind tensors, read, written, copied, converted.
import torch, warnings
warnings.simplefilter('ignore')
def tr(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for t in (torch.tensor([1., 2.]), torch.arange(3, dtype=torch.int16), torch.tensor([True, False]), torch.tensor([1+2j])):
    s = t.untyped_storage(); y = t.storage()
    tr(lambda: s[0]); tr(lambda: s[-1]); tr(lambda: s[100]); tr(lambda: s['a']); tr(lambda: s[1.5]); tr(lambda: s[1:3]); tr(lambda: s[::2]); tr(lambda: s[:0])
    tr(lambda: y[0]); tr(lambda: y[-1]); tr(lambda: y[100]); tr(lambda: y['a']); tr(lambda: y[1.5]); tr(lambda: y[0:1]);
    tr(lambda: (len(s), s.size(), s.nbytes(), s.element_size(), s.device, s.is_cuda, s.is_sparse, s.is_shared(), s.is_pinned(), s.type(), s.get_device(), s.filename, s.resizable()))
    tr(lambda: (len(y), y.size(), y.nbytes(), y.element_size(), y.device, y.is_cuda, y.is_sparse, y.is_shared(), y.is_pinned(), y.type(), y.get_device(), y.filename, y.resizable(), y.dtype, y.pickle_storage_type()))
    for n in ('byte', 'bool', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bfloat16', 'complex_float', 'complex_double'):
        tr(lambda: getattr(y, n)()); tr(lambda: getattr(s, n)() if n in ('byte', 'bool') else type(getattr(s, n)()))
    tr(lambda: y.clone()); tr(lambda: s.clone().data_ptr() == s.data_ptr()); tr(lambda: (s.cpu() is s, y.cpu() is y, s.data_ptr() == t.data_ptr(), y.data_ptr() == t.data_ptr()))
    tr(lambda: s.new()); tr(lambda: s == t.untyped_storage())
t = torch.tensor([1., 2.]); s = t.untyped_storage(); y = t.storage()
def do(f):
    tr(f); print(t)
do(lambda: y.__setitem__(0, 5)); do(lambda: y.__setitem__(slice(0, 1), 7)); do(lambda: y.__setitem__(9, 7)); do(lambda: y.fill_(3)); do(lambda: y.copy_(torch.tensor([8., 9.]).storage())); do(lambda: y.copy_(torch.tensor([8, 9]).storage())); do(lambda: y.copy_(torch.tensor([8.]).storage())); do(lambda: y.copy_([1, 2]))
do(lambda: s.__setitem__(3, 64)); do(lambda: s.__setitem__(3, 300)); do(lambda: s.__setitem__(30, 3)); do(lambda: s.__setitem__(slice(0, 4), 0)); do(lambda: s.fill_(64)); do(lambda: s.copy_(torch.tensor([8., 9.]).untyped_storage())); do(lambda: s.copy_(torch.tensor([8.]).untyped_storage()))
tr(lambda: torch.UntypedStorage(4).nbytes()); tr(lambda: torch.UntypedStorage().nbytes()); tr(lambda: torch.UntypedStorage([1, 2, 3])); tr(lambda: torch.UntypedStorage('a')); tr(lambda: torch.FloatStorage([1, 2])); tr(lambda: torch.FloatStorage(2).size()); tr(lambda: torch.LongStorage([1, 2])); tr(lambda: torch.TypedStorage([1, 2], dtype=torch.int)); tr(lambda: torch.UntypedStorage(4, device='cpu').device)
tr(lambda: torch.is_storage(s)); tr(lambda: torch.is_storage(y)); tr(lambda: isinstance(y, torch.TypedStorage)); tr(lambda: torch.tensor(torch.FloatStorage([1, 2]))); tr(lambda: torch.Tensor(torch.FloatStorage([1, 2]))); tr(lambda: torch.FloatTensor(torch.FloatStorage([1, 2])))
a = torch.empty(0); tr(lambda: a.set_(torch.tensor([5., 6., 7.]).untyped_storage())); tr(lambda: a.set_(torch.tensor([5., 6., 7.]).storage(), 1, (2,))); tr(lambda: a.set_(torch.tensor([5., 6., 7.]).untyped_storage(), 0, (2,), (2,)))
t = torch.tensor([8., 9.]); s = t.untyped_storage(); s.resize_(16); print(s.nbytes(), t, t.shape); tr(lambda: str(torch.tensor([3, 4]).untyped_storage()))
tr(lambda: torch.ones(2).bernoulli(2.))
for v in (b'ab', bytearray(b'ab'), [[1], b'ab'], {1}, frozenset([1]), iter([1]), map(int, '12'), lambda: 0, torch, type, Ellipsis, slice(1), [None, 1]):
    for f in (torch.tensor, torch.as_tensor, torch.Tensor):
        try: print(f(v))
        except Exception as e: print(type(e).__name__, str(e).split(' at 0x')[0])
