# Containers that change while they are walked, sorted, compared or destroyed.
def attempt(function):
    try:
        print(repr(function())[:200])
    except Exception as error:
        print(type(error).__name__, error)


items = [3, 1, 2]


def growing(value):
    items.append(9)
    return value


attempt(lambda: items.sort(key=growing))
print(len(items) >= 3)
items = [3, 1, 2]
attempt(lambda: items.sort(key=lambda v: items.clear() or v))
items = list(range(5))
for item in items:
    if len(items) < 20:
        items.append(item)
    del items[0]
print(items)


class Clearing:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        for c in containers:
            c.clear()
        return False

    def __hash__(self):
        return 1

    def __lt__(self, other):
        for c in containers:
            c.clear()
        return True

    def __repr__(self):
        for c in containers:
            c.clear()
        return 'C'


def fresh():
    global containers
    containers = [[Clearing(i) for i in range(4)], {Clearing(1): 1, Clearing(2): 2} if False else {i: Clearing(i) for i in range(4)}]
    return containers


attempt(lambda: fresh()[0] == [Clearing(5)] * 4)
attempt(lambda: fresh()[0].index(7))
attempt(lambda: fresh()[0].count(7))
attempt(lambda: fresh()[0].remove(7))
attempt(lambda: 7 in fresh()[0])
attempt(lambda: fresh()[0] < [Clearing(5)] * 4)
attempt(lambda: repr(fresh()[0])[:1])
attempt(lambda: repr(fresh()[1])[:1])
attempt(lambda: min(fresh()[0]) and 1)
attempt(lambda: fresh()[1] == {i: Clearing(9) for i in range(4)})
attempt(lambda: 5 in fresh()[1].values())
mapping = {1: 1}


def walk(container, change):
    for key in container:
        change(key)


attempt(lambda: walk(mapping, lambda key: mapping.update({key + 1: 1})))
attempt(lambda: walk(mapping.items(), lambda pair: mapping.clear()))
some = {1, 2, 3}
attempt(lambda: walk(some, lambda key: some.add(key + 10)))
attempt(lambda: walk(some, some.discard))


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 5

    turns = 20

    def __eq__(self, other):
        if Key.turns:  # a lookup begins anew when the table has changed: without an end it may go on for ever
            Key.turns -= 1
            table.clear()
            table.update({i: i for i in range(50)})
        return False


table = {}
table[Key(1)] = 1
attempt(lambda: table.__setitem__(Key(2), 2))
print(len(table) >= 50)
table = {Key(1): 1}
attempt(lambda: table.get(Key(3)))
table = {Key(1): 1}
attempt(lambda: table.setdefault(Key(3), 4))
table = {Key(1): 1}
attempt(lambda: table.pop(Key(3), 'none'))
revived = []


class Phoenix:
    def __del__(self):
        revived.append(self)


for _ in range(3):
    Phoenix()
print(len(revived))
bird = Phoenix()
bird.cycle = bird
del bird
import gc
gc.collect()
print(len(revived))


class Popping:
    def __init__(self, owner):
        self.owner = owner

    def __del__(self):
        if self.owner:
            self.owner.pop()


owner = []
owner.extend(Popping(owner) for _ in range(50))
del owner[10:]
print(len(owner) < 11)
owner.clear()
iterator = iter([1, 2, 3])
attempt(lambda: [next(iterator) for _ in iterator])
array = bytearray(b'abc')
attempt(lambda: array.extend(array.append(1) or i for i in (1, 2, 3)))
print(array)
attempt(lambda: array.join([b'x', array]))
