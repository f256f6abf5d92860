"""torch.nn.parallel on several devices, of the emulated CUDA plugin (three) or simulated ones: check-emulated runs it; the last line is
"N passed, M failed"."""
import copy
import warnings
from collections import OrderedDict, namedtuple

import torch
from torch import nn
from torch.nn.parallel import comm
from torch.nn.parallel.scatter_gather import scatter_kwargs

counts = [0, 0]


def check(what, got, want):
    counts[got != want] += 1
    if got != want:
        print('%s: is %r, not %r' % (what, got, want))


def error(f):
    try:
        f()
    except Exception as e:
        return type(e).__name__ + ': ' + str(e).split('\n')[0]
    return None


devices = list(range(torch.cuda.device_count()))
n = len(devices)
Pair = namedtuple('Pair', 'a b')

# scatter: slices of tensors, everything else for all
x = torch.arange(2. * n).reshape(2 * n, 1).cuda().requires_grad_()
pieces = nn.parallel.scatter(x, devices)
check('slices', [p.device.index for p in pieces], devices)
check('values', [p.tolist() for p in pieces], [[[2. * i], [2. * i + 1]] for i in devices])
check('node', type(pieces[-1].grad_fn).__name__, 'ScatterBackward')
sum([(p * (p.device.index + 1)).sum().to(0) for p in pieces]).backward()
check('gradient', x.grad.flatten().tolist(), [float(i // 2 + 1) for i in range(2 * n)])
tree = nn.parallel.scatter({'a': (x, 3), 'b': [x, None], 'c': Pair(x, 'text'), 'd': ()}, devices)
check('tree', [(type(t['a']), t['a'][1], type(t['b']), t['b'][1], t['c'].b, t['d'], t['c'].a.shape[0]) for t in tree],
      [(tuple, 3, list, None, 'text', (), 2)] * n)
check('ordered', [type(t) for t in nn.parallel.scatter(OrderedDict(a=x), devices)], [OrderedDict] * n)
check('fewer', len(nn.parallel.scatter(torch.ones(1, 2), devices)), 1)
check('dimension', [tuple(p.shape) for p in nn.parallel.scatter(torch.ones(2, n), devices, dim=1)], [(2, 1)] * n)
check('keywords', scatter_kwargs((), {'k': 1}, devices), (((),) * n, ({'k': 1},) * n))

# gather
joined = nn.parallel.gather(pieces, 0)
check('joined', (joined.equal(x), joined.device.index, type(joined.grad_fn).__name__), (True, 0, 'GatherBackward'))
check('to the host', nn.parallel.gather(pieces, 'cpu').device.type, 'cpu')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    vector = nn.parallel.gather([torch.tensor(float(i), device=i) for i in devices], 0)
check('scalars', vector.tolist(), [float(i) for i in devices])
check('warning', [str(w.message) for w in caught], ['Was asked to gather along dimension 0, but all input tensors were scalars; will '
                                                    'instead unsqueeze and return a vector.'])
parts = nn.parallel.gather([{'p': Pair(p, [p]), 'n': None} for p in pieces], 0)
check('gathered tree', (type(parts['p']), parts['p'].a.equal(x), parts['p'].b[0].equal(x), parts['n']), (Pair, True, True, None))
check('host tensors', error(lambda: nn.parallel.gather([torch.ones(2)], 0)), 'AssertionError: Gather function not implemented for CPU tensors')
check('keys', error(lambda: nn.parallel.gather([{'a': pieces[0]}, {}], 0)), 'ValueError: All dicts must have the same number of keys')


# replicas
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1d(4)
        self.again = self.first
        self.seen = []

    def forward(self, x, factor=1.0):
        self.seen.append((x.device.index, len(x), torch.cuda.current_device()))
        return self.norm(self.first(x)).tanh() * factor


torch.manual_seed(0)
net = Net().cuda()
replicas = nn.parallel.replicate(net, devices)
check('places', [r.first.weight.device.index for r in replicas], devices)
check('no parameters', [len(list(r.parameters())) for r in replicas], [0] * n)
check('shared module', all(r.first is r.again for r in replicas), True)
check('buffer of the first', replicas[0].norm.running_mean.data_ptr() == net.norm.running_mean.data_ptr(), True)
sum([(r.first.weight * (i + 1)).sum().to(0) for i, r in enumerate(replicas)]).backward()
check('gradients add up', net.first.weight.grad.unique().tolist(), [n * (n + 1) / 2])
check('detached', [r.first.weight.requires_grad for r in nn.parallel.replicate(net, devices, detach=True)], [False] * n)
check('host network', error(lambda: nn.parallel.replicate(nn.Linear(2, 2), devices)),
      'AssertionError: Broadcast function not implemented for CPU tensors')

# the same gradients as on one device, where rows do not depend on each other
net.zero_grad()
plain = copy.deepcopy(net).eval()
spread = nn.DataParallel(net).eval()
x = torch.randn(4 * n + 1, 3, device='cuda:0')
out = spread(x, factor=2.0)
check('result', (out.device.index, torch.allclose(out, plain(x, factor=2.0), atol=1e-6)), (0, True))
out.pow(2).sum().backward()
plain(x, factor=2.0).pow(2).sum().backward()
check('same gradients', all(torch.allclose(p.grad, q.grad, atol=1e-5) for p, q in zip(net.parameters(), plain.parameters())), True)
check('spread', sorted({device for device, *_ in net.seen}), devices)
check('current device', all(device == current for device, _, current in net.seen), True)
check('names', list(spread.state_dict())[:2], ['module.first.weight', 'module.first.bias'])
check('output_device', nn.DataParallel(net, output_device=n - 1)(x).device.index, n - 1)
check('some devices', nn.DataParallel(net, device_ids=[0])(x).device.index, 0)
check('function', torch.allclose(nn.parallel.data_parallel(net, x, module_kwargs={'factor': 2.0}), out, atol=1e-6), True)
net.train()
before = net.norm.running_mean.clone()
spread.train()(x)
check('buffers of the first device move', before.equal(net.norm.running_mean), False)
one = nn.Linear(3, 3)
check('one device', (nn.DataParallel(one, device_ids=[0])(x).device.index, one.weight.device.index), (0, 0))
check('home', error(lambda: nn.parallel.data_parallel(nn.Linear(3, 3), x)),
      'RuntimeError: module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu')
optimizer = torch.optim.SGD(spread.parameters(), lr=0.1)
losses = []
for _ in range(5):
    optimizer.zero_grad()
    loss = (spread(x) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
check('trains', losses[-1] < losses[0], True)


# errors tell which replica
class Refuses(nn.Module):
    def forward(self, x):
        if x.device.index == n - 1:
            raise ValueError('not here')
        return x


if n > 1:
    check('replica named', error(lambda: nn.DataParallel(Refuses())(x)), 'ValueError: Caught ValueError in replica %d on device %d.' % (n - 1, n - 1))
check('numbers', error(lambda: nn.parallel.parallel_apply([net], [x, x])),
      'AssertionError: The number of modules 1 is not equal to the number of inputs 2')

# comm
check('broadcast', [t.device.index for t in comm.broadcast(x, devices)], devices)
check('added', comm.reduce_add([torch.full((2,), float(i), device=i) for i in devices], 0).tolist(), [sum(devices) * 1.] * 2)
check('sizes', [len(t) for t in comm.scatter(torch.arange(3 * n), devices, [3] * n)], [3] * n)
check('both', error(lambda: comm.broadcast(x)), "RuntimeError: Exactly one of 'devices' and 'out' must be specified, but got devices=None and out=None")

print('%d passed, %d failed' % tuple(counts))
