"""torch.cuda on the CUDA plugin, here the emulated one with three devices: what needs no particular kernel but those for
filling, copying and indexing. check-emulated runs it; the last line is "N passed, M failed"."""
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


check('there', (torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.is_initialized()), (True, 3, False))
torch.cuda.init()
check('initialised', torch.cuda.is_initialized(), True)
check('built', (torch.version.cuda, torch.backends.cuda.is_built()), ('13.0', True))
check('name', torch.cuda.get_device_name(1), 'Emulated GPU')
check('capability', torch.cuda.get_device_capability(), (9, 0))
check('properties', torch.cuda.get_device_properties('cuda:2').multi_processor_count, 132)
check('abilities', (torch.cuda.is_bf16_supported(), torch.cuda.is_tf32_supported()), (True, True))
check('no such device', error(lambda: torch.cuda.get_device_properties(3)), 'AssertionError Invalid device id')
check('no such ordinal', error(lambda: torch.cuda.set_device(7)), 'AcceleratorError CUDA error: invalid device ordinal')

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
check('all is free', free, total)
x = torch.ones(1000, device='cuda')
check('allocated', (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()), (4096, 2 << 20))
check('info', total - torch.cuda.mem_get_info()[0], 2 << 20)
check('other device', torch.cuda.memory_reserved(1), 0)
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
    check('out of memory', str(e)[:78], 'CUDA out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity of ')


class Node:
    pass


n = Node()
n.itself = n
n.held = torch.empty(total // 4 * 3, dtype=torch.uint8, device='cuda')
del n
y = torch.empty(total // 4 * 3, dtype=torch.uint8, device='cuda')  # only when the cycle has been collected
check('garbage', (torch.cuda.memory_allocated() // (1 << 20), torch.cuda.memory_stats()['num_ooms']), (3072, 1))
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
for d in range(3):
    with torch.cuda.device(d):
        check('current', (torch.cuda.current_device(), torch.zeros(1, device='cuda').device.index), (d, d))
check('back', torch.cuda.current_device(), 0)
y = torch.arange(100000).to('cuda:1').to('cuda:2')
check('copies', (str(y.device), y.cpu().equal(torch.arange(100000))), ('cuda:2', True))
torch.cuda.manual_seed_all(0)
check('random', ['%.4f' % v for v in torch.rand(3, device='cuda:1').tolist()], ['0.3990', '0.5167', '0.0249'])

# an index out of range: its device is lost, nothing else
x = torch.arange(3, device='cuda:2')
x[torch.tensor([5], device='cuda:2')]
lost = 'AcceleratorError CUDA error: device-side assert triggered'
check('index', error(lambda: torch.cuda.synchronize(2)), lost)
check('for ever', (error(lambda: x + 1), error(lambda: x.cpu())), (lost, lost))
try:
    x.tolist()
except RuntimeError as e:
    check('index text', str(e).split('\n')[-2], 'Index 5 is out of bounds for dimension 0 with size 3 (block 0, thread 0). '
          'The device must be reset: restart the kernel.')
check('other device', torch.ones(2, device='cuda:1').tolist(), [1., 1.])
check('cpu', torch.ones(2).tolist(), [1., 1.])

print('%d passed, %d failed' % tuple(counts))
