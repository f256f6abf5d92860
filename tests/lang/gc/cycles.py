# Objects go at once when nothing holds them; cycles go with gc.collect(); weak order of destruction.
import gc
class D:
    def __init__(self, name): self.name = name
    def __del__(self): print('del', self.name)
a = D('a'); del a; print('after a'); b = D('b'); b = None; print('after b'); c = [D('c1'), D('c2')]; c.clear(); print('after c')
def f(): local = D('local'); return 1
f(); print('after f'); d = {'k': D('d')}; d['k'] = 0; print('after d'); D('temporary'); print('after temporary')
x, y = D('x'), D('y'); x.other, y.other = y, x; del x, y; print('cycle made'); n = gc.collect(); print('collected', n > 0)
l = []; l.append(l); del l; e = D('self'); e.me = e; del e; gc.collect(); print('after self'); g = (D('in generator') for _ in range(1)); next(g); print('generator'); del g
deep = None
for _ in range(100000): deep = [deep]
del deep; print('deep gone'); chain = {}
for _ in range(100000): chain = {'n': chain}
chain = None; print('chain gone')
class Node:
    def __init__(self, n): self.next = n
node = None
for _ in range(100000): node = Node(node)
node = None; print('nodes gone')
try: raise ValueError(D('in exception'))
except ValueError: pass
print('after exception'); z = D('end'); z2 = z; del z; print('still'); del z2; print('end')
