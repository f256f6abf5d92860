# Copies of containers and objects, shallow and deep.
import copy


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def work():
    n, items, pairs, point = 0, list(range(20)), {f'k{i}': i for i in range(20)}, Point(1, [2])
    members, nested = set(items), {'a': [1, 2, {'c': (1, 2)}], 'b': [3, 4]}
    for i in range(300):
        n += len(items.copy()) + len(list(items)) + len(items[:]) + len(tuple(items))
        n += len(pairs.copy()) + len(dict(pairs)) + len({**pairs, 'z': i}) + len(set(members)) + len(members.copy())
        n += copy.copy(items)[3] + copy.copy(point).x + copy.deepcopy(point).y[0] + copy.deepcopy(nested)['b'][1]
        n += copy.deepcopy(items)[5] + copy.copy(pairs)['k3']
    return n
