# Dictionaries: order, views, methods, comprehensions, equality of keys.
d = {'a': 1, 'b': 2}
d['c'] = 3; d['a'] = 10
print(d, len(d), d['a'], 'a' in d, 'z' in d, d.get('a'), d.get('z'), d.get('z', 0), list(d), list(d.keys()), list(d.values()), list(d.items()), d.pop('a'), d.pop('z', None), d)
d.update({'x': 1}, y=2); d.update([('z', 3)]); print(d, d.setdefault('x', 5), d.setdefault('new', 6), d.popitem(), d); del d['x']; print(d); e = d.copy(); e['b'] = 0; print(d, e, d == e, d != e, d == dict(d))
print(dict(), dict(a=1), dict([(1, 2)]), dict({1: 2}, b=3), {**{'a': 1}, 'b': 2, **{'a': 3}}, dict.fromkeys('ab', 0), {1: 'a', 1.0: 'b', True: 'c'}, {i: i * i for i in range(4)}, {k: v for k, v in zip('ab', [1, 2]) if v > 1}, {'a': 1} | {'b': 2})
k = d.keys(); print(k, d.values(), d.items(), len(k), 'b' in k, ('b', 2) in d.items(), k & {'b'}, sorted(k | {'q'}), list(reversed(d)), sorted(d), max(d), {'a': 1}.keys() == {'a'}, sorted(k - {'b'}))
d['late'] = 1; print(k); d.clear(); print(d, bool(d), k)
for key in {'x': 1, 'y': 2}:
    print(key, end=' ')
for key, value in {'x': 1, 'y': 2}.items():
    print(key, value, end=' ')
print()
n = {'in': {'deep': [1, {'x': 2}]}}; n['in']['deep'][1]['x'] += 5; print(n); n['self'] = n; print(n); print({(1, 2): 3, None: 4, 2.5: 5, 'x': {}}, {1: {2: {}}}, {'q': [1], 'r': (1,)})
order = {}
for i in (3, 1, 2): order[i] = i
del order[1]; order[1] = 'again'; print(order, next(iter(order)), [*order], {**order})
big = {i: str(i) for i in range(1000)}
for i in range(0, 1000, 2): del big[i]
print(len(big), list(big)[:5], big[999], 500 in big, sum(big), all(str(key) == value for key, value in big.items()))
class Key:
    def __init__(self, v): self.v = v
    def __hash__(self): return 1
    def __eq__(self, other): return isinstance(other, Key) and self.v == other.v
    def __repr__(self): return f'Key({self.v})'
same = {Key(1): 'a', Key(2): 'b'}; same[Key(1)] = 'c'; print(same, Key(2) in same, Key(3) in same, same.get(Key(2)))
counts = {}
for word in 'the cat the dog the end'.split(): counts[word] = counts.get(word, 0) + 1
print(counts, sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])), max(counts, key=counts.get), sum(counts.values()))
for bad in ("{}['x']", "{1: 2}[3]", '{[]: 1}', '{{}: 1}', "dict([1])", "dict([(1, 2, 3)])", "{}.pop('x')", '{}.popitem()', '{1: 2} < {}', "{} + {}", "{'a': 1}.nothing", 'dict(5)', "{'a'}['a']", "{(1, []): 2}"):
    try:
        print(bad, eval(bad))
    except Exception as error:
        print(bad, '->', type(error).__name__, error)
try:
    for key in order: order[key * 10] = 1
except RuntimeError as error:
    print(error)
