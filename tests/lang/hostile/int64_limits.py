# Arguments that do not fit what the system call takes.
import os
import time

for text in ("os.stat(2**31)", "os.stat(2**70)", "os.stat(-2**31-1)", "os.kill(2**40, 0)", "os.mkdir('/nowhere/x', 2**40)",
             "os.access('/', 2**40)", "os.umask(2**40)", "os.strerror(2**40)", "os.get_terminal_size(2**40)", "os.urandom(-1)",
             "os.chmod('/nowhere/x', 2**40)", "os.sched_getaffinity(2**40)", "time.sleep(float('nan'))",
             "time.sleep(2**62)", "time.sleep(-1)", "time.localtime(2**62)", "time.localtime(2**70)", "time.gmtime(1e300)",
             "time.gmtime(2**55)", "time.gmtime(2**50)[0]", "time.asctime((2**40,)+(1,)*8)", "time.asctime((2000,)+(2**40,)*8)",
             "time.asctime((-2**31,)+(1,)*8)", "time.mktime((2**31,)+(1,)*8)", "time.mktime((2000,1,1,0,0,0,2**63-1,1,-1))",
             "time.strftime('%Y',(2000,1,1,0,0,0,2**31-1,1,-1))", "time.ctime(2**60)", "time.gmtime(float('inf'))", "time.gmtime(-2**62)",
             "(-2**63)//-1", "(-2**63)%-1", "divmod(-2**63,-1)", "abs(-2**63)", "-(-2**63)", "round(-2**63,-5)", "round(5,2**62)",
             "round(2.5,2**62)", "round(2.5,-2**62)", "1>>(2**70)", "-1>>(2**70)", "0<<(2**70)", "len(range(2**63))", "range(2**70)[2**69]"):
    try:
        print(text, repr(eval(text)))
    except Exception as e:
        print(text, type(e).__name__, e)
from itertools import combinations, combinations_with_replacement, count, islice, permutations, product, repeat
for f in (lambda: list(combinations('abc', 2**20)), lambda: list(permutations('abc', 2**20)), lambda: list(combinations_with_replacement([], 2**20)),
          lambda: product('ab', repeat=2**62), lambda: product('ab', repeat=-1), lambda: list(product(repeat=2**62)),
          lambda: list(islice(count(), 2**62, None, -1)), lambda: list(islice('abc', 2**62)), lambda: list(islice('abc', 0, 2**63 - 1, 2**63 - 1)),
          lambda: next(count(2**63 - 1)), lambda: list(islice(count(2**63 - 2), 4)), lambda: repeat(1, 2**63 - 1).__length_hint__(),
          lambda: repeat(1, 2**63), lambda: list(islice('abc', 2**64)), lambda: combinations('abc', 2**63)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)
from collections import deque
for f in (lambda: deque('ab', 2**62), lambda: deque('ab', 2**63), lambda: deque('abc', 4) * 2**40, lambda: deque('ab') * -2**62,
          lambda: deque('abc').rotate(-2**63), lambda: deque('abc').insert(-2**63, 1), lambda: deque('abc').index('c', -2**63, 2**63 - 1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)

# The largest integers and steps, where nothing overflows that is not seen.
import math
print(math.comb(2**63 - 1, 3), math.perm(2**63 - 1, 3), math.perm(2**63 - 1, 1), [math.perm(20, k) for k in range(0, 22, 3)])
words = memoryview(bytearray(12)).cast('I')
print(words[0:4:-2**63].tolist(), words[::2].tolist(), words[::-1].strides, words[1:2:5].strides, words[3:0:-2**63].tolist())
