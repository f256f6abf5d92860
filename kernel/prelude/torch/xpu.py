"""GPUs of Intel: there are none."""

from collections import OrderedDict

from torch._absent_devices import define, refusing

_refuse = refusing(AssertionError, 'Torch not compiled with XPU enabled')
_refuse_context = refusing(NotImplementedError, 'PyTorch was compiled without XPU support')
default_generators = ()


class device:
    """A context in which a device would be the current one."""

    def __init__(self, device):
        self.device = device

    def __enter__(self):
        _refuse_context()

    def __exit__(self, *about):
        return False


define(globals(), [
    ('is_available is_initialized is_tf32_supported', lambda: False),
    ('is_bf16_supported', lambda including_emulation=True: False),
    ('device_count', lambda: 0),
    ('get_arch_list get_rng_state_all', lambda: []),
    ('get_gencode_flags', lambda: ''),
    ('memory_snapshot', lambda mempool_id=None: []),
    ('memory_allocated memory_reserved max_memory_allocated max_memory_reserved', lambda device=None: 0),
    ('memory_stats', lambda device=None: OrderedDict()),
    ('memory_stats_as_nested_dict', lambda device=None: {}),
    ('empty_cache seed seed_all', lambda: None),
    ('manual_seed manual_seed_all', lambda seed: None),
    ('current_device init initial_seed', lambda: _refuse()),
    ('current_stream get_device_capability get_device_name get_device_properties mem_get_info synchronize get_per_process_memory_fraction',
     lambda device=None: _refuse()),
    ('get_rng_state', lambda device='xpu': _refuse()),
    ('set_device', lambda device: _refuse()),
    ('set_stream', lambda stream: _refuse()),
    ('set_per_process_memory_fraction', lambda fraction, device=None: _refuse()),
    ('get_stream_from_external', lambda data_ptr, device=None: _refuse()),
    ('can_device_access_peer', lambda device, peer: _refuse()),
])
__all__ += ['default_generators', 'device']
