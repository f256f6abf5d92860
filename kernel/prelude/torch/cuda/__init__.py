"""CUDA devices. Without one, every function behaves as in a PyTorch built without CUDA."""

from collections import OrderedDict

import torch
from torch import AcceleratorError, OutOfMemoryError, _C
from torch._C._cuda_types import *

_initialised = False
has_magma = False
has_half = True


def _lazy_init():
    global _initialised
    _C._cuda_init()
    _initialised = True


def init():
    """Starts CUDA; done by itself at the first use."""
    _lazy_init()


def is_available():
    """True if there is a device."""
    return _C._cuda_getDeviceCount() > 0


def is_initialized():
    """True after the first use."""
    return _initialised and is_available()


def device_count():
    """The number of devices."""
    return _C._cuda_getDeviceCount()


def is_bf16_supported(including_emulation=True):
    """True if the device computes with bfloat16, be it by way of float32 (including_emulation)."""
    return is_available() and (including_emulation or get_device_capability()[0] >= 8)


def is_tf32_supported():
    """True if the device multiplies matrices with tf32."""
    return is_available() and get_device_capability()[0] >= 8


def _get_device_index(device, optional=False, allow_cpu=False):
    """The index that a device argument names; None if it names none and there is no current device."""
    if isinstance(device, int) and not isinstance(device, bool):
        return device
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        if device.type == 'cpu' and allow_cpu:
            return -1
        if device.type != 'cuda':
            raise ValueError('Expected a cuda device, but got: %s' % device)
        if device.index is not None:
            return device.index
    if isinstance(device, _device):
        return device.idx
    if not optional:
        raise ValueError('Expected a torch.device with a specified index or an integer, but got:%s' % device)
    return _C._cuda_getDevice() if is_available() else None


class device:
    """Inside, this device is the current one: with torch.cuda.device(1)."""

    def __init__(self, device):
        self.idx = _get_device_index(device, optional=True)
        self.prev_idx = -1

    def __enter__(self):
        if self.idx < 0:
            return
        if not is_available():
            raise RuntimeError('PyTorch was compiled without CUDA support')
        self.prev_idx = _C._cuda_getDevice()
        _C._cuda_setDevice(self.idx)

    def __exit__(self, kind, value, traceback):
        if self.prev_idx >= 0:
            _C._cuda_setDevice(self.prev_idx)
        return False


_device = device


