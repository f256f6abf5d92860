# Operators of counters that change them, with anything on the right
import collections
C=collections.Counter
class Box: 
    def __repr__(self): return 'B'
class H:
    def items(self): return [(1.5,1),('q',2)]
class G:
    def __getitem__(self, k): return 1
class HG(H,G): pass
class K:
    def keys(self): return ['z']
    def __getitem__(self,k): return 3
import operator
for op in ('iadd','isub','iand','ior','add','sub','and_','or_'):
    for other in (Box(), 5, None, {1.5:1}, [], [(1,2)], H(), G(), HG(), K(), {1.5: 'a'}, C('ab'), (), 'ab', {'zz': 5}):
        a=C((1.5,2,2))
        b=a
        try: r=getattr(operator,op)(a,other); print(op, type(other).__name__, r, r is b, b)
        except Exception as e: print(op, type(other).__name__, type(e).__name__, e, b)
