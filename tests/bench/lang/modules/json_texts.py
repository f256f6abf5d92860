# Texts of JSON, 10 MB of the usual kinds: records, numbers, texts beyond ASCII, nested lists.
import json


def data():
    record = [{'id': i, 'name': f'user {i}', 'mail': f'user{i}@example.org', 'score': i / 7, 'tags': ['a', 'b', 'c'], 'active': i % 2 == 0,
               'parent': None, 'place': {'x': i * 0.5, 'y': -i, 'label': 'line\n"quoted"'}} for i in range(50_000)]
    return record


def dumps():
    value = data()
    return lambda: len(json.dumps(value))


def dumps_indented():
    value = data()[:20_000]
    return lambda: len(json.dumps(value, indent=2, sort_keys=True))


def dumps_numbers():
    value = [i * 1.25 for i in range(500_000)] + list(range(500_000))
    return lambda: len(json.dumps(value, separators=(',', ':')))


def dumps_wide():
    value = ['Grüße aus Köln, 東京 and \U0001f600'] * 150_000
    return lambda: (len(json.dumps(value)), len(json.dumps(value, ensure_ascii=False)))


def loads():
    text = json.dumps(data())
    return lambda: len(json.loads(text))


def loads_bytes():
    text = json.dumps(data(), ensure_ascii=False).encode()
    return lambda: len(json.loads(text))


def loads_numbers():
    text = json.dumps([i * 1.25 for i in range(500_000)] + list(range(500_000)))
    return lambda: len(json.loads(text))


def loads_escapes():
    text = json.dumps(['Grüße aus Köln, 東京 and \U0001f600'] * 150_000)
    return lambda: len(json.loads(text))


def loads_hook():
    text = json.dumps(data()[:10_000])
    return lambda: len(json.loads(text, object_hook=lambda made: tuple(made.items())))


def small():
    value = {'kind': 'status', 'content': {'state': 'busy', 'count': 3}}

    def work():
        for _ in range(10_000):
            json.loads(json.dumps(value))
    return work


ROWS = {f'json_{each.__name__}': each for each in (dumps, dumps_indented, dumps_numbers, dumps_wide, loads, loads_bytes, loads_numbers, loads_escapes,
                                                   loads_hook, small)}
