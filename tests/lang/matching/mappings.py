def f(v):
    match v:
        case {'type': 'circle', 'r': r}: return f'circle {r}'
        case {'type': 'rect', 'w': int(w), 'h': int(h)}: return f'rect {w}x{h}'
        case {'a': {'b': [x, *_]}}: return f'nested {x}'
        case {1: one, **rest}: return f'one {one} rest {rest}'
        case {'k': None}: return 'k none'
        case {**all_}: return f'all {all_}'
        case _: return 'no'
for v in {'type': 'circle', 'r': 2}, {'type': 'rect', 'w': 1, 'h': 2, 'extra': 0}, {'type': 'rect', 'w': 'x', 'h': 2}, {'a': {'b': (9, 8)}}, {1: 2, 3: 4}, {'k': None}, {}, [], 5: print(f(v))
import collections.abc
d = collections.defaultdict(int)
match d:
    case {'missing': x}: print('matched', x)
    case {}: print('not made', dict(d))
class M(collections.abc.Mapping):
    def __getitem__(self, k): return k * 2
    def __iter__(self): return iter(['a'])
    def __len__(self): return 1
    def get(self, k, default=None): print('get', k); return 'got'
match M():
    case {'q': v}: print(v)
class K: A = 'key'
match {'key': 5}:
    case {K.A: v}: print(v)
for code in ("match x:\n case {'a': 1, 'a': 2}: pass", "match x:\n case {**r, 'a': 1}: pass", "match x:\n case {a: 1}: pass", "match x:\n case {**_}: pass"):
    try: compile(code, 's', 'exec'); print('fine')
    except SyntaxError as e: print(e.msg)
