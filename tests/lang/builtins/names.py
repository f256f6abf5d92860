# What there is, by name and kind.
import builtins
for n in sorted(vars(builtins)):
    if n.startswith('_') or n in ('copyright', 'credits', 'license', 'exit', 'quit', 'display', 'aiter', 'anext', 'BaseExceptionGroup', 'ExceptionGroup', 'breakpoint', 'get_ipython', 'help', 'memoryview', 'open'):
        continue
    v = getattr(builtins, n)
    print(n, type(v).__name__, getattr(v, '__module__', None), getattr(v, '__name__', None))
