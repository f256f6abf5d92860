for i in range(3):
    if i == 5: break
else: print('for else')
for i in range(3):
    if i == 1: break
else: print('never')
while i < 3: i += 1
else: print('while else', i)
while True:
    break
else: print('never')
for _ in []: pass
else: print('empty else')
for i in range(3):
    for j in range(3):
        if j == 1: break
    else: continue
    print('inner broke', i, j)
for i in [1, 2, 3]:
    i *= 10
print(i)
l = [1, 2, 3]
for x in l:
    if x < 3 and len(l) < 6: l.append(x + 10)
print(l)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
s = {1}
try:
    for k in s: s.add(k + 1)
except RuntimeError as e: print(e)
try:
    d = {1: 1, 2: 2}
    for k in d: del d[k]; d[k + 5] = 1
except RuntimeError as e: print(e)
for i, (a, b) in enumerate([(1, 2), (3, 4)]): print(i, a, b)
class T: pass
t = T()
for t.x in range(3): pass
print(t.x)
arr = [0]
for arr[0] in 'abc': pass
print(arr)
for x in (): pass
for x in 1, 2, 3: print(x, end=' ')
print()
