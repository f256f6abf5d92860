# needs: argparse
"""Cycles through objects of the program and objects of Python's library are freed by gc.collect(), and no others."""
import argparse
import functools
import gc
import threading
import weakref


class Node:
    def method(self):
        return self


class Holder(argparse.Namespace):
    def __init__(self, node):
        super().__init__(node=node)
        self.bound = self.method

    def method(self):
        return self


def attributes():
    node, space = Node(), argparse.Namespace()
    node.space, space.node = space, node
    return node, space


def derived():
    node = Node()
    node.holder = Holder(node)
    return node, node.holder


def closure():
    space = argparse.Namespace()
    node = Node()
    space.function = lambda: (space, node)
    return node, space


def bound_method():
    node, space = Node(), argparse.Namespace()
    space.call = node.method
    node.space = space
    return node, space


def partial():
    node = Node()
    node.partial = functools.partial(node.method)
    return node, node.partial


def local():
    node, values = Node(), threading.local()
    node.values, values.node = values, node
    return node, values


def containers():
    node, space = Node(), argparse.Namespace()
    node.items = [{'space': (space,)}]
    space.again = node
    return node, space


def two_wrappers_of_one_object():
    node, first, second = Node(), argparse.Namespace(), argparse.Namespace()
    shared = Node()
    shared.first, shared.second = first, second
    node.shared = shared
    other = Node()
    other.shared = shared
    first.node, second.node = node, other
    return node, first


def long_chain():
    first = last = argparse.Namespace()
    node = None
    for _ in range(100):
        node = Node()
        last.node = node
        node.space = last = argparse.Namespace()
    last.first = first
    return node, first


KINDS = [attributes, derived, closure, bound_method, partial, local, containers, two_wrappers_of_one_object, long_chain]

for kind in KINDS:
    references = []
    for _ in range(20):
        references += [weakref.ref(o) for o in kind()]
    gc.collect()
    gc.collect()
    print(kind.__name__, sum(r() is not None for r in references))

# what can be reached stays, from either side
kept = {kind.__name__: kind() for kind in KINDS}
over_there = argparse.Namespace(**{kind.__name__: kind()[1] for kind in KINDS})
for _ in range(3):
    gc.collect()
node, space = kept['attributes']
print(node.space is space, space.node is node)
print(over_there.attributes.node.space is over_there.attributes)
print(over_there.derived.bound() is over_there.derived, over_there.derived.node.holder is over_there.derived)
print(over_there.closure.function()[0] is over_there.closure)
print(over_there.bound_method.call().space is over_there.bound_method)
print(over_there.partial().partial is over_there.partial)
print(over_there.local.node.values is over_there.local)
print(over_there.containers.again.items[0]['space'][0] is over_there.containers)
print(over_there.two_wrappers_of_one_object.node.shared.second.node.shared.first is over_there.two_wrappers_of_one_object)
chain = over_there.long_chain
for _ in range(100):
    chain = chain.node.space
print(chain.first is over_there.long_chain)

# finalizers of both sides run, and see whole objects
said = []


class Watched(argparse.Namespace):
    def __del__(self):
        said.append(('space', type(self.node).__name__, self.node.space is self))


space, node = Watched(), Node()
space.node, node.space = node, space
del space, node
gc.collect()
gc.collect()
gc.collect()
print(said)

# without being asked, too
references = []
for _ in range(3000):
    references.append(weakref.ref(attributes()[0]))
print(sum(r() is not None for r in references) < 3000)
