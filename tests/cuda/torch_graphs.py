"""CUDA graphs on the CUDA plugin: what is recorded, what a launch does, memory, random numbers, what may not be recorded,
functions and modules as graphs. check-emulated runs it; the last line is "N passed, M failed"."""
import warnings

import torch
from torch import nn
from torch.nn import functional as F

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


def warm_up(step):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(side)


# recorded work is not done, and a replay does it on the same memory
x = torch.arange(4., device='cuda')
g = torch.cuda.CUDAGraph()
check('not ready', error(g.replay), 'RuntimeError Called CUDAGraph::replay without a preceding successful capture.')
check('no pool', error(g.pool), 'RuntimeError Called CUDAGraph::pool() without a preceding successful capture.')
with torch.cuda.graph(g):
    check('records', torch.cuda.is_current_stream_capturing(), True)
    y = (x * 2 + 1).exp().sum()
    x.add_(1)
check('records no more', torch.cuda.is_current_stream_capturing(), False)
check('not done', x.tolist(), [0., 1., 2., 3.])
for turn in range(3):
    want = (x * 2 + 1).exp().sum().item()
    g.replay()
    check('replay %d' % turn, abs(y.item() - want) <= 1e-5 * want, True)
check('changed', x.tolist(), [3., 4., 5., 6.])
x.copy_(torch.zeros(4))
g.replay()
check('new numbers', abs(y.item() - 4 * 2.718281828) < 1e-4, True)
check('again', error(g.capture_begin), 'RuntimeError This CUDAGraph instance already owns a captured graph. To capture a new '
      'graph, create a new instance.')

# on other streams, with copies, fills, products, sorts, reductions in parts
a, b = torch.randn(40, 30, device='cuda'), torch.randn(30, 50, device='cuda')
s = torch.cuda.Stream()
g2 = torch.cuda.CUDAGraph()
pinned = torch.zeros(40, 50).pin_memory()
with torch.cuda.graph(g2, stream=s):
    c = a @ b
    d = c.t().contiguous().sort(1)[0]
    e = torch.cat([c, torch.zeros(2, 50, device='cuda')])
    f = a.repeat(60, 1).sum()
    top = torch.randn(3000, device='cuda').abs().cumsum(0)[-1]
    pinned.copy_(c, non_blocking=True)
for turn in range(2):
    a.copy_(torch.randn(40, 30))
    g2.replay()
    torch.cuda.synchronize()
    want = a.cpu() @ b.cpu()
    check('product', torch.allclose(c.cpu(), want, 1e-4, 1e-4), True)
    check('sorted', torch.allclose(d.cpu(), want.t().sort(1)[0], 1e-4, 1e-4), True)
    check('joined', e[40:].abs().sum().item(), 0.)
    check('sum', torch.allclose(f.cpu(), 60 * a.cpu().sum(), 1e-3, 1e-2), True)
    check('copied to the host', pinned.equal(c.cpu()), True)

# two streams in one graph
other = torch.cuda.Stream()
g3 = torch.cuda.CUDAGraph()
with torch.cuda.graph(g3):
    first = x + 1
    other.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(other):
        second = first * 10
    torch.cuda.current_stream().wait_stream(other)
    third = second + first
x.copy_(torch.tensor([1., 2., 3., 4.]))
g3.replay()
check('joined streams', third.tolist(), [22., 33., 44., 55.])

# random numbers are fresh, and those of the generator
torch.cuda.manual_seed(3)
want = [torch.rand(5, device='cuda').tolist() + F.dropout(torch.ones(8, device='cuda')).tolist() for _ in range(3)]
g4 = torch.cuda.CUDAGraph()
torch.cuda.manual_seed(5)
with torch.cuda.graph(g4):
    r = torch.rand(5, device='cuda')
    dropped = F.dropout(torch.ones(8, device='cuda'))
check('nothing drawn', torch.cuda.get_rng_state()[8:].tolist(), [0] * 8)
torch.cuda.manual_seed(3)
for turn in range(3):
    g4.replay()
    check('random %d' % turn, r.tolist() + dropped.tolist(), want[turn])
with torch.cuda.stream(torch.cuda.Stream()):
    g5 = torch.cuda.CUDAGraph()
    g5.capture_begin()
    check('other generator', error(lambda: torch.rand(2, device='cuda', generator=torch.Generator('cuda'))),
          'RuntimeError Attempt to increase offset for a CUDA generator not in capture mode.')
    g5.reset()
check('given up', torch.cuda.is_current_stream_capturing(), False)

# what may not be recorded; the session goes on
forbidden = 'AcceleratorError CUDA error: operation not permitted when stream is capturing'
spoiled = 'AcceleratorError CUDA error: operation failed due to a previous error during capture'
for what, f in (('item', lambda: x.sum().item()), ('print', lambda: str(x)), ('synchronize', torch.cuda.synchronize),
                ('nonzero', lambda: x.nonzero()), ('to the host', lambda: x.cpu())):
    g6 = torch.cuda.CUDAGraph()

    def record():
        with torch.cuda.graph(g6):
            check(what, error(f), forbidden)
    check('spoiled by ' + what, error(record), spoiled)
    check('works after ' + what, (x + 1).sum().item(), 14.)
