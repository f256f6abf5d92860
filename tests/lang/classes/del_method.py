class A:
    def __init__(self, n): self.n = n
    def __del__(self): print('del', self.n)
a = A(1); del a
a = A(2); b = a; del a; print('still'); b = None
def f():
    x = A(3)
    return 'done'
print(f())
l = [A(4), A(5)]; l.clear()
d = {1: A(6)}; d[1] = None
class Raise:
    def __del__(self): raise ValueError('ignored')
r = Raise(); del r
print('after')
class Resurrect:
    kept = []
    def __del__(self): Resurrect.kept.append(self); print('resurrected')
x = Resurrect(); del x
print(len(Resurrect.kept))
import gc
class Node:
    def __init__(self, n): self.n = n
    def __del__(self): print('cycle', self.n)
n1 = Node('a'); n1.me = n1; del n1; gc.collect()
class B(A):
    def __del__(self): print('sub'); super().__del__()
B(7)
print('end')
for i in range(2): A(('loop', i))
A('temp').n
print('last')
