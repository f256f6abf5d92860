log = []
def mark(x):
    log.append(x)
    return x
def f(a=mark('a'), *, b=mark('b'), c: mark('annotation c') = mark('c')) -> mark('return'):
    return a, b, c
print(log)
print(f(), f('x'))
def acc(x, into=[]):
    into.append(x)
    return into
print(acc(1), acc(2), acc.__defaults__)
acc.__defaults__ = ([9],)
print(acc(3))
def late():
    return value
value = 4
print(late())
fs = [lambda x=i: x for i in range(3)]
print([g() for g in fs])
fs = [lambda: i for i in range(3)]
print([g() for g in fs])
f.__kwdefaults__ = {'b': 1}
try:
    f()
except TypeError as e:
    print(e)
f.__kwdefaults__['c'] = 5
print(f())
