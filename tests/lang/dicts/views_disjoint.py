# isdisjoint() of views: the shorter one is walked over, which shows where an item cannot be hashed


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


unhashable = {1: 'x', (2, 3): []}
for other in ({1, 2, 3}, {1}, set(), frozenset('abc'), [1, 2, 3], [(1, 'x')], {(1, 'x')}, {(1, 'x'): 0, 2: 0, 3: 0}.keys(), {1: 'x'}.items(),
              {1: 'x', 2: 'y', 3: []}.items(), {5: 5, 6: 6, 7: 7}.items(), (), 'abc', 5, unhashable.keys(), unhashable.items(), unhashable.values()):
    attempt(lambda: unhashable.items().isdisjoint(other))
    attempt(lambda: unhashable.keys().isdisjoint(other))
    attempt(lambda: {}.items().isdisjoint(other))
    attempt(lambda: {}.keys().isdisjoint(other))
items = unhashable.items()
attempt(lambda: items.isdisjoint(items))
keys = {}.keys()
attempt(lambda: keys.isdisjoint(keys))
