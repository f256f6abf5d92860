class N:
    def __index__(self): return self.ind
class L(list): pass
n=N(); n.ind='bad'
for seq in ([1,2,3],(1,2),'abc',b'abc',bytearray(b'abc'),range(5),L([1,2])):
    for f in (lambda x:seq[x], lambda x:seq[x:], lambda x: seq[:x], lambda x: seq[::x], lambda x: seq*x, lambda x: seq[x:x:x], lambda x: seq.__getitem__(x), lambda x: seq.__mul__(x)):
        try: print(f(n))
        except Exception as e: print(type(e).__name__, e)
for seq in ([1,2,3],bytearray(b'abc'),L([1,2])):
    for f in d,:
        for k in (n, slice(n), slice(None,n), slice(None,None,n)):
            try: print(f(seq,k), seq)
            except Exception as e: print(type(e).__name__, e)
    for m in ('insert','pop','index'):
        for a in ((n,),(n,1),(1,n)):
            try: print(getattr(seq,m)(*a))
            except Exception as e: print(type(e).__name__, e)
