"""Accelerators of Meta: there are none."""

from torch._absent_devices import define, refusing

_refuse = refusing(RuntimeError, 'Cannot execute %s() without MTIA backend.')
_refuse_start = refusing(AssertionError, 'Torch not compiled with MTIA enabled. Ensure you have `import mtia.host_runtime.torch_mtia.dynamic_library` in your '
                         'python src file and include `//mtia/host_runtime/torch_mtia:torch_mtia` as your target dependency!')
default_generators = ()

define(globals(), [
    ('is_available is_initialized is_fbcode is_prod', lambda: False),
    ('is_bf16_supported', lambda including_emulation=True: True),
    ('device_count', lambda: 0),
    ('memory_allocated max_memory_allocated', lambda device=None: 0),
    ('memory_stats', lambda device=None: {}),
    ('reset_peak_memory_stats', lambda device=None: None),
    ('record_memory_history', lambda enabled='all', stacks='python', max_entries=0: None),
    ('get_rng_state_all', lambda: []),
    ('seed seed_all', lambda: None),
    ('manual_seed manual_seed_all', lambda seed: None),
    ('init initial_seed', lambda: _refuse_start()),
    ('get_rng_state', lambda device='mtia': _refuse_start()),
    ('current_device', lambda: _refuse('getCurrentDevice')),
    ('current_stream default_stream', lambda device=None: _refuse('getCurrentDevice') if device is None else _refuse_start()),
    ('get_device_capability', lambda device=None: _refuse('getCurrentDevice' if device is None else 'getDeviceCapability')),
    ('get_device_properties', lambda device=None: _refuse('getCurrentDevice' if device is None else 'getDeviceProperties')),
    ('synchronize', lambda device=None: _refuse('getCurrentDevice' if device is None else 'maybeExchangeDevice')),
    ('set_device', lambda device: _refuse('setCurrentDevice')),
    ('stream', lambda stream: _refuse('getCurrentDevice')),
    ('empty_cache', lambda: _refuse('emptyCache')),
    ('snapshot', lambda: _refuse('memorySnapshot')),
    ('graph_pool_handle', lambda: _refuse('graphPoolHandle')),
])
__all__ += ['default_generators']
