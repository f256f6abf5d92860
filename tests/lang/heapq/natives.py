# heapq and bisect: what they take and refuse, and lists that comparisons change.
import heapq, bisect
from heapq import *
from bisect import *
def T(c):
    try: print(c,'->',repr(eval(c,globals())))
    except BaseException as e: print(c,'!!',type(e).__name__,e)
for c in '''heappush()
heappush([1])
heappush((1,),2)
heappush([1],2)
heappush(heap=[],item=1)
heappop()
heappop([])
heappop(5)
heapify(5)
heapify([3,1])
heapreplace([],1)
heapreplace(5,1)
heapreplace([1,2],5)
heappushpop([],1)
heappushpop((),1)
heappushpop([1,2],5)
heappush([1],'a')
heappush
heappush.__doc__
nsmallest(2,[3,1,2])
nsmallest(0,[3,1,2])
nsmallest(-1,[3,1,2])
nsmallest(1,[])
nlargest(1,[3,1,2],key=lambda x:-x)
nsmallest(2.5,[1,2,3])
nsmallest(1,5)
nsmallest(2,5)
nlargest(2,[1,'a',3])
nlargest(5,iter([1,3,2]))
nlargest(n=2,iterable=[1,2,3],key=None)
list(merge([1,4],[2,3]))
list(merge([4,1],[3,2],reverse=True))
list(merge([1,4],['a']))
list(merge('aC','Bd',key=str.lower))
list(merge(5))
list(merge())
list(merge([]))
bisect()
bisect([1])
bisect([1,2],1)
bisect([1,2],1,-1)
bisect([1,2],1,0,5)
bisect([1,2],1,0,None)
bisect([1,2],1,'a')
bisect([1,2],1,0,'a')
bisect(5,1)
bisect([1,2],'a')
bisect_left([1,2],'a')
bisect({},1)
bisect({0:1,1:3},2)
bisect(range(10),5)
bisect_left(range(10),5)
bisect((1,2,2,3),2), bisect_left((1,2,2,3),2)
bisect(a=[1],x=2,lo=0,hi=1,key=None)
bisect([1,2],1,0,2,None)
bisect([1,2,3],key=lambda x:-x,x=-2)
bisect([1,2,3],2,key=5)
bisect([1,2,3],2,hi=-1)
bisect([1,2,3],2,lo=2,hi=1)
insort((1,),2)
insort([1,3],2)
insort([1],2,key=5)
insort([1],2,bad=5)
bisect
bisect_left
bisect is bisect_right, insort is insort_right
bisect.__name__, insort.__name__, bisect.__module__, heappush.__module__'''.splitlines(): T(c)
class L(list):
    def insert(self,i,x): print('insert',i,x); super().insert(i,x)
l=L([1,3]); insort(l,2); insort_left(l,2); print(l)
class Bad:
    def __init__(s,h): s.h=h
    def __lt__(s,o): s.h.clear(); return True
    def __repr__(s): return 'B'
h=[]; h+=[Bad(h) for _ in range(5)]
T('heapify(h)'); 
h=[]; h+=[Bad(h) for _ in range(5)]
T('heappush(h,Bad(h))');
h=[]; h+=[Bad(h) for _ in range(5)]
T('heappop(h)');
T('heappushpop(h,Bad(h))');
h=[]; h+=[Bad(h) for _ in range(5)]
T('heapreplace(h,Bad(h))');
h=[]; h+=[Bad(h) for _ in range(5)]
T('heappushpop(h,Bad(h))'); print(h)
l=[1,2,3]
class G(list):
    def __getitem__(s,i): print('get',i); return list.__getitem__(s,i)
    def __len__(s): print('len'); return 3
T('bisect(G([1,2,3]),2)')
T('heappush(G([1,2,3]),2)')


import random
random.seed(3)
class K:
    def __init__(s, k, n): s.k, s.n = k, n
    def __lt__(s, o): return s.k < o.k
    def __eq__(s, o): return s.k == o.k
    def __repr__(s): return f'{s.k}.{s.n}'
rows = [K(random.randrange(8), n) for n in range(60)]
def same(x, y): return list(map(repr, x)) == list(map(repr, y))
for n in 1, 2, 5, 59, 60, 61, 200:
    print(same(nsmallest(n, rows), sorted(rows)[:n]), same(nlargest(n, rows), sorted(rows, reverse=True)[:n]),
          same(nsmallest(n, rows, key=lambda r: -r.k), sorted(rows, key=lambda r: -r.k)[:n]),
          same(nlargest(n, iter(rows), key=lambda r: r.n % 7), sorted(rows, key=lambda r: r.n % 7, reverse=True)[:n]))
parts = [sorted(rows[i::7]) for i in range(7)]
print(same(merge(*parts), sorted(sum(parts, []))), [repr(r) for r in merge(*parts)][:9])
back = [sorted(p, reverse=True) for p in parts]
print(same(merge(*back, reverse=True), sorted(sum(back, []), reverse=True)))
print(same(merge(*parts, key=lambda r: r.k), sorted(sum(parts, []), key=lambda r: r.k)), list(merge([1], [], [0, 3], (), 'x'[:0])))
m = merge([1, 2], (1 // (2 - i) for i in range(4)))
print(next(m), next(m))
T('list(m)')
T('list(m)')
def again():
    global m
    yield 1
    next(m)
m = merge(again(), [5])
print(next(m))
T('next(m)')
for _ in range(20):
    data = [(random.randrange(5), random.choice('abc')) for _ in range(50)]
    h = []
    for d in data: heappush(h, d)
    assert [heappop(h) for _ in data] == sorted(data)
    heapify(data)
    assert all(data[(i - 1) // 2] <= data[i] for i in range(1, 50))
    s = []
    for d in data: insort(s, d)
    assert s == sorted(data)
    s = []
    for d in data: insort_left(s, d, key=lambda d: d[1])
    assert [x[1] for x in s] == sorted(x[1] for x in data)
