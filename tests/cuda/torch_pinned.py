"""Page-locked memory, copies that are only queued, and memory that several streams use, on the emulated CUDA plugin or on
simulated devices. check-emulated runs it; the last line is "N passed, M failed"."""
import warnings
from collections import namedtuple

import torch
from torch.utils.data import DataLoader, TensorDataset

counts = [0, 0]


def check(what, got, want):
    counts[got != want] += 1
    if got != want:
        print('%s: is %r, not %r' % (what, got, want))


def error(f):
    try:
        f()
    except Exception as e:
        return type(e).__name__ + ' ' + str(e).split('\n')[0]
    return None


# where it is
x = torch.arange(1000.)
p = x.pin_memory()
check('pinned', (x.is_pinned(), p.is_pinned(), p.equal(x), p.device.type), (False, True, True, 'cpu'))
check('once', p.pin_memory() is p, True)
check('window', (p[3:].is_pinned(), p.clone().is_pinned(), (p + 1).is_pinned()), (True, False, False))
t = torch.arange(6.).reshape(2, 3).t().pin_memory()
check('strides', (t.stride(), t.tolist()), ((1, 3), [[0., 3.], [1., 4.], [2., 5.]]))
check('storage', (p.untyped_storage().is_pinned(), x.untyped_storage().pin_memory().is_pinned(), x.storage().pin_memory().is_pinned()),
      (True, True, True))
for made in (torch.empty(3, pin_memory=True), torch.ones(2, 2, pin_memory=True), torch.tensor([1, 2], pin_memory=True),
             torch.zeros_like(x, pin_memory=True), torch.arange(5, pin_memory=True), torch.rand(2, pin_memory=True),
             torch.full((2,), 7, pin_memory=True), x.new_empty(3, pin_memory=True), torch.empty_strided((2,), (2,), pin_memory=True)):
    check('made', made.is_pinned(), True)
check('values', torch.full((2,), 7, pin_memory=True).tolist(), [7, 7])
check('grad', torch.ones(2, pin_memory=True, requires_grad=True).requires_grad, True)
check('not on the device', error(lambda: torch.ones(2, device='cuda', pin_memory=True)),
      'RuntimeError Only dense CPU tensors can be pinned')
check('only of the host', error(lambda: torch.ones(2, device='cuda').pin_memory()),
      "RuntimeError cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned")
check('none', torch.ones(0).pin_memory().shape, torch.Size([0]))

# copies
y = p.to('cuda', non_blocking=True)
back = y.to('cpu', non_blocking=True)
torch.cuda.synchronize()
check('there and back', (back.is_pinned(), back.equal(x)), (True, True))
check('waiting', (y.cpu().is_pinned(), y.cpu().equal(x), p.cuda().equal(y)), (False, True, True))
check('cuda()', p.cuda(non_blocking=True).sum().item(), 499500.)
check('from pageable', x.to('cuda', non_blocking=True).cpu().equal(x), True)
check('another type', p.to('cuda', torch.float64, non_blocking=True).cpu().equal(x.double()), True)
half = y.to('cpu', torch.float64, non_blocking=True)
torch.cuda.synchronize()
check('another type back', half.equal(x.double()), True)
check('transposed', t.to('cuda', non_blocking=True).cpu().equal(t), True)
target = torch.empty(1000, pin_memory=True)
target.copy_(y, non_blocking=True)
torch.cuda.current_stream().synchronize()
check('copy_', target.equal(x), True)
y.copy_(torch.full((1000,), 2.).pin_memory(), non_blocking=True)  # the source is gone before it is read
check('source is kept', y.sum().item(), 2000.)
big = torch.arange(3 << 20).pin_memory()
check('large', big.cuda().cpu().equal(big), True)
p.copy_(y)
check('the host waits', p.sum().item(), 2000.)
check('module', torch.nn.Linear(2, 2).to('cuda', non_blocking=True).weight.is_cuda, True)

# blocks are used again, but not while a stream reads them
s = torch.cuda.Stream()
with torch.cuda.stream(s):
    for i in range(50):
        source = torch.full((1000,), float(i)).pin_memory()
        y.copy_(source, non_blocking=True)
        del source
s.synchronize()
check('used again', y.tolist() == [49.] * 1000, True)

# batches
Pair = namedtuple('Pair', 'a b')


class Held:
    def pin_memory(self):
        return 'held'


batches = list(DataLoader(TensorDataset(torch.arange(6.), torch.arange(6)), batch_size=2, pin_memory=True))
check('batches', ([b[0].is_pinned() and b[1].is_pinned() for b in batches], batches[2][0].tolist()), ([True] * 3, [4., 5.]))
odd = next(iter(DataLoader([0], collate_fn=lambda items: {'a': Pair(torch.ones(1), 'x'), 'b': (torch.ones(1), Held())},
                           pin_memory=True)))
check('any structure', (type(odd['a']).__name__, odd['a'].a.is_pinned(), odd['a'].b, odd['b'][0].is_pinned(), odd['b'][1]),
      ('Pair', True, 'x', True, 'held'))

# memory that another stream uses
torch.cuda.synchronize()
torch.cuda.empty_cache()
z = torch.full((1 << 20,), 3., device='cuda')
place = z.data_ptr()
with torch.cuda.stream(s):
    s.wait_stream(torch.cuda.default_stream())
    total = z.sum()
z.record_stream(s)
before = torch.cuda.memory_allocated()
del z
check('freed', before - torch.cuda.memory_allocated(), 4 << 20)
check('result', total.item(), 3. * (1 << 20))
torch.cuda.synchronize()
again = torch.empty(1 << 20, device='cuda')
check('again', (again.data_ptr() == place, torch.cuda.memory_stats()['active.all.current'] >= 1), (True, True))
again.record_stream(torch.cuda.default_stream())
check('no stream', error(lambda: again.record_stream(3)),
      "TypeError record_stream(): argument 's' (position 1) must be Stream, not int")
check('no device', error(lambda: torch.ones(1).record_stream(s)),
      "NotImplementedError Could not run 'aten::record_stream' with arguments from the 'CPU' backend.")
ended = torch.cuda.Stream()
again.record_stream(ended)
del ended  # its work has ended: nothing is waited for
del again
check('stream ended', torch.cuda.memory_stats()['active_bytes.all.current'] == torch.cuda.memory_allocated(), True)

print('%d passed, %d failed' % tuple(counts))
