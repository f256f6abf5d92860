# Positional arguments are counted before keywords are looked at.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
attempt(max); attempt(max, zq=1); attempt(max, 1, zq=1); attempt(max, **{'1': 1}); attempt(max, [1], key=None, default=3, z=4)
attempt(sorted); attempt(sorted, 1, 2); attempt(sorted, 1, 2, 3); attempt(sorted, 1, 2, 3, 4); attempt(sorted, [1], None, None, None, None); attempt(sorted, [1], 2, key=None); attempt(sorted, key=3); attempt(sorted, 1, 2, 3, key=4, reverse=5)
attempt([].sort, 1); attempt([].sort, 1, 2, 3); attempt([].sort, zq=1)
attempt(sum); attempt(sum, 1, 'a'); attempt(sum, [], 'a'); attempt(sum, 1, b''); attempt(sum, [1], 'a'); attempt(sum, 5)
