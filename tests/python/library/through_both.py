# needs: click
"""Recursion, exits, finalizers and weak references through both sides."""
import sys, gc, weakref, threading, re
# recursion through both sides
def deep(m): return re.sub('a', deep, 'a')
try: deep(None)
except RecursionError as e: print('RecursionError', str(e)[:32])
def deep2(n):
    return sorted([1], key=lambda _: deep2(n+1))
try: deep2(0)
except RecursionError as e: print('RecursionError 2')
import functools, json
class E(json.JSONEncoder):
    def default(self, o): return [object()]
try: json.dumps(object(), cls=E)
except RecursionError as e: print('RecursionError 3')
except ValueError as e: print(e)
import xml.etree.ElementTree as ET, decimal
d = decimal.Decimal(1)
class L: 
    def __len__(self): return 1
    def __getitem__(self,i): return self
import numpy as np
class R:
    def __repr__(self): return '%r' % np.array([self], dtype=object)
try: repr(R())
except RecursionError as e: print('RecursionError 4')
# sys.exit over there
def bye(m): sys.exit(3)
try: re.sub('a', bye, 'a')
except SystemExit as e: print('SystemExit', e.code)
import click
@click.command()
@click.option('--n', default=1)
def main(n): print('n', n)
try: main(['--n','3'])
except SystemExit as e: print('exit', e.code)
try: main(['--zz'])
except SystemExit as e: print('exit', e.code)
import argparse
p=argparse.ArgumentParser(prog='x'); p.add_argument('--a',type=int)
try: p.parse_args(['--a','q'])
except SystemExit as e: print('exit', e.code)
# __del__ that calls us
import types as _t
from email.message import Message
log=[]
class D(Message):
    def __del__(self): log.append('del')
x=D(); del x; gc.collect(); print(log)
class O:
    def __init__(s,n): s.n=n
    def __del__(s): log.append(s.n)
from collections import deque
q=deque(); q.append(O('in deque')); q.clear(); gc.collect(); print(log)
# weak references
o=O('w'); r=weakref.ref(o); s=weakref.WeakSet(); print(r() is o)
import http.cookies
m=Message(); wr=weakref.ref(m, lambda _: log.append('gone')); print(wr() is m); del m; gc.collect(); print(wr(), log)
wd=weakref.WeakValueDictionary(); o2=O('v'); wd['k']=o2; print(wd['k'] is o2); del o2; gc.collect(); print('k' in wd)
fin=weakref.finalize(o, log.append, 'fin'); del o; gc.collect(); print(r(), log[-2:])
a=np.arange(3); wa=weakref.ref(a); print(wa() is a); del a; gc.collect(); print(wa())
