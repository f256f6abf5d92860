# Statements: if, while, for, else, match of targets, del, chained comparison, boolean operators.
for i in range(3):
    if i == 0: print('zero')
    elif i == 1: print('one')
    else: print('more')
for i in range(3): pass
else: print('else of for', i)
for i in range(3):
    if i == 1: break
else: print('never')
n = 3
while n:
    n -= 1
    if n == 1: continue
    print('n', n)
else: print('else of while')
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1.0 == True, 3 > 2 > 2, 1 < 2 == 2, None is None, 1 is not None, 'a' in 'abc' in ['abc'], not 1 == 2)
print(0 or 'x', 1 and 'y', '' or [] or 0, 1 and 0 and 2, not [], None or False, 5 and 'last', (0 or 1) and 2, 'a' if 0 else 'b' if 0 else 'c')
def f(x): print('f', x, end=' '); return x
print(f(0) or f(1), f(0) and f(1), f(3) < f(2) < f(1))
x = y = [1]; x.append(2); print(y); a, b, c = 'abc'; (d, e), f2 = (1, 2), 3; print(a, b, c, d, e, f2); del a
try: a
except NameError as err: print(err)
d = {'x': [0, 1]}; d['x'][0], d['y'] = 5, 6; print(d); d['x'][1] += 10; d['z'] = d.get('z', 0) + 1; print(d); del d['x'][0], d['y']; print(d)
for i, (p, q) in enumerate([(1, 2), (3, 4)]): print(i, p, q, end=' ')
for k, *rest in [(1, 2, 3), (4,)]: print(k, rest, end=' ')
for d['i'] in range(2): pass
print(d)
for line in 'a\nb'.split('\n'): print(line, end=';')
print(); i = 10
for i in range(0): pass
print(i); pass; 1; 'x'; ...
while True:
    for j in range(10):
        if j == 5: break
    else: continue
    break
print(j)
if (m := len('walrus')) > 5: print(m)
z = 1 if True else 1 / 0; print(z, [1, 2, 3][-1] if z else None, (1,) + (2,), -2 ** 2, 2 ** 3 ** 2, not True == False, 1 - -1, ~-1, 5 // 2 * 2 + 5 % 2, 1 if 0 else 2 + 3, 2 * 3 % 4, 1 | 2 & 3 ^ 4, 1 << 2 + 1)
def early(n):
    for i in range(n):
        for j in range(n):
            if i * j == 6: return i, j
print(early(5), early(2))
total = 0
for i in range(100):
    if i % 3: continue
    if i > 50: break
    total += i
print(total, i)
lst = [1, 2, 3, 4]
for v in lst[:]: lst.remove(v) if v % 2 else None
print(lst); x = [0] * 3; i = 0; i, x[i] = 1, 9; print(i, x)
def matcher(v):
    match v:
        case 0: return 'zero'
        case [a, b]: return f'pair {a} {b}'
        case {'k': k}: return f'dict {k}'
        case str() as s: return f'str {s}'
        case int() | float() if v > 100: return 'large'
        case _: return 'other'
print([matcher(v) for v in (0, [1, 2], {'k': 3}, 'x', 500, 5, [1])])
try: exec('for i in range(3): int("x")')
except ValueError as e: print('in exec', i)
print(eval('i + 1', {'i': 41}), eval('[j * 2 for j in range(3)]')); ns = {}; exec('def g(): return 7\nh = g()', ns); print(ns['h'])
