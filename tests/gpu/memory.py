"""Memory, streams, events and copies of a device, run by the kernel behind the line SMALL = True or False. Last line: N passed, M failed."""
import gc
import time

import torch
from torch import nn

counts = [0, 0]
CELLS = 60 if SMALL else 10000  # noqa: F821
MIB = 1 << 20


def check(what, good, *shown):
    counts[not good] += 1
    if not good:
        print('%s: %s' % (what, ', '.join(repr(one) for one in shown)))


def attempt(what, call):
    try:
        call()
    except (NotImplementedError, AttributeError) as error:
        print('skip %s: not there: %s' % (what, str(error).split('\n')[0][:160]))
    except Exception as error:
        check(what, False, type(error).__name__, str(error).split('\n')[0][:300])


def resident():
    return int(open('/proc/self/statm').read().split()[1]) * 4096


# ---- nothing leaks over cells -----------------------------------------------------------------------------------------------

CELL = '''
x = torch.randn(64, 64, device='cuda', requires_grad=True)
w = torch.randn(64, 64, device='cuda')
y = (x @ w).relu().sum()
y.backward()
parts = [x.grad[i] for i in range(3)]
text = str(x[:2, :2])
class Node: pass
n = Node(); n.itself = n; n.held = w
try:
    x @ torch.ones(3, 3, device='cuda')
except RuntimeError as e:
    kept = e
'''


def cells():
    code = compile(CELL, '<cell>', 'exec')
    space = {'torch': torch}
    sizes = []
    for i in range(CELLS):
        exec(code, space)
        if i in (CELLS // 5, CELLS - 1):
            gc.collect()
            torch.cuda.synchronize()
            sizes.append((torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), resident()))
    check('allocated after cells', sizes[0][0] == sizes[1][0], sizes)
    check('reserved after cells', sizes[1][1] <= sizes[0][1] + 24 * MIB, sizes)  # cycles wait for the collector
    check('resident after cells', sizes[1][2] <= sizes[0][2] + 16 * MIB, sizes)
    space.clear()


torch.randn(64, 64, device='cuda') @ torch.randn(64, 64, device='cuda')  # what cuBLAS works in is held from now on
torch.cuda.synchronize()
before = torch.cuda.memory_allocated()
attempt('cells', cells)
gc.collect()
check('all given back', torch.cuda.memory_allocated() == before, before, torch.cuda.memory_allocated())
torch.cuda.empty_cache()
check('nothing cached', torch.cuda.memory_reserved() - before < 2 * MIB, torch.cuda.memory_reserved(), before)


# ---- out of memory ----------------------------------------------------------------------------------------------------------

def exhausted():
    free, total = torch.cuda.mem_get_info()
    check('sizes', 0 < free <= total, free, total)
    for turn in range(3):
        try:
            x = torch.empty(total + MIB, dtype=torch.uint8, device='cuda')
            check('more than there is', False, 'no error')
        except torch.cuda.OutOfMemoryError as error:
            check('text', str(error).startswith('CUDA out of memory. Tried to allocate '), str(error))
        check('works afterwards', torch.ones(10, device='cuda').sum().item() == 10)
    held = []
    step = total // 16
    try:
        while True:
            held.append(torch.empty(step, dtype=torch.uint8, device='cuda'))
            check('an end', len(held) < 20, len(held))
            if len(held) > 20:
                break
    except torch.cuda.OutOfMemoryError:
        pass
    check('nearly all', len(held) >= 8, len(held))
    held[0].fill_(7)
    check('still usable', held[0][:3].tolist() == [7, 7, 7])
    held.clear()
    check('free again', torch.cuda.memory_allocated() == before, torch.cuda.memory_allocated())
    x = torch.empty(step * 4, dtype=torch.uint8, device='cuda')  # of the cache's pieces, none of which is so large
    del x
    torch.cuda.empty_cache()
    after = torch.cuda.mem_get_info()[0]
    check('free memory', after >= free - 64 * MIB, free, after)
    torch.cuda.reset_peak_memory_stats()
    x = torch.empty(8 * MIB, dtype=torch.uint8, device='cuda')
    del x
    check('peak', torch.cuda.max_memory_allocated() == before + 8 * MIB, torch.cuda.max_memory_allocated())
    check('tables', 'CUDA OOMs' in torch.cuda.memory_summary() and torch.cuda.memory_stats()['num_ooms'] >= 4, torch.cuda.memory_stats().get('num_ooms'))


attempt('out of memory', exhausted)


# ---- streams and events -----------------------------------------------------------------------------------------------------

SIDE = 64 if SMALL else 4096  # noqa: F821


