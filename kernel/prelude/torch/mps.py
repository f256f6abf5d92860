"""GPUs of Apple: there are none."""

from torch._absent_devices import define, refusing

_refuse = refusing(RuntimeError, 'Cannot execute %s() without MPS backend.')


def _state(new_state):
    new_state.clone()
    _refuse('getDefaultGenerator')


def _fraction(fraction):
    if not isinstance(fraction, float):
        raise TypeError('Invalid type for fraction argument, must be `float`')
    if not 0 <= fraction <= 2:
        raise ValueError(f'Invalid fraction value: {fraction}. Allowed range: 0~2')
    _refuse('setMemoryFraction')


define(globals(), [
    ('is_available', lambda: False),
    ('device_count', lambda: 0),
    ('manual_seed', lambda seed: None),
    ('synchronize', lambda: _refuse('deviceSynchronize')),
    ('empty_cache', lambda: _refuse('emptyCache')),
    ('seed', lambda: _refuse('getDefaultGenerator')),
    ('get_rng_state', lambda device='mps': _refuse('getDefaultGenerator')),
    ('set_rng_state', lambda new_state, device='mps': _state(new_state)),
    ('current_allocated_memory', lambda: _refuse('getCurrentAllocatedMemory')),
    ('driver_allocated_memory', lambda: _refuse('getDriverAllocatedMemory')),
    ('recommended_max_memory', lambda: _refuse('getRecommendedMaxMemory')),
    ('set_per_process_memory_fraction', lambda fraction: _fraction(fraction)),
    ('compile_shader', lambda source: refusing(RuntimeError, 'MPS is not available')()),
])
