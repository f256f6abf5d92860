"""sys.setprofile; trace functions that fail, change variables, are set on frames that run; threads, coroutines, texts."""
import sys
log = []
def prof(frame, event, arg):
    name = getattr(arg, '__name__', repr(arg))
    print('%-11s %s:%d %s' % (event, frame.f_code.co_name, frame.f_lineno, name if event[0] == 'c' and event != 'call' else repr(arg)))
def f(x):
    a = [1]
    a.append(x)
    len(a)
    try:
        int('x')
        {}.pop(1)
    except Exception:
        pass
    try:
        {}.pop(1)
    except KeyError:
        pass
    return sorted(a, key=lambda v: -v)
def g():
    yield 1
    yield 2
def h():
    return list(g()), max(*[1, 2]), ''.join(['a']), str.upper('x'), print('hello', end='\n')
def bad():
    raise ValueError
for fn in (f, h, bad):
    print('==', fn.__name__)
    sys.setprofile(prof)
    try:
        fn(*([3] if fn is f else []))
    except ValueError:
        pass
    sys.setprofile(None)
print(sys.getprofile(), sys.gettrace())
def t(frame, event, arg):
    raise RuntimeError('in trace')
sys.settrace(t)
try:
    f(1)
except RuntimeError as e:
    print(e, sys.gettrace())
def change(frame, event, arg):
    if event == 'line' and 'x' in frame.f_locals and frame.f_code.co_name == 'k':
        frame.f_locals['x'] = 100
    return change
def k():
    x = 1
    y = x + 1
    def inner(): return x
    return x, y, inner()
sys.settrace(change); print(k()); sys.settrace(None)
def only(frame, event, arg):
    print('only', event, frame.f_code.co_name)
sys.settrace(only); print(k()); sys.settrace(None)
def caller():
    def set_here():
        fr = sys._getframe(1)
        fr.f_trace = loc
        sys.settrace(lambda *a: None)
    def loc(frame, event, arg):
        print('loc', event, frame.f_lineno - frame.f_code.co_firstlineno)
        return loc
    a = 1
    set_here()
    b = 2
    for i in range(2):
        c = i
    return b
print(caller()); sys.settrace(None)
def ops(frame, event, arg):
    frame.f_trace_opcodes = True; frame.f_trace_lines = False
    n[event] = n.get(event, 0) + 1
    return ops
n = {}
sys.settrace(ops); k(); sys.settrace(None)
print(sorted(n), n['opcode'] > 5)
exec(compile('a = 1\nb = 2\n', 'zz', 'exec')) 
def ex(frame, event, arg):
    print(event, frame.f_code.co_name, frame.f_lineno); return ex
code = compile('a = 1\nclass B:\n  q = 1\nb = 2\n', 'zz', 'exec')
sys.settrace(ex); exec(code); sys.settrace(None)
async def co():
    return 1
def drive():
    c = co()
    try: c.send(None)
    except StopIteration as e: return e.value
sys.settrace(ex); drive(); sys.settrace(None)
for bad in (1, 'x'):
    try: sys._getframe().f_trace_lines = bad
    except TypeError as e: print(e)
try: sys._getframe().f_lineno = 3
except ValueError as e: print(e)
import gc, weakref
class Held(Exception): pass
def raises():
    raise Held
def watched():
    try: raises()
    except Held as e: return weakref.ref(e)
def all_events(frame, event, arg): return all_events
sys.settrace(all_events); held = watched(); sys.settrace(None)
gc.collect(); print('gone', held() is None)
sys.setprofile(all_events); held = watched(); sys.setprofile(None)
gc.collect(); print('gone', held() is None)