def streams():
    x = torch.randn(SIDE, SIDE, device='cuda')
    want = (x @ x).sum().item()
    s, t = torch.cuda.Stream(), torch.cuda.Stream()
    done = torch.cuda.Event()
    s.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(s):
        y = x @ x
        done.record()
    t.wait_event(done)
    with torch.cuda.stream(t):
        z = y.sum()
    torch.cuda.current_stream().wait_stream(t)
    check('over three streams', z.item() == want or abs(z.item() - want) <= 1e-2 * abs(want) + 1, z.item(), want)
    for turn in range(50):  # memory freed on one stream, taken on another
        with torch.cuda.stream(s):
            y = torch.full((1000,), float(turn), device='cuda')
            if hasattr(y, 'record_stream'):
                y.record_stream(t)
            done.record()
        t.wait_event(done)
        with torch.cuda.stream(t):
            z = y + 1
        if hasattr(y, 'record_stream'):  # without it y must live until t is through
            del y
            with torch.cuda.stream(s):
                torch.zeros(1000, device='cuda')
        t.synchronize()
        if z.sum().item() != 1000 * (turn + 1):
            check('reused too early', False, turn, z[:3].tolist())
            break
    else:
        check('reuse over streams', True)


def events():
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    x = torch.randn(SIDE, SIDE, device='cuda')
    x @ x
    torch.cuda.synchronize()
    start = time.perf_counter()
    first.record()
    for i in range(20):
        y = x @ x
    last.record()
    launched = time.perf_counter() - start
    last.synchronize()
    whole = time.perf_counter() - start
    spent = first.elapsed_time(last) / 1000
    check('events and clock', 0 < spent <= whole * 1.1 + 1e-3, spent, whole)
    if not SMALL:  # noqa: F821
        check('launches return at once', launched < whole / 2, launched, whole)
    check('done', last.query() and torch.cuda.current_stream().query())
    torch.cuda.set_sync_debug_mode(0)


attempt('streams', streams)
attempt('record_stream', lambda: torch.ones(3, device='cuda').record_stream(torch.cuda.Stream()))
attempt('events', events)


# ---- copies -----------------------------------------------------------------------------------------------------------------

def copies():
    for n in (1, 3, 1000, 100001, 1 * MIB if SMALL else 64 * MIB):  # noqa: F821
        x = torch.arange(n, dtype=torch.float32)
        for non_blocking in (False, True):
            y = x.to('cuda', non_blocking=non_blocking)
            z = y.cpu()
            check('there and back', torch.equal(x, z), n, non_blocking)
        y = x.to('cuda', non_blocking=True)
        x.zero_()  # a pageable source has been read when the call returns
        check('read at once', y[-1].item() == n - 1, y[-1].item(), n)


def pinned():
    most = 10000 if SMALL else 1000000  # noqa: F821
    x = torch.arange(most, dtype=torch.float32).pin_memory()
    if not x.is_pinned():
        raise NotImplementedError('pinned memory')
    check('pinned', x.is_pinned() and not torch.ones(3).is_pinned())
    y = x.to('cuda', non_blocking=True)
    torch.cuda.synchronize()
    check('from pinned', torch.equal(y.cpu(), x))
    z = torch.empty(most, pin_memory=True)
    z.copy_(y, non_blocking=True)
    torch.cuda.synchronize()
    check('into pinned', torch.equal(z, x))
    count = 2500 if SMALL else 250000  # noqa: F821
    for turn in range(5 if SMALL else 100):  # noqa: F821  (pinned memory freed while a copy reads it is not given away)
        x = torch.full((count,), float(turn)).pin_memory()
        y = x.to('cuda', non_blocking=True)
        del x
        x = torch.full((count,), -1.).pin_memory()
        if y.sum().item() != float(count) * turn:
            check('pinned memory reused too early', False, turn)
            return
    check('pinned memory held until copied', True)


attempt('copies', copies)
attempt('pinned copies', pinned)


# ---- a captured step gives what the step gives --------------------------------------------------------------------------------

def captured():
    if not hasattr(torch.cuda, 'graph'):
        raise NotImplementedError('torch.cuda.graph')
    torch.manual_seed(0)
    net = nn.Linear(16, 4).to('cuda')
    x = torch.randn(8, 16, device='cuda')
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for i in range(3):
            net(x).relu().sum()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = net(x).relu().sum()
    for turn in range(3):
        x.copy_(torch.randn(8, 16, device='cuda'))
        graph.replay()
        want = net(x).relu().sum()
        check('replayed', torch.allclose(y, want), y.item(), want.item())


attempt('captured step', captured)


# ---- faults, last: the device is lost afterwards ------------------------------------------------------------------------------

def lost():
    x = torch.arange(3, device='cuda')
    x[torch.tensor([5], device='cuda')]
    try:
        torch.cuda.synchronize()
        check('an index that is outside', False, 'no error')
    except RuntimeError as error:
        text = str(error)
        check('text of a fault', 'device-side assert triggered' in text and 'restart the kernel' in text and 'Index 5 is out of bounds' in text, text)
    check('the CPU works', torch.ones(3).sum().item() == 3)


attempt('fault', lost)
print('%d passed, %d failed' % tuple(counts))
