def f(n):
    try:
        if n == 0: return 'try'
        if n == 1: raise ValueError
        return 'try end'
    except ValueError:
        return 'except'
    else:
        return 'else'
    finally:
        print('finally', n)
print(f(0), f(1), f(2))
def g():
    try: return 1
    finally: return 2
print(g())
def h():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
        finally: print('fin', i)
    else: print('no')
    return i
print(h())
def swallow():
    while True:
        try: 1 / 0
        finally: break
    return 'swallowed'
print(swallow())
def cont():
    for i in range(2):
        try: raise KeyError
        finally: continue
    return 'continued'
print(cont())
def nested():
    try:
        try: 1 / 0
        finally: print('inner')
    except ZeroDivisionError: print('outer'); return 'x'
    finally: print('last')
print(nested())
def val():
    x = 1
    try: return x
    finally: x = 2
print(val())
def elses():
    try: pass
    except: pass
    else:
        try: raise ValueError('in else')
        except ValueError as e: print(e)
    finally: print('f')
elses()
def gen():
    try: yield 1
    finally: print('gen finally')
for x in gen(): break
print('after')