g6 = torch.cuda.CUDAGraph()
with torch.cuda.graph(g6):
    check('from the host', error(lambda: torch.ones(3).cuda()), forbidden)
    x + 1
check('default stream', error(torch.cuda.CUDAGraph().capture_begin), 'RuntimeError CUDA graphs must be captured on a non-default '
      "stream. (However, after capture, it's ok to replay them on the default stream.)")
check('mode', error(lambda: torch.cuda.CUDAGraph().capture_begin(capture_error_mode='x')),
      'RuntimeError Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got x')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        pass
check('empty', [str(w.message)[:28] for w in caught], ['The CUDA Graph is empty. Thi'])

# memory: the graph's is nobody else's, shared pools, given back with the last graph
for g in (g, g2, g3, g4, g6):
    g.reset()
del c, d, e, f, top, y, r, dropped, first, second, third
torch.cuda.synchronize()
torch.cuda.empty_cache()
before = torch.cuda.memory_reserved()
g7, g8 = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
with torch.cuda.graph(g7):
    big = torch.zeros(3 << 20, device='cuda') + 1
    total = big.sum()
    del big
with torch.cuda.graph(g8, pool=g7.pool()):
    again = (torch.zeros(3 << 20, device='cuda') + 2).sum()
check('one pool', g7.pool() == g8.pool(), True)
held = torch.cuda.memory_reserved()
torch.cuda.empty_cache()
check('kept', torch.cuda.memory_reserved(), held)
mine = torch.full((3 << 20,), 7., device='cuda')
g7.replay()
g8.replay()
check('not overwritten', (mine.sum().item(), total.item(), again.item()), (7. * (3 << 20), 3. * (1 << 20), 6. * (1 << 20)))
del mine, total, again
g7.reset()
g8.reset()
torch.cuda.empty_cache()
check('given back', torch.cuda.memory_reserved() <= before, True)

# a training step
def train(captured, make):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).cuda()
    optimizer = make(net.parameters())
    x, y = torch.randn(10, 6).cuda(), (torch.arange(10) % 3).cuda()

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        return loss
    if captured:
        warm_up(step)
        g = torch.cuda.CUDAGraph()
        optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(g):
            loss = step()
    else:
        for _ in range(3):
            loss = step()
    losses = []
    for turn in range(4):
        x.copy_(torch.randn(10, 6, generator=torch.Generator().manual_seed(turn)))
        if captured:
            g.replay()
        else:
            loss = step()
        losses.append(round(loss.item(), 5))
    return losses


for name, make in (('sgd', lambda p: torch.optim.SGD(p, 0.1, momentum=0.9)), ('adam', lambda p: torch.optim.Adam(p, 0.01, capturable=True)),
                   ('adamw', lambda p: torch.optim.AdamW(p, 0.01, capturable=True))):
    got, want = train(True, make), train(False, make)
    check('training by ' + name, max(abs(a - b) for a, b in zip(got, want)) < 1e-4, True)
check('adam of the host', error(lambda: train(True, lambda p: torch.optim.Adam(p, 0.01))), "RuntimeError Attempting CUDA graph "
      "capture of step() for an instance of Adam but param_groups' capturable is False.")

# functions and modules
torch.manual_seed(1)
plain = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 2)).cuda()
graphed = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 2)).cuda()
graphed.load_state_dict(plain.state_dict())
torch.cuda.make_graphed_callables(graphed, (torch.randn(4, 5, device='cuda', requires_grad=True),))
for turn in range(3):
    x = torch.randn(4, 5, device='cuda')
    u, v = x.clone().requires_grad_(), x.clone().requires_grad_()
    plain(u).square().sum().backward()
    graphed(v).square().sum().backward()
    check('module %d' % turn, torch.allclose(u.grad, v.grad, 1e-5, 1e-6), True)
for p, q in zip(plain.parameters(), graphed.parameters()):
    check('parameter', torch.allclose(p.grad, q.grad, 1e-5, 1e-6), True)
graphed.eval()
check('other mode', graphed(torch.randn(9, 5, device='cuda')).shape, (9, 2))
double, both = torch.cuda.make_graphed_callables((lambda x: x * 2, lambda x, y: (x + y, x * y)),
                                                 ((torch.ones(3, device='cuda'),), (torch.ones(3, device='cuda', requires_grad=True),
                                                                                    torch.ones(3, device='cuda'))))
check('function', double(torch.tensor([1., 2., 3.], device='cuda')).tolist(), [2., 4., 6.])
added, multiplied = both(torch.tensor([1., 2., 3.], device='cuda', requires_grad=True), torch.full((3,), 5., device='cuda'))
check('results', (added.tolist(), multiplied.tolist(), added.requires_grad), ([6., 7., 8.], [5., 10., 15.], True))

print('%d passed, %d failed' % tuple(counts))
