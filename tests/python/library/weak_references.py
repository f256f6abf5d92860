# needs: logging
"""Weak references of Python's code to objects, functions, methods and classes of the program."""
import functools
import gc



class Node:
    def __init__(self, name):
        self.name = name
        self.other = None

    def hear(self, what):
        heard.append((self.name, what))


heard = []
# code of Python that keeps weakly what it is given
import logging


class Handler(logging.Handler):
    def emit(self, record):
        heard.append(record.getMessage())


handler = Handler()
logging.getLogger('weak').addHandler(handler)
logging.getLogger('weak').warning('hello')
print(heard, any(ref() is handler for ref in logging._handlerList))
name = functools.singledispatch(lambda x: 'any')
name.register(Node, lambda x: x.name)
print(name(Node('a')), name(3))

import code
shell = code.InteractiveInterpreter({'Node': Node, 'node': Node('n'), 'heard': heard, 'function': lambda: 7, 'collect': gc.collect})


def run(text):
    for line in text.strip().split('\n'):
        shell.runsource(line, '<input>', 'exec')


run('''
import weakref, gc
r = weakref.ref(node); print(r() is node, r() == node, hash(r) == hash(node), r is weakref.ref(node))
f = weakref.ref(function); print(f()(), f() is function)
m = weakref.WeakMethod(node.hear); m()('x')
print(weakref.ref(Node)() is Node, weakref.getweakrefcount(node) >= 1)
p = weakref.proxy(node); print(p.name)
d = weakref.WeakKeyDictionary({node: 1, function: 2}); print(d[node], d[function], len(d))
v = weakref.WeakValueDictionary(n=node); print(v['n'] is node, 'n' in v)
s = weakref.WeakSet([node, Node]); print(len(s), node in s)
fin = weakref.finalize(node, print, 'gone'); print(fin.alive)
''')
print(heard)
nodes = [Node(i) for i in range(3)]
shell.locals['nodes'] = None
keep = shell.locals
refs = []
for node in nodes:
    shell.locals['one'] = node
    run('refs = globals().get("refs", []); refs.append(weakref.ref(one, lambda r: print("dead"))); del one')
run('print([r() is not None for r in refs])')
del node
nodes[1].other = nodes[1]
del nodes[0]
gc.collect()
gc.collect()
run('print([r() is not None and r().name for r in refs])')
nodes.clear()
gc.collect()
gc.collect()
run('print([r() is not None for r in refs])')
run('many = weakref.WeakKeyDictionary(); add = lambda x: many.setdefault(x, 1); size = lambda: len(many)')
kept = [Node(i) for i in range(50)]
for each in kept + [Node(i) for i in range(2000)]:
    shell.locals['add'](each)
for i in range(50):
    each = Node(i)
    each.other = each
    shell.locals['add'](each)
del each
gc.collect()
gc.collect()
print(shell.locals['size']())
del kept
gc.collect()
gc.collect()
print(shell.locals['size']())
