# Which arguments of islice, repeat and product are refused, and in which words
import itertools
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
B=[-1,-2,-2**63,-2**63+1,-2**63-1,2**63-1,2**63,-2**70,2**70,None,'a',1.5,0,2, True]
for a in B:
    print(a)
    tr(lambda: list(itertools.islice(iter('abc'), a)))
    for b in B:
        if a not in (2**63-1,): tr(lambda: list(itertools.islice('abc', a, b)))
    tr(lambda: list(itertools.islice('abc', 0, 2, a)))
    tr(lambda: list(itertools.islice('abc', 0, None, a)))
    tr(lambda: list(itertools.repeat('abc', a))) if a not in (2**63-1,) else 0


    tr(lambda: list(itertools.product('ab', repeat=a))) if a not in (2**63-1,) else 0
