# Free variables and cells are in the order of their names, parameters first.
def o(c1):
    z=1;b=2;a=3
    def i(): return z,a,b,c1
    def j():
        nonlocal b
        b=a; z
        return [c1 for q in (1,) if z]
    return i,j
i,j=o(5)
print(i.__code__.co_freevars,[c.cell_contents for c in i.__closure__],j.__code__.co_freevars,o.__code__.co_cellvars)
class A:
    def m(self):
        x=1
        def k(): return __class__, self, x
        return k
print(A().m().__code__.co_freevars, A.m.__code__.co_freevars, A.m.__code__.co_cellvars)
