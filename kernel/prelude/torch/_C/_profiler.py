"""Further options of profiles. Must not know how events are recorded."""

_USUAL = {'profiler_metrics': [], 'profiler_measure_per_kernel': False, 'verbose': False, 'performance_events': [], 'enable_cuda_sync_events': False,
          'adjust_profiler_step': False, 'disable_external_correlation': False, 'profile_all_threads': False, 'capture_overload_names': False,
          'record_python_gc_info': False, 'expose_kineto_event_metadata': False, 'custom_profiler_config': '', 'adjust_timestamps': False,
          'trace_only': False}


class _ExperimentalConfig:
    """Options of a profile: verbose shows the stacks that with_stack records. The others are refused where they are on."""

    def __init__(self, *args, **kwargs):
        given = {**dict(zip(_USUAL, args)), **kwargs}
        if len(args) > len(_USUAL) or len(given) < len(args) + len(kwargs) or not given.keys() <= _USUAL.keys():
            raise TypeError('__init__(): incompatible constructor arguments')
        for name, value in given.items():
            if name != 'verbose' and value != _USUAL[name]:
                raise NotImplementedError('profile: %s is not there in this version' % name)
        self.verbose = bool(given.get('verbose', False))
