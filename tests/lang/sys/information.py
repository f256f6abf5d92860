# What sys tells of the interpreter, and the named tuples of sys and time.
import sys
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: sys.implementation.version[:2])
t(lambda: sys.implementation.hexversion >> 16)
t(lambda: sys.float_info)
t(lambda: sys.int_info)
t(lambda:sys.hash_info)
t(lambda: sys.float_info.max)
t(lambda: sys.float_info.epsilon)
t(lambda:sys.float_info[0])
t(lambda:sys.hash_info.modulus)
t(lambda: sys.version_info[:2])
t(lambda: sys.version_info.major)
t(lambda: sys.version_info > (3, 8))
t(lambda: sys.version_info.releaselevel)
t(lambda: sys.version_info.n_fields)
t(lambda: sys.version_info.__match_args__)
t(lambda: type(sys.version_info))
t(lambda: type(sys.version_info)())
t(lambda: type(sys.float_info)((1,)*11))
t(lambda: sys.version_info.__reduce__()[0])
t(lambda: sys.version_info[3:] == ('final', 0))
t(lambda: sys.version_info.major.real)
t(lambda: type(sys.version_info).major)
def a(): sys.version_info.major = 4
t(a)
t(lambda: sys.displayhook(3))
t(lambda: sys.displayhook(None))
t(lambda: __builtins__._)
t(lambda: sys.displayhook())
t(lambda: sys.settrace(None))
t(lambda: sys.gettrace())
t(lambda: sys.setprofile(None))
t(lambda: sys.getprofile())
t(lambda: sys.intern('x') is sys.intern('x'))
t(lambda: sys.intern(3))
t(lambda: sys.is_finalizing())
t(lambda: sys._getframe(1000))
t(lambda:sys._getframe('x'))
t(lambda: sys._getframe(-1).f_code.co_name)
t(lambda: sys.exc_info())
t(lambda: sys.exception())
t(lambda: sys.getswitchinterval())
t(lambda: sys.byteorder)
t(lambda: sys.float_repr_style)
t(lambda: sys.maxunicode)
t(lambda: sys.maxsize)
t(lambda: hex(sys.hexversion >> 16))
t(lambda: sys.api_version)
t(lambda: sys.abiflags)
t(lambda:sys.getfilesystemencoding())
t(lambda: sys.getfilesystemencodeerrors())
t(lambda: 'sys' in sys.builtin_module_names)
t(lambda: sys.audit('x'))
t(lambda: sys.exit.__name__)
t(lambda: sys.call_tracing(max, (3, 4)))
import time, os
st = time.gmtime(0)
t(lambda: st)
t(lambda: st.n_fields)
t(lambda: st.n_sequence_fields)
t(lambda: st.n_unnamed_fields)
t(lambda: st.__match_args__)
t(lambda: time.struct_time((1,2,3)))
t(lambda: time.struct_time())
t(lambda: time.struct_time(range(9)))
t(lambda: time.struct_time(range(11)).tm_zone)
t(lambda: time.struct_time(range(12)))
t(lambda: time.struct_time('123456789', {'tm_zone':'X'}).tm_zone)
t(lambda: time.struct_time(3))
t(lambda: time.struct_time(range(9), 3))
t(lambda: st.__reduce__())
t(lambda: st[1:3])
t(lambda: st + (1,))
t(lambda: hash(st)==hash(tuple(st)))
t(lambda: st._asdict())
t(lambda: type('X',(time.struct_time,),{}))
t(lambda: time.struct_time(range(9), dict={}))
t(lambda: time.struct_time(sequence=range(9)))
t(lambda: time.struct_time(range(9)).tm_zone)
import copy
t(lambda: copy.copy(st) == st)
t(lambda: copy.deepcopy(st).tm_zone)
match st:
    case time.struct_time(y, m): print(y, m)
async_ = None
class A:
    def __init__(s, n): s.n = n
    def __aiter__(s): return s
    def __anext__(s): return s.n
t(lambda: anext(A(3)))
t(lambda: anext(3))
t(lambda: aiter(3))
t(lambda: aiter(A(1)).n)
t(lambda:anext(A(1), 2, 3))
class Aw:
    def __await__(s):
        yield 1
        raise StopAsyncIteration
t(lambda: list(anext(A(Aw())).__await__()) )
def drive(aw):
    out=[]
    it = aw.__await__() if hasattr(aw,'__await__') else iter(aw)
    try:
        while True: out.append(next(it))
    except StopIteration as e: return out, e.value
class Aw2:
    def __await__(s):
        x = yield 1
        return 'got'
os.environ['PYTHONBREAKPOINT']='0'
t(lambda: breakpoint())
sys.breakpointhook = lambda *a, **k: (a, k)
t(lambda: breakpoint(1, x=2))
del sys.breakpointhook
t(lambda: breakpoint())
sys.breakpointhook = sys.__breakpointhook__
os.environ['PYTHONBREAKPOINT']='operator.add'
t(lambda: breakpoint(1, 2))
os.environ['PYTHONBREAKPOINT']='len'
t(lambda: breakpoint('abc'))
