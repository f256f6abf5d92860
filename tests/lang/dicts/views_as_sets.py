# keys() and items() behave as sets.
a, b = {'x': 1, 'y': 2}, {'y': 2, 'z': 3}
print(a.keys() & b.keys(), sorted(a.keys() | b.keys()), a.keys() - b.keys(), sorted(a.keys() ^ b.keys()))
print(a.items() & b.items(), sorted(a.items() | b.items()), a.items() - b.items(), sorted(a.items() ^ b.items()))
print(a.keys() == {'x', 'y'}, a.keys() <= {'x', 'y', 'z'}, a.keys() < b.keys(), a.keys().isdisjoint('q'), a.keys().isdisjoint(['x']), 'x' in a.keys(), ('x', 1) in a.items(), ('x', 2) in a.items(), 2 in a.values(), a.keys() >= {'x'}, a.items() == {('x', 1), ('y', 2)})
print(a.keys(), a.values(), a.items(), len(a.items()), type(a.keys()).__name__, a.keys() & ['x'], sorted(['q'] | a.keys()) if False else '')
ks = a.keys()
a['new'] = 5
print(ks, len(ks), ks.mapping, list(reversed(ks)))
for text in ("a.keys() & 5", "a.values() & a.values()", "a.keys() < 5", "a.keys()[0]", "hash(a.keys())", "a.keys() | None", "a.items() - 3", "a.values() == a.values()", "a.keys() + a.keys()", "{1: []}.items() & {1: []}.items()", "a.keys().isdisjoint(5)", "a.keys().mapping['q'] = 1"):
    try:
        print(text, eval(text))
    except Exception as e:
        print(text, type(e).__name__, e)