class device_of(device):
    """Inside, the device of a tensor is the current one."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else -1)


def current_device():
    """The number of the current device."""
    _lazy_init()
    return _C._cuda_getDevice()


def set_device(device):
    """Makes a device the current one."""
    index = _get_device_index(device)
    if index >= 0:
        _C._cuda_setDevice(index)


def synchronize(device=None):
    """Waits for all work of a device."""
    _lazy_init()
    _C._cuda_synchronize(_get_device_index(device, optional=True))


def ipc_collect():
    """Frees memory that other processes have given back: there is none here."""
    _lazy_init()


def cudart():
    """The runtime library: not there on simulated devices."""
    _lazy_init()
    raise RuntimeError('the CUDA runtime library is not there in this version')


# ---- properties

class _CudaDeviceProperties:
    def __init__(self, values):
        (self.name, self.major, self.minor, self.total_memory, self.multi_processor_count, self.uuid, self.pci_bus_id,
         self.pci_device_id, self.pci_domain_id, self.L2_cache_size) = values
        self.warp_size = 32
        self.is_integrated = 0
        self.is_multi_gpu_board = 0
        self.gcnArchName = self.name

    def __repr__(self):
        return ("_CudaDeviceProperties(name='%s', major=%d, minor=%d, total_memory=%dMB, multi_processor_count=%d, uuid=%s, "
                'pci_bus_id=%d, pci_device_id=%d, pci_domain_id=%d, L2_cache_size=%dMB)') % (
                    self.name, self.major, self.minor, self.total_memory // (1024 * 1024), self.multi_processor_count, self.uuid,
                    self.pci_bus_id, self.pci_device_id, self.pci_domain_id, self.L2_cache_size // (1024 * 1024))


def get_device_properties(device=None):
    """Name, memory and the like of a device."""
    _lazy_init()
    index = _get_device_index(device, optional=True)
    if index < 0 or index >= device_count():
        raise AssertionError('Invalid device id')
    return _CudaDeviceProperties(_C._cuda_properties(index))


def get_device_name(device=None):
    """The name of a device."""
    return get_device_properties(device).name


def get_device_capability(device=None):
    """The compute capability of a device."""
    properties = get_device_properties(device)
    return properties.major, properties.minor


def get_arch_list():
    """What the backend was compiled for."""
    if not is_available() or _C._cuda_is_simulated():
        return []
    return ['sm_75', 'sm_80', 'sm_86', 'sm_89', 'sm_90', 'compute_90']


def can_device_access_peer(device, peer_device):
    """True if a device reads the memory of another directly."""
    _lazy_init()
    index, peer = _get_device_index(device, optional=True), _get_device_index(peer_device)
    for number in (index, peer):
        if number < 0 or number >= device_count():
            raise AssertionError('Invalid device id' if number == index else 'Invalid peer device id')
    return index != peer


def set_sync_debug_mode(debug_mode):
    """Warns of operations that wait for the device: only 'default', which does not warn, is supported."""
    _lazy_init()
    if isinstance(debug_mode, str) and debug_mode not in ('default', 'warn', 'error'):
        raise RuntimeError('invalid value of debug_mode, expected one of `default`, `warn`, `error`')
    if debug_mode not in (0, 'default'):
        raise NotImplementedError('set_sync_debug_mode: only the default mode is there')


def get_sync_debug_mode():
    """What set_sync_debug_mode has set."""
    _lazy_init()
    return 0


def utilization(device=None):
    """How busy the device is; as without nvidia-ml-py, which is not there, ModuleNotFoundError."""
    raise ModuleNotFoundError("nvidia-ml-py does not seem to be installed or it can't be imported.")


temperature = power_draw = clock_rate = memory_usage = utilization


# ---- random numbers

def manual_seed(seed):
    """Seeds the generator of the current device."""
    if is_available():
        _C._cuda_generator(None).manual_seed(int(seed))


def manual_seed_all(seed):
    """Seeds the generators of all devices."""
    for index in range(device_count()):
        _C._cuda_generator(index).manual_seed(int(seed))


def seed():
    """A random seed for the current device."""
    if is_available():
        _C._cuda_generator(None).seed()


def seed_all():
    """One random seed for all devices."""
    if is_available():
        number = _C._cuda_generator(0).seed()
        manual_seed_all(number)


def initial_seed():
    """The seed of the current device."""
    _lazy_init()
    return _C._cuda_generator(None).initial_seed()


def get_rng_state(device='cuda'):
    """The state of a device's generator."""
    _lazy_init()
    return _C._cuda_generator(_get_device_index(device, optional=True)).get_state()


def get_rng_state_all():
    """The states of all generators."""
    return [get_rng_state(index) for index in range(device_count())]


def set_rng_state(new_state, device='cuda'):
    """Restores a state of get_rng_state."""
    if is_available():
        _C._cuda_generator(_get_device_index(device, optional=True)).set_state(new_state)


def set_rng_state_all(new_states):
    """Restores the states of all generators."""
    for index, state in enumerate(new_states):
        set_rng_state(state, index)


class _Generators:
    """The default generators of the devices, by index."""

    def __len__(self):
        return device_count()

    def __getitem__(self, index):
        return _C._cuda_generator(index)


default_generators = _Generators()


# ---- memory

def empty_cache():
    """Gives cached memory back."""
    if is_initialized() or is_available():
        _C._cuda_emptyCache()


def memory_stats(device=None):
    """All counters of the allocator, by name."""
    if not is_available():
        return OrderedDict()
    stats = _C._cuda_memoryStats(_get_device_index(device, optional=True))
    return OrderedDict([(name, stats[name]) for name in sorted(stats)])


def memory_stats_as_nested_dict(device=None):
    """The counters as nested dicts."""
    result = {}
    for name, value in memory_stats(device).items():
        inner = result
        parts = name.split('.')
        for part in parts[:-1]:
            inner = inner.setdefault(part, {})
        inner[parts[-1]] = value
    return result


def memory_allocated(device=None):
    """Bytes of living tensors."""
    return memory_stats(device).get('allocated_bytes.all.current', 0)


def max_memory_allocated(device=None):
    """The most bytes of living tensors."""
    return memory_stats(device).get('allocated_bytes.all.peak', 0)


def memory_reserved(device=None):
    """Bytes taken from the device."""
    return memory_stats(device).get('reserved_bytes.all.current', 0)


def max_memory_reserved(device=None):
    """The most bytes taken from the device."""
    return memory_stats(device).get('reserved_bytes.all.peak', 0)


memory_cached = memory_reserved
max_memory_cached = max_memory_reserved


def reset_peak_memory_stats(device=None):
    """Starts counting the most again."""
    _C._cuda_resetPeakMemoryStats(_get_device_index(device, optional=True))


reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def mem_get_info(device=None):
    """Free and total bytes of a device."""
    _lazy_init()
    return _C._cuda_memoryInfo(_get_device_index(device, optional=True))


def set_per_process_memory_fraction(fraction, device=None):
    """Limits the memory of a device to a part of it: 1.0 is the only fraction that is supported."""
    _lazy_init()
    if not isinstance(fraction, float):
        raise TypeError('Invalid type for fraction argument, must be `float`')
    if fraction < 0 or fraction > 1:
        raise ValueError('Invalid fraction value: %s. Allowed range: 0~1' % fraction)
    if fraction != 1.0:
        raise NotImplementedError('set_per_process_memory_fraction: a smaller share of the memory is not there')


def memory_snapshot():
    """The blocks of the allocator: not there in this version."""
    return _C._cuda_memorySnapshot()


def _size_text(size, first):
    unit = 'B  '
    for larger in ('KiB', 'MiB', 'GiB', 'TiB', 'PiB'):
        if first < 768 * 1024:
            break
        unit = larger
        size //= 1024
        first /= 1024
    return '%6d %s' % (size, unit)


def _count_text(count, first):
    unit = ' '
    for larger in ('K', 'M'):
        if first < 750 * 1000:
            break
        unit = larger
        count //= 1000
        first /= 1000
    return '%7d %s ' % (count, unit)


def memory_summary(device=None, abbreviated=False):
    """The counters of the allocator as a table."""
    stats = memory_stats(device)
    stats['allocated_bytes.all.current']
    index = _get_device_index(device, optional=True)
    double, single = '|' + '=' * 75 + '|\n', '|' + '-' * 75 + '|\n'
    text = double
    text += '|' + ' ' * 18 + 'PyTorch CUDA memory summary, device ID %-17d |\n' % index + single
    text += '|  %s|  %s|\n' % (('          CUDA OOMs: %-12d' % stats['num_ooms']).ljust(34),
                               ('      cudaMalloc retries: %-8d' % stats['num_alloc_retries']).ljust(36))
    text += double
    text += '|        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  |\n'
    rows = [('allocated_bytes', 'Allocated memory', _size_text), ('active_bytes', 'Active memory', _size_text),
            ('requested_bytes', 'Requested memory', _size_text), ('reserved_bytes', 'GPU reserved memory', _size_text),
            ('inactive_split_bytes', 'Non-releasable memory', _size_text), ('allocation', 'Allocations', _count_text),
            ('active', 'Active allocs', _count_text), ('segment', 'GPU reserved segments', _count_text),
            ('inactive_split', 'Non-releasable allocs', _count_text)]
    pools = [('all', '')]
    if not abbreviated:
        pools += [('large_pool', '      from large pool'), ('small_pool', '      from small pool')]
    columns = ('current', 'peak', 'allocated', 'freed')
    for metric, title, show in rows:
        text += single
        firsts = {}
        for pool, label in pools:
            cells = []
            for column in columns:
                value = stats.get('%s.%s.%s' % (metric, pool, column), 0)
                firsts.setdefault(column, value)
                cells.append(' %s ' % show(value, firsts[column]))
            text += '| %-21s |%s|\n' % (label or title, '|'.join(cells))
    for title in ('Oversize allocations', 'Oversize GPU segments'):
        text += single
        text += '| %-21s |%s|\n' % (title, '|'.join([' %s ' % _count_text(0, 0) for _ in columns]))
    return text + double


# ---- streams and events

class Stream:
    """A queue of work on a device."""

    def __init__(self, device=None, priority=0, **kwargs):
        if '_handle' in kwargs:
            self._handle = kwargs['_handle']
            index = kwargs['_index']
        else:
            if not is_available():
                raise RuntimeError('torch.cuda.Stream requires CUDA support')
            index = _get_device_index(device, optional=True)
            self._handle = _C._cuda_stream(index, priority)
        self.priority = priority
        self.device_index = index
        self.device = torch.device('cuda', index)

    @property
    def cuda_stream(self):
        """The driver's handle as an int."""
        return self._handle.handle

    stream_id = cuda_stream

    def synchronize(self):
        """Waits for the work queued so far."""
        self._handle.synchronize()

    def query(self):
        """True if all work queued so far is done."""
        return self._handle.query()

    def wait_event(self, event):
        """Later work of this stream waits for the event."""
        event.wait(self)

    def wait_stream(self, stream):
        """Later work of this stream waits for what the other has queued so far."""
        self.wait_event(stream.record_event())

    def record_event(self, event=None):
        """Marks this point of the queue."""
        if event is None:
            event = Event()
        event.record(self)
        return event

    def __enter__(self):
        self._context = stream(self)
        self._context.__enter__()
        return self

    def __exit__(self, kind, value, traceback):
        self._context.__exit__(kind, value, traceback)

    def __eq__(self, other):
        return isinstance(other, Stream) and (self.device_index, self.cuda_stream) == (other.device_index, other.cuda_stream)

    def __hash__(self):
        return hash((self.device_index, self.cuda_stream))

    def __repr__(self):
        return '<torch.cuda.Stream device=%s cuda_stream=%s>' % (self.device, hex(self.cuda_stream))


