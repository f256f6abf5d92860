# Powers of complex zeros keep the signs that multiplying gives them.
def attempt(f, *args):
    try: print(repr(f(*args)))
    except Exception as e: print(type(e).__name__, e)
vals = [0j, -0j, complex(-0.0, 0.0), complex(0, -0.0), 1j, -1j, complex(1, -0.0), complex(-0.0, 3), complex(-1, 0), complex(-1,-0.0), 2+0j]
for v in vals:
    for n in (0, 1, 2, 3, -1, -2, 1.0, 0.5, 2.0, 1j):
        attempt(lambda: v ** n)
