class A:
    def __iadd__(self, o): print('iadd'); return 'result'
    def __isub__(self, o): return NotImplemented
    def __sub__(self, o): return 'sub'
    def __mul__(self, o): return 'mul'
x = A(); x += 1; print(x)
x = A(); x -= 1; print(x)
x = A(); x *= 1; print(x)
for op in '+ - * / // % ** << >> & | ^ @'.split():
    ns = {'v': object()}
    try: exec(f'v {op}= 1', ns)
    except TypeError as e: print(e)
for op in '+ - * / // % ** << >> & | ^ @'.split():
    ns = {'v': object()}
    try: exec(f'v {op} 1', ns)
    except TypeError as e: print(e)
names = 'add sub mul truediv floordiv mod pow lshift rshift and or xor matmul'.split()
for n in names: setattr(A, f'__i{n}__', lambda s, o, n=n: f'i{n}')
out = []
for op in '+ - * / // % ** << >> & | ^ @'.split():
    ns = {'v': A()}; exec(f'v {op}= 1', ns); out.append(ns['v'])
print(out)
l = m = [1]; l += (2,); l *= 2; print(m)
s = t = {1}; s |= {2}; s -= {1}; s ^= {5}; s &= {5, 2}; print(t)
d = e = {1: 1}; d |= [(2, 2)]; print(e)
f = g = (1,); f += (2,); print(f, g)
try: l += 5
except TypeError as e: print(e)
try: s |= [1]
except TypeError as e: print(e)
class R:
    def __radd__(self, o): return 'radd used'
v = 5; v += R(); print(v)
import operator
print(operator.iadd([1], [2]), operator.imul(3, 4))
