"""torch.cuda on the CUDA plugin: what needs no particular kernel but those for filling, copying and indexing. check-emulated
runs it with three emulated devices, tests/gpu/check with those of the machine: what wants more devices or knows the
emulated ones is skipped by name then. The last line is "N passed, M failed"."""
import torch

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


def skip(what, why):
    print('skip %s: %s' % (what, why))


devices = torch.cuda.device_count()
check('there', (torch.cuda.is_available(), devices > 0, torch.cuda.is_initialized()), (True, True, False))
torch.cuda.init()
emulated = torch.cuda.get_device_name(0) == 'Emulated GPU'
few = 'there is one device'
check('initialised', torch.cuda.is_initialized(), True)
check('built', (int(torch.version.cuda.split('.')[0]) >= 12, torch.backends.cuda.is_built()), (True, True))
if emulated:
    check('version', torch.version.cuda, '13.0')
    check('name', torch.cuda.get_device_name(devices - 1), 'Emulated GPU')
    check('capability', torch.cuda.get_device_capability(), (9, 0))
    check('properties', torch.cuda.get_device_properties('cuda:%d' % (devices - 1)).multi_processor_count, 132)
properties = torch.cuda.get_device_properties(0)
check('the same everywhere', (properties.name, (properties.major, properties.minor)), (torch.cuda.get_device_name(), torch.cuda.get_device_capability()))
check('abilities', (torch.cuda.is_bf16_supported(), torch.cuda.is_tf32_supported()), (True, properties.major >= 8))
check('no such device', error(lambda: torch.cuda.get_device_properties(devices)), 'AssertionError Invalid device id')
check('no such ordinal', error(lambda: torch.cuda.set_device(devices + 4)), 'AcceleratorError CUDA error: invalid device ordinal')

# switches
torch.backends.cudnn.benchmark = True
torch.backends.cudnn.allow_tf32 = False
check('cudnn', torch.backends.cudnn.allow_tf32, False)
check('exact', (torch.backends.cuda.matmul.allow_tf32, torch.get_float32_matmul_precision()), (False, 'highest'))
torch.backends.cuda.matmul.allow_tf32 = True
check('tf32', (torch.backends.cuda.matmul.fp32_precision, torch.get_float32_matmul_precision()), ('tf32', 'high'))
torch.set_float32_matmul_precision('highest')
check('exact again', torch.backends.cuda.matmul.allow_tf32, False)

# memory
free, total = torch.cuda.mem_get_info()
check('free', 0 < free <= total, True)
if emulated:
    check('all is free', free, total)
x = torch.ones(1000, device='cuda')
check('allocated', (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()), (4096, 2 << 20))
if emulated:  # on a GPU code that is loaded takes memory, too
    check('info', total - torch.cuda.mem_get_info()[0], 2 << 20)
if devices > 1:
    check('other device', torch.cuda.memory_reserved(1), 0)
else:
    skip('memory of another device', few)
y = torch.empty(3 << 20, dtype=torch.uint8, device='cuda')
del y
check('peak', torch.cuda.max_memory_allocated(), (3 << 20) + 4096)
torch.cuda.reset_peak_memory_stats()
check('peak again', torch.cuda.max_memory_allocated(), 4096)
torch.cuda.empty_cache()
check('given back', torch.cuda.memory_reserved(), 2 << 20)
check('table', 'PyTorch CUDA memory summary, device ID 0' in torch.cuda.memory_summary(), True)
try:
    torch.empty(total + 1, dtype=torch.uint8, device='cuda')
    check('out of memory', None, 'raised')
except torch.cuda.OutOfMemoryError as e:
    want = 'CUDA out of memory. Tried to allocate %.2f GiB. GPU 0 has a total capacity of ' % (total / 2 ** 30)
    check('out of memory', str(e)[:len(want)], want)


class Node:
    pass


n = Node()
n.itself = n
n.held = torch.empty(total // 4 * 3, dtype=torch.uint8, device='cuda')
del n
y = torch.empty(total // 4 * 3, dtype=torch.uint8, device='cuda')  # only when the cycle has been collected
check('garbage', (torch.cuda.memory_allocated() // (1 << 20), torch.cuda.memory_stats()['num_ooms']), ((total // 4 * 3 + 4096) >> 20, 1))
del y
torch.cuda.empty_cache()

# streams and events
s = torch.cuda.Stream(priority=-1)
first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
check('not recorded', error(lambda: first.elapsed_time(last)),
      'ValueError Both events must be recorded before calculating elapsed time.')
with torch.cuda.stream(s):
    first.record()
    y = torch.full((5,), 2., device='cuda')
    last.record()
    check('in use', torch.cuda.current_stream() == s, True)
torch.cuda.current_stream().wait_stream(s)
s.synchronize()
last.synchronize()
check('time', first.elapsed_time(last) >= 0 and last.query() and s.query(), True)
check('values', y.tolist(), [2.] * 5)
check('default', torch.cuda.current_stream().cuda_stream, 0)

# devices
for d in range(devices):
    with torch.cuda.device(d):
        check('current', (torch.cuda.current_device(), torch.zeros(1, device='cuda').device.index), (d, d))
check('back', torch.cuda.current_device(), 0)
last = 'cuda:%d' % (devices - 1)
if devices > 1:
    y = torch.arange(100000).to('cuda:1').to(last)
    check('copies', (str(y.device), y.cpu().equal(torch.arange(100000))), (last, True))
else:
    skip('copies between devices', few)
torch.cuda.manual_seed_all(0)
check('random', ['%.4f' % v for v in torch.rand(3, device=last).tolist()], ['0.3990', '0.5167', '0.0249'])

# an index out of range: its device is lost, nothing else
x = torch.arange(3, device=last)
x[torch.tensor([5], device=last)]
lost = 'AcceleratorError CUDA error: device-side assert triggered'
check('index', error(lambda: torch.cuda.synchronize(devices - 1)), lost)
check('for ever', (error(lambda: x + 1), error(lambda: x.cpu())), (lost, lost))
try:
    x.tolist()
except RuntimeError as e:
    check('index text', str(e).split('\n')[-2], 'Index 5 is out of bounds for dimension 0 with size 3 (block 0, thread 0). '
          'The op was index. The device must be reset: restart the kernel.')
if devices > 1:
    check('other device', torch.ones(2, device='cuda:0').tolist(), [1., 1.])
else:
    skip('another device goes on', few)
check('cpu', torch.ones(2).tolist(), [1., 1.])

# numbers that are no probabilities end a device, too
outside = 'A number that should be between 0 and 1 is not (block 0, thread 0). The op was %s. The device must be reset: restart the kernel.'
for device, op, call in (
        ('cuda:1', 'binary_cross_entropy', lambda p: torch.nn.functional.binary_cross_entropy(p / 3, p)),
        ('cuda:0', 'bernoulli', lambda p: torch.bernoulli(p - 3))):
    if devices < 3:
        skip(op + ' of what is no probability', few)
        continue
    p = torch.tensor([2.5, 0.5], device=device)
    torch.bernoulli(p / 3)
    torch.nn.functional.binary_cross_entropy(p / 3, p / 3)
    check('probabilities', error(lambda: torch.cuda.synchronize(device)), None)
    try:
        call(p)
        torch.cuda.synchronize(device)
        check(op, 'no error', None)
    except torch.AcceleratorError as e:
        check(op, str(e).split('\n')[-2], outside % op)

print('%d passed, %d failed' % tuple(counts))
