# tracemalloc: statistics of given traces, then traces of what this program makes.
import tracemalloc as tm
raw=[(0,10,(('a.py',2),('a.py',3),('b.py',2)),3),(0,20480,(('a.py',2),),1),(1,3*1024*1024,(('<unknown>',0),),1)]
s=tm.Snapshot(raw,2)
def show(f,*a,**k):
    try: print(repr(f(*a,**k)))
    except Exception as e: print(type(e).__name__, e)
print(s.traces[0]); print(repr(s.traces[0])); print(repr(s.traces[0].traceback), s.traces[0].traceback)
print(repr(s.traces[0].traceback[0]), s.traces[0].traceback[0])
for k in ('lineno','filename','traceback','x'):
    for c in (0,1):
        show(s.statistics,k,c)
        show(s.compare_to,tm.Snapshot(raw[:1],1),k,c)
for x in s.statistics('lineno'): print(x)
for x in s.compare_to(tm.Snapshot(raw[:1]+raw[:1]*3,1),'lineno'): print(x)
print(repr(s)[:10], s.traceback_limit, len(s.traces), s.traces==s.traces, raw in [s.traces], s.traces[0] in s.traces, s.traces[0:2])
print(repr(s.traces)[:80])
print(tm.Filter(True,'*.pyc').filename_pattern, repr(tm.Filter(True,'x'))[:30], tm.Filter(True,'x').domain, tm.DomainFilter(0,3).inclusive, tm.DomainFilter(False,3).domain)
show(s.filter_traces, 3); show(s.filter_traces, tm.Filter(True,'x'))
show(setattr, tm.Filter(1,'a'),'filename_pattern',3)
show(setattr, tm.DomainFilter(1,2),'domain',3)
for n in (0,5,99,100,1023,1024,10*1024-1,10*1024,99*1024,100*1024,10**6,10**7,10**8,10**9,10**11,10**14,10**17,-5,-20000):
    print(str(tm.Statistic(tm.Traceback((('f',1),)),n,3)), '|', str(tm.StatisticDiff(tm.Traceback((('f',1),)),n,-n,3,2)))
t=s.traces[0].traceback
print(t<tm.Traceback((('z',1),)), hash(t)==hash(tm.Traceback(raw[0][2])), t==3, t.total_nframe, t.format(), t.format(0), t.format(-7), t.format(2,True))
show(t.__lt__,3); show(lambda: t<3); show(lambda: t[0]<3); print(t[0]<t[1], t[0]==t[0], t[0]==4, hash(t[0])==hash(s.traces[1].traceback[0]))
show(lambda: t[9]); show(lambda: s.traces[9])
print(str(tm.Statistic(t,5,0)), tm.Statistic(t,5,0)==tm.Statistic(t,5,0), tm.Statistic(t,5,0)==3)
show(lambda: tm.Statistic(t,5,0)<tm.Statistic(t,6,0))
show(lambda: setattr(t[0],'x',1)); show(lambda: setattr(t,'x',1)); show(lambda: setattr(s.traces[0],'x',1)); show(lambda: setattr(tm.Statistic(t,5,0),'x',1))
show(setattr, t[0],'lineno',3)
show(tm.start,0); show(tm.start,65536); show(tm.start,'a'); show(tm.take_snapshot); show(tm.get_object_traceback,[]); show(tm.get_traced_memory)
f=tm.Filter(False,'a.py',2,True,5); print(f.inclusive,f.lineno,f.all_frames,f.domain)
print(tm.BaseFilter(1).inclusive)
import pickle,copy
print(pickle.loads(pickle.dumps(t))==t, copy.copy(s.traces[0])==s.traces[0])

# ---- what is traced
import warnings

kept = []


def make(n):
    a = b'%d and so on' % n
    b = {n}
    d = f'{n} text that is long enough'
    kept.extend(
        [a,
         b,
         d,
         complex(n, n)])
    for i in range(3):
        kept.append({i})
        kept.append(lambda: i)


tm.start(3)
print(tm.is_tracing(), tm.get_traceback_limit())
make(3)
for each in kept:
    print(type(each).__name__, [frame.lineno for frame in tm.get_object_traceback(each)][-2:])
print(tm.get_object_traceback(None), tm.get_object_traceback(make))
chosen = tm.take_snapshot().filter_traces([tm.Filter(True, __file__)])
print({each.traceback[0].filename == __file__ for each in chosen.statistics('filename')}, chosen.statistics('lineno')[0].size > 50)
del chosen
start = tm.get_traced_memory()[0]
large = bytearray(1000000)
now, peak = tm.get_traced_memory()
print(1000000 <= now - start < 1200000, peak >= now)
del large
now, peak = tm.get_traced_memory()
print(now - start < 5000, peak - start >= 1000000)
tm.reset_peak()
print(tm.get_traced_memory()[1] - start < 5000)

# what is freed is no longer counted, small blocks and large ones, also after they were resized
before = tm.get_traced_memory()[0]
lists = [[i] for i in range(10000)]
between = tm.get_traced_memory()[0]
text = bytearray()
for i in range(1000):
    text += b'x' * 100
larger = tm.get_traced_memory()[0]
del lists, i, text
after = tm.get_traced_memory()[0]
print(between - before > 10000 * 50, 90000 < larger - between < 250000, abs(after - before) < 20000)

old = tm.take_snapshot()
kept.append([bytes(1000) for _ in range(100)])
difference = tm.take_snapshot().compare_to(old, 'lineno')[0]
print(difference.count_diff >= 100, 100000 < difference.size_diff < 120000, difference.traceback[0].filename == __file__)
tm.clear_traces()
print(tm.get_object_traceback(kept[0]), tm.get_traced_memory()[0] < 3000, tm.is_tracing())


# a warning tells where its source was made
def opened():
    return open('/dev/null')


class Text:
    def write(self, text):
        print(text.replace(__file__, 'FILE'), end='')


import sys
tm.start(5)
tm.stop()
for frames in 0, 2:
    if frames:
        tm.start(frames)
    stream = opened()
    sys.stderr, error = Text(), sys.stderr
    with warnings.catch_warnings():
        warnings.simplefilter('always')
        del stream
    sys.stderr = error
tm.stop()
print(tm.is_tracing(), tm.get_traced_memory(), tm.get_object_traceback(kept[0]))
show(tm.take_snapshot)
