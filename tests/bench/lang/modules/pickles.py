# Pickles of a million items.
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


KINDS = {
    'ints': lambda: list(range(1_000_000)),
    'floats': lambda: [i / 3 for i in range(1_000_000)],
    'texts': lambda: [f'text {i}' for i in range(1_000_000)],
    'tuples': lambda: [(i, str(i)) for i in range(330_000)],
    'dicts': lambda: [{'id': i, 'name': 'x', 'value': i * 0.5} for i in range(160_000)],
    'instances': lambda: [Point(i, -i) for i in range(100_000)],
}


def dumped(kind):
    def make():
        value = KINDS[kind]()
        return lambda: len(pickle.dumps(value))
    return make


def loaded(kind):
    def make():
        data = pickle.dumps(KINDS[kind]())
        return lambda: len(pickle.loads(data))
    return make


ROWS = {**{f'pickle_dumps_{kind}': dumped(kind) for kind in KINDS}, **{f'pickle_loads_{kind}': loaded(kind) for kind in KINDS}}
