class C: __match_args__=(None,)
x=C()
try:
    match x:
        case C(y): print(1)
except TypeError as e: print(e)
class D: __match_args__=[1]
try:
    match D():
        case D(y): print(1)
except TypeError as e: print(e)
class E_: __match_args__=('a','a')
E_.a=3
try:
    match E_():
        case E_(y, a=z): print(1)
except TypeError as e: print(e)
try:
    match E_():
        case E_(1,2,3): print(1)
except TypeError as e: print(e)
class Meta(type):
    def __instancecheck__(cls, v): return v == 7
class M(metaclass=Meta): pass
for v in (7, 8, M()):
    match v:
        case M(): print("M", v == 7)
        case _: print('no', v == 8)
class F:
    __match_args__=('a','b')
    a=1
match F():
    case F(1): print('one')
match F():
    case F(1,2): print('two')
    case F(a=x): print('x',x)
try:
    match F():
        case F(1, a=1): print('never')
except TypeError as e: print(e)
