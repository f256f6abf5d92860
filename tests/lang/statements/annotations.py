x: int = 1
y: 'str'
z: list[int]
print(__annotations__)
(w): float = 2.0
print('w' in __annotations__, w)
class C:
    a: int
    b: str = 'b'
    c: print('evaluated in class') = None
    def m(self):
        self.q: print('not evaluated? attribute targets are not stored') = 1
        local: undefined_name_is_fine = 2
        return local, self.q
print(C.__annotations__)
print(C().m())
d = {}
d['k']: print('subscript annotation') = 5
print(d)
def f(a: int, b: 'str' = 'x', *args: float, c: dict = {}, **kw: list) -> tuple: pass
print(f.__annotations__)
class D(C): pass
print(D.__annotations__)
class E: pass
print(E.__annotations__, '__annotations__' in E.__dict__)
class F:
    print('__annotations__' in dir())
    g: int
    print(__annotations__)
try:
    print(unbound)
except NameError as e:
    print(e)
unbound: int
try:
    unbound
except NameError as e:
    print(e)
def loc():
    v: int
    try:
        v
    except UnboundLocalError as e:
        print(e)
loc()
