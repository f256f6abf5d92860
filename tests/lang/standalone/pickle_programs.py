# Pickles as lists of instructions.
import collections
import io
import pickle
import pickletools as pt

print(pt.__all__)
print(pt.OpcodeInfo.__slots__, pt.ArgumentDescriptor.__slots__, pt.StackObject.__slots__)
o=pt.opcodes[0]; print(len(pt.opcodes)); 
for o in pt.opcodes:
    print(o.name, repr(o.code), o.arg and o.arg.name, o.stack_before, o.stack_after, o.proto)
seen=set()
for o in pt.opcodes:
    if o.arg and o.arg.name not in seen:
        seen.add(o.arg.name); print(o.arg.name,o.arg.n, o.arg.reader.__name__, bool(o.arg.doc))
class C:
    def __init__(self): self.x=1
for o in pt.opcodes:
    o.doc = o.name.lower()
vals=[1,-1,255,65536,2**40,-2**70,2**300,1.5,None,True,False,'abc','é\n\x00',b'x',b'x'*300,bytearray(b'12'),[1,2],(1,),(1,2),(1,2,3),(1,2,3,4),{1:2},{1,2},frozenset([3]),C(),C,collections.OrderedDict(a=1),[[1,2],[3]],'x'*300]
a=[];a.append(a);vals.append(a)
for p in range(6):
    for v in vals:
        try: d=pickle.dumps(v,p)
        except Exception as e: print(e); continue
        f=io.StringIO(); 
        try: pt.dis(d,f, annotate=(1 if p%2 else 0))
        except Exception as e: print(type(e).__name__, e)
        print(f.getvalue())
        print(pt.optimize(d), [ (o.name,a,pos) for o,a,pos in pt.genops(d)][:4])
def show(f,*a,**k):
    try: print(f(*a,**k))
    except Exception as e: print(type(e).__name__, e)
bad=[b'',b'.',b'0.',b'1.',b'(.',b'].',b'a.',b'\xff',b'I1',b'I1\n',b'X\x00',b'X\x05\x00\x00\x00ab',b'N',b'NN.',b'p0\n.',b'Np0\np0\n.',b'(N0.',b'((1.',b'\x80\x05N.',b'\x80',b'\x80\x04\x95\x00',b"S'abc\n.",b'Sabc\n.',b"S''\n.",b'I01\n.',b'Ixx\n.',b'L1\n.',b'L12L\n.',b'F1.5\n.',b'Fx\n.',b'K.',b'M1.',b'J123.',b'\x8a\x02\x01\x02.',b'\x8b\x02\x00\x00\x00\x01\x02.',b'\x8b\xff\xff\xff\xff.',b'G12345678.',b'Vabc\\u0041\n.',b'\x8c\x03abc.',b'ca\nb\n.',b'Rca\n.',b'Np0.',b'e.',b'u.',b'Nq\x01.',b'\x94.',b'N\x94.',b'\x93.',b'Pid\n.',b'NQ.',b'T\x03\x00\x00\x00abc.',b'T\xff\xff\xff\xff.',b'C\x02ab.',b'B\x01\x00\x00\x00a.',b'\x8e\x01\x00\x00\x00\x00\x00\x00\x00a.',b'\x96\x01\x00\x00\x00\x00\x00\x00\x00a.',b'\x97.',b'\x8d\x01\x00\x00\x00\x00\x00\x00\x00a.', b'(dNNs.', b'(lN', b'ia\nb\n.', b'(ia\nb\n.', b'(ca\nb\nNo.', b'(NN\x8f.',b'\x8f(NN\x90.']
for b in bad:
    f=io.StringIO(); print(b)
    show(pt.dis,b,f); print(f.getvalue())
    show(lambda: [(o.name,a,p) for o,a,p in pt.genops(b)])
    show(pt.optimize,b)
f=io.StringIO(); pt.dis(pickle.dumps([1,'a'],2)+b'N.', f, indentlevel=2); print(f.getvalue())
memo={}
f=io.StringIO(); s=io.BytesIO(b'Np0\n.g0\n.'); pt.dis(s,f,memo=memo); pt.dis(s,f,memo=memo,annotate=30); print(f.getvalue(),memo)

# readers of arguments
for d, names in ((b'\x05ab', 'string1 bytes1 unicodestring1 long1'), (b'\x05\0\0\0ab', 'string4 bytes4 unicodestring4 long4'), (b'\x05\0', 'string4 bytes4 long4 uint4 float8'),
                 (b'\x05\0\0\0\0\0\0\0ab', 'bytes8 unicodestring8 bytearray8'), (b'\xff' * 8, 'bytes8 unicodestring8 bytearray8'),
                 (b'ab', 'stringnl unicodestringnl decimalnl_short decimalnl_long floatnl stringnl_noescape stringnl_noescape_pair'), (b"'a\\x41'\n", 'stringnl stringnl_noescape')):
    for name in names.split():
        show(getattr(pt, 'read_' + name), io.BytesIO(d))
print([(k, v.name, v.obtype.__name__) for k, v in sorted(vars(pt).items()) if isinstance(v, pt.StackObject) and not isinstance(v.obtype, tuple)])


class Stream:
    def __init__(self, data):
        file = io.BytesIO(data)
        self.read, self.readline = file.read, file.readline


for data in (b'(I1\nt.', b'\xff.', b'N\xff.'):
    show(lambda: [(o.name, a, p) for o, a, p in pt.genops(Stream(data))])
    show(pt.dis, Stream(data))
    show(pt.dis, data)
show(pt.dis, b'(p0\n.')
for data in (b'\x80\x04\x95' + b'\0' * 8 + b'.', b'\x80\x04N.', b'\x80\x04NN0.', b'\x80\x04NN0NN00.', b']q\x00h\x00a.', b'N\x94h\x00\x86.', b'(Np5\np6\ng6\nt.', b'(Nq\x05g5\nt.', pickle.dumps([[]] * 3, 1), pickle.dumps([[]] * 3, 4),
             b'\x80\x04\x95\x15\x00\x00\x00\x00\x00\x00\x00]\x94(\x8c\x04spamq\x01\x8c\x03ham\x94h\x02e.'):
    print(pt.optimize(data))
for protocol in range(6):
    d = pickle.dumps([b'x' * 70000, 'y' * 200000, list(range(70000)), *map(str, range(300)), '299', 'z'], protocol)
    e = pt.optimize(d)
    print(len(d), len(e), [(o.name, a if isinstance(a, int) else None, p) for o, a, p in pt.genops(e) if o.name in ('FRAME', 'BINUNICODE', 'BINBYTES')][:9], pickle.loads(e) == pickle.loads(d))


# as a program
import contextlib
import os
import runpy
import sys
import tempfile
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, value in ('a', [1]), ('b', {'x': 2}):
        with open(name, 'wb') as file:
            pickle.dump(value, file, 2)
    for line in ('a', 'a b -l 2', '-p ={name}= a b', 'a b -m', 'a -o made', '--indentlevel x'):
        sys.argv = ['x', *line.split()]
        sys.modules.pop('pickletools', None)
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            try:
                runpy.run_module('pickletools', run_name='__main__')
            except (SystemExit, ValueError) as end:
                print(type(end).__name__, end)
        print(errors.getvalue().rpartition(': ')[2])
    os.chdir('/')
