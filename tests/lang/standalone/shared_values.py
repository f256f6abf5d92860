# Numbers, arrays and structures that processes share.
import multiprocessing as mp, ctypes
class P(ctypes.Structure): _fields_=[('x',ctypes.c_double),('y',ctypes.c_int)]
def work(v,a,s,p,raw):
    with v.get_lock(): v.value += 5
    for i in range(len(a)): a[i] *= 2
    s.value = s.value.upper()
    p.x += 1.5; p.y = 9
    raw[1] = 7
if __name__ == '__main__':
    for m in ('fork','spawn','forkserver'):
        c=mp.get_context(m)
        v=c.Value('i',3); a=c.Array('d',[1,2,3.5]); s=c.Array('c',b'hello'); p=c.Value(P,1.0,2); raw=c.RawArray('i',3)
        q=c.Process(target=work,args=(v,a,s,p,raw)); q.start(); q.join()
        print(m,q.exitcode,v.value,a[:],s.value,p.x,p.y,raw[:],len(a),v,a.get_obj()[:2])
    try: mp.Value('i',1,lock=3)
    except AttributeError as e: print(e)
    w=mp.Value('i'); print(w.value); w.value=2; print(w)
    print(mp.Array('i',4)[:], mp.RawValue('d',2.5).value)
    from multiprocessing import sharedctypes as sc
    print(sc.copy(p.get_obj()).x)
