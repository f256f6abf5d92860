def f(*args: *tuple[int]): pass
print(f.__annotations__)
class A:
    def __class_getitem__(cls, k): return k
    def __getitem__(self, k): return k
    def __setitem__(self,k,v): print(k,v)
    def __delitem__(self,k): print('del',k)
x=(1,2)
print(A[*x], A()[*x, 3], A()[0, *x, *x])
A()[*x]=5
del A()[*x, 1]
A()[*x] += (7,)
