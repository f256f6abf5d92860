def g():
    yield 1
    raise StopIteration('inside')
it = g(); next(it)
try: next(it)
except RuntimeError as e: print(e, repr(e.__cause__))
def h():
    yield next(iter([]))
try: list(h())
except RuntimeError as e: print(e)
gen = (next(iter([])) for _ in range(2))
try: list(gen)
except RuntimeError as e: print(e)
def t():
    try: yield 1
    except GeneratorExit: print('exit'); raise
it = t(); next(it); it.close()
def ig():
    try: yield 1
    except GeneratorExit: yield 2
it = ig(); next(it)
try: it.close()
except RuntimeError as e: print(e)
def ret():
    try: yield 1
    except GeneratorExit: return 5
it = ret(); next(it); print(it.close())
def raises():
    try: yield 1
    finally: raise ValueError('in finally')
it = raises(); next(it)
try: it.close()
except ValueError as e: print(e)
def fresh(): yield 1
f = fresh(); f.close()
try: next(f)
except StopIteration: print('never started')
f = fresh()
try: f.throw(KeyError('first'))
except KeyError as e: print(e)
print(list(f))
