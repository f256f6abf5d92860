"""What time has beyond kernel/lang/lib/lib_time.c."""


def strptime(string, format='%a %b %d %H:%M:%S %Y', /):
    """Parse a string to a time tuple according to a format specification."""
    from _strptime import _strptime_time
    return _strptime_time(string, format)


def get_clock_info(name, /):
    """Information about a clock: implementation, monotonic, adjustable, resolution."""
    from types import SimpleNamespace
    rows = {'time': ('clock_gettime(CLOCK_REALTIME)', False, True), 'monotonic': ('clock_gettime(CLOCK_MONOTONIC)', True, False),
            'perf_counter': ('clock_gettime(CLOCK_MONOTONIC)', True, False),
            'process_time': ('clock_gettime(CLOCK_PROCESS_CPUTIME_ID)', True, False),
            'thread_time': ('clock_gettime(CLOCK_THREAD_CPUTIME_ID)', True, False)}
    if name not in rows:
        raise ValueError('unknown clock')
    implementation, monotonic, adjustable = rows[name]
    return SimpleNamespace(implementation=implementation, monotonic=monotonic, adjustable=adjustable, resolution=1e-09)
