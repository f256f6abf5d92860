from array import array
import array as A
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
for c in 'bBhHiIlLqQfdu':
    for v in (2**70,-2**70,-1,300,70000,2**33,'x','xy',1.5,None,b'x'):
        print(c,v,end=' '); t(lambda: array(c,[v]))
t(lambda: array())