class Event:
    """A point in a queue: to wait for, or to measure time."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        if not is_available():
            raise RuntimeError('Tried to instantiate dummy base class Event')
        if interprocess or external:
            raise NotImplementedError('torch.cuda.Event: %s=True is not there' % ('interprocess' if interprocess else 'external'))
        self._handle = _C._cuda_event(bool(enable_timing))

    @property
    def cuda_event(self):
        """The driver's handle as an int, 0 before the event is recorded."""
        return self._handle.handle

    def record(self, stream=None):
        """Marks the present end of a stream's queue."""
        self._handle.record(None if stream is None else stream._handle)

    def wait(self, stream=None):
        """Later work of a stream waits for this point."""
        if stream is None:
            stream = current_stream()
        stream._handle.wait(self._handle)

    def query(self):
        """True if the work before this point is done."""
        return self._handle.query()

    def synchronize(self):
        """Waits for the work before this point."""
        self._handle.synchronize()

    def elapsed_time(self, end_event):
        """Milliseconds between two points."""
        return self._handle.elapsed_time(end_event._handle)

    def __repr__(self):
        return '<torch.cuda.Event %s>' % hex(self.cuda_event) if self.cuda_event else '<torch.cuda.Event uninitialized>'


ExternalStream = Stream
_current = {}  # the stream set last on each device, which keeps it alive


def default_stream(device=None):
    """The queue that is used when none is chosen."""
    _lazy_init()
    index = _get_device_index(device, optional=True)
    return Stream(_handle=_C._cuda_stream(index, None), _index=index)


def current_stream(device=None):
    """The queue in use."""
    _lazy_init()
    index = _get_device_index(device, optional=True)
    return _current.get(index) or default_stream(index)


def set_stream(stream):
    """Chooses the queue of its device."""
    if stream is not None:
        stream._handle.use()
        _current[stream.device_index] = stream
        _C._cuda_setDevice(stream.device_index)


class StreamContext:
    """Inside, a stream is the one in use."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            self.device = _C._cuda_getDevice()
            self.previous = current_stream(self.stream.device_index)
            set_stream(self.stream)

    def __exit__(self, kind, value, traceback):
        if self.stream is not None:
            set_stream(self.previous)
            _C._cuda_setDevice(self.device)


def stream(stream):
    """with torch.cuda.stream(s): work is queued on s."""
    return StreamContext(stream)


class _Nvtx:
    """Marks for profilers: not there."""

    def range_push(self, msg):
        raise RuntimeError('NVTX functions not installed. Are you sure you have a CUDA build?')

    range_pop = mark = range_push


nvtx = _Nvtx()


def __getattr__(name):
    if name == 'amp':
        import torch.cuda.amp
        return torch.cuda.amp
    if name in ('graphs', 'CUDAGraph', 'graph', 'graph_pool_handle', 'is_current_stream_capturing', 'make_graphed_callables'):
        import torch.cuda.graphs as graphs
        return graphs if name == 'graphs' else getattr(graphs, name)
    raise AttributeError("module 'torch.cuda' has no attribute '%s'" % name)


__all__ = '''BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor Event ExternalStream FloatTensor HalfTensor
IntTensor LongTensor ShortTensor Stream StreamContext amp can_device_access_peer clock_rate cudart
current_device current_stream default_generators default_stream device device_count device_of empty_cache
get_arch_list get_device_capability get_device_name get_device_properties get_rng_state get_rng_state_all
get_sync_debug_mode graphs has_half has_magma init initial_seed ipc_collect is_available is_bf16_supported
is_initialized is_tf32_supported manual_seed manual_seed_all max_memory_allocated max_memory_cached
max_memory_reserved mem_get_info memory_allocated memory_cached memory_reserved memory_snapshot memory_stats
memory_stats_as_nested_dict memory_summary memory_usage nvtx power_draw reset_max_memory_allocated
reset_max_memory_cached reset_peak_memory_stats seed seed_all set_device set_per_process_memory_fraction
set_rng_state set_rng_state_all set_stream set_sync_debug_mode stream synchronize temperature utilization'''.split()
